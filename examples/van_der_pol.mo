// Van der Pol's oscillator with a small parameter: long slow arcs, and jumps between them within a millionth of a second.
//
// Look at y2: it is near -y1/(y1^2 - 1) all the time, but for the jumps, where it reaches thousands.

model VanDerPol "Relaxation oscillation, epsilon = 1e-6"
  // plot y1, y2
  // expect y1(2) = 1.706167732170483 +- 2e-6
  // expect y2(2) = -0.8928097010247975 +- 2e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  // Reference: Hairer and Wanner 1996, p. 144 (the problem VDPOL at t = 2).
  parameter Real epsilon = 1e-6;
  Real y1(start = 2, fixed = true);
  Real y2(start = -0.66, fixed = true);
equation
  der(y1) = y2;
  epsilon*der(y2) = (1 - y1^2)*y2 - y1;
  annotation(experiment(StopTime = 2, Tolerance = 1e-6, Interval = 0.01));
end VanDerPol;
