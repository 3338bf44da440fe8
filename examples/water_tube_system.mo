// A network of 18 tubes that carry water over 17 hours: the "water tube system" of the test set for initial value problem solvers
// (Mazzia and Magherini 2008; CWI), from components.
//
// Look at tube8_10.Q as the demand at node 10 rises. Tubes meet directly at most nodes: nothing is stored there, so the flows of a
// node sum to zero at once and the pressures of the nodes are algebraic: index 2. The compiler differentiates the sums and finds nine states among 18 flows
// and two buffers. The friction law jumps from Hagen-Poiseuille to a rough pipe (Colebrook and White) at Re = 2300, as published: an event.

model WaterTube "1 km of rough pipe: the mass of its water and its friction"
  extends Dashpot.Hydraulics.Interfaces.TwoPort;
  extends Dashpot.Hydraulics.Lines.Icon;
  parameter Dashpot.Units.Length L = 1000;
  parameter Dashpot.Units.Diameter D = 1;
  parameter Dashpot.Units.Length roughness = 2e-4;
  final parameter Dashpot.Units.Area A = Dashpot.Units.pi*D^2/4;
  constant Real Re_critical = 2300;
  Real Re = abs(Q)*D/(fluid.nu*A) "Reynolds number";
  Real lambda(start = 0.0475) "Friction factor";
equation
  1/sqrt(lambda) = 1.74 - 2*log10(2*roughness/D + 18.7/(noEvent(max(Re, Re_critical))*sqrt(lambda)));
  fluid.rho*L/A*der(Q) = dp - (if Re > Re_critical then fluid.rho*L/(A^2*D)*lambda*Q*abs(Q) else 32*fluid.nu*fluid.rho*L/(A*D^2)*Q);
end WaterTube;

model Buffer "A basin: its level is the pressure"
  parameter Dashpot.Units.Area A = 200;
  Dashpot.Interfaces.HydraulicPort_a port;
  Dashpot.Units.AbsolutePressure p(start = 109800, fixed = true, nominal = 1e5);
protected
  outer Dashpot.Hydraulics.Fluids.Fluid fluid;
equation
  port.p = p;
  A/(fluid.rho*9.8)*der(p) = port.m_flow/fluid.rho;
end Buffer;

model WaterTubeSystem "Water tube system: 18 tubes, 13 nodes, 17 hours"
  import Dashpot.Hydraulics.*;
  inner Fluids.Water fluid(rho = 1000, nu = 1.31e-6, cavitation = Fluids.Cavitation.none, constantDensity = true);
  Real h = time/3600 "Hours";
  Sources.FlowSignal in1(u = (1 - cos(exp(-h) - 1))/200) "Supply";
  Sources.FlowSignal in13(u = (1 - cos(exp(-h) - 1))/80) "Supply";
  Sources.FlowSignal out10(u = -h^2*(3*h^2 - 92*h + 720)/1e6) "Demand";
  Buffer buffer5;
  Buffer buffer8;
  WaterTube tube1_2;
  WaterTube tube2_3;
  WaterTube tube2_6;
  WaterTube tube3_4;
  WaterTube tube3_5;
  WaterTube tube4_5;
  WaterTube tube5_10;
  WaterTube tube6_5;
  WaterTube tube7_4;
  WaterTube tube7_8;
  WaterTube tube8_5;
  WaterTube tube8_10;
  WaterTube tube9_8;
  WaterTube tube11_9;
  WaterTube tube11_12;
  WaterTube tube12_7;
  WaterTube tube12_8;
  WaterTube tube13_11;
equation
  connect(tube1_2.port_b, tube2_3.port_a);
  connect(tube1_2.port_b, tube2_6.port_a);
  connect(tube2_3.port_b, tube3_4.port_a);
  connect(tube2_3.port_b, tube3_5.port_a);
  connect(tube3_4.port_b, tube4_5.port_a);
  connect(tube3_5.port_b, tube4_5.port_b);
  connect(tube3_5.port_b, tube5_10.port_a);
  connect(tube2_6.port_b, tube6_5.port_a);
  connect(tube3_5.port_b, tube6_5.port_b);
  connect(tube3_4.port_b, tube7_4.port_b);
  connect(tube7_4.port_a, tube7_8.port_a);
  connect(tube7_8.port_b, tube8_5.port_a);
  connect(tube3_5.port_b, tube8_5.port_b);
  connect(tube7_8.port_b, tube8_10.port_a);
  connect(tube5_10.port_b, tube8_10.port_b);
  connect(tube7_8.port_b, tube9_8.port_b);
  connect(tube9_8.port_a, tube11_9.port_b);
  connect(tube11_9.port_a, tube11_12.port_a);
  connect(tube11_12.port_b, tube12_7.port_a);
  connect(tube7_4.port_a, tube12_7.port_b);
  connect(tube11_12.port_b, tube12_8.port_a);
  connect(tube7_8.port_b, tube12_8.port_b);
  connect(tube11_9.port_a, tube13_11.port_b);
  connect(in1.port, tube1_2.port_a);
  connect(in13.port, tube13_11.port_a);
  connect(out10.port, tube5_10.port_b);
  connect(buffer5.port, tube3_5.port_b);
  connect(buffer8.port, tube7_8.port_b);
  // Reference solution of the test set at 61200 s; the friction law jumps, so that codes agree to about four digits in the flows.
  // expect tube1_2.Q(61200) = 0.002298488296 +- 1e-3 rel
  // expect tube2_3.Q(61200) = 0.001188984651 +- 1e-3 rel
  // expect tube3_4.Q(61200) = 0.00015896201 +- 1e-3 rel
  // expect tube5_10.Q(61200) = 0.003243571481 +- 1e-3 rel
  // expect tube7_8.Q(61200) = 0.0006414613964 +- 1e-3 rel
  // expect tube8_5.Q(61200) = 0.000941697855 +- 1e-3 rel
  // expect tube8_10.Q(61200) = 0.003403428519 +- 1e-3 rel
  // expect tube12_8.Q(61200) = 0.001995021413 +- 1e-3 rel
  // expect tube13_11.Q(61200) = 0.005746220741 +- 1e-3 rel
  // expect tube5_10.lambda(61200) = 0.04311196779 +- 1e-3 rel
  // expect buffer5.p(61200) = 111126.8591 +- 1e-6 rel
  // expect buffer8.p(61200) = 111127.0046 +- 1e-6 rel
  // expect tube13_11.port_a.p(61200) = 111129.8339 +- 1e-6 rel
  // methods rodas4 radau5 ida
  // agree 0.01
  annotation(experiment(StopTime = 61200, Tolerance = 1e-7, Interval = 300));
end WaterTubeSystem;
