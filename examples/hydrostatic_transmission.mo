// Hydrostatic transmissions: a pump drives a motor.
//
// OpenCircuit and OrificeMotor are linear circuits of a University of Bath thesis (1980s); look at the two time scales of P and
// omega. HydrostaticTransmission is a closed circuit as in a wheel loader: a pump of variable displacement, a motor, relief
// valves across the lines and check valves that refill the low side from a boost pump. Look at motor.omega and at
// the pressures when the pump is swung back while the load still turns.

model OpenCircuit "Pump, relief valve and motor with an inertia; the relief valve is open"
  // kr = 5e-11 as printed gives eigenvalues -699.4 and -2.636 1/s (stiffness 265, by hand); the quoted 4e3 fits 5e-10.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.4e9, p_ambient = 0) annotation(Placement(transformation(origin = {-80, 50}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.VolumePerAngle D = 25e-6/(2*Dashpot.Units.pi) "25 ml per revolution";
  Sources.FlowSource pump(Q = D*157) annotation(Placement(transformation(origin = {-60, -20}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume line(V = 1e-4, p_start = 1.2e7) annotation(Placement(transformation(origin = {-40, 16}, extent = {{-10, -6}, {10, 6}})));
  Valves.ReliefValve relief(p_set = 1e7, G = 5e-11, corner = 0, G_leak = 0) annotation(Placement(transformation(origin = {-10, -20}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Actuators.RotaryMotor motor(D = D, J = 0.5, f = 1) annotation(Placement(transformation(origin = {30, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {60, -56}, extent = {{-6, -6}, {6, 6}})));
  // Steady: f omega = D P and D omega_p = kr (P - Pc) + D omega
  parameter Real P_steady = (pump.Q + 5e-11*1e7)/(5e-11 + D^2);
equation
  connect(pump.port, line.port) annotation(Line(points = {{-60, -10}, {-60, 0}, {-40, 0}, {-40, 10}}, color = {0, 60, 160}));
  connect(line.port, relief.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {-10, 0}, {-10, -10}}, color = {0, 60, 160}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{-10, -30}, {-10, -40}, {60, -40}, {60, -50}}, color = {0, 60, 160}));
  connect(line.port, motor.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {20, 0}}, color = {0, 60, 160}));
  connect(motor.port_b, tank.port) annotation(Line(points = {{40, 0}, {60, 0}, {60, -50}}, color = {0, 60, 160}));
  // expect line.p(10) = 1.7084287e7 +- 1e-4 rel
  // expect P_steady(10) = 1.7084287e7 +- 1e-4 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 10, Tolerance = 1e-7, Interval = 0.02));
end OpenCircuit;

model OrificeMotor "Constant flow through an orifice into a motor: eigenvalues -2.089, -3.115 and -120.4 1/s"
  // k printed 1.315e-14; 8.8813e-12 gives the matrix that the thesis quotes. Steady: omega = Q/D, P2 = (f omega + T)/D, P1 = P2 + Q/k.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.4e9, p_ambient = 0) annotation(Placement(transformation(origin = {-80, 50}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSource pump(Q = 3.5e-3) annotation(Placement(transformation(origin = {-70, -20}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume volume1(V = 1e-2, p_start = 5e6) annotation(Placement(transformation(origin = {-50, 16}, extent = {{-10, -6}, {10, 6}})));
  Volumes.FixedVolume volume2(V = 1e-4, p_start = 4e6) annotation(Placement(transformation(origin = {4, 16}, extent = {{-10, -6}, {10, 6}})));
  Resistances.LinearResistance orifice(G = 8.8813e-12) annotation(Placement(transformation(origin = {-20, 0}, extent = {{-10, -6}, {10, 6}})));
  Actuators.RotaryMotor motor(D = 3e-5, J = 20, f = 0.48, tau_load = 300, omega_start = 100) annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {70, -30}, extent = {{-6, -6}, {6, 6}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-70, -10}, {-70, 0}, {-50, 0}, {-50, 10}}, color = {0, 60, 160}));
  connect(volume1.port, orifice.port_a) annotation(Line(points = {{-50, 10}, {-50, 0}, {-30, 0}}, color = {0, 60, 160}));
  connect(orifice.port_b, volume2.port) annotation(Line(points = {{-10, 0}, {4, 0}, {4, 10}}, color = {0, 60, 160}));
  connect(volume2.port, motor.port_a) annotation(Line(points = {{4, 10}, {4, 0}, {30, 0}}, color = {0, 60, 160}));
  connect(motor.port_b, tank.port) annotation(Line(points = {{50, 0}, {70, 0}, {70, -24}}, color = {0, 60, 160}));
  // expect motor.omega(12) = 116.6666667 +- 1e-5
  // expect volume2.p(12) = 1.18666667e7 +- 10
  // expect volume1.p(12) = 4.05953118e8 +- 1e3
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 12, Tolerance = 1e-8, Interval = 0.02));
end OrificeMotor;

model AccumulatorActuators "A gas accumulator empties at 1 l/s and pushes two pistons: strictly diagonally dominant"
  // The thesis holds the volume of the gas at 58 l: P' = -(n Q/v) P. Q1 printed 1e-2; the quoted matrix needs 1e-3.
  parameter Real A(unit = "m2") = 4.91e-4;
  parameter Real f(unit = "N.s/m") = 9.82e3;
  parameter Real M1(unit = "kg") = 100;
  parameter Real M2(unit = "kg") = 20;
  parameter Real v(unit = "m3") = 5.8e-2;
  parameter Real n = 1.6;
  parameter Real Q1(unit = "m3/s") = 1e-3;
  Real P(unit = "Pa", displayUnit = "bar", start = 1e7, fixed = true, nominal = 1e6);
  Real u1(unit = "m/s", start = 0, fixed = true);
  Real u2(unit = "m/s", start = 0, fixed = true);
equation
  der(P) = -n*Q1/v*P;
  M1*der(u1) = A*P - f*u1;
  M2*der(u2) = A*P - f*u2;
  // P = 1e7 exp(-0.0275862 t); the pistons follow: u = A P/(f - 0.0275862 M).
  // expect P(50) = 2.5175212e6 +- 20
  // expect u1(50) = 0.12591143 +- 2e-6
  // expect u2(50) = 0.12588313 +- 2e-6
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 100, Tolerance = 1e-8, Interval = 0.5));
end AccumulatorActuators;

model HydrostaticTransmission "Closed circuit with variable pump, motor, relief and boost"
  // plot motor.omega
  import Dashpot.Hydraulics.*;
  import Dashpot.DeskUnits.*;
  inner Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-100, 50}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.VolumePerAngle D = 71*cc_rev "Displacement of pump and motor";
  Sources.PrimeMover engine(omega = 2200*rpm) annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Pumps.VariablePump pump(D = D, redeclare model Losses = Pumps.Losses.Wilson(C_s = 2e-9, C_v = 2e4, C_f = 0.02)) annotation(Placement(transformation(origin = {-70, 0}, extent = {{-12, -10}, {12, 10}})));
  Pumps.Motor motor(D = D, redeclare model Losses = Pumps.Losses.Wilson(C_s = 2e-9, C_v = 2e4, C_f = 0.02)) annotation(Placement(transformation(origin = {90, 0}, extent = {{-12, -10}, {12, 10}}, rotation = 180)));
  Lines.ShortPipe lineA(L = 2, D = 25*mm, wallCompliance = 5e-10, p_a_start = fluid.p_ambient + 25*bar) annotation(Placement(transformation(origin = {60, 50}, extent = {{-10, -6}, {10, 6}})));
  Lines.ShortPipe lineB(L = 2, D = 25*mm, wallCompliance = 5e-10, p_a_start = fluid.p_ambient + 25*bar) annotation(Placement(transformation(origin = {60, -50}, extent = {{10, -6}, {-10, 6}})));
  Valves.ReliefValve reliefA(p_set = 350*bar, G = 6*l_min_bar) annotation(Placement(transformation(origin = {10, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Valves.ReliefValve reliefB(p_set = 350*bar, G = 6*l_min_bar) annotation(Placement(transformation(origin = {32, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Sources.PressureSource boost(p = fluid.p_ambient + 25*bar) annotation(Placement(transformation(origin = {-44, -10}, extent = {{-6, -6}, {6, 6}})));
  Valves.CheckValve refillA(d = 12*mm) annotation(Placement(transformation(origin = {-14, 20}, extent = {{-10, -6}, {10, 6}}, rotation = 90)));
  Valves.CheckValve refillB(d = 12*mm) annotation(Placement(transformation(origin = {-14, -20}, extent = {{-10, -6}, {10, 6}}, rotation = 270)));
  Dashpot.Mechanics.Rotational.Inertia wheels(J = 3) annotation(Placement(transformation(origin = {120, 0}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Mechanics.Rotational.Damper rolling(d = 0.5) annotation(Placement(transformation(origin = {150, 0}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Mechanics.Rotational.Fixed ground annotation(Placement(transformation(origin = {170, 0}, extent = {{-10, -10}, {10, 10}})));
  Valves.DutyCycle swash(stages = {{0.5, 0, 0}, {1.5, 0, 1}, {5, 1, 1}, {6, 1, -0.5}, {10, -0.5, -0.5}}) annotation(Placement(transformation(origin = {-110, -30}, extent = {{-10, -6}, {10, 6}})));
equation
  connect(engine.shaft, pump.shaft) annotation(Line(points = {{-90, 0}, {-82, 0}}, color = {95, 95, 95}));
  connect(swash.y, pump.u) annotation(Line(points = {{-100, -30}, {-86, -30}, {-86, -8}, {-82, -8}}, color = {0, 0, 127}));
  connect(pump.port_b, lineA.port_a) annotation(Line(points = {{-70, 10}, {-70, 50}, {50, 50}}, color = {0, 60, 160}));
  connect(lineA.port_b, motor.port_a) annotation(Line(points = {{70, 50}, {90, 50}, {90, 10}}, color = {0, 60, 160}));
  connect(motor.port_b, lineB.port_a) annotation(Line(points = {{90, -10}, {90, -50}, {70, -50}}, color = {0, 60, 160}));
  connect(lineB.port_b, pump.port_a) annotation(Line(points = {{50, -50}, {-70, -50}, {-70, -10}}, color = {0, 60, 160}));
  connect(lineA.port_a, reliefA.port_a) annotation(Line(points = {{50, 50}, {10, 50}, {10, 10}}, color = {0, 60, 160}));
  connect(reliefA.port_b, lineB.port_b) annotation(Line(points = {{10, -10}, {10, -50}, {50, -50}}, color = {0, 60, 160}));
  connect(lineB.port_b, reliefB.port_a) annotation(Line(points = {{50, -50}, {32, -50}, {32, -10}}, color = {0, 60, 160}));
  connect(reliefB.port_b, lineA.port_a) annotation(Line(points = {{32, 10}, {32, 50}, {50, 50}}, color = {0, 60, 160}));
  connect(boost.port, refillA.port_a) annotation(Line(points = {{-44, -4}, {-44, 2}, {-14, 2}, {-14, 10}}, color = {0, 60, 160}));
  connect(refillA.port_b, lineA.port_a) annotation(Line(points = {{-14, 30}, {-14, 50}, {50, 50}}, color = {0, 60, 160}));
  connect(boost.port, refillB.port_a) annotation(Line(points = {{-44, -4}, {-44, 2}, {-14, 2}, {-14, -10}}, color = {0, 60, 160}));
  connect(refillB.port_b, lineB.port_b) annotation(Line(points = {{-14, -30}, {-14, -50}, {50, -50}}, color = {0, 60, 160}));
  connect(motor.shaft, wheels.shaft_a) annotation(Line(points = {{102, 0}, {110, 0}}, color = {95, 95, 95}));
  connect(wheels.shaft_b, rolling.shaft_a) annotation(Line(points = {{130, 0}, {140, 0}}, color = {95, 95, 95}));
  connect(rolling.shaft_b, ground.shaft) annotation(Line(points = {{160, 0}, {170, 0}}, color = {95, 95, 95}));
  // Pump and motor have the same displacement. By hand: dp = omega (d/(0.98 D) + C_v mu/0.98), omega (1 + 2 C_s dp/(mu omega)) = 230.4 rad/s times
  // the swash, so omega = 229.3 and -114.7 rad/s.
  // expect wheels.w(4.9) = 229.3 +- 2
  // expect wheels.w(10) = -114.7 +- 1.5
  // expect lineA.p_a in [1e5, 420e5]
  // expect lineB.p_a in [1e5, 420e5]
  // methods rodas4 radau5 ida
  annotation(Diagram(coordinateSystem(extent = {{-120, -80}, {180, 80}})), experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
end HydrostaticTransmission;
