// A servo valve moves a cylinder with a load of 500 kg to a position, under a PID controller.
//
// Look at load.s beside reference.y: a ramp to 300 mm is followed with a small lag and an overshoot that the integral part causes; a force of 5 kN
// at 2 s pushes the load away by a millimetre, until that part takes it up. Data are typical, not of a certain machine.

model PositionServo "Position servo: servo valve, cylinder, load, PID"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource supply(p = fluid.p_ambient + 140e5);
  Sources.Tank tank;
  Valves.ServoValve43 valve(Q_rated = 40e-3/60, dp_rated = 70e5, f = 80, zeta = 0.7);
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.5, m = 10, x_start = 0.1, G_leak = 1e-12,
    p_a_start = fluid.p_ambient + 48e5, p_b_start = fluid.p_ambient + 70e5, redeclare model Friction = Actuators.Friction.LuGre(F_C = 150, F_S = 250, v_s = 0.02, b = 800, sigma0 = 5e6, sigma1 = 2e4));
  Dashpot.Mechanics.Translational.Mass load(m = 490, s_start = 0.1);
  Dashpot.Mechanics.Translational.Sources.Force disturbance;
  Dashpot.Mechanics.Translational.Sensors.PositionSensor sensor;
  Dashpot.Blocks.Continuous.PID controller(k = 20, Ti = 0.3, Td = 0, yMax = 1);
  Valves.DutyCycle reference(stages = {{0.2, 0.1, 0.1}, {1.2, 0.1, 0.3}, {4, 0.3, 0.3}});
  Valves.StepSequence force(times = {2}, values = {-5000});
equation
  connect(supply.port, valve.port_p);
  connect(tank.port, valve.port_t);
  connect(valve.port_a, cylinder.port_a);
  connect(valve.port_b, cylinder.port_b);
  connect(cylinder.flange, load.flange_a);
  connect(load.flange_b, disturbance.flange);
  connect(load.flange_b, sensor.flange);
  connect(force.y, disturbance.f);
  connect(reference.y, controller.u_s);
  connect(sensor.y, controller.u_m);
  connect(controller.y, valve.u);
  // The integral part leaves no error in the end, before and after the force.
  // expect load.s(0.15) = 0.1 +- 1e-3
  // expect load.s(1.95) = 0.3 +- 1.5e-3
  // expect load.s(4) = 0.3 +- 3e-4
  // expect load.s in [0.098, 0.315]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 4, Tolerance = 1e-6, Interval = 0.01));
end PositionServo;
