// All is over after a second, and the run goes on for a day.
model RestsEarly
  Real p(unit = "Pa", displayUnit = "bar", start = 200e5, fixed = true, nominal = 1e6);
  Real Q(unit = "m3/s", start = 0, fixed = true, nominal = 1e-4);
equation
  der(p) = -1e11*Q - 20*(p - 100e5);
  der(Q) = 1e-9*(p - 100e5) - 60*Q;
  annotation(experiment(StopTime = 86400));
end RestsEarly;
