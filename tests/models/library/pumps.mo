// Pumps and motors with their losses.

partial model Driven "A pump at 157 rad/s against 150 bar"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PrimeMover mover(omega = 157);
  Sources.PressureSource load(p = fluid.p_ambient + 150e5);
  Sources.Tank tank;
end Driven;

model IdealPump "Q = D omega, tau = D dp"
  import Dashpot.Hydraulics.*;
  extends Driven;
  Pumps.Pump pump(D = 3.5e-6);
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.0005495 +- 1e-9 rel
  // expect pump.tau(1) = 52.5 +- 1e-9 rel
  // expect pump.loss(1) = 0 +- 1e-9
  // expect mover.power(1) = 8242.5 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end IdealPump;

model WilsonPump "Wilson's losses by hand"
  import Dashpot.Hydraulics.*;
  extends Driven;
  Pumps.Pump pump(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Wilson(C_s = 7e-9, C_v = 4e4, C_f = 0.03, tau_c = 0.2));
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.0005354195402 +- 1e-9 rel
  // expect pump.tau(1) = 54.848678 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end WilsonPump;

model SchloesserPump "Schloesser's losses by hand"
  import Dashpot.Hydraulics.*;
  extends Driven;
  Pumps.Pump pump(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Schloesser(C_s = 8e-10, C_st = 1e-5, C_v = 5e4, C_f = 0.02, C_h = 10));
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.0005474627363 +- 1e-9 rel
  // expect pump.tau(1) = 54.44011843 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end SchloesserPump;

model TabulatedPump "Losses through measured points"
  import Dashpot.Hydraulics.*;
  extends Driven;
  Pumps.Pump pump(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Tabulated(dp_table = {0, 100e5, 150e5, 300e5}, Q_table = {0, 1e-5, 1.7e-5, 3e-5}, tau_table = {0.5, 1, 1.4, 2.3}));
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.0005325 +- 1e-9 rel
  // expect pump.tau(1) = 53.9 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end TabulatedPump;

model VariablePumpHalf "Half the displacement"
  import Dashpot.Hydraulics.*;
  extends Driven;
  Pumps.VariablePump pump(D = 3.5e-6, u = 0.5);
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.00027475 +- 1e-9 rel
  // expect pump.tau(1) = 26.25 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end VariablePumpHalf;

model CompensatedPump "At 195 of 200 bar with a range of 10 bar it delivers half"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PrimeMover mover(omega = 157);
  Sources.PressureSource load(p = fluid.p_ambient + 195e5);
  Sources.Tank tank;
  Pumps.PressureCompensatedPump pump(D = 3.5e-6, G_leak = 0, p_set = 200e5, p_range = 10e5);
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, load.port);
  // expect pump.Q(1) = 0.00027475 +- 1e-6 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end CompensatedPump;

model MotorTurnsForward "Fluid from port_a to port_b drives it forward; Wilson's losses take from torque and flow"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 150e5);
  Sources.Tank tank;
  Sources.PrimeMover brake(omega = 157) "Holds the speed";
  Pumps.Motor motor(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Wilson(C_s = 7e-9, C_v = 4e4, C_f = 0.03, tau_c = 0.2));
equation
  connect(source.port, motor.port_a);
  connect(motor.port_b, tank.port);
  connect(motor.shaft, brake.shaft);
  // Flow into the motor is more than D omega, its torque less than D dp.
  // expect motor.port_a.m_flow(1) = 0.490315 +- 1e-9 rel
  // expect brake.power(1) = -7873.757554 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end MotorTurnsForward;

model VariableMotorHalf "Half the displacement, half the torque"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 150e5);
  Sources.Tank tank;
  Sources.PrimeMover brake(omega = 157);
  Pumps.VariableMotor motor(D = 3.5e-6, u = 0.5);
equation
  connect(source.port, motor.port_a);
  connect(motor.port_b, tank.port);
  connect(motor.shaft, brake.shaft);
  // expect brake.power(1) = -4121.25 +- 1e-9 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end VariableMotorHalf;

model CompensatedCircuit "The pump settles where the orifice takes what it delivers"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PrimeMover mover(omega = 157);
  Pumps.PressureCompensatedPump pump(D = 3.5e-6, G_leak = 0, p_set = 200e5, p_range = 10e5);
  Volumes.FixedVolume volume(V = 1e-3);
  Resistances.Orifice load(d = 1e-3);
  Sources.Tank tank;
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, volume.port);
  connect(volume.port, load.port_a);
  connect(load.port_b, tank.port);
  // expect load.dp(3) = 19816959.4 +- 1e-5 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 3, Interval = 0.1));
end CompensatedCircuit;

model CompensatedPumpBlocked "Blocked, it overshoots while it swivels back, and its leakage brings the pressure down to what is set"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PrimeMover mover;
  Pumps.PressureCompensatedPump pump(D = 40e-6/(2*Dashpot.Units.pi), p_set = 210e5);
  Volumes.FixedVolume line(V = 1e-3);
  Sources.Tank tank;
  Real highest(start = 0, fixed = true) "Follows the rise of the pressure difference";
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, line.port);
  der(highest) = noEvent(if pump.dp > highest then 1e4*(pump.dp - highest) else 0);
  // It rises above 300 bar within 20 ms of full flow; then 2 % of the displacement feed the leakage, 0.2 bar below the set pressure.
  // expect highest(5) = 500e5 +- 200e5
  // expect pump.dp(5) = 210e5 +- 0.3e5
  // expect pump.fraction(5) = 0.02 +- 0.001
  // expect pump.Q(5) = 0 +- 1e-9
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Interval = 0.1));
end CompensatedPumpBlocked;

model DirectionOfRotation "Forward rotation carries fluid from port_a to port_b, in pumps and in motors"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PrimeMover mover(omega = 100);
  Sources.Tank tank;
  Pumps.Pump pump(D = 1e-6);
  Pumps.VariablePump variablePump(D = 1e-6, u = 1);
  Pumps.PressureCompensatedPump compensated(D = 1e-6);
  Pumps.Motor motor(D = 1e-6);
  Pumps.VariableMotor variableMotor(D = 1e-6, u = 1);
  Actuators.RotaryMotor rotary(D = 1e-6, omega_start = 100);
equation
  connect(mover.shaft, pump.shaft); connect(tank.port, pump.port_a); connect(tank.port, pump.port_b);
  connect(mover.shaft, variablePump.shaft); connect(tank.port, variablePump.port_a); connect(tank.port, variablePump.port_b);
  connect(mover.shaft, compensated.shaft); connect(tank.port, compensated.port_a); connect(tank.port, compensated.port_b);
  connect(mover.shaft, motor.shaft); connect(tank.port, motor.port_a); connect(tank.port, motor.port_b);
  connect(mover.shaft, variableMotor.shaft); connect(tank.port, variableMotor.port_a); connect(tank.port, variableMotor.port_b);
  connect(mover.shaft, rotary.shaft); connect(tank.port, rotary.port_a); connect(tank.port, rotary.port_b);
  // expect pump.Q(1) = 1e-4 +- 1e-12
  // expect variablePump.Q(1) = 1e-4 +- 1e-12
  // expect compensated.Q(1) = 1e-4 +- 1e-12
  // expect motor.Q(1) = 1e-4 +- 1e-12
  // expect variableMotor.Q(1) = 1e-4 +- 1e-12
  // expect rotary.Q(1) = 1e-4 +- 1e-12
  annotation(experiment(StopTime = 1, Interval = 0.5));
end DirectionOfRotation;
