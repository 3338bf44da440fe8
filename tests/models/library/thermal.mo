// Heat against closed forms.

model Cooling "A body cools through a conductor and by convection in series; sensors"
  // expect error in [-1e-5, 1e-5]
  // expect flowError in [-1e-5, 1e-5]
  // expect balance in [-1e-3, 1e-3]
  // expect reversed.Q_flow(10) = -20 +- 1e-9
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // 2 W/K and 6 W/K in series: 1.5 W/K; time constant 150/1.5 s
  import Dashpot.Thermal.*;
  HeatCapacitor body(C = 150, T_start = 393.15);
  ThermalConductor wall(G = 2), reversed(G = 2);
  Convection air(A = 0.5, h = 12);
  FixedTemperature room, warm(T = 303.15);
  Sensors.TemperatureSensor thermometer;
  Sensors.HeatFlowSensor meter;
  Real heat(start = 0, fixed = true);
  Real balance = heat + body.energy;
  Real error = thermometer.T - (293.15 + 100*exp(-time/100));
  Real flowError = meter.y - 150*exp(-time/100);
equation
  der(heat) = meter.y;
  connect(body.port, thermometer.port);
  connect(body.port, wall.port_a);
  connect(wall.port_b, meter.port_a);
  connect(meter.port_b, air.port_a);
  connect(air.port_b, room.port);
  connect(room.port, reversed.port_a);
  connect(warm.port, reversed.port_b);
  annotation(experiment(StopTime = 500, Interval = 10));
end Cooling;

model HeatedBody "Heat flows given, a temperature given by a signal, radiation"
  // expect error in [-1e-6, 1e-6]
  // expect radiation.Q_flow(0) = 1562.609 +- 1e-3
  // expect equilibrium.T(40000) = 356.7782 +- 1e-3
  // 0.5 sigma (500^4 - 293.15^4) of the first, 100 W = 0.2 sigma (T^4 - 293.15^4) of the second
  import Dashpot.Thermal.*;
  FixedHeatFlow heater(Q_flow = 100), heater2(Q_flow = 100);
  PrescribedHeatFlow cooler;
  PrescribedTemperature hot;
  HeatCapacitor body(C = 1000), equilibrium(C = 1000);
  BodyRadiation radiation(Gr = 0.5), loss(Gr = 0.2);
  FixedTemperature room;
  Real error = body.T - (293.15 + 0.1*time - 0.02*time);
equation
  cooler.Q_flow = -20;
  hot.T = 500;
  connect(heater.port, body.port);
  connect(cooler.port, body.port);
  connect(hot.port, radiation.port_a);
  connect(radiation.port_b, room.port);
  connect(heater2.port, equilibrium.port);
  connect(equilibrium.port, loss.port_a);
  connect(loss.port_b, room.port);
  annotation(experiment(StopTime = 40000, Interval = 100));
end HeatedBody;

model RodBetweenTwoTemperatures "Steady profile, and the sum of heat"
  // expect steady(2000) = 0 +- 1e-3
  // expect rod.Q[1](2000) = 50 +- 1e-3
  // expect balance in [-1e-3, 1e-3]
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  import Dashpot.Thermal.*;
  Rod rod(L = 0.1, A = 1e-2, n = 20, k = 50);
  FixedTemperature left(T = 303.15), right;
  Real supplied(start = 0, fixed = true);
  Real balance = supplied - rod.energy;
  Real steady = max(abs(rod.T[i] - (303.15 - 10*(i - 0.5)/20)) for i in 1:20);
equation
  der(supplied) = rod.port_a.Q_flow + rod.port_b.Q_flow;
  connect(left.port, rod.port_a);
  connect(rod.port_b, right.port);
  annotation(experiment(StopTime = 2000, Interval = 20));
end RodBetweenTwoTemperatures;

model RodCools "Insulated on one side, held on the other: the first terms of the series"
  // expect error(200) = 0 +- 2e-3
  // expect error(500) = 0 +- 2e-3
  // expect error(1000) = 0 +- 2e-3
  // tolerance 1e-8
  // x measured from the insulated end, a = 50/(7850 470): T - T0 = 100 sum 4/pi (-1)^n/(2n + 1) cos((2n + 1) pi x/(2 L)) exp(-((2n + 1) pi/(2 L))^2 a t)
  import Dashpot.Thermal.*;
  Rod rod(L = 0.1, n = 200, T_start = 393.15);
  FixedTemperature end_;
  FixedHeatFlow insulation(Q_flow = 0);
  parameter Real a = 50/(7850*470);
  Real error = (rod.T[1] - 293.15) - 400/Dashpot.Units.pi*sum((-1)^n/(2*n + 1)*exp(-((2*n + 1)*Dashpot.Units.pi/0.2)^2*a*time) for n in 0:9);
equation
  connect(insulation.port, rod.port_a);
  connect(rod.port_b, end_.port);
  annotation(experiment(StopTime = 1000, Interval = 100));
end RodCools;
