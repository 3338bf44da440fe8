// The ladder of ladder.mo as Beamis 1990 writes it for his method: node equations differentiated once, so that they are of second order, and one of first
// order ("5a"). Nine states instead of seven; two eigenvalues are zero, and an integrator that makes errors there drifts.
//
// Look at v5: with error control it is that of the ladder. With a fixed step of 0.01 and Beamis' formula a straight line comes on top of it.

model Ladder5aStep "The same with the formula and the step of the source, whose figures it repeats: a ramp of -0.012/s"
  // expect v5(1) = 3.7473576692e-2 +- 1e-11
  // expect v5(5) = -5.2733572934e-1 +- 1e-10
  // expect v5(10) = -1.2904799740e-1 +- 1e-10
  // methods godunov-hybrid-published
  // step 0.01
  extends Ladder5a;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end Ladder5aStep;

model Ladder5a "Node voltages, second order, with the derivative of the source"
  // plot v5, v1
  // expect v5(1) = 0.0374900100 +- 1e-6
  // expect v5(2) = 0.7225999654 +- 1e-6
  // expect v5(5) = -0.5137448496 +- 1e-6
  // expect v5(10) = -0.0550128354 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // The start must satisfy the equations before they were differentiated: v1' = i/C1 = 144, all else zero.
  parameter Real R1 = 1, R2 = 2, R3 = 0.25, R4 = 0.5;
  parameter Real C1 = 1, C2 = 2, C3 = 0.5, C4 = 0.1;
  parameter Real L1 = 1.6, L2 = 4/3, L3 = 0.5;
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true), v4(start = 0, fixed = true), v5(start = 0, fixed = true);
  Real w1(start = 144, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), w4(start = 0, fixed = true);
equation
  der(v1) = w1;
  der(v2) = w2;
  der(v3) = w3;
  der(v4) = w4;
  der(w1) = -w1/(R1*C1) - v1/(L1*C1) + v2/(L1*C1) - 432*sin(3*time)/C1;
  der(w2) = -w2/(R2*C2) + v1/(L1*C2) - (L1 + L2)/(C2*L1*L2)*v2 + v3/(L2*C2);
  der(w3) = (w4 - w3)/(R3*C3) + (v2 - v3)/(L2*C3);
  der(w4) = (w3 - w4)/(R3*C4) + (v5 - v4)/(L3*C4);
  der(v5) = R4/L3*(v4 - v5);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end Ladder5a;
