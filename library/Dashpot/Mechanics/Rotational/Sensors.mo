within Dashpot.Mechanics.Rotational;
package Sensors "Ideal measurements"

  model AngleSensor "Angle of a shaft"
    extends Partial.Sensor(y(unit = "rad", displayUnit = "deg"));
  equation
    y = shaft.phi;
    annotation(Icon(graphics = {Text(extent = {{-40, 35}, {40, -35}}, textString = "φ")}), Documentation(info = "<html><p><code>y = phi</code>.</p></html>"));
  end AngleSensor;

  model SpeedSensor "Speed of a shaft"
    extends Partial.Sensor(y(unit = "rad/s", displayUnit = "rpm"));
  equation
    y = der(shaft.phi);
    annotation(Icon(graphics = {Text(extent = {{-40, 35}, {40, -35}}, textString = "ω")}), Documentation(info = "<html><p><code>y = phi'</code>.</p></html>"));
  end SpeedSensor;

  model TorqueSensor "Torque between two shafts"
    extends Partial.TwoShafts;
    Interfaces.RealOutput y(unit = "N.m") "Torque handed on from shaft_a to shaft_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    shaft_a.phi = shaft_b.phi;
    shaft_a.tau + shaft_b.tau = 0;
    y = shaft_a.tau;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {95, 95, 95}),
        Line(points = {{60, 0}, {90, 0}}, color = {95, 95, 95}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "τ")}),
      Documentation(info = "<html><p><code>y = tau<sub>a</sub></code>.</p></html>"));
  end TorqueSensor;

  model PowerSensor "Power through a shaft"
    extends Partial.TwoShafts;
    Interfaces.RealOutput y(unit = "W", displayUnit = "kW") "Power from shaft_a to shaft_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    shaft_a.phi = shaft_b.phi;
    shaft_a.tau + shaft_b.tau = 0;
    y = shaft_a.tau*der(shaft_a.phi);
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {95, 95, 95}),
        Line(points = {{60, 0}, {90, 0}}, color = {95, 95, 95}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "P")}),
      Documentation(info = "<html><p><code>y = tau phi'</code>.</p></html>"));
  end PowerSensor;

  annotation(
    Icon(graphics = {Ellipse(extent = {{-60, 60}, {60, -60}}), Line(points = {{-20, -30}, {20, 30}})}),
    Documentation(info = "<html><p>Sensors take neither torque nor time.</p></html>"));
end Sensors;
