// A coil, a capacitor with a resistor, and a branch of coil and resistor
//
//   source -L1- node -L2- R2;  C and R1 from the node to ground
//
// Look at y: the voltage of the last resistor, of third order. The form of second order has the voltage of the node with two derivatives and the output with one. Element values follow from the coefficients of Beamis' program (1990, SYSTEM2), which are
// not printed otherwise; the current or voltage of the source is 10 sin(3 pi t), and all starts from rest.

model SmallCircuit2Step "The same with the formula and the step of the source, whose figures it repeats"
  // expect w(1) = 0.31984649983 +- 1e-10
  // expect w(5) = 0.031763246824 +- 1e-11
  // expect w(10) = 0.030090561266 +- 1e-11
  // methods godunov-hybrid-published
  // step 0.01
  extends SmallCircuit2;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end SmallCircuit2Step;

model SmallCircuit2 "A coil, a capacitor with a resistor, and a branch of coil and resistor"
  // plot y
  // expect y(1) = 0.31954094401 +- 1e-7
  // expect y(5) = 0.028252217556 +- 1e-7
  // expect y(10) = 0.026181810198 +- 1e-7
  // expect difference in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the closed forms of the thesis, recomputed independently with a matrix exponential.
  import Dashpot.Electrical.*;
  Sources.SineVoltage source(V = 10, f = 1.5) annotation(Placement(transformation(origin = {-70, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Ground ground annotation(Placement(transformation(origin = {-70, -46}, extent = {{-10, -10}, {10, 10}})));
  Inductor l1(L = 1) annotation(Placement(transformation(origin = {-40, 30}, extent = {{-10, -10}, {10, 10}}))), l2(L = 0.5) annotation(Placement(transformation(origin = {50, 30}, extent = {{-10, -10}, {10, 10}})));
  Capacitor c(C = 1) annotation(Placement(transformation(origin = {-10, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r1(R = 1) annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r2(R = 1) annotation(Placement(transformation(origin = {80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Real y = r2.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true), w(start = 0, fixed = true) "The same in mixed form";
  Real difference = w - y;
equation
  connect(source.n, ground.p) annotation(Line(points = {{-70, -10}, {-70, -36}}, color = {0, 0, 255}));
  connect(source.p, l1.p) annotation(Line(points = {{-70, 10}, {-70, 30}, {-50, 30}}, color = {0, 0, 255}));
  connect(l1.n, c.p) annotation(Line(points = {{-30, 30}, {-10, 30}, {-10, 10}}, color = {0, 0, 255}));
  connect(c.p, r1.p) annotation(Line(points = {{-10, 10}, {-10, 30}, {20, 30}, {20, 10}}, color = {0, 0, 255}));
  connect(c.p, l2.p) annotation(Line(points = {{-10, 10}, {-10, 30}, {40, 30}}, color = {0, 0, 255}));
  connect(l2.n, r2.p) annotation(Line(points = {{60, 30}, {80, 30}, {80, 10}}, color = {0, 0, 255}));
  connect(c.n, ground.p) annotation(Line(points = {{-10, -10}, {-10, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r1.n, ground.p) annotation(Line(points = {{20, -10}, {20, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r2.n, ground.p) annotation(Line(points = {{80, -10}, {80, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  der(x) = xd;
  der(xd) = -3*x - xd + 2*w + 10*sin(3*Dashpot.Units.pi*time);
  der(w) = 2*x - 2*w;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit2;
