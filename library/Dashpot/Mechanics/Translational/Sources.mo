within Dashpot.Mechanics.Translational;
package Sources "Given forces and motions"

  partial model OneFlange "A flange that is driven"
    Interfaces.Flange_b flange annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(graphics = {Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}));
  end OneFlange;

  model Force "Force given by a signal"
    extends OneFlange;
    Interfaces.RealInput f(unit = "N") "Force in the direction of positive s" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    flange.f = -f;
    annotation(
      Icon(graphics = {Polygon(points = {{-90, 12}, {40, 12}, {40, 32}, {90, 0}, {40, -32}, {40, -12}, {-90, -12}, {-90, 12}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p>Pushes the connected body with <code>f</code>; the reaction acts on the ground.</p></html>"));
  end Force;

  model ConstantForce "Constant force"
    extends OneFlange;
    parameter Units.Force F = 1 "Force in the direction of positive s";
  equation
    flange.f = -F;
    annotation(
      Icon(graphics = {
        Polygon(points = {{-90, 12}, {40, 12}, {40, 32}, {90, 0}, {40, -32}, {40, -12}, {-90, -12}, {-90, 12}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -45}, {150, -73}}, textString = "F = %F")}),
      Documentation(info = "<html><p>Pushes the connected body with <code>F</code>.</p></html>"));
  end ConstantForce;

  model Position "Position given by a signal"
    extends OneFlange;
    Interfaces.RealInput s(unit = "m") "Position" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Units.Power power "Given to the machine";
  equation
    flange.s = s;
    power = -flange.f*der(flange.s);
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{40, 6}, {90, -6}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-80, 45}, {40, -45}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-60, 35}, {20, -35}}, textString = "s"),
        Line(points = {{-80, -45}, {40, -45}}),
        Line(points = {{-50, -45}, {-80, -75}}),
        Line(points = {{-20, -45}, {-50, -75}}),
        Line(points = {{10, -45}, {-20, -75}}),
        Line(points = {{40, -45}, {10, -75}})}),
      Documentation(info = "<html><p>The flange is where the signal says, whatever force that takes. The signal is differentiated: it must be smooth, so give it a filter of second order where it jumps.</p></html>"));
  end Position;

  model Speed "Velocity given by a signal"
    extends OneFlange;
    Interfaces.RealInput v(unit = "m/s") "Velocity" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    parameter Units.Position s_start = 0 "Position at the start";
    Units.Position s(start = s_start, fixed = true, stateSelect = StateSelect.prefer) "Position";
  equation
    der(s) = v;
    flange.s = s;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{40, 6}, {90, -6}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-80, 45}, {40, -45}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-60, 35}, {20, -35}}, textString = "v"),
        Line(points = {{-80, -45}, {40, -45}}),
        Line(points = {{-50, -45}, {-80, -75}}),
        Line(points = {{-20, -45}, {-50, -75}}),
        Line(points = {{10, -45}, {-20, -75}}),
        Line(points = {{40, -45}, {10, -75}})}),
      Documentation(info = "<html><p>The flange moves with the velocity the signal says.</p></html>"));
  end Speed;

  annotation(
    Icon(graphics = {Polygon(points = {{-90, 10}, {30, 10}, {30, 30}, {90, 0}, {30, -30}, {30, -10}, {-90, -10}, {-90, 10}}, lineColor = {0, 127, 0})}),
    Documentation(info = "<html><p>What drives a machine.</p></html>"));
end Sources;
