// A coil in series with a capacitor, a resistor and a coil to ground
//
//   source -L1- node;  C, R and L2 from the node to ground
//
// Look at y: the free oscillation dies within ten seconds and leaves that of the source. Seen from the node the circuit is of second order; with the currents of both coils it has three states, one of them with eigenvalue zero. Element values follow from the coefficients of Beamis' program (1990, SYSTEM1), which are
// not printed otherwise; the current or voltage of the source is 10 sin(3 pi t), and all starts from rest.

model SmallCircuit1Step "The same with the formula and the step of the source, whose figures it repeats"
  // expect x(1) = 0.41045781756 +- 1e-10
  // expect x(5) = 0.062425030209 +- 1e-11
  // expect x(10) = -0.014793242735 +- 1e-11
  // methods godunov-hybrid-published
  // step 0.01
  extends SmallCircuit1;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end SmallCircuit1Step;

model SmallCircuit1 "A coil in series with a capacitor, a resistor and a coil to ground"
  // plot y
  // expect y(1) = 0.40961030758 +- 1e-7
  // expect y(5) = 0.061133812617 +- 1e-7
  // expect y(10) = -0.016100808350 +- 1e-7
  // expect difference in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the closed forms of the thesis, recomputed independently with a matrix exponential.
  import Dashpot.Electrical.*;
  Sources.SineVoltage source(V = 10, f = 1.5) annotation(Placement(transformation(origin = {-70, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Ground ground annotation(Placement(transformation(origin = {-70, -46}, extent = {{-10, -10}, {10, 10}})));
  Inductor l1(L = 1) annotation(Placement(transformation(origin = {-40, 30}, extent = {{-10, -10}, {10, 10}}))), l2(L = 0.5) annotation(Placement(transformation(origin = {50, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Capacitor c(C = 1) annotation(Placement(transformation(origin = {-10, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r(R = 1) annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Real y = c.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true) "The same as one equation of second order";
  Real difference = x - y;
equation
  connect(source.n, ground.p) annotation(Line(points = {{-70, -10}, {-70, -36}}, color = {0, 0, 255}));
  connect(source.p, l1.p) annotation(Line(points = {{-70, 10}, {-70, 30}, {-50, 30}}, color = {0, 0, 255}));
  connect(l1.n, c.p) annotation(Line(points = {{-30, 30}, {-10, 30}, {-10, 10}}, color = {0, 0, 255}));
  connect(c.p, r.p) annotation(Line(points = {{-10, 10}, {-10, 30}, {20, 30}, {20, 10}}, color = {0, 0, 255}));
  connect(c.p, l2.p) annotation(Line(points = {{-10, 10}, {-10, 30}, {50, 30}, {50, 10}}, color = {0, 0, 255}));
  connect(c.n, ground.p) annotation(Line(points = {{-10, -10}, {-10, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r.n, ground.p) annotation(Line(points = {{20, -10}, {20, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(l2.n, ground.p) annotation(Line(points = {{50, -10}, {50, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  der(x) = xd;
  der(xd) = -3*x - xd + 10*sin(3*Dashpot.Units.pi*time);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit1;
