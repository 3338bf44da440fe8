// The three models of friction. Stribeck's curve in all of them: F(v) = F_C + (F_S - F_C) exp(-(v/v_s)^2) + b |v|.

model CurveOfFriction "At a constant velocity all models are on the curve; the values are computed by hand"
  // expect smooth.f(2) = 118.8939721 +- 1e-4
  // expect sticky.friction(2) = 118.8939721 +- 1e-7
  // expect bristles.f(2) = 118.8939721 +- 1e-4
  // expect smoothBack.f(2) = -118.8939721 +- 1e-4
  // expect bristlesBack.f(2) = -118.8939721 +- 1e-4
  // expect bristles.loss(2) = 1.188939721 +- 1e-5
  // expect atRest.f(2) = 0 +- 1e-9
  // 100 + 50/e + 50 0.01 = 118.8939721
  import Dashpot.Mechanics.Translational.*;
  Fixed ground;
  Sources.Speed forwards, backwards, rest;
  Friction.SmoothFriction smooth, smoothBack, atRest;
  Friction.StickSlipFriction sticky;
  Friction.LuGreFriction bristles, bristlesBack;
equation
  forwards.v = 0.01;
  backwards.v = -0.01;
  rest.v = 0;
  connect(ground.flange, smooth.flange_a);
  connect(ground.flange, smoothBack.flange_a);
  connect(ground.flange, atRest.flange_a);
  connect(ground.flange, sticky.flange_a);
  connect(ground.flange, bristles.flange_a);
  connect(ground.flange, bristlesBack.flange_a);
  connect(smooth.flange_b, forwards.flange);
  connect(smoothBack.flange_b, backwards.flange);
  connect(atRest.flange_b, rest.flange);
  connect(sticky.flange_b, forwards.flange);
  connect(bristles.flange_b, forwards.flange);
  connect(bristlesBack.flange_b, backwards.flange);
  annotation(experiment(StopTime = 2));
end CurveOfFriction;

model RotationalCurve "The same for shafts"
  // expect smooth.tau(2) = 1.184939721 +- 1e-6
  // expect bristles.tau(2) = 1.184939721 +- 1e-6
  // expect sticky.friction(2) = -1.184939721 +- 1e-8
  // 1 + 0.5/e + 0.01 0.1
  import Dashpot.Mechanics.Rotational.*;
  Fixed ground;
  Sources.Speed forwards, backwards;
  Friction.SmoothFriction smooth;
  Friction.StickSlipFriction sticky;
  Friction.LuGreFriction bristles;
equation
  forwards.w = 0.1;
  backwards.w = -0.1;
  connect(ground.shaft, smooth.shaft_a);
  connect(ground.shaft, sticky.shaft_a);
  connect(ground.shaft, bristles.shaft_a);
  connect(smooth.shaft_b, forwards.shaft);
  connect(sticky.shaft_b, backwards.shaft);
  connect(bristles.shaft_b, forwards.shaft);
  annotation(experiment(StopTime = 2));
end RotationalCurve;

model ComesToRest "A sliding body stops under Coulomb friction and stays; a growing force breaks it away"
  // expect mass.s(0.5) = 0.1875 +- 1e-7
  // expect mass.s(3) = 0.25 +- 1e-7
  // expect mass.v(3) = 0 +- 2e-10
  // expect friction.mode(3) = 0 +- 0.1
  // expect mass.v(7) = 1 +- 1e-6
  // expect balance in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // v0 = 0.5, F/m = 0.5: stops after 1 s and 0.25 m. From 4 s a force t - 4: it breaks away at 5 s, then 2 v' = t - 5.
  import Dashpot.Mechanics.Translational.*;
  Fixed ground;
  Mass mass(m = 2, v_start = 0.5);
  Friction.StickSlipFriction friction(F_C = 1, F_S = 1, b = 0);
  Sources.Force force;
  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = 0.25 + work - heat - mass.energy;
equation
  force.f = if time < 4 then 0 else time - 4;
  der(work) = force.f*mass.v;
  der(heat) = friction.loss;
  connect(ground.flange, friction.flange_a);
  connect(friction.flange_b, mass.flange_a);
  connect(force.flange, mass.flange_b);
  annotation(experiment(StopTime = 7, Interval = 0.1));
end ComesToRest;

model CoulombOscillator "A spring and Coulomb friction: each half cycle is shorter by 2 F_C/c, then it sticks"
  // expect mass.s(30) = 0.15 +- 1e-6
  // expect mass.v(30) = 0 +- 1e-9
  // expect friction.mode(30) = 0 +- 0.1
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  // From 0.95 with F_C/c = 0.1: 0.95, -0.75, 0.55, -0.35, 0.15; there the spring pulls with 0.15 c = 1.5 < F_S = 1.6.
  import Dashpot.Mechanics.Translational.*;
  Fixed ground;
  Mass mass(m = 1, s_start = 0.95);
  Spring spring(c = 10);
  Friction.StickSlipFriction friction(F_C = 1, F_S = 1.6, v_s = 1e-4, b = 0);
equation
  connect(ground.flange, spring.flange_a);
  connect(ground.flange, friction.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(friction.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 30));
end CoulombOscillator;

model StickSlipOnABelt "A body on a moving belt, held by a spring: stick-slip for a thousand periods"
  // expect mass.s in [-0.001, 0.25]
  // expect slips(1000) = 738 +- 8
  // expect balance in [-1e-4, 1e-4]
  // With a constant F_C while it slips: from 0.15 to 0.05 m in (pi + 2 atan(0.2))/10 s, then 1 s with the belt: a period of 1.3536 s.
  import Dashpot.Mechanics.Translational.*;
  Fixed wall;
  Sources.Speed belt;
  Mass mass(m = 1);
  Spring spring(c = 100);
  Friction.StickSlipFriction friction(F_C = 10, F_S = 15, v_s = 1e-3, b = 0);
  Integer slips(start = 0, fixed = true);
  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = (work - heat - mass.energy - spring.energy)/max(work, 1);
equation
  belt.v = 0.1;
  der(work) = -0.1*belt.flange.f;
  der(heat) = friction.loss;
  when not friction.locked then
    slips = pre(slips) + 1;
  end when;
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(mass.flange_b, friction.flange_a);
  connect(friction.flange_b, belt.flange);
  annotation(experiment(StopTime = 1000, Interval = 0.1));
end StickSlipOnABelt;

model LuGrePresliding "Below the break-away force the bristles are a spring; above it the body slides"
  // expect friction.z(0.2) = 5e-5 +- 1e-9
  // expect mass.v(2) = 0.5 +- 1e-3
  // expect friction.loss in [-1e-9, 1e9]
  // expect balance in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // Force 50 N with sigma0 = 1e6 N/m; from 1 s 125 N against F_C + b v = 100 + 50 v.
  import Dashpot.Mechanics.Translational.*;
  Fixed ground;
  Mass mass(m = 1);
  Friction.LuGreFriction friction(F_S = 100, sigma0 = 1e6, sigma1 = 1e3);
  Sources.Force force;
  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = work - heat - mass.energy - friction.energy;
equation
  force.f = if time < 1 then 50 else 125;
  der(work) = force.f*mass.v;
  der(heat) = friction.loss;
  connect(ground.flange, friction.flange_a);
  connect(friction.flange_b, mass.flange_a);
  connect(force.flange, mass.flange_b);
  annotation(experiment(StopTime = 2, Interval = 0.1));
end LuGrePresliding;

model TogetherForALongTime "Two bodies that stick to each other while they are shaken; now and then the force is too much"
  // expect gap in [-1e-6, 1e-6]
  // expect friction.locked in [1, 1]
  // expect loose.mode in [-4, 4]
  // expect balance in [-1e-3, 1e-3]
  // methods rodas4 radau5 ida
  // agree 1e-2
  // tolerance 1e-8
  // The lower body (1 kg) is carried by friction of at most 3 N: 2 m/s2 of it are needed on the left, 4 m/s2 on the right, where it slips.
  import Dashpot.Mechanics.Translational.*;
  Mass upper(m = 1), lower(m = 1), upper2(m = 1), lower2(m = 1);
  Friction.StickSlipFriction friction(F_C = 3, F_S = 3, b = 0), loose(F_C = 3, F_S = 3, b = 0);
  Sources.Force force, force2;
  Real gap = upper.s - lower.s;
  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = work - heat - upper2.energy - lower2.energy;
equation
  force.f = 4*sin(time);
  force2.f = 8*sin(time);
  der(work) = force2.f*upper2.v;
  der(heat) = loose.loss;
  connect(force.flange, upper.flange_a);
  connect(upper.flange_b, friction.flange_a);
  connect(friction.flange_b, lower.flange_a);
  connect(force2.flange, upper2.flange_a);
  connect(upper2.flange_b, loose.flange_a);
  connect(loose.flange_b, lower2.flange_a);
  annotation(experiment(StopTime = 100, Interval = 0.1));
end TogetherForALongTime;
