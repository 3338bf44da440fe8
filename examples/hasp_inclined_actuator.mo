// HASP's second example (University of Bath, 1980s): an inclined actuator between two orifices is switched to 210 bar.
//
//   210 bar -orifice-> pipe and chamber [actuator, 1000 kg, 46 degrees] chamber and pipe -orifice-> tank
//
// Look at cylinder.v: with the orifices as printed (8.3333 l/s at 70 bar) it accelerates smoothly; the text calls the problem
// oscillatory, which fits a tenth of that flow. Both are here. Below zero speed of 1 mm/s the friction falls from
// stiction (200 N) to Coulomb friction (100 N). Expected values come from an independent prototype.

partial model InclinedActuator
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.8e9, p_ambient = 1e5, cavitation = Fluids.Cavitation.releasedAir, dissolvedAir = 0.1, n = 1.4, p_saturation = 1e5) annotation(Placement(transformation(origin = {-70, 40}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.VolumeFlowRate Q_rated = 8.3333e-3;
  Sources.PressureSource source(p = fluid.p_ambient + 210e5) annotation(Placement(transformation(origin = {-30, -40}, extent = {{-6, -6}, {6, 6}})));
  Resistances.RatedOrifice inlet(Q_rated = Q_rated, dp_rated = 70e5, dp_laminar = 1e5, zone = Resistances.LaminarZone.line) annotation(Placement(transformation(origin = {-30, -10}, extent = {{-10, -6}, {10, 6}}, rotation = 90)));
  Resistances.RatedOrifice outlet(Q_rated = Q_rated, dp_rated = 70e5, dp_laminar = 1e5, zone = Resistances.LaminarZone.line) annotation(Placement(transformation(origin = {30, -10}, extent = {{-10, -6}, {10, 6}}, rotation = 270)));
  Actuators.Cylinder cylinder(bore = 50.8e-3, rod = 25e-3, stroke = 0.5952, m = 1000, V_dead_a = 0.49995e-3, V_dead_b = 0.49995e-3, inclination = asin(7071/(1000*Dashpot.Units.standardGravity)),
    k_stop = 1e5, d_stop = 10*sqrt(1e5*1000), redeclare model Friction = Actuators.Friction.StribeckStick(F_C = 100, F_S = 200, v_s = 1e-3, b = 4000)) annotation(Placement(transformation(origin = {0, 30}, extent = {{-12, -6}, {12, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {30, -40}, extent = {{-6, -6}, {6, 6}})));
  Dashpot.Units.Pressure P1 = cylinder.p_a - fluid.p_ambient "Gauge pressures";
  Dashpot.Units.Pressure P2 = cylinder.p_b - fluid.p_ambient;
equation
  connect(source.port, inlet.port_a) annotation(Line(points = {{-30, -34}, {-30, -20}}, color = {0, 60, 160}));
  connect(inlet.port_b, cylinder.port_a) annotation(Line(points = {{-30, 0}, {-30, 12}, {-10, 12}, {-10, 24}}, color = {0, 60, 160}));
  connect(cylinder.port_b, outlet.port_a) annotation(Line(points = {{6, 24}, {6, 12}, {30, 12}, {30, 0}}, color = {0, 60, 160}));
  connect(outlet.port_b, tank.port) annotation(Line(points = {{30, -20}, {30, -34}}, color = {0, 60, 160}));
end InclinedActuator;

model InclinedActuatorSmall "A tenth of the printed flow, 50 l/min: oscillatory"
  extends InclinedActuator(Q_rated = 0.83333e-3);
  // expect P1(0.01) = 195.17e5 +- 0.3e5
  // expect cylinder.v(0.01) = 0.2232 +- 0.002
  // expect P1(0.1) = 95.37e5 +- 0.3e5
  // expect P2(0.1) = 65.75e5 +- 0.3e5
  // expect cylinder.v(0.2) = 0.5257 +- 0.002
  // expect cylinder.x(0.2) = 0.09954 +- 0.0003
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-7, Interval = 0.001));
end InclinedActuatorSmall;

model InclinedActuatorPrinted "Inclined actuator, orifices as printed: 8.3333 l/s at 70 bar"
  extends InclinedActuator;
  // expect P1(0.01) = 209.32e5 +- 0.1e5
  // expect cylinder.v(0.01) = 0.3351 +- 0.002
  // expect P1(0.05) = 200.18e5 +- 0.3e5
  // expect P2(0.1) = 16.17e5 +- 0.3e5
  // expect cylinder.v(0.1) = 2.6162 +- 0.005
  // expect cylinder.v(0.2) = 3.6206 +- 0.005
  // expect cylinder.x(0.2) = 0.46774 +- 0.001
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-7, Interval = 0.001));
end InclinedActuatorPrinted;
