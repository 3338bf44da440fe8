// What flows over twenty weirs begins smoothly, and yet each crossing of a threshold is an event.
model NeedlessEvents
  parameter Integer n = 20;
  parameter Real threshold = 0.5;
  Real x[n](each start = 1, each fixed = true);
  Real level(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = 3*cos((50 + i)*time) - 0.1*x[i];
  end for;
  der(level) = sum(if x[i] > threshold then (x[i] - threshold)^3 else 0 for i in 1:n) - level;
  annotation(experiment(StopTime = 10));
end NeedlessEvents;
