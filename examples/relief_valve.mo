// A pump with pulsating flow fills a chamber that empties through an orifice; a relief valve opens when the pressure
// gets too high, and closes again. Mass flows are positive into a component.
//
// Look at chamber.p: it swings with the pump, and its peaks are cut off a little above 121 bar, where the valve opens.

type Pressure = Real(unit = "Pa", displayUnit = "bar", nominal = 1e6);
type MassFlowRate = Real(unit = "kg/s");

connector Port
  Pressure p "Absolute pressure";
  flow MassFlowRate m_flow;
  annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}));
end Port;

model Tank "Keeps its pressure whatever flows"
  parameter Pressure p = 1e5;
  Port port annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}})));
equation
  port.p = p;
  annotation(Icon(graphics = {
    Line(points = {{-60, 40}, {-60, -40}, {60, -40}, {60, 40}}, color = {0, 60, 160}),
    Line(points = {{0, 90}, {0, -20}}, color = {0, 60, 160}),
    Text(extent = {{-150, -48}, {150, -80}}, textString = "%name")}));
end Tank;

model PulsatingPump "Mean flow with a sinusoidal part"
  parameter MassFlowRate mean = 0.3;
  parameter MassFlowRate amplitude = 0.15;
  parameter Real frequency(unit = "Hz") = 5;
  constant Real pi = 3.14159265358979323846;
  Port suction annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}})));
  Port port annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}})));
equation
  port.m_flow = -(mean + amplitude*sin(2*pi*frequency*time));
  suction.m_flow + port.m_flow = 0;
  annotation(Icon(graphics = {
    Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Polygon(points = {{0, 60}, {-22, 25}, {22, 25}, {0, 60}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
    Line(points = {{0, 90}, {0, 60}}, color = {0, 60, 160}),
    Line(points = {{0, -90}, {0, -60}}, color = {0, 60, 160}),
    Line(points = {{-30, -10}, {-15, 10}, {15, -30}, {30, -10}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
    Text(extent = {{70, 16}, {270, -16}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}));
end PulsatingPump;

model Chamber "Fluid of bulk modulus beta in a rigid volume"
  parameter Real V(unit = "m3") = 2e-3;
  parameter Real rho(unit = "kg/m3") = 860;
  parameter Pressure beta = 1.4e9;
  parameter Pressure pStart = 50e5;
  Port port annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}})));
  Pressure p(start = pStart, fixed = true);
equation
  port.p = p;
  V*rho/beta*der(p) = port.m_flow;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-80, 20}, {80, -60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
    Line(points = {{0, -90}, {0, -60}}, color = {0, 60, 160}),
    Text(extent = {{-150, 62}, {150, 30}}, textString = "%name")}));
end Chamber;

model Orifice "Turbulent: the flow goes with the square root of the pressure drop"
  parameter Real area(unit = "m2") = 3.4e-6;
  parameter Real rho(unit = "kg/m3") = 860;
  parameter Real Cd = 0.65;
  Port port_a annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Port port_b annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
protected
  Pressure dp;
equation
  dp = port_a.p - port_b.p;
  port_a.m_flow = Cd*area*sign(dp)*sqrt(2*rho*abs(dp));
  port_a.m_flow + port_b.m_flow = 0;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 60, 160}),
    Line(points = {{-30, 40}, {0, 10}, {30, 40}}, color = {0, 60, 160}),
    Line(points = {{-30, -40}, {0, -10}, {30, -40}}, color = {0, 60, 160}),
    Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}));
end Orifice;

model ReliefValve "Closed up to the cracking pressure, then in proportion to what exceeds it"
  parameter Pressure pCrack = 120e5;
  parameter Real G(unit = "kg/(s.Pa)") = 2e-7;
  Port port_a annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Port port_b annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
  Pressure dp;
equation
  dp = port_a.p - port_b.p;
  port_a.m_flow = if dp > pCrack then G*(dp - pCrack) else 0;
  port_a.m_flow + port_b.m_flow = 0;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {-40, 0}}, color = {0, 60, 160}),
    Line(points = {{40, 0}, {90, 0}}, color = {0, 60, 160}),
    Rectangle(extent = {{-40, 40}, {40, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Line(points = {{-40, 20}, {24, 20}}, color = {0, 60, 160}),
    Polygon(points = {{40, 20}, {24, 26}, {24, 14}, {40, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
    Line(points = {{-15, -40}, {15, -48}, {-15, -56}, {15, -64}, {-15, -72}, {15, -80}}, color = {0, 60, 160}),
    Line(points = {{-60, 0}, {-60, 60}, {0, 60}, {0, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
    Text(extent = {{-150, 97}, {150, 65}}, textString = "%name")}));
end ReliefValve;

model ReliefCircuit "Pump, chamber, orifice and relief valve"
  PulsatingPump pump annotation(Placement(transformation(origin = {-50, -10}, extent = {{-10, -10}, {10, 10}})));
  Chamber chamber annotation(Placement(transformation(origin = {-20, 30}, extent = {{-10, -10}, {10, 10}})));
  Orifice orifice annotation(Placement(transformation(origin = {20, -10}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  ReliefValve relief annotation(Placement(transformation(origin = {-20, -10}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Tank tank annotation(Placement(transformation(origin = {20, -56}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(tank.port, pump.suction) annotation(Line(points = {{20, -46}, {20, -36}, {-50, -36}, {-50, -20}}, color = {0, 60, 160}));
  connect(pump.port, chamber.port) annotation(Line(points = {{-50, 0}, {-50, 12}, {-20, 12}, {-20, 20}}, color = {0, 60, 160}));
  connect(chamber.port, orifice.port_a) annotation(Line(points = {{-20, 20}, {-20, 12}, {20, 12}, {20, 0}}, color = {0, 60, 160}));
  connect(chamber.port, relief.port_a) annotation(Line(points = {{-20, 20}, {-20, 0}}, color = {0, 60, 160}));
  connect(orifice.port_b, tank.port) annotation(Line(points = {{20, -20}, {20, -46}}, color = {0, 60, 160}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{-20, -20}, {-20, -36}, {20, -36}, {20, -46}}, color = {0, 60, 160}));
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 2e-3));
end ReliefCircuit;
