// Spools and command sequences.

model SpoolSteps "Step responses of first and second order, and a limited speed"
  import Dashpot.Hydraulics.Valves.Spool.*;
  FirstOrder first(T = 0.02, u = 1);
  SecondOrder second(f = 20, zeta = 0.6, u = 1);
  SecondOrder limited(f = 100, zeta = 0.8, rate = 4, u = 1);
  // expect second.y(0.01) = 0.449963882 +- 1e-6
  // expect first.y(0.01) = 0.39346934 +- 1e-6
  // expect second.y(0.02) = 0.94403109 +- 1e-6
  // expect first.y(0.02) = 0.632120559 +- 1e-6
  // expect second.y(0.05) = 1.00932021 +- 1e-6
  // expect first.y(0.05) = 0.917915001 +- 1e-6
  // The limited spool needs 1/4 s for its stroke.
  // expect limited.y(0.1) = 0.4 +- 0.02
  // expect limited.y(0.2) = 0.8 +- 0.02
  // expect limited.y(0.4) = 1 +- 0.02
  // tolerance 1e-8
  annotation(experiment(StopTime = 0.4, Interval = 0.01));
end SpoolSteps;

model Sequences "Steps; stages with ramps; a smooth transition"
  import Dashpot.Hydraulics.Valves.*;
  StepSequence steps(times = {1, 2.5, 4}, values = {0.3, -1, 0}, y_start = 0.1);
  DutyCycle ramps(stages = {{1, 0, 0}, {2, 0, 1}, {3, 1, 1}, {4, 1, -1}});
  DutyCycle smooth_(stages = {{1, 0, 0}, {2, 1, 1}}, transition = 0.2);
  // expect steps.y(0.5) = 0.1 +- 1e-12
  // expect steps.y(1.5) = 0.3 +- 1e-12
  // expect steps.y(3) = -1 +- 1e-12
  // expect steps.y(4.5) = 0 +- 1e-12
  // expect ramps.y(0.5) = 0 +- 1e-12
  // expect ramps.y(1.25) = 0.25 +- 1e-9
  // expect ramps.y(2.5) = 1 +- 1e-9
  // expect ramps.y(3.25) = 0.5 +- 1e-9
  // expect ramps.y(4.5) = -1 +- 1e-9
  // expect smooth_.y(1) = 0 +- 1e-9
  // expect smooth_.y(1.1) = 0.5 +- 1e-9
  // expect smooth_.y(1.2) = 1 +- 1e-9
  annotation(experiment(StopTime = 5, Interval = 0.05));
end Sequences;
