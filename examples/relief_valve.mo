// A pump with pulsating flow fills a chamber that empties through an orifice; a relief valve opens when the pressure
// gets too high, and closes again. Mass flows are positive into a component.
//
// Look at chamber.p: it swings with the pump, and its peaks are cut off a little above 121 bar, where the valve opens.

type Pressure = Real(unit = "Pa", displayUnit = "bar", nominal = 1e6);
type MassFlowRate = Real(unit = "kg/s");

connector Port
  Pressure p "Absolute pressure";
  flow MassFlowRate m_flow;
end Port;

model Tank "Keeps its pressure whatever flows"
  parameter Pressure p = 1e5;
  Port port;
equation
  port.p = p;
end Tank;

model PulsatingPump "Mean flow with a sinusoidal part"
  parameter MassFlowRate mean = 0.3;
  parameter MassFlowRate amplitude = 0.15;
  parameter Real frequency(unit = "Hz") = 5;
  constant Real pi = 3.14159265358979323846;
  Port suction;
  Port port;
equation
  port.m_flow = -(mean + amplitude*sin(2*pi*frequency*time));
  suction.m_flow + port.m_flow = 0;
end PulsatingPump;

model Chamber "Fluid of bulk modulus beta in a rigid volume"
  parameter Real V(unit = "m3") = 2e-3;
  parameter Real rho(unit = "kg/m3") = 860;
  parameter Pressure beta = 1.4e9;
  parameter Pressure pStart = 50e5;
  Port port;
  Pressure p(start = pStart, fixed = true);
equation
  port.p = p;
  V*rho/beta*der(p) = port.m_flow;
end Chamber;

model Orifice "Turbulent: the flow goes with the square root of the pressure drop"
  parameter Real area(unit = "m2") = 3.4e-6;
  parameter Real rho(unit = "kg/m3") = 860;
  parameter Real Cd = 0.65;
  Port port_a;
  Port port_b;
protected
  Pressure dp;
equation
  dp = port_a.p - port_b.p;
  port_a.m_flow = Cd*area*sign(dp)*sqrt(2*rho*abs(dp));
  port_a.m_flow + port_b.m_flow = 0;
end Orifice;

model ReliefValve "Closed up to the cracking pressure, then in proportion to what exceeds it"
  parameter Pressure pCrack = 120e5;
  parameter Real G(unit = "kg/(s.Pa)") = 2e-7;
  Port port_a;
  Port port_b;
  Pressure dp;
equation
  dp = port_a.p - port_b.p;
  port_a.m_flow = if dp > pCrack then G*(dp - pCrack) else 0;
  port_a.m_flow + port_b.m_flow = 0;
end ReliefValve;

model ReliefCircuit "Pump, chamber, orifice and relief valve"
  PulsatingPump pump;
  Chamber chamber;
  Orifice orifice;
  ReliefValve relief;
  Tank tank;
equation
  connect(tank.port, pump.suction);
  connect(pump.port, chamber.port);
  connect(chamber.port, orifice.port_a);
  connect(chamber.port, relief.port_a);
  connect(orifice.port_b, tank.port);
  connect(relief.port_b, tank.port);
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 2e-3));
end ReliefCircuit;
