// Hydrostatic transmissions: a pump drives a motor.
//
// OpenCircuit and OrificeMotor are linear circuits of a University of Bath thesis (1980s); look at the two time scales of P and
// omega. HydrostaticTransmission is a closed circuit as in a wheel loader: a pump of variable displacement, a motor, relief
// valves across the lines and check valves that refill the low side from a boost pump. Look at motor.omega and at
// the pressures when the pump is swung back while the load still turns.

model OpenCircuit "Pump, relief valve and motor with an inertia; the relief valve is open"
  // kr = 5e-11 as printed gives eigenvalues -699.4 and -2.636 1/s (stiffness 265, by hand); the quoted 4e3 fits 5e-10.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.4e9, p_ambient = 0);
  parameter Dashpot.Units.VolumePerAngle D = 25e-6/(2*Dashpot.Units.pi) "25 ml per revolution";
  Sources.FlowSource pump(Q = D*157);
  Volumes.FixedVolume line(V = 1e-4, p_start = 1.2e7);
  Valves.ReliefValve relief(p_set = 1e7, G = 5e-11, corner = 0, G_leak = 0);
  Actuators.RotaryMotor motor(D = D, J = 0.5, f = 1);
  Sources.Tank tank;
  // Steady: f omega = D P and D omega_p = kr (P - Pc) + D omega
  parameter Real P_steady = (pump.Q + 5e-11*1e7)/(5e-11 + D^2);
equation
  connect(pump.port, line.port);
  connect(line.port, relief.port_a);
  connect(relief.port_b, tank.port);
  connect(line.port, motor.port_a);
  connect(motor.port_b, tank.port);
  // expect line.p(10) = 1.7084287e7 +- 1e-4 rel
  // expect P_steady(10) = 1.7084287e7 +- 1e-4 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 10, Tolerance = 1e-7, Interval = 0.02));
end OpenCircuit;

model OrificeMotor "Constant flow through an orifice into a motor: eigenvalues -2.089, -3.115 and -120.4 1/s"
  // k printed 1.315e-14; 8.8813e-12 gives the matrix that the thesis quotes. Steady: omega = Q/D, P2 = (f omega + T)/D, P1 = P2 + Q/k.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.4e9, p_ambient = 0);
  Sources.FlowSource pump(Q = 3.5e-3);
  Volumes.FixedVolume volume1(V = 1e-2, p_start = 5e6);
  Volumes.FixedVolume volume2(V = 1e-4, p_start = 4e6);
  Resistances.LinearResistance orifice(G = 8.8813e-12);
  Actuators.RotaryMotor motor(D = 3e-5, J = 20, f = 0.48, tau_load = 300, omega_start = 100);
  Sources.Tank tank;
equation
  connect(pump.port, volume1.port);
  connect(volume1.port, orifice.port_a);
  connect(orifice.port_b, volume2.port);
  connect(volume2.port, motor.port_a);
  connect(motor.port_b, tank.port);
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
  inner Fluids.MineralOil_VG46 fluid;
  parameter Dashpot.Units.VolumePerAngle D = 71*cc_rev "Displacement of pump and motor";
  Sources.PrimeMover engine(omega = 2200*rpm);
  Pumps.VariablePump pump(D = D, redeclare model Losses = Pumps.Losses.Wilson(C_s = 2e-9, C_v = 2e4, C_f = 0.02));
  Pumps.Motor motor(D = D, redeclare model Losses = Pumps.Losses.Wilson(C_s = 2e-9, C_v = 2e4, C_f = 0.02));
  Lines.ShortPipe lineA(L = 2, D = 25*mm, wallCompliance = 5e-10, p_a_start = fluid.p_ambient + 25*bar);
  Lines.ShortPipe lineB(L = 2, D = 25*mm, wallCompliance = 5e-10, p_a_start = fluid.p_ambient + 25*bar);
  Valves.ReliefValve reliefA(p_set = 350*bar, G = 6*l_min_bar);
  Valves.ReliefValve reliefB(p_set = 350*bar, G = 6*l_min_bar);
  Sources.PressureSource boost(p = fluid.p_ambient + 25*bar);
  Valves.CheckValve refillA(d = 12*mm);
  Valves.CheckValve refillB(d = 12*mm);
  Dashpot.Mechanics.Rotational.Inertia wheels(J = 3);
  Dashpot.Mechanics.Rotational.Damper rolling(d = 0.5);
  Dashpot.Mechanics.Rotational.Fixed ground;
  Valves.DutyCycle swash(stages = {{0.5, 0, 0}, {1.5, 0, 1}, {5, 1, 1}, {6, 1, -0.5}, {10, -0.5, -0.5}});
equation
  connect(engine.shaft, pump.shaft);
  connect(swash.y, pump.u);
  connect(pump.port_b, lineA.port_a);
  connect(lineA.port_b, motor.port_a);
  connect(motor.port_b, lineB.port_a);
  connect(lineB.port_b, pump.port_a);
  connect(lineA.port_a, reliefA.port_a);
  connect(reliefA.port_b, lineB.port_b);
  connect(lineB.port_b, reliefB.port_a);
  connect(reliefB.port_b, lineA.port_a);
  connect(boost.port, refillA.port_a);
  connect(refillA.port_b, lineA.port_a);
  connect(boost.port, refillB.port_a);
  connect(refillB.port_b, lineB.port_b);
  connect(motor.shaft, wheels.shaft_a);
  connect(wheels.shaft_b, rolling.shaft_a);
  connect(rolling.shaft_b, ground.shaft);
  // Pump and motor have the same displacement. By hand: dp = omega (d/(0.98 D) + C_v mu/0.98), omega (1 + 2 C_s dp/(mu omega)) = 230.4 rad/s times
  // the swash, so omega = 229.3 and -114.7 rad/s.
  // expect wheels.w(4.9) = 229.3 +- 2
  // expect wheels.w(10) = -114.7 +- 1.5
  // expect lineA.p_a in [1e5, 420e5]
  // expect lineB.p_a in [1e5, 420e5]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
end HydrostaticTransmission;
