within Dashpot.Hydraulics.Valves;
model ReliefValve "Opens in proportion to what exceeds its set pressure; no dynamics"
  extends BoxIcon;
  extends Interfaces.Restriction(dp(start = p_set + corner));
  parameter Units.Pressure p_set(min = 0) = 100e5 "It begins to open at this pressure drop" annotation(__Dashpot(role = {"pressure", "limit"}));
  parameter Units.HydraulicConductance G = 5e-10 "Flow per pressure above p_set";
  parameter Units.Pressure corner(min = 0) = 0.01*p_set "It begins to open gradually within this pressure above p_set; 0: a sharp corner";
  parameter Units.HydraulicConductance G_leak = 1e-15 "Leakage when closed, laminar" annotation(__Dashpot(role = "leakage"));
equation
  Q = G*Functions.opening(dp - p_set, corner) + G_leak*dp;
  annotation(__Dashpot(role = {"passage", "closable", "oneWay"}), defaultComponentName = "relief", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
    Line(points = {{-50, 20}, {50, 20}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}), Line(points = {{-70, 0}, {-70, 70}, {0, 70}, {0, 50}}, color = {0, 60, 160}, pattern = LinePattern.Dash)}),
    Documentation(info = "<html><p>Q = G (dp - p_set) above p_set, closed below (HASP's PC01), with the corner rounded on its open side by a cubic. Not saturated. Closed it leaks 1 ml/min at
200 bar. Typical: G 1e-10 to 2e-9 m3/(s.Pa), that is an override of 5 to 20 bar over the rated flow.</p></html>"));
end ReliefValve;
