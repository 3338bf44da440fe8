within Dashpot.Hydraulics.Valves;
model FlowControlValve "Keeps its flow whatever the pressure drop (pressure-compensated)"
  extends BoxIcon;
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
    Line(points = {{-50, 0}, {50, 0}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}), Line(points = {{-20, 30}, {0, 6}, {20, 30}}, color = {0, 60, 160}, smooth = Smooth.Bezier), Line(points = {{-20, -30}, {0, -6}, {20, -30}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
    Documentation(info = "<html><p>Q = Q_set above dp_min; below, the cubic from zero that arrives there with zero slope. Odd. The compensator is taken as fast. The leakage adds G_leak dp, some parts in
a thousand of the flow, so that two such valves in series share the pressure. Typical: dp_min 4 to 12 bar.</p></html>"));
end FlowControlValve;
