within Dashpot.Hydraulics.Valves;
model CheckValve "Lets fluid pass from port_a to port_b only"
  extends Interfaces.Restriction(dp(start = p_open));
  parameter Units.Diameter d(min = 1e-6) = 8e-3 "Diameter when fully open" annotation(__Dashpot(role = "length"));
  parameter Units.Pressure p_crack(min = 0) = 0.5e5 "It begins to open at this pressure drop";
  parameter Units.Pressure p_open(min = 0) = p_crack + 1e5 "It is fully open at this pressure drop";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 2e-16 "Leakage past the seat, laminar" annotation(__Dashpot(role = "leakage"));
  Real opening "0 closed, 1 open";
equation
  opening = Functions.step(dp, p_crack, p_open);
  Q = Resistances.orificeFlow(dp, opening*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
  annotation(__Dashpot(role = {"passage", "closable", "oneWay"}), defaultComponentName = "check", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
      Line(points = {{-100, 0}, {-10, 0}}, color = {0, 60, 160}),
      Line(points = {{10, 20}, {-10, 0}, {10, -20}}, color = {0, 60, 160}),
      Line(visible = p_crack <= 0, points = {{14.1, 0}, {100, 0}}, color = {0, 60, 160}),
      Line(visible = p_crack > 0, points = {{14, 0}, {18, 8}, {24, -8}, {30, 8}, {36, -8}, {42, 8}, {46, 0}, {100, 0}}, color = {0, 60, 160}),
      Ellipse(origin = DynamicSelect({0, 0}, {8*min(1, max(0, opening)), 0}), extent = {{-5.9, -10}, {14.1, 10}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 66}, {150, 34}}, textString = "%name"),
      Text(visible = p_crack > 0, extent = {{-150, -26}, {150, -54}}, textString = "%p_crack")}),
    Documentation(info = "<html><p>An orifice whose area grows from 0 at p_crack to its full size at p_open by a cubic, so that flow and slope are continuous and no event is needed. No mass of the
poppet: it neither slams nor chatters. The leakage of a seat, 0.25 ml/min at 210 bar (some drops a minute, as catalogues allow), gives a closed valve a slope. Typical: p_crack 0.05 to 5 bar.</p></html>"));
end CheckValve;
