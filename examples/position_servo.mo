// A servo valve moves a cylinder with a load of 500 kg to a position, under a PID controller.
//
// Look at load.s beside reference.y: a ramp to 300 mm is followed with a small lag and an overshoot that the integral part causes; a force of 5 kN
// at 2 s pushes the load away by a millimetre, until that part takes it up. Data are typical, not of a certain machine.

model PositionServo "Position servo: servo valve, cylinder, load, PID"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-90, 50}, extent = {{-10, -10}, {10, 10}})));
  Sources.PressureSource supply(p = fluid.p_ambient + 140e5) annotation(Placement(transformation(origin = {-20, -50}, extent = {{-6, -6}, {6, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {20, -50}, extent = {{-6, -6}, {6, 6}})));
  Valves.ServoValve43 valve(Q_rated = 40e-3/60, dp_rated = 70e5, f = 80, zeta = 0.7) annotation(Placement(transformation(origin = {0, 0}, extent = {{-20, -8}, {20, 8}})));
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.5, m = 10, x_start = 0.1, G_leak = 1e-12,
    p_a_start = fluid.p_ambient + 48e5, p_b_start = fluid.p_ambient + 70e5, redeclare model Friction = Actuators.Friction.LuGre(F_C = 150, F_S = 250, v_s = 0.02, b = 800, sigma0 = 5e6, sigma1 = 2e4)) annotation(Placement(transformation(origin = {0, 40}, extent = {{-12, -6}, {12, 6}})));
  Dashpot.Mechanics.Translational.Mass load(m = 490, s_start = 0.1) annotation(Placement(transformation(origin = {40, 42}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Mechanics.Translational.Sources.Force disturbance annotation(Placement(transformation(origin = {80, 42}, extent = {{10, -10}, {-10, 10}})));
  Dashpot.Mechanics.Translational.Sensors.PositionSensor sensor annotation(Placement(transformation(origin = {80, 10}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Blocks.Continuous.PID controller(k = 20, Ti = 0.3, Td = 0, yMax = 1) annotation(Placement(transformation(origin = {-60, -2}, extent = {{-10, -10}, {10, 10}})));
  Valves.DutyCycle reference(stages = {{0.2, 0.1, 0.1}, {1.2, 0.1, 0.3}, {4, 0.3, 0.3}}) annotation(Placement(transformation(origin = {-100, -2}, extent = {{-10, -6}, {10, 6}})));
  Valves.StepSequence force(times = {2}, values = {-5000}) annotation(Placement(transformation(origin = {120, 42}, extent = {{10, -6}, {-10, 6}})));
equation
  connect(supply.port, valve.port_p) annotation(Line(points = {{-20, -44}, {-20, -26}, {-2, -26}, {-2, -8}}, color = {0, 60, 160}));
  connect(tank.port, valve.port_t) annotation(Line(points = {{20, -44}, {20, -26}, {2, -26}, {2, -8}}, color = {0, 60, 160}));
  connect(valve.port_a, cylinder.port_a) annotation(Line(points = {{-2, 8}, {-2, 20}, {-10, 20}, {-10, 34}}, color = {0, 60, 160}));
  connect(valve.port_b, cylinder.port_b) annotation(Line(points = {{2, 8}, {2, 20}, {6, 20}, {6, 34}}, color = {0, 60, 160}));
  connect(cylinder.flange, load.flange_a) annotation(Line(points = {{12, 42}, {30, 42}}, color = {0, 127, 0}));
  connect(load.flange_b, disturbance.flange) annotation(Line(points = {{50, 42}, {70, 42}}, color = {0, 127, 0}));
  connect(load.flange_b, sensor.flange) annotation(Line(points = {{50, 42}, {60, 42}, {60, 10}, {70, 10}}, color = {0, 127, 0}));
  connect(force.y, disturbance.f) annotation(Line(points = {{110, 42}, {92, 42}}, color = {0, 0, 127}));
  connect(reference.y, controller.u_s) annotation(Line(points = {{-90, -2}, {-72, -2}}, color = {0, 0, 127}));
  connect(sensor.y, controller.u_m) annotation(Line(points = {{91, 10}, {100, 10}, {100, -70}, {-60, -70}, {-60, -14}}, color = {0, 0, 127}));
  connect(controller.y, valve.u) annotation(Line(points = {{-49, -2}, {-20, -2}}, color = {0, 0, 127}));
  // The integral part leaves no error in the end, before and after the force.
  // expect load.s(0.15) = 0.1 +- 1e-3
  // expect load.s(1.95) = 0.3 +- 1.5e-3
  // expect load.s(4) = 0.3 +- 3e-4
  // expect load.s in [0.098, 0.315]
  // methods rodas4 radau5 ida
  annotation(Diagram(coordinateSystem(extent = {{-120, -80}, {140, 80}})), experiment(StopTime = 4, Tolerance = 1e-6, Interval = 0.01));
end PositionServo;
