// A spool of 50 g on a spring, 0.3 mm of stroke, whose position is said to be of the order of a nanometre: its error
// is kept below a millionth of that wherever it passes zero.
model BadScale
  Real x(unit = "m", displayUnit = "mm", nominal = 1e-12, start = 3e-4, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  parameter Real m(unit = "kg") = 0.05, k(unit = "N/m") = 2e3, d(unit = "N.s/m") = 0.4;
equation
  der(x) = v;
  m*der(v) = -k*x - d*v;
  annotation(experiment(StopTime = 2));
end BadScale;
