// Lines: their frequency and damping, their steady flow.

model PipeFrequency "Closed at both ends and free of losses it swings at (2/L) sqrt(B/rho) = 714.7 1/s"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(nu = 0);
  Lines.ShortPipe pipe(L = 3, D = 0.01, p_a_start = fluid.p_ambient + 50e5, Q_start = 1e-4);
  // expect pipe.Q(0.001) = 7.55262569e-05 +- 2e-9
  // expect pipe.p_a(0.001) = 4322946.217 +- 100
  // expect pipe.Q(0.005) = -9.08081702e-05 +- 2e-9
  // expect pipe.p_a(0.005) = 5598683.122 +- 100
  // expect pipe.Q(0.02) = -1.57014432e-05 +- 2e-9
  // expect pipe.p_a(0.02) = 3928456.823 +- 100
  // expect pipe.Q(0.05) = -3.8132671e-05 +- 2e-9
  // expect pipe.p_a(0.05) = 6199189.224 +- 100
  // tolerance 1e-9
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.05, Interval = 0.001));
end PipeFrequency;

model PipeDamping "With laminar friction it decays as exp(-K_L A/(2 rho L) t)"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Lines.ShortPipe pipe(L = 3, D = 0.01, p_a_start = fluid.p_ambient + 50e5, Q_start = 1e-4);
  // expect pipe.Q(0.001) = 7.4727594e-05 +- 2e-9
  // expect pipe.Q(0.005) = -8.83834757e-05 +- 2e-9
  // expect pipe.Q(0.02) = -1.48378489e-05 +- 2e-9
  // expect pipe.Q(0.05) = -2.95666068e-05 +- 2e-9
  // tolerance 1e-9
  annotation(experiment(StopTime = 0.05, Interval = 0.001));
end PipeDamping;

model PipeSteady "K_L Q + K_T Q^2 = dp"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 20e5);
  Lines.ShortPipe pipe(L = 3, D = 0.01, xi = 100);
  Sources.Tank tank;
equation
  connect(source.port, pipe.port_a);
  connect(pipe.port_b, tank.port);
  // expect pipe.Q(2) = 0.0005104105153 +- 1e-6 rel
  annotation(experiment(StopTime = 2, Interval = 0.1));
end PipeSteady;

model PipeBackward "The same the other way round"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 20e5);
  Lines.ShortPipe pipe(L = 3, D = 0.01, xi = 100);
  Sources.Tank tank;
equation
  connect(source.port, pipe.port_b);
  connect(pipe.port_a, tank.port);
  // expect pipe.Q(2) = -0.0005104105153 +- 1e-6 rel
  annotation(experiment(StopTime = 2, Interval = 0.1));
end PipeBackward;

model LineTurbulent "Blasius: 0.5 l/s of water through 10 m of 20 mm"
  import Dashpot.Hydraulics.*;
  inner Fluids.Water fluid(cavitation = Fluids.Cavitation.none, constantDensity = true);
  Sources.PressureSource source(p = fluid.p_ambient + 14988.3977209);
  Lines.DistributedLine line(N = 5, L = 10, D = 0.02);
  Sources.Tank tank;
equation
  connect(source.port, line.port_a);
  connect(line.port_b, tank.port);
  // expect line.Q[1](30) = 5e-4 +- 1e-5 rel
  // expect line.Q[5](30) = 5e-4 +- 1e-5 rel
  annotation(experiment(StopTime = 30, Interval = 1));
end LineTurbulent;

model LineEqualsPipe "One cell is a short pipe"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Lines.ShortPipe pipe(L = 3, D = 0.01, xi = 10, Q_start = 1e-4, p_a_start = 50e5);
  Lines.DistributedLine line(N = 1, L = 3, D = 0.01, xi = 10, friction = Lines.Friction.laminar, Q_start = 1e-4, p_a_start = 50e5);
  Real difference = line.p[1] - pipe.p_a;
  // expect difference in [-10, 10]
  annotation(experiment(StopTime = 0.05, Tolerance = 1e-8, Interval = 0.001));
end LineEqualsPipe;
