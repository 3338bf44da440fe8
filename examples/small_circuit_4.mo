// A capacitor and a resistor at a current, and a branch of coil and resistor
//
//   source -> node -L- R2;  C and R1 from the node to ground
//
// Look at y: the voltage of the last resistor. The circuit is of second order, its differentiated form of third, with an eigenvalue zero: Beamis' method makes a ramp of it. Element values follow from the coefficients of Beamis' program (1990, SYSTEM4), which are
// not printed otherwise; the current or voltage of the source is 10 sin(3 pi t), and all starts from rest.

model SmallCircuit4Step "The same with the formula and the step of the source, whose figures it repeats: a ramp"
  // expect w(1) = 0.22562564385 +- 1e-10
  // expect w(5) = -0.010803835533 +- 1e-11
  // expect w(10) = -0.025660512975 +- 1e-11
  // methods godunov-hybrid-published
  // step 0.01
  extends SmallCircuit4;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end SmallCircuit4Step;

model SmallCircuit4 "A capacitor and a resistor at a current, and a branch of coil and resistor"
  // plot y
  // expect y(1) = 0.22553412458 +- 1e-7
  // expect y(5) = -0.0037699018198 +- 1e-7
  // expect y(10) = -0.0091148129636 +- 1e-7
  // expect difference in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the closed forms of the thesis, recomputed independently with a matrix exponential.
  import Dashpot.Electrical.*;
  Sources.SineCurrent source(I = 10, f = 1.5) annotation(Placement(transformation(origin = {-70, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Ground ground annotation(Placement(transformation(origin = {-70, -46}, extent = {{-10, -10}, {10, 10}})));
  Inductor l(L = 1) annotation(Placement(transformation(origin = {20, 30}, extent = {{-10, -10}, {10, 10}})));
  Capacitor c(C = 1) annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r1(R = 1) annotation(Placement(transformation(origin = {-10, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r2(R = 0.5) annotation(Placement(transformation(origin = {50, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Real y = r2.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true), w(start = 0, fixed = true) "The same in mixed form";
  Real difference = w - y;
equation
  connect(source.p, ground.p) annotation(Line(points = {{-70, -10}, {-70, -36}}, color = {0, 0, 255}));
  connect(source.n, c.p) annotation(Line(points = {{-70, 10}, {-70, 30}, {-40, 30}, {-40, 10}}, color = {0, 0, 255}));
  connect(c.p, r1.p) annotation(Line(points = {{-40, 10}, {-40, 30}, {-10, 30}, {-10, 10}}, color = {0, 0, 255}));
  connect(c.p, l.p) annotation(Line(points = {{-40, 10}, {-40, 30}, {10, 30}}, color = {0, 0, 255}));
  connect(l.n, r2.p) annotation(Line(points = {{30, 30}, {50, 30}, {50, 10}}, color = {0, 0, 255}));
  connect(c.n, ground.p) annotation(Line(points = {{-40, -10}, {-40, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r1.n, ground.p) annotation(Line(points = {{-10, -10}, {-10, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  connect(r2.n, ground.p) annotation(Line(points = {{50, -10}, {50, -30}, {-70, -30}, {-70, -36}}, color = {0, 0, 255}));
  der(x) = xd;
  der(xd) = -x - xd + w + 30*Dashpot.Units.pi*cos(3*Dashpot.Units.pi*time);
  der(w) = x/2 - w/2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit4;
