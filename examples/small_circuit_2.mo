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
  Sources.SineVoltage source(V = 10, f = 1.5);
  Ground ground;
  Inductor l1(L = 1), l2(L = 0.5);
  Capacitor c(C = 1);
  Resistor r1(R = 1), r2(R = 1);
  Real y = r2.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true), w(start = 0, fixed = true) "The same in mixed form";
  Real difference = w - y;
equation
  connect(source.n, ground.p);
  connect(source.p, l1.p);
  connect(l1.n, c.p);
  connect(c.p, r1.p);
  connect(c.p, l2.p);
  connect(l2.n, r2.p);
  connect(c.n, ground.p);
  connect(r1.n, ground.p);
  connect(r2.n, ground.p);
  der(x) = xd;
  der(xd) = -3*x - xd + 2*w + 10*sin(3*Dashpot.Units.pi*time);
  der(w) = 2*x - 2*w;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit2;
