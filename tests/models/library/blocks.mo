// Blocks against what they must give, by hand.

model SourcesOfSignals "All sources at chosen times"
  // expect constant_.y(3) = 2.5 +- 0
  // expect step.y(1) = 1 +- 0
  // expect step.y(2) = 4 +- 0
  // expect ramp.y(1.5) = 0.25 +- 1e-12
  // expect ramp.y(4) = 1 +- 0
  // expect jump.y(1) = 2 +- 0
  // expect sine.y(1.25) = 3 +- 1e-12
  // expect sine.y(0.5) = 1 +- 0
  // expect pulse.y(0.5) = 0 +- 0
  // expect pulse.y(1.2) = 5 +- 0
  // expect pulse.y(1.3) = 0 +- 0
  // expect pulse.y(3.2) = 5 +- 0
  // expect trapezoid.y(0.1) = 1 +- 1e-12
  // expect trapezoid.y(0.3) = 2 +- 0
  // expect trapezoid.y(0.65) = 1 +- 1e-12
  // expect trapezoid.y(0.9) = 0 +- 0
  // expect trapezoid.y(3.1) = 1 +- 1e-12
  // expect saw.y(0.5) = 0.5 +- 1e-12
  // expect saw.y(2.25) = 0.25 +- 1e-12
  // expect time_.y(0.5) = 0 +- 0
  // expect time_.y(3) = 2 +- 1e-12
  // expect table.y(0.5) = 1 +- 1e-12
  // expect table.y(1) = 5 +- 1e-12
  // expect table.y(1.5) = 4 +- 1e-12
  // expect table.y(3) = 3 +- 0
  // expect booleanStep.y(0.9) = 0 +- 0
  // expect booleanStep.y(1) = 1 +- 0
  // expect booleanPulse.y(0.2) = 1 +- 0
  // expect booleanPulse.y(0.8) = 0 +- 0
  // expect booleanTable.y(0.5) = 0 +- 0
  // expect booleanTable.y(1.5) = 1 +- 0
  // expect booleanTable.y(2.5) = 0 +- 0
  // expect area(4) = 4.4 +- 1e-6
  import Dashpot.Blocks.Sources.*;
  Constant constant_(k = 2.5);
  Step step(height = 3, offset = 1, startTime = 2);
  Ramp ramp(duration = 2, startTime = 1);
  Ramp jump(height = 2, duration = 0, startTime = 1);
  Sine sine(amplitude = 2, f = 1, offset = 1, startTime = 1);
  Pulse pulse(amplitude = 5, width = 25, startTime = 1);
  Trapezoid trapezoid(amplitude = 2, rising = 0.2, width = 0.4, falling = 0.1);
  SawTooth saw;
  Time time_(startTime = 1);
  TimeTable table(table = [0, 0; 1, 2; 1, 5; 2, 3]);
  BooleanConstant booleanConstant;
  BooleanStep booleanStep(startTime = 1);
  BooleanPulse booleanPulse;
  BooleanTable booleanTable(times = {1, 2});
  Real area(start = 0, fixed = true) "Four trapezoids of 2 (0.4 + 0.15)";
equation
  der(area) = trapezoid.y;
  annotation(experiment(StopTime = 4, Interval = 0.05));
end SourcesOfSignals;

model ShortPulses "Sources declare their corners: what lasts 0.01 s in 100 s is not stepped over"
  // expect area[1](100) = 0.01 +- 1e-9
  // expect area[2](100) = 0.008 +- 1e-9
  // expect area[3](100) = 0.01 +- 1e-9
  // expect area[4](100) = 0.01 +- 1e-9
  // expect area[5](100) = 0.01 +- 1e-9
  // expect area[6](100) = 0.01 +- 1e-9
  import Dashpot.Blocks.Sources.*;
  Pulse pulse(width = 0.01, period = 100, startTime = 50);
  Trapezoid trapezoid(rising = 0.002, width = 0.006, falling = 0.002, period = 100, startTime = 30);
  TimeTable table(table = [0, 0; 40, 0; 40, 1; 40.01, 1; 40.01, 0; 100, 0]);
  Step up(startTime = 20), down(startTime = 20.01, height = -1);
  BooleanPulse booleanPulse(width = 0.01, period = 100, startTime = 60);
  BooleanTable booleanTable(times = {70, 70.01});
  Real area[6](each start = 0, each fixed = true);
equation
  der(area) = {pulse.y, trapezoid.y, table.y, up.y + down.y, if booleanPulse.y then 1 else 0, if booleanTable.y then 1 else 0};
  annotation(experiment(StopTime = 100));
end ShortPulses;

model Mathematics "Functions of two signals"
  // expect gain.y(1) = 6 +- 0
  // expect add.y(1) = -5 +- 0
  // expect sum_.y(1) = 32 +- 0
  // expect feedback.y(1) = -3 +- 0
  // expect product.y(1) = 10 +- 0
  // expect division.y(1) = 0.4 +- 1e-15
  // expect abs_.y(1) = 3 +- 0
  // expect root.y(1) = -1.7320508076 +- 1e-9
  // expect min_.y(1) = 2 +- 0
  // expect max_.y(1) = 5 +- 0
  // expect sin_.y(1) = 0.9092974268 +- 1e-9
  // expect cos_.y(1) = -0.4161468365 +- 1e-9
  // expect rootNearZero.y(1) = 0 +- 1e-15
  import Dashpot.Blocks.Math.*;
  Gain gain(k = 3, u = 2);
  Add add(k1 = 5, k2 = -3, u1 = 2, u2 = 5);
  Sum sum_(n = 3, k = {1, 2, 3}, u = {4, 5, 6});
  Feedback feedback(u1 = 2, u2 = 5);
  Product product(u1 = 2, u2 = 5);
  Division division(u1 = 2, u2 = 5);
  Abs abs_(u = -3);
  SignedSquareRoot root(u = -3), rootNearZero(u = 0);
  Min min_(u1 = 2, u2 = 5);
  Max max_(u1 = 2, u2 = 5);
  Sin sin_(u = 2);
  Cos cos_(u = 2);
  annotation(experiment(StopTime = 1));
end Mathematics;

model LinearDynamics "Answers to a unit step"
  // expect errorIntegrator in [-1e-9, 1e-9]
  // expect limited.y in [-1e-9, 0.500001]
  // expect limited.y(1) = 0.5 +- 1e-6
  // expect limited.y(3) = 0 +- 1e-5
  // expect errorDerivative in [-1e-7, 1e-7]
  // expect errorFirst in [-1e-7, 1e-7]
  // expect errorSecond in [-1e-7, 1e-7]
  // expect errorPI in [-1e-9, 1e-9]
  // expect errorTransfer in [-1e-7, 1e-7]
  // expect errorState in [-1e-7, 1e-7]
  // expect direct.y in [2.999999, 3.000001]
  // expect errorLead in [-1e-7, 1e-7]
  // expect errorHigh in [-1e-7, 1e-7]
  // tolerance 1e-9
  import Dashpot.Blocks.Continuous.*;
  Integrator integrator(k = 2, y_start = 1, u = 1);
  LimitedIntegrator limited(yMax = 0.5, yMin = 0, u = if time < 2 then 1 else -1);
  Derivative derivative(k = 2, T = 0.1, slope_start = 10, u = 1);
  FirstOrder first(k = 2, T = 0.5, u = 1);
  SecondOrder second(w = 5, D = 0.6, u = 1);
  PI pi(k = 2, T = 0.5, u = 1);
  TransferFunction transfer(b = {25}, a = {1, 6, 25}, u = 1);
  TransferFunction lead(b = {2, 1}, a = {1, 1}, u = 1);
  TransferFunction direct(b = {6}, a = {2}, u = 1);
  StateSpace space(A = [0, 1; -25, -6], B = [0; 25], C = [1, 0], u = {1});
  HighPass high(f = 1/(2*Dashpot.Units.pi), y_start = 1, u = 1);
  Real answer = 1 - exp(-3*time)*(cos(4*time) + 0.75*sin(4*time));
  Real errorIntegrator = integrator.y - (1 + 2*time);
  Real errorDerivative = derivative.y - 20*exp(-10*time);
  Real errorFirst = first.y - 2*(1 - exp(-2*time));
  Real errorSecond = second.y - answer;
  Real errorPI = pi.y - (2 + 4*time);
  Real errorTransfer = transfer.y - answer;
  Real errorState = space.y[1] - answer;
  Real errorLead = lead.y - (1 + exp(-time));
  Real errorHigh = high.y - exp(-time);
  annotation(experiment(StopTime = 3, Interval = 0.05));
end LinearDynamics;

model Filters "Amplitude at the cut-off frequency, and far above it"
  // expect butterworth.y(20.25) = 0 +- 1e-4
  // expect amplitude2(20) = 0.7071067812 +- 2e-4
  // expect amplitude5(20) = 0.7071067812 +- 2e-4
  // expect amplitudeLag(20) = 0.7071067812 +- 2e-4
  // expect amplitudeFar(20) = 0.0009999995 +- 1e-5
  // tolerance 1e-8
  // The amplitude from the mean square of the last 10 periods.
  import Dashpot.Blocks.Continuous.*;
  LowPass butterworth(n = 2, f = 1, u = u), fifth(n = 5, f = 1, u = u), lags(butterworth = false, n = 3, f = 1, u = u), far(n = 3, f = 1, u = sin(20*Dashpot.Units.pi*time));
  Real u = sin(2*Dashpot.Units.pi*time);
  Real square2(start = 0, fixed = true), square5(start = 0, fixed = true), squareLag(start = 0, fixed = true), squareFar(start = 0, fixed = true);
  Real amplitude2 = sqrt(2*square2/10), amplitude5 = sqrt(2*square5/10), amplitudeLag = sqrt(2*squareLag/10), amplitudeFar = sqrt(2*squareFar/10);
equation
  der(square2) = if time < 10 or time >= 20 then 0 else butterworth.y^2;
  der(square5) = if time < 10 or time >= 20 then 0 else fifth.y^2;
  der(squareLag) = if time < 10 or time >= 20 then 0 else lags.y^2;
  der(squareFar) = if time < 10 or time >= 20 then 0 else far.y^2;
  annotation(experiment(StopTime = 21, Interval = 0.25));
end Filters;

model ControlledLag "A PID controller with a limited output on a slow lag: no windup, no offset"
  // expect plant.y(20) = 1 +- 1e-4
  // expect plant.y in [-1e-6, 1.05]
  // expect controller.y in [-2, 2]
  // expect withoutWindup(20) = 1 +- 0
  // expect pi.y(20) = 1 +- 1e-3
  // methods rodas4 radau5 ida
  import Dashpot.Blocks.*;
  Sources.Step setPoint;
  Continuous.PID controller(k = 10, Ti = 1, Td = 0.05, yMax = 2);
  Continuous.FirstOrder plant(T = 2);
  Continuous.PID piController(k = 10, Ti = 1, Td = 0);
  Continuous.FirstOrder pi(T = 2);
  Boolean withoutWindup = controller.i < 1.5 "An integral that winds up would reach 1 s of error/Ti and more";
equation
  connect(setPoint.y, controller.u_s);
  connect(plant.y, controller.u_m);
  connect(controller.y, plant.u);
  connect(setPoint.y, piController.u_s);
  connect(pi.y, piController.u_m);
  connect(piController.y, pi.u);
  annotation(experiment(StopTime = 20));
end ControlledLag;

model Corners "Limits, dead zone, hysteresis, play, delay, rates"
  // expect limiter.y(0.25) = 0.5 +- 0
  // expect limiter.y(0.75) = -0.2 +- 0
  // expect limiter.y(0.5) = 0 +- 1e-9
  // expect smooth.y(0.25) = 0.5 +- 1e-12
  // expect smooth.y(0.5) = 0 +- 1e-9
  // expect variable.y(0.25) = 0.7 +- 1e-12
  // expect dead.y(0.25) = 0.9 +- 1e-9
  // expect dead.y(0.5) = 0 +- 0
  // expect dead.y(0.75) = -0.9 +- 1e-9
  // expect hysteresis.y(0.1) = 1 +- 0
  // expect hysteresis.y(0.5) = 1 +- 0
  // expect hysteresis.y(0.6) = 0 +- 0
  // expect hysteresis.y(1) = 0 +- 0
  // expect backlash.y(0.25) = 0.9 +- 2e-3
  // expect backlash.y(0.3) = 0.9 +- 2e-3
  // expect backlash.y(0.75) = -0.9 +- 2e-3
  // expect delayed.y(0.5) = 1 +- 1e-4
  // expect delayed.y(0.1) = 0 +- 1e-9
  // expect rate.y(0.5) = 1 +- 1e-2
  // expect rate.y(0.9) = 1.8 +- 1e-2
  // expect rate.y(2) = 1 +- 1e-2
  import Dashpot.Blocks.Nonlinear.*;
  Real u = sin(2*Dashpot.Units.pi*time);
  Limiter limiter(uMax = 0.5, uMin = -0.2, u = u);
  SmoothLimiter smooth(uMax = 0.5, uMin = -0.5, u = u);
  VariableLimiter variable(u = u, limit1 = 0.7, limit2 = -0.7);
  DeadZone dead(uMax = 0.1, u = u);
  Hysteresis hysteresis(uHigh = 0.5, uLow = -0.5, u = u);
  Backlash backlash(width = 0.2, u = u);
  Delay delayed(delayTime = 0.25, u = u);
  RateLimiter rate(rising = 2, falling = -1, u = if time < 1 then 10 else -10);
  annotation(experiment(StopTime = 2, Interval = 0.05));
end Corners;

model DelaysOfOneSignal "sin(2 pi t), some time ago; their breaks fall together"
  // expect first.y(0.5) = 0.0627905195 +- 1e-5
  // expect second.y(0.5) = 0.1253332336 +- 1e-5
  // expect both.y(0.5) = 0.1873813146 +- 1e-5
  // expect none.y(0.25) = 1 +- 1e-5
  import Dashpot.Blocks.*;
  Sources.Sine source(amplitude = 1, f = 1);
  Nonlinear.Delay first(delayTime = 0.01), second(delayTime = 0.02), both(delayTime = 0.02), none(delayTime = 0);
equation
  connect(source.y, first.u);
  connect(source.y, second.u);
  connect(first.y, both.u);
  connect(source.y, none.u);
  annotation(experiment(StopTime = 1, Interval = 0.05));
end DelaysOfOneSignal;

model TablesOfValues "At the points, between them and outside"
  // expect linear.y(1.5) = 2.5 +- 1e-12
  // expect linear.y(3) = 14 +- 1e-12
  // expect held.y(3) = 9 +- 1e-12
  // expect linear.y(0) = 0 +- 1e-12
  // expect smooth.y(1) = 1 +- 1e-12
  // expect smooth.y(2) = 4 +- 1e-12
  // expect smooth.y in [-1e-9, 20]
  // expect flat.y(1.5) = 1 +- 1e-12
  // expect plane.y(1.5) = 9.25 +- 1e-12
  // expect outside.y(0) = -1 +- 1e-12
  // Bilinear functions are met exactly: the table holds y = 2 u1 + u2 + u1 u2, taken at (1.5, 2.5).
  import Dashpot.Blocks.Tables.*;
  Table1D linear(table = [0, 0; 1, 1; 2, 4; 2.5, 9], u = time), held(table = [0, 0; 1, 1; 2, 4; 2.5, 9], hold = true, u = time);
  Table1D smooth(table = [0, 0; 1, 1; 2, 4; 2.5, 9], smoothness = Smoothness.monotone, u = time);
  Table1D flat(table = [0, 0; 1, 1; 2, 1; 3, 5], smoothness = Smoothness.monotone, u = time);
  Table2D plane(table = [0, 0, 2, 5; 0, 0, 2, 5; 1, 2, 6, 12; 3, 6, 14, 26], u1 = time, u2 = 2*time/1.2);
  Table1D outside(table = [0, 0; 1, 1], u = time - 1);
  annotation(experiment(StopTime = 3, Interval = 0.1));
end TablesOfValues;

model Decisions "Comparisons, gates, switches and memories"
  // expect both(1.2) = 0 +- 0
  // expect both(0.2) = 1 +- 0
  // expect one(0.6) = 1 +- 0
  // expect exclusive.y(0.2) = 0 +- 0
  // expect exclusive.y(0.6) = 1 +- 0
  // expect switch.y(0.2) = 10 +- 0
  // expect switch.y(0.6) = 20 +- 0
  // expect above.y(0.6) = 1 +- 0
  // expect below.y(0.6) = 0 +- 0
  // expect greater.y(0.6) = 0 +- 0
  // expect latch.q(0.9) = 1 +- 0
  // expect latch.q(1.9) = 0 +- 0
  // expect latch.notQ(1.9) = 1 +- 0
  // expect late.y(0.2) = 0 +- 0
  // expect late.y(0.4) = 1 +- 0
  // expect late.y(0.6) = 0 +- 0
  // expect number.y(0.2) = 3 +- 0
  // expect edges(1.9) = 1 +- 0
  import Dashpot.Blocks.*;
  Sources.BooleanPulse fast(period = 1), slow(period = 1.5);
  Logic.And and_;
  Logic.Or or_;
  Logic.Xor exclusive;
  Logic.Not not_;
  Logic.Switch switch(u1 = 10, u2 = 20);
  Logic.GreaterThreshold above(threshold = 0.5, u = time);
  Logic.LessThreshold below(threshold = 0.5, u = time);
  Logic.Greater greater(u1 = time, u2 = 2*time);
  Logic.Latch latch;
  Logic.OnDelay late(delayTime = 0.3);
  Logic.ToReal number(realTrue = 3);
  Logic.Edge edge_;
  Boolean both = and_.y, one = or_.y;
  Integer edges(start = 0, fixed = true);
equation
  connect(fast.y, and_.u1);
  connect(slow.y, and_.u2);
  connect(fast.y, or_.u1);
  connect(slow.y, or_.u2);
  connect(fast.y, exclusive.u1);
  connect(slow.y, exclusive.u2);
  connect(fast.y, not_.u);
  connect(fast.y, switch.u);
  connect(above.y, latch.set);
  latch.reset = time > 1.5;
  connect(fast.y, late.u);
  connect(fast.y, number.u);
  connect(fast.y, edge_.u);
  when edge_.y then
    edges = pre(edges) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.1));
end Decisions;

model SampledSignals "Hold, delay, transfer function and controller at samples of 0.1 s"
  // expect hold.y(0.25) = 0.2 +- 1e-9
  // expect unit.y(0.25) = 0.1 +- 1e-9
  // expect filter.y(0.25) = 1.75 +- 1e-12
  // expect filter.y(2) = 2 +- 1e-5
  // expect plant.y(20) = 1 +- 1e-3
  // expect plant.y in [-1e-6, 1.2]
  // expect pid.y in [-2, 2]
  // filter: x = 1, 1.5, 1.75 for y = u + 0.5 y
  import Dashpot.Blocks.*;
  Sampled.ZeroOrderHold hold(samplePeriod = 0.1, u = time);
  Sampled.UnitDelay unit(samplePeriod = 0.1, u = time);
  Sampled.TransferFunction filter(samplePeriod = 0.1, b = {1, 0}, a = {1, -0.5}, u = 1);
  Sampled.PID pid(k = 5, Ti = 1, Td = 0.05, yMax = 2, samplePeriod = 0.1, u_s = 1);
  Continuous.FirstOrder plant(T = 2);
equation
  connect(plant.y, pid.u_m);
  connect(pid.y, plant.u);
  annotation(experiment(StopTime = 20, Interval = 0.05));
end SampledSignals;

model StartWithoutKick "Controllers and derivatives begin where their inputs are, however far from zero"
  import Dashpot.Blocks.Continuous.*;
  PID pid(k = 2, Ti = 1, Td = 0.5, u_s = 100, u_m = 100);
  PID bumpless(k = 2, Ti = 1, Td = 0.5, bumpless = true, y_start = 0.3, u_s = 100, u_m = 90);
  PID moving(k = 1, Ti = 1e6, Td = 0.5, u_s = 0, u_m = 50 + 2*time) "A ramp of the measurement: d goes to -2 Td, with the time constant Td/Nd";
  Derivative derivative(k = 3, T = 0.1, u = 50 + 2*time) "6 (1 - exp(-t/T))";
  Derivative known(k = 3, T = 0.1, slope_start = 2, u = 50 + 2*time);
  HighPass high(f = 1, u = 7);
  // expect pid.y in [-1e-9, 1e-9]
  // expect pid.d in [-1e-9, 1e-9]
  // expect bumpless.y(0) = 0.3 +- 1e-9
  // The error of 10 is integrated: 2*10*t.
  // expect bumpless.y(1) = 20.3 +- 1e-6
  // expect moving.d(0) = 0 +- 1e-9
  // expect moving.d(1) = -1 +- 1e-6
  // expect derivative.y(0) = 0 +- 1e-9
  // expect derivative.y(0.1) = 3.792723353 +- 1e-5
  // expect known.y in [5.999999, 6.000001]
  // expect high.y in [-1e-9, 1e-9]
  annotation(experiment(StopTime = 1, Tolerance = 1e-8, Interval = 0.1));
end StartWithoutKick;

model LoopStartsAtRest "A position loop whose load is not at zero, and whose start is not fixed: it stays where it is"
  import Dashpot.Mechanics.Translational.*;
  Mass load(m = 2, s_start = 0.4), rigid(m = 1, s_start = 0.4);
  Damper damper(d = 10);
  Fixed ground;
  Sources.Force force;
  Sensors.PositionSensor sensor;
  Dashpot.Blocks.Continuous.PID controller(k = 50, Ti = 1, Td = 0.1, u_s = 0.4);
equation
  connect(ground.flange, damper.flange_a);
  connect(damper.flange_b, load.flange_a);
  connect(load.flange_b, rigid.flange_a);
  connect(rigid.flange_b, force.flange);
  connect(rigid.flange_b, sensor.flange);
  connect(sensor.y, controller.u_m);
  connect(controller.y, force.f);
  // expect load.s in [0.399999999, 0.400000001]
  // expect controller.y in [-1e-7, 1e-7]
  annotation(experiment(StopTime = 1, Interval = 0.1));
end LoopStartsAtRest;
