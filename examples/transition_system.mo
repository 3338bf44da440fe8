// A loop of slow and very fast blocks: what transition-matrix methods are made for (after Smith 1974, chapter V, whose diagram is lost).
//
//   cos t -> (+) -> limiter -> A (0.6 ms) -> tanh -> B (second order, 600 Hz) -> C1 (closed loop of gain 50000) -> C2 (0.2 ms) -> cubic -> integrator -> y
//
// Look at y: it follows cos t after a start at the limit. The fastest pole lies at -2.4e8, so that an explicit method would need steps of 1e-8 s.
// Smith's time constants 1/1667, 1/3768 and 1/4800 s and his loop of 280 rad/s are kept; the gain, the nonlinear blocks and the couplings are
// ours, chosen so that the limit of RK4 falls where he found it.

model TransitionSystem "Seven states, poles from -2 to -2.4e8"
  // plot y, e
  // expect y(0.05) = 1.0428042888 +- 1e-6
  // expect y(1) = 0.5043957753 +- 1e-6
  // expect y(6) = 0.9405800626 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  // Reference: recomputed independently with Radau IIA, rtol 1e-9, atol 1e-11.
  import Dashpot.Blocks.*;
  parameter Real K = 5e4 "Gain of the closed loop C1";
  Sources.Sine input_(f = 0.5/Dashpot.Units.pi, phase = Dashpot.Units.pi/2) "cos t" annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Nonlinear.Limiter limiter(uMax = 0.5) annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.FirstOrder A(T = 1/1667) annotation(Placement(transformation(origin = {-26, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.SecondOrder B(w = 3768, D = 0.7) annotation(Placement(transformation(origin = {10, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.FirstOrder C1(k = K/(1 + K), T = 1/(4800*(1 + K))) "c1' = -4800 c1 + 4800 K (u - c1)" annotation(Placement(transformation(origin = {46, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.FirstOrder C2(T = 1/4800) annotation(Placement(transformation(origin = {80, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.Integrator integrator(k = 280) annotation(Placement(transformation(origin = {116, 0}, extent = {{-10, -10}, {10, 10}})));
  Continuous.FirstOrder feedback(T = 0.5) annotation(Placement(transformation(origin = {10, -50}, extent = {{10, -10}, {-10, 10}})));
  Real y = integrator.y "Output";
  Real e = input_.y - 0.9*y - 0.1*feedback.y "Error";
equation
  limiter.u = e;
  connect(limiter.y, A.u) annotation(Line(points = {{-49, 0}, {-38, 0}}, color = {0, 0, 127}));
  B.u = tanh(A.y);
  C1.u = B.y - 0.05*y;
  connect(C1.y, C2.u) annotation(Line(points = {{57, 0}, {68, 0}}, color = {0, 0, 127}));
  integrator.u = C2.y + 0.5*C2.y^3;
  feedback.u = y;
  annotation(Diagram(coordinateSystem(extent = {{-120, -80}, {140, 40}})), experiment(StopTime = 6, Tolerance = 1e-6, Interval = 0.01));
end TransitionSystem;
