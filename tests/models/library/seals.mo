// Friction of seals.

model SteadySliding "In steady sliding LuGre friction is the Stribeck curve (Canudas de Wit et al. 1995)"
  import Dashpot.Hydraulics.Actuators.Friction.*;
  LuGre lugre[4](v = {0.002, 0.02, 0.2, -0.05});
  Stribeck stribeck[4](v = {0.002, 0.02, 0.2, -0.05});
  // expect lugre[1].F(1) = 498.0149501 +- 1e-5 rel
  // expect lugre[2].F(1) = 320.3638324 +- 1e-5 rel
  // expect stribeck[2].F(1) = 320.3638324 +- 1e-6 rel
  // expect lugre[3].F(1) = 300 +- 1e-5 rel
  // expect stribeck[3].F(1) = 300 +- 1e-6 rel
  // expect lugre[4].F(1) = -225.5791362 +- 1e-5 rel
  // expect stribeck[4].F(1) = -225.5791362 +- 1e-6 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end SteadySliding;

partial model Pulled "A mass on a spring whose end moves at constant speed"
  replaceable model Friction = Dashpot.Hydraulics.Actuators.Friction.Stribeck constrainedby Dashpot.Hydraulics.Actuators.Friction.Partial;
  parameter Real m = 10;
  parameter Real k = 2e4;
  parameter Real V = 0.002;
  Real x(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  Real F = k*(V*time - x);
  Friction friction(v = v);
equation
  der(x) = v;
  m*der(v) = F - friction.F;
end Pulled;

model StickSlipEvents "Sticks and slips for a minute; the spring pulls at the static friction of 50 N before each slip"
  extends Pulled(redeclare model Friction = Dashpot.Hydraulics.Actuators.Friction.StribeckStick(F_C = 30, F_S = 50, v_s = 0.01, b = 20));
  // While it sticks the spring carries the whole force; it breaks away at 50 N the first time, after 50/(k V) = 1.25 s.
  // expect x(1.25) = 0 +- 1e-9
  // expect F(1.2) = 48 +- 1e-6
  // expect F in [-5, 52]
  // expect friction.F in [-51, 51]
  // It moves by the speed of the spring's end in the mean.
  // expect x(60) = 0.12 +- 0.003
  // methods rodas4 radau5
  annotation(experiment(StopTime = 60, Tolerance = 1e-6, Interval = 0.05));
end StickSlipEvents;

model StickSlipLuGre "The same with bristles"
  extends Pulled(redeclare model Friction = Dashpot.Hydraulics.Actuators.Friction.LuGre(F_C = 30, F_S = 50, v_s = 0.01, b = 20, sigma0 = 2e6, sigma1 = 2e3));
  // Before it slides, x = -z_s ln(1 - z/z_s) with z = F/sigma0 and z_s = F_S/sigma0, quasi-statically.
  // expect x(1.2) = 6.757e-05 +- 0.02 rel
  // expect F in [-5, 52]
  // methods rodas4 radau5 ida
  // agree 0.1
  annotation(experiment(StopTime = 20, Tolerance = 1e-6, Interval = 0.05));
end StickSlipLuGre;

model HeldLoad "A cylinder sticks with a load bolted to its rod: 300 N do not move it, 700 N do"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.Tank tank;
  Actuators.Cylinder cylinder(m = 10, stroke = 10, x_start = 0.1, redeclare model Friction = Actuators.Friction.StribeckStick(F_C = 200, F_S = 500, v_s = 1e-3, b = 0));
  Dashpot.Mechanics.Translational.Mass load(m = 100, s_start = 0.1);
  Dashpot.Mechanics.Translational.Sources.Force force;
  Valves.StepSequence command(y_start = 300, times = {1}, values = {700});
equation
  connect(tank.port, cylinder.port_a);
  connect(tank.port, cylinder.port_b);
  connect(cylinder.flange, load.flange_a);
  connect(load.flange_b, force.flange);
  connect(command.y, force.f);
  // expect cylinder.x(0.9) = 0.1 +- 1e-9
  // expect cylinder.v(2) = 4.5454545 +- 2e-3
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 2, Interval = 0.05));
end HeldLoad;
