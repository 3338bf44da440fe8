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
  Sources.SineCurrent source(I = 10, f = 1.5);
  Ground ground;
  Inductor l(L = 1);
  Capacitor c(C = 1);
  Resistor r1(R = 1), r2(R = 0.5);
  Real y = r2.v "Output";
  Real x(start = 0, fixed = true), xd(start = 0, fixed = true), w(start = 0, fixed = true) "The same in mixed form";
  Real difference = w - y;
equation
  connect(source.p, ground.p);
  connect(source.n, c.p);
  connect(c.p, r1.p);
  connect(c.p, l.p);
  connect(l.n, r2.p);
  connect(c.n, ground.p);
  connect(r1.n, ground.p);
  connect(r2.n, ground.p);
  der(x) = xd;
  der(xd) = -x - xd + w + 30*Dashpot.Units.pi*cos(3*Dashpot.Units.pi*time);
  der(w) = x/2 - w/2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end SmallCircuit4;
