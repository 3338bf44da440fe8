// Spools and command sequences.

model SpoolSteps "Step responses of first and second order, and a limited speed"
  import Dashpot.Hydraulics.Valves.Spool.*;
  FirstOrder first(T = 0.02, u = 1);
  SecondOrder second(f = 20, zeta = 0.6, yMax = 2, u = 1) "Overshoots far from its stop";
  SecondOrder limited(f = 100, zeta = 0.8, rate = 4, u = 1);
  // expect second.y(0.01) = 0.449963882 +- 1e-6
  // expect first.y(0.01) = 0.39346934 +- 1e-6
  // expect second.y(0.02) = 0.94403109 +- 1e-6
  // expect first.y(0.02) = 0.632120559 +- 1e-6
  // expect second.y(0.05) = 1.00932021 +- 1e-6
  // expect first.y(0.05) = 0.917915001 +- 1e-6
  // The limited spool needs 1/4 s for its stroke.
  // expect limited.y(0.1) = 0.4 +- 0.02
  // expect limited.y(0.2) = 0.8 +- 0.02
  // expect limited.y(0.4) = 1 +- 0.02
  // tolerance 1e-8
  annotation(experiment(StopTime = 0.4, Interval = 0.01));
end SpoolSteps;

model Sequences "Steps; stages with ramps; a smooth transition"
  import Dashpot.Hydraulics.Valves.*;
  StepSequence steps(times = {1, 2.5, 4}, values = {0.3, -1, 0}, y_start = 0.1);
  DutyCycle ramps(stages = {{1, 0, 0}, {2, 0, 1}, {3, 1, 1}, {4, 1, -1}});
  DutyCycle smooth_(stages = {{1, 0, 0}, {2, 1, 1}}, transition = 0.2);
  // expect steps.y(0.5) = 0.1 +- 1e-12
  // expect steps.y(1.5) = 0.3 +- 1e-12
  // expect steps.y(3) = -1 +- 1e-12
  // expect steps.y(4.5) = 0 +- 1e-12
  // expect ramps.y(0.5) = 0 +- 1e-12
  // expect ramps.y(1.25) = 0.25 +- 1e-9
  // expect ramps.y(2.5) = 1 +- 1e-9
  // expect ramps.y(3.25) = 0.5 +- 1e-9
  // expect ramps.y(4.5) = -1 +- 1e-9
  // expect smooth_.y(1) = 0 +- 1e-9
  // expect smooth_.y(1.1) = 0.5 +- 1e-9
  // expect smooth_.y(1.2) = 1 +- 1e-9
  annotation(experiment(StopTime = 5, Interval = 0.05));
end Sequences;

model SpoolStops "A command of five strokes moves the spool to its stop as a command of one does, and back as soon"
  import Dashpot.Hydraulics.Valves.Spool.*;
  Real u = if time < 0.5 then 5 else -5;
  FirstOrder first(T = 0.02, u = u);
  SecondOrder over(f = 20, zeta = 0.8, rate = 30, u = u), normal(f = 20, zeta = 0.8, rate = 30, u = if time < 0.5 then 1 else -1);
  SecondOrder springy(f = 20, zeta = 0.1, u = u) "Would overshoot by 73 %";
  Real difference = over.y - normal.y;
  // expect difference in [-1e-9, 1e-9]
  // expect over.y in [-1.0021, 1.0021]
  // expect springy.y in [-1.0021, 1.0021]
  // expect over.y(0.45) = 1 +- 1e-6
  // expect over.y(1) = -1 +- 1e-6
  // A lag towards 1, then from there towards -1: y = 1 - 2 (1 - exp(-t/T)).
  // expect first.y(0.4) = 1 +- 1e-6
  // expect first.y(0.52) = -0.26424112 +- 1e-5
  // methods rodas4 radau5 ida
  // tolerance 1e-7
  annotation(experiment(StopTime = 1, Interval = 0.01));
end SpoolStops;

model StrokeOfSignals "Spools, swash plates and openings stay within their range, whatever the signal"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource high(p = fluid.p_ambient + 100e5);
  Sources.Tank tank;
  Sources.PrimeMover mover(omega = 157);
  Pumps.VariablePump pump(D = 1e-6, u = 3), back(D = 1e-6, u = -2);
  Pumps.VariableMotor motor(D = 1e-6, u = 1.5);
  Valves.Valve43 valve(d = 4e-3, u = 7);
  Resistances.VariableOrifice orifice(d = 4e-3, G_leak = 0, opening = 2);
  Resistances.Orifice same(d = 4e-3);
  Real excess = orifice.Q/same.Q;
equation
  connect(mover.shaft, pump.shaft); connect(mover.shaft, back.shaft); connect(mover.shaft, motor.shaft);
  connect(tank.port, pump.port_a); connect(pump.port_b, high.port);
  connect(high.port, back.port_a); connect(back.port_b, tank.port);
  connect(high.port, motor.port_a); connect(motor.port_b, tank.port);
  connect(high.port, valve.port_p); connect(valve.port_t, tank.port); connect(valve.port_a, tank.port); connect(valve.port_b, tank.port);
  connect(high.port, orifice.port_a); connect(orifice.port_b, tank.port);
  connect(high.port, same.port_a); connect(same.port_b, tank.port);
  // expect pump.Q(1) = 1.57e-4 +- 1e-12
  // expect back.Q(1) = -1.57e-4 +- 1e-12
  // expect motor.Q(1) = 1.57e-4 +- 1e-12
  // expect valve.spool(1) = 1 +- 0
  // expect excess(1) = 1 +- 1e-8
  annotation(experiment(StopTime = 1, Interval = 0.5));
end StrokeOfSignals;
