within Dashpot.Hydraulics.Valves;
partial model Edges43 "Edges of a 4/3 directional valve"
  extends SquaresIcon;
  outer Fluids.Fluid fluid;
  parameter Units.Diameter d(min = 1e-6) = 4e-3 "Diameter of a fully open edge";
  parameter Units.Diameter d_b(min = 1e-6) = d "The same for the edges of port B";
  parameter Centre centre = Centre.closed "Connections in the middle position" annotation(Evaluate = true);
  parameter Real lap(min = -0.3, max = 0.5) = 0 "Overlap in parts of the stroke; negative: underlap";
  parameter Real corner(min = 0) = 0.02 "Edges begin to open gradually within this part of the stroke; 0: sharp corners";
  parameter Real exponent(min = 1) = 1 "Area over stroke: 1 a slot, 1.5 to 2 notches and round holes";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage past each edge, laminar";
  Dashpot.Interfaces.RealInput u "1: P to A and B to T, -1: P to B and A to T" annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
  Dashpot.Interfaces.HydraulicPort_a port_p "Supply" annotation(Placement(transformation(extent = {{-40, -110}, {-20, -90}})));
  Dashpot.Interfaces.HydraulicPort_b port_t "Tank" annotation(Placement(transformation(extent = {{20, -110}, {40, -90}})));
  Dashpot.Interfaces.HydraulicPort_b port_a annotation(Placement(transformation(extent = {{-40, 90}, {-20, 110}})));
  Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{20, 90}, {40, 110}})));
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
  annotation(Documentation(info = "<html><p>Four control edges, each an orifice whose area follows the spool; a fifth one from P to T for the tandem centre. With the closed centre and zero
lap, A = |u| pi d^2/4 (Esque 2008, circuit 2). Each edge leaks G_leak dp beside it: 13 ml/min at
210 bar, a spool of 10 mm with a clearance of some micrometres; so a blocked consumer creeps, as it does. Flow forces are not modelled.</p></html>"));
end Edges43;
