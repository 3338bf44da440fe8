// A spool that rings at 300 Hz with next to no damping, while the oil warms up slowly.
model LongTimeScale
  Real x(unit = "m", displayUnit = "mm", start = 1e-3, fixed = true, nominal = 1e-3);
  Real v(unit = "m/s", start = 0, fixed = true, nominal = 1);
  Real T(unit = "K", displayUnit = "degC", start = 293.15, fixed = true, nominal = 300);
  parameter Real w(unit = "rad/s") = 1885;
equation
  der(x) = v;
  der(v) = -w^2*x;
  der(T) = (333.15 - T)/900;
  annotation(experiment(StopTime = 20));
end LongTimeScale;
