within Dashpot.Hydraulics.Valves;
model CounterbalanceValve "Holds a load until a pilot pressure releases it; free flow the other way"
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
  Dashpot.Interfaces.HydraulicPort_a pilot "Takes no flow" annotation(__Dashpot(role = "gauge"), Placement(transformation(extent = {{10, 110}, {30, 130}})));
  parameter Real opening_start(min = 0, max = 1) = 0 "Opening at the start" annotation(Dialog(tab = "Start"));
  Real opening(start = opening_start, fixed = true) "0 closed, 1 open";
  Real target "Opening in the steady state";
equation
  pilot.m_flow = 0;
  target = Functions.limit((dp + ratio*(pilot.p - port_b.p) - p_set)/p_range, 0, 1, 0.05);
  T*der(opening) = target - opening;
  Q = Resistances.orificeFlow(dp, (noEvent(max(opening, 0)) + Functions.step(-dp, p_crack, 2*p_crack))*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
  annotation(__Dashpot(role = {"passage", "closable"}), defaultComponentName = "counterbalance", Icon(coordinateSystem(extent = {{-100, -160}, {100, 120}}), graphics = {
      Rectangle(extent = {{-80, -140}, {80, 80}}, lineColor = {0, 60, 160}, pattern = LinePattern.DashDot),
      Line(points = {{-100, 0}, {-40, 0}}, color = {0, 60, 160}),
      Line(points = {{40, 0}, {100, 0}}, color = {0, 60, 160}),
      Rectangle(extent = {{-40, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, opening))}), points = {{-40, 20}, {30.4, 20}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, opening))}), points = {{40, 20}, {24, 25.5}, {24, 14.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-20, -40}, {20, -47}, {-20, -54}, {20, -61}, {-20, -68}, {20, -75}, {-20, -82}, {20, -90}}, color = {0, 60, 160}),
      Line(points = {{-38, -88}, {30.6, -50.1}}, color = {0, 60, 160}),
      Polygon(points = {{38, -46}, {23.3, -48.4}, {28.2, -57.1}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 0}, {-60, 60}, {-20, 60}, {-20, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Line(points = {{20, 120}, {20, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Line(points = {{-60, 0}, {-60, -115}, {-14, -115}}, color = {0, 60, 160}),
      Line(points = {{10, -115}, {60, -115}, {60, 0}}, color = {0, 60, 160}),
      Line(points = {{-10, -95}, {10, -115}, {-10, -135}}, color = {0, 60, 160}),
      Ellipse(extent = {{-14.1, -125}, {5.9, -105}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{-65, -5}, {-55, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{55, -5}, {65, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Text(extent = {{36, 118}, {240, 86}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
      Text(extent = {{-150, -144}, {150, -170}}, textString = "%p_set")}),
    Documentation(info = "<html><p>Opens in proportion to dp + ratio (p_pilot - p_b) - p_set over p_range, with rounded corners and a first-order lag; a check valve from port_b to port_a beside it.
Connect port_a to the chamber that carries the load, the pilot to the other one. Closed it leaks as
a check valve does. Typical: ratio 3 to 8; p_set 1.3 times the load pressure.</p></html>"));
end CounterbalanceValve;
