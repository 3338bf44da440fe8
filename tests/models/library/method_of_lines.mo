// Partial differential equations on a grid, against their exact solutions.

model HeatOnAGrid "The first mode decays as the difference equation says"
  // expect error in [-1e-7, 1e-7]
  // expect lossError in [-1e-7, 1e-7]
  // expect mirrored in [-1e-8, 1e-8]
  // tolerance 1e-8
  // Eigenvalue of the second difference for sin(pi x): -4 N^2 sin^2(pi/(2 N)).
  import Dashpot.MethodOfLines.*;
  parameter Integer N = 20;
  Heat bar(n = N, u_start = sin(Dashpot.Units.pi*bar.x)), lossy(n = N, b = 1, u_start = sin(Dashpot.Units.pi*lossy.x));
  Heat half(n = 10, length = 0.5, right = End.symmetric, u_start = sin(Dashpot.Units.pi*half.x)) "Half the bar with a mirror";
  Real error = bar.u[11] - exp(-4*N^2*sin(Dashpot.Units.pi/(2*N))^2*time);
  Real lossError = lossy.u[11] - exp(-(1 + 4*N^2*sin(Dashpot.Units.pi/(2*N))^2)*time);
  Real mirrored = half.u[11] - bar.u[11];
  annotation(experiment(StopTime = 0.3, Interval = 0.01));
end HeatOnAGrid;

model WaveOnAGrid "A standing wave: frequency of the grid, energy kept"
  // expect error in [-1e-5, 1e-5]
  // expect drift in [-1e-4, 1e-4]
  // tolerance 1e-9
  import Dashpot.MethodOfLines.*;
  parameter Integer N = 20;
  Wave string(n = N, c = 2, u_start = sin(Dashpot.Units.pi*string.x));
  Real error = string.u[11] - cos(2*2*N*sin(Dashpot.Units.pi/(2*N))*time);
  Real energy = sum(string.ut[i]^2/2 for i in 2:N)/N + 4*sum((string.u[i + 1] - string.u[i])^2/2 for i in 1:N)*N;
  Real drift = energy/(4*N*N*sin(Dashpot.Units.pi/(2*N))^2) - 1;
  annotation(experiment(StopTime = 2, Interval = 0.05));
end WaveOnAGrid;

model PendulumsWithoutCoupling "Sine-Gordon without waves: pendulums of large amplitude"
  // expect chain.u[3](7.4162987092) = 1.5707963268 +- 1e-5
  // tolerance 1e-9
  // Released at 90 degrees: the period is 4 K(sin 45 deg) = 7.4162987092.
  import Dashpot.MethodOfLines.*;
  SineGordon chain(n = 4, c = 0, left = End.symmetric, right = End.symmetric, u_start = fill(Dashpot.Units.pi/2, 5));
  annotation(experiment(StopTime = 7.4162987092, Interval = 7.4162987092));
end PendulumsWithoutCoupling;
