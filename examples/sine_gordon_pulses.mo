// Two more cases of the sine-Gordon equation on ten intervals (Beamis 1990): a narrow pulse between fixed ends, and a broad one on a ring.
//
// Look at fixed.u[6], the middle: the narrow pulse falls apart into two that run to the ends and come back upside down. The expected values come from an
// independent run of Stormer's formula (Beamis' method) with a step of 0.01; SineGordonPulsesStep repeats that run, SineGordonPulses allows for the error
// of its step.

model SineGordonPulsesStep "The same with the formula and the step of the source"
  // expect fixed.u[2](1) = 0.07760012 +- 1e-8
  // expect fixed.u[4](1) = -0.28254245 +- 1e-8
  // expect fixed.u[6](1) = -0.75695419 +- 1e-8
  // expect fixed.u[6](2) = 0.562131417 +- 1e-8
  // expect ring.u[2](1) = 0.47400557 +- 1e-8
  // expect ring.u[6](1) = 0.61927969 +- 1e-8
  // expect ring.u[4](2) = -0.29438293 +- 1e-8
  // methods godunov
  // step 0.01
  extends SineGordonPulses;
  annotation(experiment(StopTime = 2, Interval = 0.01));
end SineGordonPulsesStep;

model SineGordonPulses "A pulse between fixed ends, and on a ring"
  // plot fixed.u[6], ring.u[6]
  // expect fixed.u[2](1) = 0.07760012 +- 3e-3
  // expect fixed.u[4](1) = -0.28254245 +- 3e-3
  // expect fixed.u[6](1) = -0.75695419 +- 3e-3
  // expect ring.u[2](1) = 0.47400557 +- 3e-4
  // expect ring.u[4](1) = 0.57939803 +- 3e-4
  // expect ring.u[6](1) = 0.61927969 +- 3e-4
  // expect ring.u[6](2) = -0.22722948 +- 3e-4
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  import Dashpot.MethodOfLines.*;
  SineGordon fixed(n = 10, u_start = {exp(-50*(0.1*i - 0.5)^2) for i in 0:10});
  SineGordon ring(n = 11, length = 1.1, left = End.periodic, right = End.periodic, u_start = {exp(-(0.1*i - 0.5)^2) for i in 0:11});
  annotation(experiment(StopTime = 2, Tolerance = 1e-6, Interval = 0.01));
end SineGordonPulses;
