within Dashpot.Hydraulics.Valves;
model Valve32 "3/2 directional valve: A to T, or P to A"
  outer Fluids.Fluid fluid;
  parameter Units.Diameter d(min = 1e-6) = 6e-3 "Diameter of an open edge" annotation(__Dashpot(role = "length"));
  parameter Real lap(min = -0.4, max = 0.4) = 0.05 "Overlap of both edges in parts of the stroke";
  parameter Real corner(min = 0) = 0.02 "Edges begin to open gradually within this part of the stroke";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage past a closed edge, laminar" annotation(__Dashpot(role = "leakage"));
  Dashpot.Interfaces.RealInput u "0: A to T, 1: P to A" annotation(Placement(transformation(extent = {{-170, -30}, {-150, -10}})));
  Dashpot.Interfaces.HydraulicPort_a port_p "Supply" annotation(Placement(transformation(extent = {{10, -90}, {30, -70}})));
  Dashpot.Interfaces.HydraulicPort_b port_t "Tank" annotation(Placement(transformation(extent = {{50, -90}, {70, -70}})));
  Dashpot.Interfaces.HydraulicPort_b port_a "Consumer" annotation(Placement(transformation(extent = {{10, 70}, {30, 90}})));
  Units.VolumeFlowRate Q_pa "From P to A";
  Units.VolumeFlowRate Q_at "From A to T";
  Units.MassFlowRate m_pa "Mass flow from P to A";
  Units.MassFlowRate m_at "Mass flow from A to T";
  Units.Power loss "Power turned into heat";
equation
  Q_pa = Resistances.orificeFlow(port_p.p - port_a.p, edgeOpening(2*u - 1, lap, corner, 1)*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_p.p - port_a.p);
  Q_at = Resistances.orificeFlow(port_a.p - port_t.p, edgeOpening(1 - 2*u, lap, corner, 1)*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_a.p - port_t.p);
  m_pa = Fluids.meanDensity(fluid, port_p.p, port_a.p)*Q_pa;
  m_at = Fluids.meanDensity(fluid, port_a.p, port_t.p)*Q_at;
  port_p.m_flow = m_pa;
  port_a.m_flow = m_at - m_pa;
  port_t.m_flow = -m_at;
  loss = Q_pa*(port_p.p - port_a.p) + Q_at*(port_a.p - port_t.p);
  annotation(__Dashpot(role = "closable"), defaultComponentName = "valve", Icon(coordinateSystem(extent = {{-160, -80}, {160, 80}}), graphics = {
      Line(points = {{20, 40}, {20, 80}}, color = {0, 60, 160}),
      Line(points = {{20, -80}, {20, -40}}, color = {0, 60, 160}),
      Line(points = {{60, -80}, {60, -40}}, color = {0, 60, 160}),
      Line(points = DynamicSelect({{-160, -20}, {-140, -20}}, {{-160, -20}, {80*min(1, max(0, u)) - 140, -20}}), color = {0, 0, 127}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), extent = {{-80, -40}, {0, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), extent = {{0, -40}, {80, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{-60, -40}, {-60, 30.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{-60, 40}, {-65.5, 24}, {-54.5, 24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{-20, -40}, {-20, -20}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{-31, -20}, {-9, -20}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{20, 40}, {55.7, -31.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{60, -40}, {57.8, -23.2}, {47.9, -28.1}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{20, -40}, {20, -20}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{9, -20}, {31, -20}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), extent = {{-140, -40}, {-80, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{-100, 0}, {-120, -40}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*min(1, max(0, u)), 0}), points = {{80, 0}, {87, 40}, {94, 0}, {101, 40}, {108, 0}, {115, 40}, {122, 0}, {130, 40}}, color = {0, 60, 160}),
      Text(extent = {{-8, 74}, {12, 54}}, textString = "A"),
      Text(extent = {{-8, -54}, {12, -74}}, textString = "P"),
      Text(extent = {{68, -54}, {88, -74}}, textString = "T"),
      Text(extent = {{44, 80}, {250, 48}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
    Documentation(info = "<html><p>Two edges; at u = 0.5 both are closed by the overlap, but for the leakage of a spool (see Valve22).</p></html>"));
end Valve32;
