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
      Line(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, (dp - p_set)/max(0.1*p_set, 1e5)))}), points = {{-40, 20}, {30.4, 20}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, (dp - p_set)/max(0.1*p_set, 1e5)))}), points = {{40, 20}, {24, 25.5}, {24, 14.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 0}, {-60, 60}, {0, 60}, {0, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Ellipse(extent = {{-65, -5}, {-55, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, -92}, {150, -118}}, textString = "%p_set")}),
    Documentation(info = "<html><p>Q = G (dp - p_set) above p_set, closed below (HASP's PC01), with the corner rounded on its open side by a cubic. Not saturated. Closed it leaks 1 ml/min at
200 bar. Typical: G 1e-10 to 2e-9 m3/(s.Pa), that is an override of 5 to 20 bar over the rated flow.</p></html>"));
end ReliefValve;
