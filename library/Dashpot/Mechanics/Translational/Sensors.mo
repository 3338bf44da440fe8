within Dashpot.Mechanics.Translational;
package Sensors "Ideal measurements"

  model PositionSensor "Position of a flange"
    extends Partial.Sensor(y(unit = "m", displayUnit = "mm"));
  equation
    y = flange.s;
    annotation(Icon(graphics = {Text(extent = {{-40, 35}, {40, -35}}, textString = "s")}), Documentation(info = "<html><p><code>y = s</code>.</p></html>"));
  end PositionSensor;

  model SpeedSensor "Velocity of a flange"
    extends Partial.Sensor(y(unit = "m/s"));
  equation
    y = der(flange.s);
    annotation(Icon(graphics = {Text(extent = {{-40, 35}, {40, -35}}, textString = "v")}), Documentation(info = "<html><p><code>y = s'</code>.</p></html>"));
  end SpeedSensor;

  model AccelerationSensor "Acceleration of a flange"
    extends Partial.Sensor(y(unit = "m/s2"));
  protected
    Units.Velocity v;
  equation
    v = der(flange.s);
    y = der(v);
    annotation(Icon(graphics = {Text(extent = {{-40, 35}, {40, -35}}, textString = "a")}), Documentation(info = "<html><p><code>y = s''</code>.</p></html>"));
  end AccelerationSensor;

  model ForceSensor "Force between two flanges"
    extends Partial.TwoFlanges;
    Interfaces.RealOutput y(unit = "N", displayUnit = "kN") "Force handed on from flange_a to flange_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    flange_a.s = flange_b.s;
    flange_a.f + flange_b.f = 0;
    y = flange_a.f;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 127, 0}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 127, 0}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "f")}),
      Documentation(info = "<html><p><code>y = f<sub>a</sub></code>: positive where flange_a pushes flange_b.</p></html>"));
  end ForceSensor;

  model PowerSensor "Power through a flange"
    extends Partial.TwoFlanges;
    Interfaces.RealOutput y(unit = "W", displayUnit = "kW") "Power from flange_a to flange_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    flange_a.s = flange_b.s;
    flange_a.f + flange_b.f = 0;
    y = flange_a.f*der(flange_a.s);
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 127, 0}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 127, 0}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "P")}),
      Documentation(info = "<html><p><code>y = f s'</code>.</p></html>"));
  end PowerSensor;

  model DistanceSensor "Distance between two flanges"
    extends Partial.TwoFlanges;
    Interfaces.RealOutput y(unit = "m", displayUnit = "mm") "Distance from flange_a to flange_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    flange_a.f = 0;
    flange_b.f = 0;
    y = flange_b.s - flange_a.s;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 127, 0}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 127, 0}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "Δs")}),
      Documentation(info = "<html><p><code>y = s<sub>b</sub> - s<sub>a</sub></code>.</p></html>"));
  end DistanceSensor;

  annotation(
    Icon(graphics = {Ellipse(extent = {{-60, 60}, {60, -60}}), Line(points = {{-20, -30}, {20, 30}})}),
    Documentation(info = "<html><p>Sensors take neither force nor time.</p></html>"));
end Sensors;
