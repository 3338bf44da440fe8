within Dashpot.Hydraulics.Valves;
model FlowControlValve "Keeps its flow whatever the pressure drop (pressure-compensated)"
  extends Interfaces.Restriction;
  parameter Units.VolumeFlowRate Q_set(min = 0) = 1e-4 "Flow that it keeps" annotation(__Dashpot(role = "flow"));
  parameter Units.Pressure dp_min(min = 1) = 8e5 "Pressure drop that the compensator needs";
  parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage beside the compensator, laminar";
protected
  Real r "Pressure drop in parts of dp_min";
equation
  r = dp/dp_min;
  Q = Q_set*(if noEvent(r >= 1) then 1 elseif noEvent(r <= -1) then -1 else r*(3 - r^2)/2) + G_leak*dp;
  annotation(__Dashpot(role = "passage"), defaultComponentName = "flowControl", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Line(points = {{-100, 0}, {-80, 0}}, color = {0, 60, 160}),
      Line(points = {{80, 0}, {100, 0}}, color = {0, 60, 160}),
      Rectangle(extent = {{-80, -40}, {80, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-80, 0}, {80, 0}}, color = {0, 60, 160}),
      Ellipse(extent = {{-51, 10}, {11, 72}}, lineColor = {0, 60, 160}, startAngle = 205, endAngle = 335, closure = EllipseClosure.None),
      Ellipse(extent = {{-51, -72}, {11, -10}}, lineColor = {0, 60, 160}, startAngle = 25, endAngle = 155, closure = EllipseClosure.None),
      Line(points = {{-60, -60}, {14.7, 52}}, color = {0, 60, 160}),
      Polygon(points = {{20, 60}, {6.5, 49.7}, {15.7, 43.6}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{50, -28}, {50, 18.4}}, color = {0, 60, 160}),
      Polygon(points = {{50, 28}, {44.5, 12}, {55.5, 12}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 100}, {150, 68}}, textString = "%name"),
      Text(extent = {{-150, -64}, {150, -90}}, textString = "%Q_set")}),
    Documentation(info = "<html><p>Q = Q_set above dp_min; below, the cubic from zero that arrives there with zero slope. Odd. The compensator is taken as fast. The leakage adds G_leak dp, some parts in
a thousand of the flow, so that two such valves in series share the pressure. Typical: dp_min 4 to 12 bar.</p></html>"));
end FlowControlValve;
