// Cylinders and motors.

model ForceBalance "At rest p_a A_a = p_b A_b + load"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 100e5);
  Resistances.Orifice orifice(d = 1e-3);
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.5, m = 100, x_start = 0.2, k_load = 50e3);
  Volumes.FixedVolume back(V = 1e-3);
  Sources.Tank tank;
  Resistances.Orifice drain(d = 1e-3);
equation
  connect(source.port, orifice.port_a);
  connect(orifice.port_b, cylinder.port_a);
  connect(cylinder.port_b, back.port);
  connect(back.port, drain.port_a);
  connect(drain.port_b, tank.port);
  // It comes to rest where the spring balances 100 bar on the piston.
  // expect cylinder.x(60) = 0.3926990817 +- 1e-5
  // expect cylinder.F_drive(60) = 19634.95408 +- 1
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 60, Interval = 1));
end ForceBalance;

model Gravity "A vertical load on a closed chamber: p_a A_a = m g"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.5, m = 500, x_start = 0.25, inclination = Dashpot.Units.pi/2, p_a_start = fluid.p_ambient + 20e5, redeclare model Friction = Actuators.Friction.Viscous(b = 2e4));
  Sources.Tank tank;
equation
  connect(cylinder.port_b, tank.port);
  // expect cylinder.F_drive(5) = 4903.325 +- 0.5
  annotation(experiment(StopTime = 5, Interval = 0.1));
end Gravity;

model EndStop "Pushed against its end it comes to rest where the stop carries the force: F/k beyond the stroke"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 50e5);
  Resistances.Orifice orifice(d = 3e-3);
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.1, m = 100, k_stop = 1e8);
  Resistances.Orifice drain(d = 3e-3);
  Sources.Tank tank;
equation
  connect(source.port, orifice.port_a);
  connect(orifice.port_b, cylinder.port_a);
  connect(cylinder.port_b, drain.port_a);
  connect(drain.port_b, tank.port);
  // expect cylinder.x(5) = 0.1000981748 +- 1e-7
  // expect cylinder.x in [-1e-4, 0.102]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Interval = 0.01));
end EndStop;

model Contact "Pushed by a constant force from rest it meets its stop after sqrt(2 m s/F) = 142.73 ms"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 50e5);
  Sources.Tank tank;
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.1, m = 1000, redeclare model Friction = Actuators.Friction.None);
  discrete Real t_contact(start = 0, fixed = true);
equation
  connect(source.port, cylinder.port_a);
  connect(cylinder.port_b, tank.port);
  when cylinder.x > 0.1 then
    t_contact = time;
  end when;
  // expect t_contact(0.2) = 0.142729929 +- 1e-6
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-8, Interval = 0.01));
end Contact;

model EndStopsLong "Driven from end to end for minutes"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 50e5);
  Valves.Valve43 valve(d = 3e-3);
  Valves.DutyCycle duty(stages = {{50, 1, 1}, {100, -1, -1}, {150, 1, 1}, {200, -1, -1}}, transition = 0.05);
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.1, m = 100);
  Sources.Tank tank;
equation
  connect(source.port, valve.port_p);
  connect(valve.port_t, tank.port);
  connect(valve.port_a, cylinder.port_a);
  connect(valve.port_b, cylinder.port_b);
  connect(duty.y, valve.u);
  // expect cylinder.x(49) = 0.1000981748 +- 1e-6
  // expect cylinder.x(99) = -6.738716242e-05 +- 1e-6
  // expect cylinder.x in [-0.002, 0.102]
  annotation(experiment(StopTime = 200, Tolerance = 1e-5, Interval = 0.5));
end EndStopsLong;

model SingleActing "Its spring is compressed until it balances the pressure"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 30e5);
  Resistances.Orifice orifice(d = 4e-3);
  Actuators.SingleActingCylinder cylinder(bore = 0.05, stroke = 0.3, m = 20, k_spring = 20e3, F_spring = 1e3);
equation
  connect(source.port, orifice.port_a);
  connect(orifice.port_b, cylinder.port);
  // expect cylinder.x(30) = 0.2445243113 +- 1e-5
  annotation(experiment(StopTime = 30, Interval = 1));
end SingleActing;

model Leakage "A leaking piston lets the pressures meet"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.05/sqrt(2), stroke = 0.5, m = 1, x_start = 0.25, p_a_start = fluid.p_ambient + 1e5, p_b_start = fluid.p_ambient + 2e5, G_leak = 1e-10, redeclare model Friction = Actuators.Friction.Viscous(b = 1e3));
  // In balance A_a p_a = A_b p_b with A_b = A_a/2 and the leakage stops only at p_a = p_b: both are ambient in the end, as the rod comes out.
  // expect cylinder.Q_leak(0) = -1e-5 +- 1e-12
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Leakage;

model RotaryMotorRuns "omega' = (D dp - f omega - T)/J"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 50e5);
  Actuators.RotaryMotor motor(D = 3e-5, J = 2, f = 0.5, tau_load = 30);
  Sources.Tank tank;
equation
  connect(source.port, motor.port_a);
  connect(motor.port_b, tank.port);
  // expect motor.omega(1) = 53.08781206 +- 1e-5 rel
  // expect motor.omega(20) = 238.3828927 +- 1e-5 rel
  // expect motor.Q(20) = 0.007151486782 +- 1e-5 rel
  annotation(experiment(StopTime = 20, Interval = 0.5));
end RotaryMotorRuns;
