within Dashpot.Hydraulics.Valves;
model CounterbalanceValve "Holds a load until a pilot pressure releases it; free flow the other way"
  extends BoxIcon;
  extends Interfaces.Restriction;
  parameter Units.Pressure p_set(min = 0) = 200e5 "Pressure drop at which it begins to open without pilot" annotation(__Dashpot(role = "pressure"));
  parameter Real ratio(min = 0) = 3 "Area of the pilot over that of the seat";
  parameter Units.Pressure p_range(min = 1) = 40e5 "It is fully open this much above p_set";
  parameter Units.Diameter d(min = 1e-6) = 6e-3 "Diameter when fully open" annotation(__Dashpot(role = "length"));
  parameter Units.Pressure p_crack(min = 1) = 1e5 "The check valve from port_b to port_a begins to open at this pressure drop";
  parameter Units.Time T(min = 1e-6) = 5e-3 "Time constant of the poppet";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 2e-16 "Leakage past both seats, laminar" annotation(__Dashpot(role = "leakage"));
  Dashpot.Interfaces.HydraulicPort_a pilot "Takes no flow" annotation(__Dashpot(role = "gauge"), Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  parameter Real opening_start(min = 0, max = 1) = 0 "Opening at the start" annotation(Dialog(tab = "Start"));
  Real opening(start = opening_start, fixed = true) "0 closed, 1 open";
  Real target "Opening in the steady state";
equation
  pilot.m_flow = 0;
  target = Functions.limit((dp + ratio*(pilot.p - port_b.p) - p_set)/p_range, 0, 1, 0.05);
  T*der(opening) = target - opening;
  Q = Resistances.orificeFlow(dp, (noEvent(max(opening, 0)) + Functions.step(-dp, p_crack, 2*p_crack))*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
  annotation(__Dashpot(role = {"passage", "closable"}), defaultComponentName = "counterbalance", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
    Line(points = {{-50, 20}, {50, 20}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}), Line(points = {{0, 90}, {0, 50}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
    Line(points = {{20, -5}, {0, -20}, {20, -35}}, color = {0, 60, 160}), Ellipse(extent = {{6, -12}, {22, -28}}, lineColor = {0, 60, 160})}),
    Documentation(info = "<html><p>Opens in proportion to dp + ratio (p_pilot - p_b) - p_set over p_range, with rounded corners and a first-order lag; a check valve from port_b to port_a beside it.
Connect port_a to the chamber that carries the load, the pilot to the other one. Closed it leaks as
a check valve does. Typical: ratio 3 to 8; p_set 1.3 times the load pressure.</p></html>"));
end CounterbalanceValve;
