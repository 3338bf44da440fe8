package HydraulicCircuits "Five circuits of the kind that fluid power engineers draw every day, to measure runs with"

  partial model Circuit "Oil and a tank"
    inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(rho = 890, B = 1e9, p_ambient = 1e5, C_q = 0.67, Re_transition = 100);
    Dashpot.Hydraulics.Sources.Tank tank;
  end Circuit;

  model SlowRelief "Relief valve whose opening follows the pressure with a lag, between its stops"
    extends Dashpot.Hydraulics.Interfaces.TwoPort;
    parameter Real p_open(unit = "Pa") = 200e5 "Cracking pressure";
    parameter Real T(unit = "s") = 0.01 "Time constant of the opening";
    parameter Real Q_nominal = 0.01 "Flow through the open valve";
    parameter Real dp_nominal(unit = "Pa") = 70e5 "Pressure drop at that flow";
    parameter Real slope_static = 1e-8, slope_flow = 1e-8 "Override by the spring and by flow forces";
    final parameter Real K_open = Q_nominal/sqrt(dp_nominal);
    final parameter Real stiffness = sqrt(dp_nominal)/slope_static;
    final parameter Real flowForce = 1/(slope_flow*sqrt(dp_nominal));
    Real K(start = 0, fixed = true, nominal = 1e-7) "Opening: flow over the root of the pressure drop";
    Real K_static "Where it would come to rest";
  equation
    K_static = (port_a.p - p_open)/(stiffness + flowForce*noEvent(max(dp, 0)));
    der(K) = if K >= K_open and K_static > K_open or K <= 0 and K_static < 0 then 0 else (K_static - K)/T;
    Q = K*Dashpot.Functions.root(dp, 100);
  end SlowRelief;

  model OneWay "Check valve without a spring: flows forwards only"
    extends Dashpot.Hydraulics.Interfaces.TwoPort;
    parameter Real K = 2.5e-5;
  equation
    Q = K*Dashpot.Functions.root(noEvent(max(dp, 0)), 100);
  end OneWay;

  model SwitchingOneWay "The same with a condition that makes events: the pressure behind it rests on its switching surface"
    extends Dashpot.Hydraulics.Interfaces.TwoPort;
    parameter Real K = 2.5e-5;
  equation
    Q = if dp > 0 then K*Dashpot.Functions.root(dp, 100) else 0;
  end SwitchingOneWay;

  model SignalledLeak "Laminar resistance with its conductance from outside"
    extends Dashpot.Hydraulics.Interfaces.TwoPort;
    Dashpot.Interfaces.RealInput G;
  equation
    Q = G*dp;
  end SignalledLeak;

  model ReliefLine "A constant flow over an orifice that closes, and a relief valve beside it"
    extends Circuit;
    Dashpot.Hydraulics.Sources.FlowSource inflow(Q = 5e-4);
    Dashpot.Hydraulics.Volumes.FixedVolume line(V = 1e-3, p_start = 1e5, p_fixed = true);
    SlowRelief relief(p_open = 200e5, T = 0.01, Q_nominal = 0.001);
    Dashpot.Hydraulics.Resistances.VariableOrifice orifice(d = sqrt(4e-6/Dashpot.Units.pi));
    Dashpot.Blocks.Sources.Step closing(offset = 1, height = -0.7, startTime = 0.5);
  equation
    connect(inflow.port, line.port);
    connect(line.port, orifice.port_a);
    connect(line.port, relief.port_a);
    connect(orifice.port_b, tank.port);
    connect(relief.port_b, tank.port);
    connect(closing.y, orifice.opening);
    annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 0.001));
  end ReliefLine;

  model ServoAxis "Pump, relief valve and a valve-controlled cylinder with a position controller"
    extends Circuit;
    Dashpot.Hydraulics.Sources.PrimeMover engine(omega = 200);
    Dashpot.Hydraulics.Pumps.Pump pump(D = 25e-5/(2*Dashpot.Units.pi));
    Dashpot.Hydraulics.Volumes.FixedVolume supply(V = 1e-3, p_start = 1e5, p_fixed = true);
    Dashpot.Hydraulics.Resistances.LinearResistance leak(G = 1e-12);
    SlowRelief relief(p_open = 200e5, T = 0.001, Q_nominal = 0.01);
    Dashpot.Hydraulics.Valves.Valve43 valve(d = sqrt(4*0.001*0.0099), lap = 0.01, corner = 0);
    Dashpot.Hydraulics.Valves.Spool.SecondOrder spool(f = 200/(2*Dashpot.Units.pi), zeta = 1);
    Dashpot.Hydraulics.Actuators.Cylinder cylinder(
      A_a = 1e-3, A_b = 1e-3, stroke = 1, V_dead_a = 3e-4, V_dead_b = 3e-4, m = 100,
      p_a_start = 1e5, p_b_start = 1e5, p_fixed = true, x_fixed = true,
      redeclare model Friction = Dashpot.Hydraulics.Actuators.Friction.Viscous(b = 3000));
    Dashpot.Mechanics.Translational.Spring spring(c = 100);
    Dashpot.Mechanics.Translational.Fixed wall;
    Dashpot.Mechanics.Translational.Sensors.PositionSensor position;
    Dashpot.Blocks.Sources.Step target(offset = 0.2, height = 0.5, startTime = 1);
    Dashpot.Blocks.Math.Feedback deviation;
    Dashpot.Blocks.Continuous.PI controller(k = 2.64249, T = 0.0264249/0.000672426);
    Dashpot.Blocks.Nonlinear.Limiter limiter(uMax = 1);
  equation
    connect(engine.shaft, pump.shaft);
    connect(pump.port_a, tank.port);
    connect(pump.port_b, supply.port);
    connect(supply.port, leak.port_a);
    connect(supply.port, relief.port_a);
    connect(supply.port, valve.port_p);
    connect(leak.port_b, tank.port);
    connect(relief.port_b, tank.port);
    connect(valve.port_t, tank.port);
    connect(valve.port_a, cylinder.port_a);
    connect(valve.port_b, cylinder.port_b);
    connect(cylinder.flange, spring.flange_b);
    connect(cylinder.flange, position.flange);
    connect(spring.flange_a, wall.flange);
    connect(target.y, deviation.u1);
    connect(position.y, deviation.u2);
    connect(deviation.y, controller.u);
    connect(controller.y, limiter.u);
    connect(limiter.y, spool.u);
    connect(spool.y, valve.u);
    annotation(experiment(StopTime = 3, Tolerance = 1e-6, Interval = 0.003));
  end ServoAxis;

  model PressureFedAxis "Cylinder on a constant pressure, its controller fed with the pressure difference as well"
    extends Circuit;
    Dashpot.Hydraulics.Sources.PressureSource supply(p = 200e5);
    Dashpot.Hydraulics.Valves.Valve43 valve(d = sqrt(4*0.001*0.01), lap = 0, corner = 0);
    Dashpot.Hydraulics.Valves.Spool.SecondOrder spool(f = 300/(2*Dashpot.Units.pi), zeta = 0.5);
    Dashpot.Hydraulics.Actuators.Cylinder cylinder(
      A_a = 1e-3, A_b = 1e-3, stroke = 1, V_dead_a = 3e-4, V_dead_b = 3e-4, m = 50, x_start = 0.5, k_load = 100,
      G_leak = 1e-11, p_a_start = 100e5, p_b_start = 100e5, p_fixed = true, x_fixed = true,
      redeclare model Friction = Dashpot.Hydraulics.Actuators.Friction.Viscous(b = 1100));
    Dashpot.Mechanics.Translational.Sources.ConstantForce load(F = -200);
    Dashpot.Mechanics.Translational.Sensors.PositionSensor position;
    Dashpot.Hydraulics.Sensors.DifferentialPressureSensor pressure;
    Dashpot.Blocks.Sources.Pulse target(amplitude = 0.2, offset = 0.4, period = 1, width = 50);
    Dashpot.Blocks.Nonlinear.Limiter limiter(uMax = 1);
  equation
    // A positive signal lets oil out of chamber a: the supply is at the valve's port for the tank.
    connect(valve.port_t, supply.port);
    connect(valve.port_p, tank.port);
    connect(valve.port_b, cylinder.port_a);
    connect(valve.port_a, cylinder.port_b);
    connect(pressure.port_a, cylinder.port_a);
    connect(pressure.port_b, cylinder.port_b);
    connect(cylinder.flange, load.flange);
    connect(cylinder.flange, position.flange);
    limiter.u = 4*(target.y - position.y) - 3e-9*pressure.dp;
    connect(limiter.y, spool.u);
    connect(spool.y, valve.u);
    annotation(experiment(StopTime = 3, Tolerance = 1e-6, Interval = 0.003));
  end PressureFedAxis;

  model ControlledSupply "Pump whose displacement follows the pressure by a small piston against a spring"
    extends Circuit;
    Dashpot.Hydraulics.Sources.PrimeMover engine(omega = 125);
    Dashpot.Hydraulics.Pumps.VariablePump pump(D = 1e-4/(2*Dashpot.Units.pi));
    Dashpot.Hydraulics.Volumes.FixedVolume line(V = 1e-3, p_start = 100e5, p_fixed = true);
    SignalledLeak consumer;
    Dashpot.Hydraulics.Actuators.Cylinder piston(
      A_a = 1e-4, A_b = 1e-4, stroke = 0.01, V_dead_a = 3e-5, V_dead_b = 3e-5, m = 1, x_start = 0.005,
      G_leak = 5e-11, p_a_start = 100e5, p_b_start = 100e5, p_fixed = true, x_fixed = true,
      redeclare model Friction = Dashpot.Hydraulics.Actuators.Friction.Viscous(b = 1000));
    Dashpot.Mechanics.Translational.Spring spring(c = 12000, s_rel0 = 0.005);
    Dashpot.Mechanics.Translational.Fixed wall;
    Dashpot.Mechanics.Translational.Sensors.PositionSensor position;
    Dashpot.Hydraulics.Resistances.LinearResistance pilot(G = 1e-11), reference(G = 2e-10);
    Dashpot.Hydraulics.Sources.PressureSignal wanted;
    Dashpot.Blocks.Sources.Step p_wanted(offset = 99e5, height = 100e5, startTime = 1);
    Dashpot.Blocks.Sources.Step consumption(offset = 1e-11, height = -5e-12, startTime = 5);
    Dashpot.Blocks.Math.Gain gain(k = 50);
  equation
    connect(engine.shaft, pump.shaft);
    connect(pump.port_a, tank.port);
    connect(pump.port_b, line.port);
    connect(line.port, consumer.port_a);
    connect(consumer.port_b, tank.port);
    connect(consumption.y, consumer.G);
    connect(line.port, pilot.port_a);
    connect(pilot.port_b, piston.port_b);
    connect(piston.port_a, reference.port_a);
    connect(reference.port_b, wanted.port);
    connect(p_wanted.y, wanted.u);
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, piston.flange);
    connect(piston.flange, position.flange);
    connect(position.y, gain.u);
    connect(gain.y, pump.u);
    annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
  end ControlledSupply;

  model Transmission "Closed circuit: pump, motor with a flywheel, boost pressure over check valves, speed control"
    extends Circuit;
    replaceable model Valve = OneWay "Of the boost lines";
    Dashpot.Hydraulics.Sources.PrimeMover engine(omega = 1000);
    Dashpot.Hydraulics.Pumps.VariablePump pump(D = 5e-4/(2*Dashpot.Units.pi));
    Dashpot.Hydraulics.Resistances.LinearResistance leak(G = 1e-9);
    Dashpot.Hydraulics.Volumes.FixedVolume high(V = 1e-4, p_start = 100e5, p_fixed = true);
    Dashpot.Hydraulics.Volumes.FixedVolume low(V = 1e-3, p_start = 100e5, p_fixed = true);
    SlowRelief highRelief, lowRelief;
    Valve highBoost, lowBoost;
    Dashpot.Hydraulics.Sources.PressureSource boost(p = 30e5);
    Dashpot.Hydraulics.Actuators.RotaryMotor motor(
      D = 5e-5/(2*Dashpot.Units.pi), J = 5, f = 0, G_leak = 1e-11, omega_fixed = true);
    Dashpot.Blocks.Sources.Step speed(height = 20, startTime = 5);
    Dashpot.Blocks.Continuous.PI controller(k = 0.05, T = 2.5);
  equation
    connect(engine.shaft, pump.shaft);
    connect(pump.port_b, high.port);
    connect(pump.port_a, low.port);
    connect(high.port, motor.port_a);
    connect(low.port, motor.port_b);
    connect(high.port, leak.port_a);
    connect(low.port, leak.port_b);
    connect(high.port, highRelief.port_a);
    connect(low.port, lowRelief.port_a);
    connect(highRelief.port_b, tank.port);
    connect(lowRelief.port_b, tank.port);
    connect(boost.port, highBoost.port_a);
    connect(boost.port, lowBoost.port_a);
    connect(highBoost.port_b, high.port);
    connect(lowBoost.port_b, low.port);
    controller.u = speed.y - motor.omega;
    connect(controller.y, pump.u);
    annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
  end Transmission;

  model SlidingTransmission "The same with check valves that switch"
    extends Transmission(redeclare model Valve = SwitchingOneWay);
    annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
  end SlidingTransmission;

  model Unloading "A pump is unloaded by a valve that opens above a pressure and shuts below it, without a dead band"
    extends Circuit;
    Dashpot.Hydraulics.Sources.FlowSource pump(Q = 20e-3/60);
    Dashpot.Hydraulics.Volumes.FixedVolume line(V = 1e-3, p_start = 1e5, p_fixed = true);
    Dashpot.Hydraulics.Sensors.PressureSensor sensor;
    Dashpot.Blocks.Logic.GreaterThreshold isHigh(threshold = 150e5);
    Dashpot.Blocks.Logic.ToReal signal;
    Dashpot.Hydraulics.Valves.Valve22 unloading(d = 4e-3);
    Dashpot.Hydraulics.Resistances.VariableOrifice consumer(d = 2e-3);
    Dashpot.Blocks.Sources.Sine demand(amplitude = 0.5, f = 2, offset = 0.5);
  equation
    connect(pump.port, line.port);
    connect(line.port, sensor.port);
    connect(sensor.p, isHigh.u);
    connect(isHigh.y, signal.u);
    connect(signal.y, unloading.u);
    connect(line.port, unloading.port_a);
    connect(unloading.port_b, tank.port);
    connect(line.port, consumer.port_a);
    connect(consumer.port_b, tank.port);
    connect(demand.y, consumer.opening);
    annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.01));
  end Unloading;
end HydraulicCircuits;
