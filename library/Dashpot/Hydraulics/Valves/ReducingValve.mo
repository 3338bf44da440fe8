within Dashpot.Hydraulics.Valves;
model ReducingValve "Keeps the pressure behind it down to a set value"
  extends BoxIcon;
  extends Interfaces.Restriction;
  parameter Units.Pressure p_set(min = 0) = 50e5 "It is closed at this pressure at port_b, above ambient" annotation(__Dashpot(role = "pressure"));
  parameter Units.Pressure p_range(min = 1) = 5e5 "It is fully open this much below p_set";
  parameter Units.Diameter d(min = 1e-6) = 6e-3 "Diameter when fully open" annotation(__Dashpot(role = "length"));
  parameter Units.Time T(min = 1e-6) = 5e-3 "Time constant of the spool";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 2e-16 "Leakage when closed, laminar" annotation(__Dashpot(role = "leakage"));
  parameter Real opening_start(min = 0, max = 1) = 1 "Opening at the start" annotation(Dialog(tab = "Start"));
  Real opening(start = opening_start, fixed = true) "0 closed, 1 open";
  Real target "Opening in the steady state";
equation
  target = 1 - Functions.step(port_b.p - fluid.p_ambient, p_set - p_range, p_set);
  T*der(opening) = target - opening;
  Q = Resistances.orificeFlow(dp, noEvent(max(opening, 0))*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
  annotation(__Dashpot(role = "closable"), defaultComponentName = "reducing", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Line(origin = DynamicSelect({0, 0}, {0, -20*(1 - min(1, max(0, opening)))}), points = {{-40, 0}, {30.4, 0}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, -20*(1 - min(1, max(0, opening)))}), points = {{40, 0}, {24, 5.5}, {24, -5.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{60, 0}, {60, 60}, {0, 60}, {0, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Ellipse(extent = {{55, -5}, {65, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{40, -30}, {70, -30}, {70, -62}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Line(points = {{50, -50}, {50, -70}, {90, -70}, {90, -50}}, color = {0, 60, 160}),
      Text(extent = {{-150, -92}, {150, -118}}, textString = "%p_set")}),
    Documentation(info = "<html><p>An orifice that closes by a cubic as the pressure behind it rises from p_set - p_range to p_set, with a first-order lag. Without a drain it cannot lower a
pressure that comes from elsewhere; behind a blocked consumer the pressure creeps up by the leakage, as with a real valve whose drain is closed.</p></html>"));
end ReducingValve;
