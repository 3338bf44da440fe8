// One cycle of a hydraulic press: the ram comes down on a workpiece, presses it at full force, is relieved, and goes up.
//
// Look at workpiece.F and ram.p_a: the force rises within tenths of a second once the tool touches at 200 mm, until the relief valve
// opens; a counterbalance valve under the piston holds the ram of 2 t up until the pump pushes it down. Data are typical, not of a certain machine.

model Workpiece "Stiff block; touches nothing beyond its surface"
  parameter Dashpot.Units.Position surface = 0.2 "Position of its surface";
  parameter Dashpot.Units.TranslationalStiffness k = 4e7;
  parameter Dashpot.Units.TranslationalDamping d = 2e5 "Damping while it is touched";
  Dashpot.Interfaces.Flange_a flange annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Units.Force F "Force on it";
  Dashpot.Units.Velocity v;
equation
  v = der(flange.s);
  F = noEvent(max(0, k*Dashpot.Functions.opening(flange.s - surface, 1e-5) + d*v*Dashpot.Functions.step(flange.s - surface, 0, 1e-4)));
  flange.f = F;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-80, 20}, {80, -60}}, lineColor = {0, 127, 0}, fillColor = {230, 230, 230}, fillPattern = FillPattern.Backward),
    Polygon(points = {{-40, 60}, {40, 60}, {20, 20}, {-20, 20}, {-40, 60}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
    Line(points = {{0, 90}, {0, 60}}, color = {0, 127, 0}),
    Text(extent = {{-150, -68}, {150, -100}}, textString = "%name")}));
end Workpiece;

model PressCycle "Hydraulic press: down, press, relieve, up"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 80}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSource pump(Q = 60e-3/60) annotation(Placement(transformation(origin = {-60, -50}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume manifold(V = 0.5e-3) annotation(Placement(transformation(origin = {-30, -24}, extent = {{-10, -6}, {10, 6}})));
  Valves.ReliefValveFirstOrder relief(p_set = 20e6, p_set1 = 20e6, dp1 = 20.5e6, Q1 = 20e-3/60, p_set2 = 22e6, dp2 = 23e6, Q2 = 45e-3/60) annotation(Placement(transformation(origin = {-30, -54}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Valves.ProportionalValve43 valve(d = 9e-3, centre = Valves.Centre.tandem, f = 15, lap = 0.1, exponent = 1.5) annotation(Placement(transformation(origin = {0, 0}, extent = {{-20, -8}, {20, 8}})));
  Valves.CounterbalanceValve counterbalance(d = 8e-3, p_set = 60e5, ratio = 3, p_range = 100e5, T = 0.03) annotation(Placement(transformation(origin = {20, 44}, extent = {{-10, 16}, {10, -12}}, rotation = 270)));
  Volumes.FixedVolume underside(V = 0.1e-3) annotation(Placement(transformation(origin = {40, 26}, extent = {{-10, -6}, {10, 6}})));
  Actuators.Cylinder ram(bore = 0.16, rod = 0.11, stroke = 0.4, m = 2000, inclination = -Dashpot.Units.pi/2, p_b_start = fluid.p_ambient + 2000*Dashpot.Units.standardGravity/ram.A_b,
    redeclare model Friction = Actuators.Friction.Stribeck(F_C = 1000, F_S = 2000, v_s = 0.01, b = 5e3)) annotation(Placement(transformation(origin = {68, 70}, extent = {{-12, -6}, {12, 6}}, rotation = 270)));
  Workpiece workpiece annotation(Placement(transformation(origin = {70, 36}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {20, -80}, extent = {{-6, -6}, {6, 6}})));
  Valves.DutyCycle command(stages = {{0.5, 0, 0}, {1, 0, 1}, {8, 1, 1}, {9, 1, 0}, {10, 0, 0}, {10.5, 0, -1}, {16, -1, -1}, {16.5, -1, 0}, {18, 0, 0}}) annotation(Placement(transformation(origin = {-60, -2}, extent = {{-10, -6}, {10, 6}})));
equation
  connect(pump.port, manifold.port) annotation(Line(points = {{-60, -40}, {-60, -36}, {-30, -36}, {-30, -30}}, color = {0, 60, 160}));
  connect(manifold.port, relief.port_a) annotation(Line(points = {{-30, -30}, {-30, -44}}, color = {0, 60, 160}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{-30, -64}, {-30, -68}, {20, -68}, {20, -74}}, color = {0, 60, 160}));
  connect(manifold.port, valve.port_p) annotation(Line(points = {{-30, -30}, {-30, -36}, {-2, -36}, {-2, -8}}, color = {0, 60, 160}));
  connect(valve.port_t, tank.port) annotation(Line(points = {{2, -8}, {2, -20}, {20, -20}, {20, -74}}, color = {0, 60, 160}));
  connect(valve.port_a, ram.port_a) annotation(Line(points = {{-2, 8}, {-2, 80}, {62, 80}}, color = {0, 60, 160}));
  connect(ram.port_b, counterbalance.port_a) annotation(Line(points = {{62, 64}, {20, 64}, {20, 54}}, color = {0, 60, 160}));
  connect(counterbalance.port_b, underside.port) annotation(Line(points = {{20, 34}, {20, 14}, {40, 14}, {40, 20}}, color = {0, 60, 160}));
  connect(underside.port, valve.port_b) annotation(Line(points = {{40, 20}, {40, 14}, {2, 14}, {2, 8}}, color = {0, 60, 160}));
  connect(valve.port_a, counterbalance.pilot) annotation(Line(points = {{-2, 8}, {-2, 42}, {8, 42}}, color = {0, 60, 160}));
  connect(ram.flange, workpiece.flange) annotation(Line(points = {{70, 58}, {70, 46}}, color = {0, 127, 0}));
  connect(command.y, valve.u) annotation(Line(points = {{-50, -2}, {-20, -2}}, color = {0, 0, 127}));
  // The counterbalance valve holds the ram up before the valve opens.
  // expect ram.x(0.4) = 0 +- 2e-3
  // Pressing: 60 l/min go over the relief valve, (p - 20 MPa) sqrt(p) = S1 Q gives p = 21.47 MPa above ambient; the force is p A_a + m g,
  // the workpiece yields by F/k.
  // expect manifold.p(8) = 215.7e5 +- 1e5
  // expect workpiece.F(8) = 451.4e3 +- 2e3
  // expect ram.x(8) = 0.21129 +- 1e-4
  // expect workpiece.F(16) = 0 +- 1
  // expect ram.x(18) = 0 +- 3e-3
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 18, Tolerance = 1e-6, Interval = 0.02));
end PressCycle;
