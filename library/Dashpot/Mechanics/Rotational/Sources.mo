within Dashpot.Mechanics.Rotational;
package Sources "Given torques and motions"

  partial model OneShaft "A shaft that is driven"
    Interfaces.Shaft_b shaft annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(graphics = {Text(extent = {{-150, 112}, {150, 80}}, textString = "%name")}));
  end OneShaft;

  model Torque "Torque given by a signal"
    extends OneShaft;
    Interfaces.RealInput tau(unit = "N.m") "Torque in the sense of positive phi" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    shaft.tau = -tau;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-30, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{-30, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Ellipse(extent = {{-60, 68}, {60, -44}}, lineColor = {95, 95, 95}, startAngle = 15, endAngle = 170, closure = EllipseClosure.None),
        Polygon(points = {{60, 14}, {46, 34}, {70, 38}, {60, 14}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p>Drives the connected shaft with <code>tau</code>.</p></html>"));
  end Torque;

  model ConstantTorque "Constant torque"
    extends OneShaft;
    parameter Units.Torque tau = 1 "Torque in the sense of positive phi";
  equation
    shaft.tau = -tau;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-30, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Ellipse(extent = {{-60, 68}, {60, -44}}, lineColor = {95, 95, 95}, startAngle = 15, endAngle = 170, closure = EllipseClosure.None),
        Polygon(points = {{60, 14}, {46, 34}, {70, 38}, {60, 14}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -40}, {150, -68}}, textString = "tau = %tau")}),
      Documentation(info = "<html><p>Drives the connected shaft with <code>tau</code>.</p></html>"));
  end ConstantTorque;

  model QuadraticLoad "Load torque that grows with the square of the speed"
    extends OneShaft;
    parameter Units.Torque tau0(min = 0) = 10 "Torque at w0";
    parameter Units.AngularVelocity w0(min = 1e-12) = 100 "Speed at which it is tau0";
    Units.AngularVelocity w "Speed";
    Units.Power loss "Power turned into heat";
  equation
    w = der(shaft.phi);
    shaft.tau = tau0*w*noEvent(abs(w))/(w0*w0);
    loss = shaft.tau*w;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{60, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-80, 60}, {60, -60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-70, 0}, {50, 0}}, color = {160, 160, 160}),
        Line(points = {{-10, 50}, {-10, -50}}, color = {160, 160, 160}),
        Line(points = {{-60, -50}, {-40, -15}, {-20, 0}, {-10, 0}}, color = {95, 95, 95}, thickness = 0.5, smooth = Smooth.Bezier),
        Line(points = {{-10, 0}, {0, 0}, {20, 15}, {40, 50}}, color = {95, 95, 95}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -70}, {150, -98}}, textString = "tau0 = %tau0")}),
      Documentation(info = "<html><p><code>tau = tau0 w |w|/w0<sup>2</sup></code>: a fan or a propeller, braking in both senses.</p></html>"));
  end QuadraticLoad;

  model Speed "Speed given by a signal"
    extends OneShaft;
    Interfaces.RealInput w(unit = "rad/s", displayUnit = "rpm") "Angular velocity" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    parameter Units.Angle phi_start = 0 "Angle at the start";
    Units.Angle phi(start = phi_start, fixed = true, stateSelect = StateSelect.prefer) "Angle";
  equation
    der(phi) = w;
    shaft.phi = phi;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-60, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{60, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "ω")}),
      Documentation(info = "<html><p>The shaft turns as fast as the signal says.</p></html>"));
  end Speed;

  model ConstantSpeed "Constant speed"
    extends OneShaft;
    parameter Units.AngularVelocity w = 1500*2*Units.pi/60 "Speed";
    parameter Units.Angle phi_start = 0 "Angle at the start";
    Units.Angle phi(start = phi_start, fixed = true, stateSelect = StateSelect.prefer) "Angle";
    Units.Power power "Given to the machine";
  equation
    der(phi) = w;
    shaft.phi = phi;
    power = -shaft.tau*w;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{60, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "M"),
        Text(extent = {{-150, -70}, {150, -98}}, textString = "%w")}),
      Documentation(info = "<html><p>An ideal motor: it keeps its speed whatever the torque.</p></html>"));
  end ConstantSpeed;

  annotation(
    Icon(graphics = {Line(points = {{-80, 0}, {-60, 45}, {-20, 65}, {20, 65}, {60, 45}, {80, 0}}, smooth = Smooth.Bezier)}),
    Documentation(info = "<html><p>What drives a machine, and what it drives.</p></html>"));
end Sources;
