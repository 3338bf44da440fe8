within Dashpot.Hydraulics.Valves;
partial model Edges43 "Edges of a 4/3 directional valve"
  outer Fluids.Fluid fluid;
  parameter Units.Diameter d(min = 1e-6) = 4e-3 "Diameter of a fully open edge" annotation(__Dashpot(role = "length"));
  parameter Units.Diameter d_b(min = 1e-6) = d "The same for the edges of port B";
  parameter Centre centre = Centre.closed "Connections in the middle position" annotation(Evaluate = true);
  parameter Real lap(min = -0.3, max = 0.5) = 0 "Overlap in parts of the stroke; negative: underlap";
  parameter Real corner(min = 0) = 0.02 "Edges begin to open gradually within this part of the stroke; 0: sharp corners";
  parameter Real exponent(min = 1) = 1 "Area over stroke: 1 a slot, 1.5 to 2 notches and round holes";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage past each edge, laminar" annotation(__Dashpot(role = "leakage"));
  Dashpot.Interfaces.RealInput u "1: P to A and B to T, -1: P to B and A to T" annotation(Placement(transformation(extent = {{-210, -30}, {-190, -10}})));
  Dashpot.Interfaces.HydraulicPort_a port_p "Supply" annotation(Placement(transformation(extent = {{-30, -90}, {-10, -70}})));
  Dashpot.Interfaces.HydraulicPort_b port_t "Tank" annotation(Placement(transformation(extent = {{10, -90}, {30, -70}})));
  Dashpot.Interfaces.HydraulicPort_b port_a annotation(Placement(transformation(extent = {{-30, 70}, {-10, 90}})));
  Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{10, 70}, {30, 90}})));
  Real spool "Position of the spool, -1 to 1";
  Units.VolumeFlowRate Q_pa "From P to A";
  Units.VolumeFlowRate Q_pb "From P to B";
  Units.VolumeFlowRate Q_at "From A to T";
  Units.VolumeFlowRate Q_bt "From B to T";
  Units.VolumeFlowRate Q_pt "From P to T";
  Units.Power loss "Power turned into heat";
protected
  parameter Units.Area A_a = Units.pi*d^2/4;
  parameter Units.Area A_b = Units.pi*d_b^2/4;
  final parameter Boolean unloads = centre == Centre.open or centre == Centre.tandem "P is connected to T in the middle position" annotation(__Dashpot(role = "passage"));
  Real positive "Edges that open as the spool goes to 1";
  Real negative "Edges that open as it goes to -1";
  Real middle "Connections of the middle position: 1 there, 0 beyond a quarter of the stroke";
  Real middleP "P to A and B";
  Real middleT "A and B to T";
  Units.MassFlowRate m_pa, m_pb, m_at, m_bt, m_pt;
equation
  positive = edgeOpening(spool, lap, corner, exponent);
  negative = edgeOpening(-spool, lap, corner, exponent);
  middle = 1 - Functions.step(abs(spool), 0, 0.25);
  middleP = if centre == Centre.open or centre == Centre.pressurised then middle else 0;
  middleT = if centre == Centre.open or centre == Centre.floating then middle else 0;
  Q_pa = Resistances.orificeFlow(port_p.p - port_a.p, (positive + middleP)*A_a, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_p.p - port_a.p);
  Q_pb = Resistances.orificeFlow(port_p.p - port_b.p, (negative + middleP)*A_b, d_b, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_p.p - port_b.p);
  Q_at = Resistances.orificeFlow(port_a.p - port_t.p, (negative + middleT)*A_a, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_a.p - port_t.p);
  Q_bt = Resistances.orificeFlow(port_b.p - port_t.p, (positive + middleT)*A_b, d_b, C_q, Re, fluid.rho, fluid.nu) + G_leak*(port_b.p - port_t.p);
  Q_pt = if centre == Centre.tandem then Resistances.orificeFlow(port_p.p - port_t.p, middle*A_a, d, C_q, Re, fluid.rho, fluid.nu) else 0;
  m_pa = Fluids.meanDensity(fluid, port_p.p, port_a.p)*Q_pa;
  m_pb = Fluids.meanDensity(fluid, port_p.p, port_b.p)*Q_pb;
  m_at = Fluids.meanDensity(fluid, port_a.p, port_t.p)*Q_at;
  m_bt = Fluids.meanDensity(fluid, port_b.p, port_t.p)*Q_bt;
  m_pt = if centre == Centre.tandem then Fluids.meanDensity(fluid, port_p.p, port_t.p)*Q_pt else 0;
  port_p.m_flow = m_pa + m_pb + m_pt;
  port_a.m_flow = m_at - m_pa;
  port_b.m_flow = m_bt - m_pb;
  port_t.m_flow = -(m_at + m_bt + m_pt);
  loss = Q_pa*(port_p.p - port_a.p) + Q_pb*(port_p.p - port_b.p) + Q_at*(port_a.p - port_t.p) + Q_bt*(port_b.p - port_t.p) + Q_pt*(port_p.p - port_t.p);
  annotation(__Dashpot(role = "closable"), Icon(coordinateSystem(extent = {{-200, -80}, {200, 80}}), graphics = {
      Line(points = {{-20, 40}, {-20, 80}}, color = {0, 60, 160}),
      Line(points = {{20, 40}, {20, 80}}, color = {0, 60, 160}),
      Line(points = {{-20, -80}, {-20, -40}}, color = {0, 60, 160}),
      Line(points = {{20, -80}, {20, -40}}, color = {0, 60, 160}),
      Line(points = DynamicSelect({{-200, -20}, {-180, -20}}, {{-200, -20}, {80*spool - 180, -20}}), color = {0, 0, 127}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-120, -40}, {-40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-40, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{40, -40}, {120, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-100, -40}, {-100, 30.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-100, 40}, {-105.5, 24}, {-94.5, 24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-60, 40}, {-60, -30.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-60, -40}, {-54.5, -24}, {-65.5, -24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{60, -40}, {95.7, 31.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{100, 40}, {87.9, 28.1}, {97.8, 23.2}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{60, 40}, {95.7, -31.4}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{100, -40}, {97.8, -23.2}, {87.9, -28.1}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(visible = centre == Centre.closed or centre == Centre.tandem, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, 40}, {-20, 20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.tandem, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-9, 20}, {-31, 20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.tandem, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{20, 40}, {20, 20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.tandem, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{31, 20}, {9, 20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.floating, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, -40}, {-20, -20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.floating, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-31, -20}, {-9, -20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.pressurised, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{20, -40}, {20, -20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.closed or centre == Centre.pressurised, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{9, -20}, {31, -20}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.tandem, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, -40}, {-20, -16}, {20, -16}, {20, -40}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.open or centre == Centre.pressurised, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, -40}, {-20, 40}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.open or centre == Centre.floating, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{20, -40}, {20, 40}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.open, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, 0}, {20, 0}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.floating, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-20, 40}, {-20, 0}, {20, 0}}, color = {0, 60, 160}),
      Line(visible = centre == Centre.pressurised, origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{20, 40}, {20, 0}, {-20, 0}}, color = {0, 60, 160}),
      Ellipse(visible = centre == Centre.open or centre == Centre.pressurised, origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-25, -5}, {-15, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Ellipse(visible = centre == Centre.open or centre == Centre.floating, origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{15, -5}, {25, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-120, 40}, {-127, 0}, {-134, 40}, {-141, 0}, {-148, 40}, {-155, 0}, {-162, 40}, {-170, 0}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{120, 0}, {127, 40}, {134, 0}, {141, 40}, {148, 0}, {155, 40}, {162, 0}, {170, 40}}, color = {0, 60, 160}),
      Text(extent = {{-48, 74}, {-28, 54}}, textString = "A"),
      Text(extent = {{28, 74}, {48, 54}}, textString = "B"),
      Text(extent = {{-48, -54}, {-28, -74}}, textString = "P"),
      Text(extent = {{28, -54}, {48, -74}}, textString = "T"),
      Text(extent = {{54, 88}, {250, 56}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
    Documentation(info = "<html><p>Four control edges, each an orifice whose area follows the spool; a fifth one from P to T for the tandem centre. With the closed centre and zero
lap, A = |u| pi d^2/4 (Esque 2008, circuit 2). Each edge leaks G_leak dp beside it: 13 ml/min at
210 bar, a spool of 10 mm with a clearance of some micrometres; so a blocked consumer creeps, as it does. Flow forces are not modelled.</p></html>"));
end Edges43;
