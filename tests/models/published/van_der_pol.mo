model VanDerPol "Fast jumps between slow arcs, time scaled by the period (van der Pol 1926; Hairer and Wanner II, IV.10)"
  parameter Real mu = 1e6;
  Real y(start = 2, fixed = true, nominal = 1), v(start = 0, fixed = true, nominal = 1);
equation
  der(y) = v;
  der(v) = mu*((1 - y^2)*v - y);
  annotation(experiment(StopTime = 2));
end VanDerPol;
