// Robertson's reaction of three substances: rate constants from 0.04 to 3e7.
//
// Look at y2: it rises within milliseconds to its tiny quasi-steady value, and then everything else takes place. The sum of all three is 1.

model Robertson "Chemical reaction with rates of nine orders of magnitude (Robertson 1966)"
  // plot y1, y3
  // expect y1(1) = 0.966459737 +- 1e-7
  // expect y2(1) = 3.07462658e-5 +- 1e-10
  // expect y1(10) = 0.841369924 +- 1e-7
  // expect y1(40) = 0.715827069 +- 1e-7
  // expect y2(40) = 9.18553476e-6 +- 1e-11
  // expect y1(100) = 0.617234882 +- 1e-7
  // expect y2(100) = 6.15359127e-6 +- 1e-11
  // expect sum in [0.999999999, 1.000000001]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Reference: recomputed independently with Radau IIA at 1e-10.
  Real y1(start = 1, fixed = true);
  Real y2(start = 0, fixed = true, nominal = 1e-5);
  Real y3(start = 0, fixed = true);
  Real sum = y1 + y2 + y3 "Conserved";
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 100, Tolerance = 1e-6, Interval = 0.5));
end Robertson;
