// A capacitor, a resistor and a coil in parallel at a current
//
//   source -> node;  C, R and L from the node to ground
//
// Look at y: the node voltage. As an equation of second order it needs the derivative of the source, and a consistent start: x' = i/C = 0. Element values follow from the coefficients of Beamis' program (1990, SYSTEM3), which are
// not printed otherwise; the current or voltage of the source is 10 sin(3 pi t), and all starts from rest.

model SmallCircuit3Step "The same with the formula and the step of the source, whose figures it repeats"
  // expect x(1) = 1.1881237732 +- 1e-9
  // expect x(5) = 1.0706357206 +- 1e-9
  // expect x(10) = -1.0754349910 +- 1e-9
  // methods godunov-hybrid-published
  // step 0.01
  extends SmallCircuit3;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end SmallCircuit3Step;

model SmallCircuit3 "A capacitor, a resistor and a coil in parallel at a current"
  // plot y
  // expect y(1) = 1.1883302058 +- 1e-7
  // expect y(5) = 1.0761242038 +- 1e-7
  // expect y(10) = -1.0689777284 +- 1e-7
  // expect difference in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the closed forms of the thesis, recomputed independently with a matrix exponential.
  import Dashpot.Electrical.*;
  Sources.SineCurrent source(I = 10, f = 1.5) annotation(Placement(transformation(origin = {-70, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Ground ground annotation(Placement(transformation(origin = {-70, -46}, extent = {{-10, -10}, {10, 10}})));
  Inductor l(L = 1) annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Capacitor c(C = 1) annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r(R = 1) annotation(Placement(transformation(origin = {-10, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Real y = c.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true) "The same as one equation of second order";
  Real difference = x - y;
equation
  connect(source.p, ground.p) annotation(Line(points = {{-70, -10}, {-70, -36}}, color = {0, 0, 255}));
  connect(source.n, c.p) annotation(Line(points = {{-70, 10}, {-70, 30}, {-40, 30}, {-40, 10}}, color = {0, 0, 255}));
  connect(c.p, r.p) annotation(Line(points = {{-40, 10}, {-40, 30}, {-10, 30}, {-10, 10}}, color = {0, 0, 255}));
  connect(c.p, l.p) annotation(Line(points = {{-40, 10}, {-40, 30}, {20, 30}, {20, 10}}, color = {0, 0, 255}));
  connect(c.n, ground.p) annotation(Line(points = {{-40, -10}, {-40, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r.n, ground.p) annotation(Line(points = {{-10, -10}, {-10, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(l.n, ground.p) annotation(Line(points = {{20, -10}, {20, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  der(x) = xd;
  der(xd) = -x - xd + 30*Dashpot.Units.pi*cos(3*Dashpot.Units.pi*time);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit3;
