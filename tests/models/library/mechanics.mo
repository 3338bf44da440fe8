// Translational and rotational components against closed forms. `error` is the difference from the closed form, `balance` what is
// missing in the energy.

model MassSpringDamper "A step of force: damped oscillation"
  // expect error in [-1e-7, 1e-7]
  // expect balance in [-1e-5, 1e-5]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  import Dashpot.Mechanics.Translational.*;
  Fixed wall;
  Mass mass(m = 2);
  Spring spring(c = 200);
  Damper damper(d = 4);
  Sources.ConstantForce force(F = 10);
  Real work(start = 0, fixed = true) "Done by the force";
  Real heat(start = 0, fixed = true) "From the damper";
  Real balance = work - heat - mass.energy - spring.energy;
  Real error = mass.s - 0.05*(1 - exp(-time)*(cos(sqrt(99)*time) + sin(sqrt(99)*time)/sqrt(99)));
equation
  connect(wall.flange, spring.flange_a);
  connect(wall.flange, damper.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(damper.flange_b, mass.flange_a);
  connect(force.flange, mass.flange_b);
  der(work) = 10*mass.v;
  der(heat) = damper.loss;
  annotation(experiment(StopTime = 3, Interval = 0.05));
end MassSpringDamper;

model SpringDamperOfLength "A spring with a free length keeps its distance, and acts in both directions"
  // expect left.s(20) = -0.25 +- 1e-6
  // expect right.s(20) = 0.25 +- 1e-6
  // expect momentum in [-1e-9, 1e-9]
  import Dashpot.Mechanics.Translational.*;
  Mass left(m = 1, s_start = -1);
  Mass right(m = 1, s_start = 1);
  SpringDamper link(c = 10, d = 4, s_rel0 = 0.5);
  Real momentum = left.v + right.v;
equation
  connect(left.flange_b, link.flange_a);
  connect(link.flange_b, right.flange_a);
  annotation(experiment(StopTime = 20));
end SpringDamperOfLength;

model LeverAndRod "A lever with masses on both sides is one mass"
  // expect errorA in [-1e-9, 1e-9]
  // expect errorB in [-1e-9, 1e-9]
  // expect power in [-1e-9, 1e-9]
  import Dashpot.Mechanics.Translational.*;
  Mass a(m = 3);
  Mass b(m = 2, L = 0.2);
  Lever lever(arm_a = 1, arm_b = 2);
  Rod rod(L = 0.1);
  Sources.ConstantForce force(F = 11);
  Real errorA = a.a - 1 "F/(m_a + m_b 2^2)";
  Real errorB = b.a + 2;
  Real power = lever.flange_a.f*der(lever.flange_a.s) + lever.flange_b.f*der(lever.flange_b.s) "Of the lever: none";
equation
  connect(force.flange, a.flange_a);
  connect(a.flange_b, lever.flange_a);
  connect(lever.flange_b, rod.flange_a);
  connect(rod.flange_b, b.flange_a);
  annotation(experiment(StopTime = 1));
end LeverAndRod;

model FreeFall "Weight of a mass"
  // expect error in [-1e-9, 1e-9]
  import Dashpot.Mechanics.Translational.*;
  Mass mass(m = 7, v_start = 3);
  Weight weight(m = 7);
  Real error = mass.s - (3*time - 9.80665*time^2/2);
equation
  connect(weight.flange, mass.flange_a);
  annotation(experiment(StopTime = 2));
end FreeFall;

model ElasticStop "A body that hits an undamped stop comes back as fast as it went"
  // expect mass.v(0.3) = -1 +- 1e-5
  // expect stop.energy(0.3) = 0 +- 1e-12
  // expect deepest(0.3) = 0.001 +- 1e-6
  // tolerance 1e-8
  import Dashpot.Mechanics.Translational.*;
  Mass mass(m = 1, v_start = 1);
  Fixed housing;
  EndStop stop(s_min = -0.1, s_max = 0.1, c = 1e6, lambda = 0);
  Real deepest(start = 0, fixed = true) "v sqrt(m/c)";
equation
  connect(housing.flange, stop.flange_a);
  connect(stop.flange_b, mass.flange_a);
  when mass.v < 0 then
    deepest = stop.depth;
  end when;
  annotation(experiment(StopTime = 0.3, Interval = 1e-3));
end ElasticStop;

model DampedStops "Between two stops for a long time: every rebound keeps Hunt and Crossley's invariant"
  // expect firstError in [-1e-5, 1e-5]
  // expect mass.v in [-1.001, 1.001]
  // expect stop.depth in [-0.1001, 0.002]
  // expect balance in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // agree 0.02
  // tolerance 1e-8
  // With f = c x (1 + lambda v): v/lambda - ln(1 + lambda v)/lambda^2 is the same before and after a contact.
  import Dashpot.Mechanics.Translational.*;
  Mass mass(m = 1, v_start = 1);
  Fixed housing;
  EndStop stop(s_min = -0.1, s_max = 0.1, c = 1e6, lambda = 0.3);
  Real heat(start = 0, fixed = true);
  Real balance = 0.5 - heat - mass.energy - stop.energy;
  Real firstError(start = 0, fixed = true);
  Integer contacts(start = 0, fixed = true);
equation
  connect(housing.flange, stop.flange_a);
  connect(stop.flange_b, mass.flange_a);
  der(heat) = stop.loss;
  when stop.depth < 0 then
    contacts = pre(contacts) + 1;
    firstError = if contacts > 1 then pre(firstError) else mass.v/0.3 - log(1 + 0.3*mass.v)/0.09 - (1/0.3 - log(1.3)/0.09);
  end when;
  annotation(experiment(StopTime = 20));
end DampedStops;

model PrescribedMotion "Position and speed given; sensors"
  // expect errorV in [-1e-9, 1e-9]
  // expect errorA in [-1e-9, 1e-9]
  // expect errorF in [-1e-8, 1e-8]
  // expect errorS in [-1e-6, 1e-6]
  // expect errorD in [-1e-6, 1e-6]
  // expect errorP in [-1e-8, 1e-8]
  // expect errorD2 in [-1e-8, 1e-8]
  import Dashpot.Mechanics.Translational.*;
  Sources.Position drive;
  Sources.Speed second;
  Mass mass(m = 3);
  Mass load(m = 1);
  Sensors.ForceSensor force;
  Sensors.PowerSensor power;
  Sensors.PositionSensor position;
  Sensors.SpeedSensor speed;
  Sensors.AccelerationSensor acceleration;
  Sensors.DistanceSensor distance;
  Real errorD = distance.y - (1 - cos(time) - sin(time));
  Real errorV = speed.y - cos(time);
  Real errorA = acceleration.y + sin(time);
  Real errorF = force.y + 3*sin(time);
  Real errorD2 = drive.power - power.y;
  Real errorP = power.y + 3*sin(time)*cos(time);
  Real errorS = load.s - (1 - cos(time));
equation
  drive.s = sin(time);
  second.v = sin(time);
  connect(drive.flange, force.flange_a);
  connect(force.flange_b, power.flange_a);
  connect(power.flange_b, mass.flange_a);
  connect(second.flange, load.flange_a);
  connect(mass.flange_b, position.flange);
  connect(mass.flange_b, speed.flange);
  connect(mass.flange_b, acceleration.flange);
  connect(mass.flange_b, distance.flange_a);
  connect(load.flange_b, distance.flange_b);
  annotation(experiment(StopTime = 3));
end PrescribedMotion;

model GearTrain "Inertias on both sides of gears are one; a rack turns rotation into translation"
  // expect first.a in [0.999999999, 1.000000001]
  // expect rack.flange.f in [9.99999999, 10.00000001]
  // expect power in [-1e-9, 1e-9]
  // tau = (J1 + J2/ratio^2 + m (r/ratio)^2) a = (1 + 2 + 1) a
  import Dashpot.Mechanics.*;
  Rotational.Sources.ConstantTorque torque(tau = 4);
  Rotational.Inertia first(J = 1);
  Rotational.Gear gear(ratio = -2);
  Rotational.Inertia second(J = 8);
  RackAndPinion rack(r = 0.2);
  Translational.Mass mass(m = 100);
  Rotational.Sensors.TorqueSensor sensor;
  Real power = gear.shaft_a.tau*der(gear.shaft_a.phi) + gear.shaft_b.tau*der(gear.shaft_b.phi);
equation
  connect(torque.shaft, first.shaft_a);
  connect(first.shaft_b, gear.shaft_a);
  connect(gear.shaft_b, second.shaft_a);
  connect(second.shaft_b, sensor.shaft_a);
  connect(sensor.shaft_b, rack.shaft);
  connect(rack.flange, mass.flange_a);
  annotation(experiment(StopTime = 1));
end GearTrain;

model LossyGearBothWays "Efficiency of a gear that drives, and that is driven"
  // expect driving.loss(1) = 300 +- 1e-6
  // expect driven.loss(1) = 300 +- 1e-6
  // expect idle.loss(1) = 0 +- 1e-9
  // expect motor1.power(1) = 10000 +- 1e-6
  // expect motor2.power(1) = -9700 +- 1e-6
  import Dashpot.Mechanics.Rotational.*;
  Sources.ConstantSpeed motor1(w = 100), motor2(w = 100), motor3(w = 100);
  LossyGear driving(ratio = 2, eta = 0.97), driven(ratio = 2, eta = 0.97), idle(ratio = 2, eta = 0.97);
  Sources.ConstantTorque load1(tau = -194), load2(tau = 200), load3(tau = 0);
equation
  connect(motor1.shaft, driving.shaft_a);
  connect(driving.shaft_b, load1.shaft);
  connect(motor2.shaft, driven.shaft_a);
  connect(driven.shaft_b, load2.shaft);
  connect(motor3.shaft, idle.shaft_a);
  connect(idle.shaft_b, load3.shaft);
  annotation(experiment(StopTime = 1));
end LossyGearBothWays;

model TorsionPendulum "Spring, damper and inertia"
  // expect error in [-1e-7, 1e-7]
  // expect balance in [-5e-7, 5e-7]
  // tolerance 1e-9
  import Dashpot.Mechanics.Rotational.*;
  Fixed wall;
  Inertia inertia(J = 2, phi_start = 1);
  Spring spring(c = 100);
  Damper damper(d = 2);
  SpringDamper parallel(c = 100, d = 2);
  Sensors.AngleSensor angle;
  Sensors.SpeedSensor speed;
  Real heat(start = 0, fixed = true);
  Real balance = 100 - heat - spring.energy - parallel.energy - inertia.energy;
  Real error = angle.y - exp(-time)*(cos(sqrt(99)*time) + sin(sqrt(99)*time)/sqrt(99));
equation
  connect(wall.shaft, spring.shaft_a);
  connect(wall.shaft, damper.shaft_a);
  connect(wall.shaft, parallel.shaft_a);
  connect(spring.shaft_b, inertia.shaft_a);
  connect(damper.shaft_b, inertia.shaft_a);
  connect(parallel.shaft_b, inertia.shaft_a);
  connect(inertia.shaft_b, angle.shaft);
  connect(inertia.shaft_b, speed.shaft);
  der(heat) = damper.loss + parallel.loss;
  annotation(experiment(StopTime = 3));
end TorsionPendulum;

model Fan "A fan under constant torque: w = w0 tanh(t/T)"
  // expect error in [-1e-5, 1e-5]
  // expect power.y(20) = 1000 +- 1e-3
  // tolerance 1e-8
  import Dashpot.Mechanics.Rotational.*;
  Sources.Torque motor;
  Inertia inertia(J = 0.2);
  Sensors.PowerSensor power;
  Sources.QuadraticLoad fan(tau0 = 10, w0 = 100);
  Real error = inertia.w - 100*tanh(time/2);
equation
  motor.tau = 10;
  connect(motor.shaft, inertia.shaft_a);
  connect(inertia.shaft_b, power.shaft_a);
  connect(power.shaft_b, fan.shaft);
  annotation(experiment(StopTime = 20));
end Fan;

model ClutchLocks "Two inertias are brought to one speed by a constant torque"
  // expect b.w(0.5) = 5 +- 1e-6
  // expect a.w(1) = 7.5 +- 1e-6
  // expect b.w(1) = 7.5 +- 1e-6
  // expect b.w(0.75) = 7.5 +- 1e-6
  // expect heat(1) = 37.5 +- 1e-5
  // expect clutch.mode(1) = 0 +- 0.1
  // expect clutch.mode(0.3) = -1 +- 0.1
  // methods rodas4 radau5 ida
  // tau = 2 0.25 0.1 200 = 10; b gains tau/J_b = 10 rad/s2, a loses tau/J_a = 10/3; they meet after 0.75 s at 3 10/(3 + 1).
  import Dashpot.Mechanics.Rotational.*;
  Inertia a(J = 3, w_start = 10);
  Inertia b(J = 1);
  Clutch clutch(mu = 0.25, peakRatio = 1, radius = 0.1, surfaces = 2, f_n_max = 200);
  Real heat(start = 0, fixed = true);
equation
  clutch.u = 1;
  connect(a.shaft_b, clutch.shaft_a);
  connect(clutch.shaft_b, b.shaft_a);
  der(heat) = clutch.loss;
  annotation(experiment(StopTime = 1, Interval = 0.05));
end ClutchLocks;

model ClutchOpens "It slips while loaded beyond its torque, sticks below, and lets go when opened"
  // expect clutch.mode(0.5) = 0 +- 0.1
  // expect b.w(0.9) = 0 +- 1e-9
  // expect b.w(2) = 0.5 +- 1e-6
  // expect clutch.mode(2.5) = 2 +- 0.1
  // expect b.w(3) = 3 +- 1e-6
  // Torque on b: 5 t, friction 5: it breaks away at 1 s, then J w' = 5 t - 5 until 2 s, then J w' = 5 t.
  import Dashpot.Mechanics.Rotational.*;
  Fixed wall;
  Inertia b(J = 5);
  Clutch brake(mu = 0.25, peakRatio = 1, radius = 0.1, surfaces = 1, f_n_max = 200);
  Sources.Torque torque;
  Clutch clutch(mu = 0.25, peakRatio = 1, radius = 0.1, surfaces = 1, f_n_max = 200);
equation
  brake.u = 0;
  clutch.u = if time < 2 then 1 else 0;
  torque.tau = 5*time;
  connect(wall.shaft, clutch.shaft_a);
  connect(wall.shaft, brake.shaft_a);
  connect(clutch.shaft_b, b.shaft_a);
  connect(brake.shaft_b, b.shaft_a);
  connect(torque.shaft, b.shaft_b);
  annotation(experiment(StopTime = 3, Interval = 0.1));
end ClutchOpens;

model RotaryStops "A shaft between two stops: an undamped one returns all of its energy, a damped one none too much"
  // expect shaft.w(0.3) = -1 +- 1e-5
  // expect deepest(0.3) = 0.001 +- 1e-6
  // expect balance in [-1e-6, 1e-6]
  // expect slower.w(0.3) = -0.9333 +- 0.01
  // tolerance 1e-8
  // Deepest: w sqrt(J/c). The damped one returns 1 - 2/3 lambda w of the speed (Hunt and Crossley 1975), and the heat of its stop is the rest of the energy.
  import Dashpot.Mechanics.Rotational.*;
  Inertia shaft(J = 1, w_start = 1), slower(J = 1, w_start = 1);
  Fixed housing;
  EndStop stop(phi_min = -0.1, phi_max = 0.1, c = 1e6, lambda = 0);
  EndStop damped(phi_min = -0.1, phi_max = 0.1, c = 1e6, lambda = 0.1);
  Real deepest(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = 0.5 - heat - slower.energy - damped.energy;
equation
  connect(housing.shaft, stop.shaft_a);
  connect(stop.shaft_b, shaft.shaft_a);
  connect(housing.shaft, damped.shaft_a);
  connect(damped.shaft_b, slower.shaft_a);
  der(heat) = damped.loss;
  when shaft.w < 0 then
    deepest = stop.depth;
  end when;
  annotation(experiment(StopTime = 0.3, Interval = 1e-3));
end RotaryStops;
