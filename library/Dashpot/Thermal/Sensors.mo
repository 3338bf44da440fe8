within Dashpot.Thermal;
package Sensors "Ideal measurements"

  model TemperatureSensor "Temperature of a port"
    Interfaces.HeatPort_a port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.RealOutput T(unit = "K", displayUnit = "degC") "Temperature" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    T = port.T;
    port.Q_flow = 0;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-12, 0}}, color = {191, 0, 0}),
        Line(points = {{12, 0}, {100, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{-12, 60}, {12, -60}}, lineColor = {191, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 12),
        Ellipse(extent = {{-20, -45}, {20, -85}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-5, 20}, {5, -60}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid),
        Line(points = {{12, 40}, {25, 40}}),
        Line(points = {{12, 20}, {25, 20}}),
        Line(points = {{12, -20}, {25, -20}}),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}),
      Documentation(info = "<html><p>Takes no heat.</p></html>"));
  end TemperatureSensor;

  model HeatFlowSensor "Heat flow between two ports"
    extends Partial.TwoPorts;
    Interfaces.RealOutput y(unit = "W") "From port_a to port_b" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    dT = 0;
    y = Q_flow;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {191, 0, 0}),
        Line(points = {{60, 0}, {90, 0}}, color = {191, 0, 0}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "Q")}),
      Documentation(info = "<html><p>No difference of temperature across it.</p></html>"));
  end HeatFlowSensor;

  annotation(
    Icon(graphics = {Ellipse(extent = {{-20, -60}, {20, -100}}, lineColor = {191, 0, 0}), Rectangle(extent = {{-12, 60}, {12, -68}}, lineColor = {191, 0, 0})}),
    Documentation(info = "<html><p>Sensors take neither heat nor time.</p></html>"));
end Sensors;
