// A tank empties within minutes, and five rows for each millisecond are written down.
model HugeOutput
  Real level(unit = "m", start = 2, fixed = true);
  Real outflow(unit = "m3/s") = 1e-3*sqrt(2*9.81*max(level, 0));
equation
  0.5*der(level) = 1e-3 - outflow;
  annotation(experiment(StopTime = 60, Interval = 2e-4));
end HugeOutput;
