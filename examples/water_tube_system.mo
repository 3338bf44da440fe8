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
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 60, 160}),
    Rectangle(extent = {{-70, 15}, {70, -15}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
end WaterTube;

model Buffer "A basin: its level is the pressure"
  parameter Dashpot.Units.Area A = 200;
  Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Units.AbsolutePressure p(start = 109800, fixed = true, nominal = 1e5);
protected
  outer Dashpot.Hydraulics.Fluids.Fluid fluid;
equation
  port.p = p;
  A/(fluid.rho*9.8)*der(p) = port.m_flow/fluid.rho;
  annotation(Icon(graphics = {
    Line(points = {{-80, 40}, {-80, -60}, {80, -60}, {80, 40}}, color = {0, 60, 160}),
    Rectangle(extent = {{-80, 10}, {80, -60}}, lineColor = {0, 60, 160}, fillColor = {200, 220, 245}, fillPattern = FillPattern.Solid),
    Line(points = {{0, 90}, {0, -20}}, color = {0, 60, 160}),
    Text(extent = {{-150, -68}, {150, -100}}, textString = "%name")}));
end Buffer;

model WaterTubeSystem "Water tube system: 18 tubes, 13 nodes, 17 hours"
  import Dashpot.Hydraulics.*;
  inner Fluids.Water fluid(rho = 1000, nu = 1.31e-6, cavitation = Fluids.Cavitation.none, constantDensity = true) annotation(Placement(transformation(origin = {-110, -60}, extent = {{-10, -10}, {10, 10}})));
  Real h = time/3600 "Hours";
  Sources.FlowSignal in1(u = (1 - cos(exp(-h) - 1))/200) "Supply" annotation(Placement(transformation(origin = {-124, 40}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSignal in13(u = (1 - cos(exp(-h) - 1))/80) "Supply" annotation(Placement(transformation(origin = {166, 10}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSignal out10(u = -h^2*(3*h^2 - 92*h + 720)/1e6) "Demand" annotation(Placement(transformation(origin = {20, -86}, extent = {{-10, -10}, {10, 10}})));
  Buffer buffer5 annotation(Placement(transformation(origin = {-30, -38}, extent = {{-10, -10}, {10, 10}})));
  Buffer buffer8 annotation(Placement(transformation(origin = {70, -38}, extent = {{-10, -10}, {10, 10}})));
  WaterTube tube1_2 annotation(Placement(transformation(origin = {-100, 60}, extent = {{-10, -10}, {10, 10}})));
  WaterTube tube2_3 annotation(Placement(transformation(origin = {-60, 60}, extent = {{-10, -10}, {10, 10}})));
  WaterTube tube2_6 annotation(Placement(transformation(origin = {-80, 30}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube3_4 annotation(Placement(transformation(origin = {-20, 60}, extent = {{-10, -10}, {10, 10}})));
  WaterTube tube3_5 annotation(Placement(transformation(origin = {-40, 36}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube4_5 annotation(Placement(transformation(origin = {0, 36}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube5_10 annotation(Placement(transformation(origin = {0, -44}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube6_5 annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}})));
  WaterTube tube7_4 annotation(Placement(transformation(origin = {20, 60}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube7_8 annotation(Placement(transformation(origin = {40, 36}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube8_5 annotation(Placement(transformation(origin = {20, 0}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube8_10 annotation(Placement(transformation(origin = {40, -44}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  WaterTube tube9_8 annotation(Placement(transformation(origin = {60, 0}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube11_9 annotation(Placement(transformation(origin = {100, 0}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube11_12 annotation(Placement(transformation(origin = {100, 60}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube12_7 annotation(Placement(transformation(origin = {60, 60}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube12_8 annotation(Placement(transformation(origin = {62, 26}, extent = {{10, -10}, {-10, 10}})));
  WaterTube tube13_11 annotation(Placement(transformation(origin = {140, 30}, extent = {{10, -10}, {-10, 10}})));
equation
  connect(tube1_2.port_b, tube2_3.port_a) annotation(Line(points = {{-90, 60}, {-70, 60}}, color = {0, 60, 160}));
  connect(tube1_2.port_b, tube2_6.port_a) annotation(Line(points = {{-90, 60}, {-80, 60}, {-80, 40}}, color = {0, 60, 160}));
  connect(tube2_3.port_b, tube3_4.port_a) annotation(Line(points = {{-50, 60}, {-30, 60}}, color = {0, 60, 160}));
  connect(tube2_3.port_b, tube3_5.port_a) annotation(Line(points = {{-50, 60}, {-40, 60}, {-40, 46}}, color = {0, 60, 160}));
  connect(tube3_4.port_b, tube4_5.port_a) annotation(Line(points = {{-10, 60}, {0, 60}, {0, 46}}, color = {0, 60, 160}));
  connect(tube3_5.port_b, tube4_5.port_b) annotation(Line(points = {{-40, 26}, {-40, 14}, {0, 14}, {0, 26}}, color = {0, 60, 160}));
  connect(tube3_5.port_b, tube5_10.port_a) annotation(Line(points = {{-40, 26}, {-40, 14}, {0, 14}, {0, -34}}, color = {0, 60, 160}));
  connect(tube2_6.port_b, tube6_5.port_a) annotation(Line(points = {{-80, 20}, {-80, 0}, {-50, 0}}, color = {0, 60, 160}));
  connect(tube3_5.port_b, tube6_5.port_b) annotation(Line(points = {{-40, 26}, {-40, 14}, {0, 14}, {0, 0}, {-30, 0}}, color = {0, 60, 160}));
  connect(tube3_4.port_b, tube7_4.port_b) annotation(Line(points = {{-10, 60}, {10, 60}}, color = {0, 60, 160}));
  connect(tube7_4.port_a, tube7_8.port_a) annotation(Line(points = {{30, 60}, {40, 60}, {40, 46}}, color = {0, 60, 160}));
  connect(tube7_8.port_b, tube8_5.port_a) annotation(Line(points = {{40, 26}, {40, 0}, {30, 0}}, color = {0, 60, 160}));
  connect(tube3_5.port_b, tube8_5.port_b) annotation(Line(points = {{-40, 26}, {-40, 14}, {0, 14}, {0, 0}, {10, 0}}, color = {0, 60, 160}));
  connect(tube7_8.port_b, tube8_10.port_a) annotation(Line(points = {{40, 26}, {40, -34}}, color = {0, 60, 160}));
  connect(tube5_10.port_b, tube8_10.port_b) annotation(Line(points = {{0, -54}, {0, -66}, {40, -66}, {40, -54}}, color = {0, 60, 160}));
  connect(tube7_8.port_b, tube9_8.port_b) annotation(Line(points = {{40, 26}, {40, 0}, {50, 0}}, color = {0, 60, 160}));
  connect(tube9_8.port_a, tube11_9.port_b) annotation(Line(points = {{70, 0}, {90, 0}}, color = {0, 60, 160}));
  connect(tube11_9.port_a, tube11_12.port_a) annotation(Line(points = {{110, 0}, {120, 0}, {120, 60}, {110, 60}}, color = {0, 60, 160}));
  connect(tube11_12.port_b, tube12_7.port_a) annotation(Line(points = {{90, 60}, {70, 60}}, color = {0, 60, 160}));
  connect(tube7_4.port_a, tube12_7.port_b) annotation(Line(points = {{30, 60}, {50, 60}}, color = {0, 60, 160}));
  connect(tube11_12.port_b, tube12_8.port_a) annotation(Line(points = {{90, 60}, {80, 60}, {80, 26}, {72, 26}}, color = {0, 60, 160}));
  connect(tube7_8.port_b, tube12_8.port_b) annotation(Line(points = {{40, 26}, {40, 14}, {48, 14}, {48, 26}, {52, 26}}, color = {0, 60, 160}));
  connect(tube11_9.port_a, tube13_11.port_b) annotation(Line(points = {{110, 0}, {120, 0}, {120, 30}, {130, 30}}, color = {0, 60, 160}));
  connect(in1.port, tube1_2.port_a) annotation(Line(points = {{-124, 50}, {-124, 60}, {-110, 60}}, color = {0, 60, 160}));
  connect(in13.port, tube13_11.port_a) annotation(Line(points = {{166, 20}, {166, 30}, {150, 30}}, color = {0, 60, 160}));
  connect(out10.port, tube5_10.port_b) annotation(Line(points = {{20, -76}, {20, -66}, {0, -66}, {0, -54}}, color = {0, 60, 160}));
  connect(buffer5.port, tube3_5.port_b) annotation(Line(points = {{-30, -28}, {-30, -20}, {0, -20}, {0, 14}, {-40, 14}, {-40, 26}}, color = {0, 60, 160}));
  connect(buffer8.port, tube7_8.port_b) annotation(Line(points = {{70, -28}, {70, -20}, {40, -20}, {40, 26}}, color = {0, 60, 160}));
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
  annotation(Diagram(coordinateSystem(extent = {{-140, -100}, {180, 80}})), experiment(StopTime = 61200, Tolerance = 1e-7, Interval = 300));
end WaterTubeSystem;
