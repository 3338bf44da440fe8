// A servo valve moves a load of 500 kg; who controls it is another program. The command of the valve comes in, position, velocity and
// pressures go out, every step of the clock:
//
//   dashpot realtime examples/realtime/servo_plant.mo --step 1ms --duration 10s --udp 7001,7002 &
//   python3 examples/realtime/controller.py --listen 7002 --send 7001
//
// controller.c does the same through shared memory. Data are those of examples/position_servo.mo.

model ServoPlant "Servo valve, cylinder and load"
  import Dashpot.Hydraulics.*;
  Dashpot.Interfaces.RealInput u(start = 0) "Command of the valve, -1 to 1" annotation(Placement(transformation(origin = {-100, -2}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Interfaces.RealOutput s(unit = "m") "Position of the load" annotation(Placement(transformation(origin = {110, 20}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Interfaces.RealOutput v(unit = "m/s") "Its velocity" annotation(Placement(transformation(origin = {110, -10}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Interfaces.RealOutput p_a(unit = "Pa", displayUnit = "bar") "Pressure below the piston" annotation(Placement(transformation(origin = {110, -40}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Interfaces.RealOutput p_b(unit = "Pa", displayUnit = "bar") "Pressure on the side of the rod" annotation(Placement(transformation(origin = {110, -70}, extent = {{-10, -10}, {10, 10}})));
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-90, 50}, extent = {{-10, -10}, {10, 10}})));
  Sources.PressureSource supply(p = fluid.p_ambient + 140e5) annotation(Placement(transformation(origin = {-20, -50}, extent = {{-6, -6}, {6, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {20, -50}, extent = {{-6, -6}, {6, 6}})));
  Valves.ServoValve43 valve(Q_rated = 40e-3/60, dp_rated = 70e5, f = 80, zeta = 0.7) annotation(Placement(transformation(origin = {0, 0}, extent = {{-20, -8}, {20, 8}})));
  Actuators.Cylinder cylinder(bore = 0.05, rod = 0.028, stroke = 0.5, m = 10, x_start = 0.1, G_leak = 1e-12, p_a_start = fluid.p_ambient + 48e5, p_b_start = fluid.p_ambient + 70e5, redeclare model Friction = Actuators.Friction.LuGre(F_C = 150, F_S = 250, v_s = 0.02, b = 800, sigma0 = 5e6, sigma1 = 2e4)) annotation(Placement(transformation(origin = {0, 40}, extent = {{-12, -6}, {12, 6}})));
  Dashpot.Mechanics.Translational.Mass load(m = 490, s_start = 0.1) annotation(Placement(transformation(origin = {40, 42}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(supply.port, valve.port_p) annotation(Line(points = {{-20, -44}, {-20, -26}, {-2, -26}, {-2, -8}}, color = {0, 60, 160}));
  connect(tank.port, valve.port_t) annotation(Line(points = {{20, -44}, {20, -26}, {2, -26}, {2, -8}}, color = {0, 60, 160}));
  connect(valve.port_a, cylinder.port_a) annotation(Line(points = {{-2, 8}, {-2, 20}, {-10, 20}, {-10, 34}}, color = {0, 60, 160}));
  connect(valve.port_b, cylinder.port_b) annotation(Line(points = {{2, 8}, {2, 20}, {6, 20}, {6, 34}}, color = {0, 60, 160}));
  connect(cylinder.flange, load.flange_a) annotation(Line(points = {{12, 42}, {30, 42}}, color = {0, 127, 0}));
  connect(u, valve.u) annotation(Line(points = {{-100, -2}, {-20, -2}}, color = {0, 0, 127}));
  s = load.s;
  v = load.v;
  p_a = cylinder.p_a;
  p_b = cylinder.p_b;
  annotation(Diagram(coordinateSystem(extent = {{-120, -80}, {120, 80}})), experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
end ServoPlant;
