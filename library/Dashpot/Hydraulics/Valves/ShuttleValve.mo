within Dashpot.Hydraulics.Valves;
model ShuttleValve "Connects its outlet to the inlet of higher pressure"
  outer Fluids.Fluid fluid;
  parameter Units.Diameter d(min = 1e-6) = 4e-3 "Diameter when open" annotation(__Dashpot(role = "length"));
  parameter Units.Pressure p_shift(min = 1) = 0.2e5 "The ball goes over within this difference of the inlets";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 2e-16 "Leakage past a closed seat, laminar";
  Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  Dashpot.Interfaces.HydraulicPort_a port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  Dashpot.Interfaces.HydraulicPort_b port "Outlet" annotation(Placement(transformation(extent = {{-10, 70}, {10, 90}})));
  Real s "1: port_a is connected, 0: port_b";
  Units.VolumeFlowRate Q_a "From port_a to the outlet";
  Units.VolumeFlowRate Q_b "From port_b to the outlet";
  Units.Power loss "Power turned into heat";
equation
  s = Functions.step(port_a.p - port_b.p, -p_shift, p_shift);
  Q_a = Resistances.orificeFlow(port_a.p - port.p, s*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_a.p - port.p);
  Q_b = Resistances.orificeFlow(port_b.p - port.p, (1 - s)*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_b.p - port.p);
  port_a.m_flow = Fluids.meanDensity(fluid, port_a.p, port.p)*Q_a;
  port_b.m_flow = Fluids.meanDensity(fluid, port_b.p, port.p)*Q_b;
  port_a.m_flow + port_b.m_flow + port.m_flow = 0;
  loss = Q_a*(port_a.p - port.p) + Q_b*(port_b.p - port.p);
  annotation(__Dashpot(role = "passage"), defaultComponentName = "shuttle", Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
      Rectangle(extent = {{-80, -40}, {80, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-100, 0}, {-50, 0}}, color = {0, 60, 160}),
      Line(points = {{50, 0}, {100, 0}}, color = {0, 60, 160}),
      Line(points = {{0, 16}, {0, 80}}, color = {0, 60, 160}),
      Line(points = {{-30, 20}, {-50, 0}, {-30, -20}}, color = {0, 60, 160}),
      Line(points = {{30, 20}, {50, 0}, {30, -20}}, color = {0, 60, 160}),
      Ellipse(origin = DynamicSelect({0, 0}, {71.8*s, 0}), extent = {{-45.9, -10}, {-25.9, 10}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, -48}, {150, -80}}, textString = "%name")}),
    Documentation(info = "<html><p>Two orifices whose areas change over by a cubic as the pressures of the inlets cross. While they are equal both are half open. A closed seat leaks as
that of a check valve.</p></html>"));
end ShuttleValve;
