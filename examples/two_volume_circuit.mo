// Two volumes of very different size between a flow and a tank: the smallest stiff circuit (Esque 2008, circuit 1).
//
//   flow -> V1 -orifice-> V2 -orifice-> tank
//
// Look at volume1.p: it follows the flow within milliseconds, while volume2.p takes tenths of a second. The volumes, the
// diameter of the first orifice and the flows are Esque's where he prints them; assumed here are the fluid (870 kg/m3,
// 30 mm2/s, C_q = 0.6, transition at Re = 1000, Tait with a = 0.09, b = 135 MPa), the mean flow of 60 l/min where it is not
// given, V2 of the first two tests (5 l), d2, and the start. Pressures are gauge here (p_ambient = 0). The expected values
// come from an independent prototype (RODAS4 at 1e-11, checked with Radau IIA).

partial model TwoVolumes
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(liquid = Fluids.Liquid.tait, p_ambient = 0) annotation(Placement(transformation(origin = {-70, 40}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.VolumeFlowRate Q_mean = 1e-3 "Mean flow";
  Volumes.FixedVolume volume1(V = 0.05e-3) "Small volume" annotation(Placement(transformation(origin = {-30, 6}, extent = {{-10, -6}, {10, 6}})));
  Volumes.FixedVolume volume2(V = 5e-3) "Large volume" annotation(Placement(transformation(origin = {30, 6}, extent = {{-10, -6}, {10, 6}})));
  Resistances.Orifice orifice1(d = 4e-3) annotation(Placement(transformation(origin = {0, -10}, extent = {{-10, -6}, {10, 6}})));
  Resistances.Orifice orifice2(d = 4e-3) annotation(Placement(transformation(origin = {60, -10}, extent = {{-10, -6}, {10, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {90, -26}, extent = {{-6, -6}, {6, 6}})));
  // Steady pressures at the mean flow, both orifices turbulent
  parameter Dashpot.Units.Pressure p2_steady = fluid.rho/2*(Q_mean/(fluid.C_q*orifice2.A))^2;
  parameter Dashpot.Units.Pressure p1_steady = p2_steady + fluid.rho/2*(Q_mean/(fluid.C_q*orifice1.A))^2;
equation
  connect(volume1.port, orifice1.port_a) annotation(Line(points = {{-30, 0}, {-30, -10}, {-10, -10}}, color = {0, 60, 160}));
  connect(orifice1.port_b, volume2.port) annotation(Line(points = {{10, -10}, {30, -10}, {30, 0}}, color = {0, 60, 160}));
  connect(volume2.port, orifice2.port_a) annotation(Line(points = {{30, 0}, {30, -10}, {50, -10}}, color = {0, 60, 160}));
  connect(orifice2.port_b, tank.port) annotation(Line(points = {{70, -10}, {90, -10}, {90, -20}}, color = {0, 60, 160}));
end TwoVolumes;

model TwoVolumesRealTime1 "Two volumes: 0.05 l and 5 l, 60 +- 10 l/min at 10 Hz until 0.8 s, from the steady state"
  extends TwoVolumes(volume1(p_start = p1_steady), volume2(p_start = p2_steady));
  Dashpot.Hydraulics.Sources.PulsatingFlow pump(mean = Q_mean, amplitude = 1e-3/6, f = 10, endTime = 0.8) annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // expect volume1.p(0.025) = 18720629.21 +- 1e-6 rel
  // expect volume2.p(0.025) = 8329448.32 +- 1e-6 rel
  // expect volume1.p(0.1) = 14580146.93 +- 1e-6 rel
  // expect volume1.p(0.8) = 14481172.07 +- 1e-6 rel
  // expect volume2.p(0.8) = 6908730.19 +- 1e-6 rel
  // expect volume1.p(0.9) = 15207905.29 +- 1e-6 rel
  // expect volume1.p(1.5) = 15303719.99 +- 1e-6 rel
  // expect volume2.p(1.5) = 7651859.77 +- 1e-6 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-8, Interval = 0.005));
end TwoVolumesRealTime1;

model TwoVolumesRealTime1Cold "The same, from 1 bar"
  extends TwoVolumes(volume1(p_start = 1e5), volume2(p_start = 1e5));
  Dashpot.Hydraulics.Sources.PulsatingFlow pump(mean = Q_mean, amplitude = 1e-3/6, f = 10, endTime = 0.8) annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // expect volume1.p(0.001) = 7183974.59 +- 1e-6 rel
  // expect volume2.p(0.001) = 287290.44 +- 1e-6 rel
  // expect volume1.p(0.01) = 11123003.50 +- 1e-6 rel
  // expect volume2.p(0.05) = 6318356.45 +- 1e-6 rel
  // expect volume1.p(0.8) = 14481171.57 +- 1e-6 rel
  // expect volume2.p(0.8) = 6908729.70 +- 1e-6 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.8, Tolerance = 1e-8, Interval = 0.001));
end TwoVolumesRealTime1Cold;

model TwoVolumesRealTime2 "Two volumes: 0.01 l and 5 l, wider orifice, 60 +- 40 l/min: eigenvalues to -1.5e5 1/s"
  extends TwoVolumes(volume1(V = 0.01e-3, p_start = p1_steady), volume2(p_start = p2_steady), orifice1(d = 6e-3));
  Dashpot.Hydraulics.Sources.PulsatingFlow pump(mean = Q_mean, amplitude = 4e-3/6, f = 10, endTime = 0.8) annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // expect volume1.p(0.025) = 14681901.14 +- 1e-6 rel
  // expect volume2.p(0.025) = 10488223.22 +- 1e-6 rel
  // expect volume1.p(0.075) = 7648782.39 +- 1e-6 rel
  // expect volume1.p(0.1) = 6710335.19 +- 1e-6 rel
  // expect volume1.p(0.8) = 6341886.51 +- 1e-6 rel
  // expect volume1.p(1.5) = 9163337.33 +- 1e-6 rel
  // expect volume2.p(1.5) = 7651858.77 +- 1e-6 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-8, Interval = 0.005));
end TwoVolumesRealTime2;

model TwoVolumesOffline1 "Two volumes: 0.01 l and 10 l, flow 60, 30 and 60 l/min in steps, from 1 bar"
  extends TwoVolumes(volume1(V = 0.01e-3, p_start = 1e5), volume2(V = 10e-3, p_start = 1e5));
  Dashpot.Hydraulics.Valves.StepSequence demand(y_start = 1e-3, times = {1, 2}, values = {0.5e-3, 1e-3}) annotation(Placement(transformation(origin = {-100, -38}, extent = {{-10, -6}, {10, 6}})));
  Dashpot.Hydraulics.Sources.FlowSignal pump annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(demand.y, pump.u) annotation(Line(points = {{-90, -38}, {-70, -38}}, color = {0, 0, 127}));
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // expect volume1.p(0.1) = 13087308.76 +- 1e-6 rel
  // expect volume2.p(0.5) = 7617954.52 +- 1e-6 rel
  // expect volume1.p(1.001) = 9495522.97 +- 1e-6 rel
  // expect volume1.p(1.1) = 5017937.85 +- 1e-6 rel
  // expect volume1.p(1.5) = 3826419.83 +- 1e-6 rel
  // expect volume2.p(2.001) = 1982680.28 +- 1e-6 rel
  // expect volume1.p(3) = 15303558.15 +- 1e-6 rel
  // expect volume2.p(3) = 7651698.08 +- 1e-6 rel
  // methods rodas4 radau5 ida
  annotation(Diagram(coordinateSystem(extent = {{-120, -60}, {120, 60}})), experiment(StopTime = 3, Tolerance = 1e-8, Interval = 0.001));
end TwoVolumesOffline1;

model TwoVolumesLStability "0.1 l and 10 l from 50 and 40 bar: where the trapezoidal rule oscillates with steps of 10 ms"
  extends TwoVolumes(volume1(V = 0.1e-3, p_start = 50e5), volume2(V = 10e-3, p_start = 40e5));
  Dashpot.Hydraulics.Sources.FlowSource pump(Q = Q_mean) annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // step 0.01
  // methods trapezoidal
  // expect volume1.p(0.01) = 195.1e5 +- 0.06e5
  // expect volume1.p(0.02) = 84.2e5 +- 0.06e5
  // expect volume1.p(0.03) = 159.1e5 +- 0.06e5
  // expect volume1.p(0.08) = 132.6e5 +- 0.06e5
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8, Interval = 0.01));
end TwoVolumesLStability;

model TwoVolumesOffline2 "Two volumes: 0.02 l and 10 l, wider orifice, 60 +- 20 l/min at 4 Hz, from 1 bar"
  extends TwoVolumes(volume1(V = 0.02e-3, p_start = 1e5), volume2(V = 10e-3, p_start = 1e5), orifice1(d = 6e-3));
  Dashpot.Hydraulics.Sources.PulsatingFlow pump(mean = Q_mean, amplitude = 2e-3/6, f = 4) annotation(Placement(transformation(origin = {-60, -30}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -20}, {-60, -10}, {-30, -10}, {-30, 0}}, color = {0, 60, 160}));
  // expect volume1.p(0.1) = 9934411.74 +- 1e-6 rel
  // expect volume2.p(0.25) = 5580809.76 +- 1e-6 rel
  // expect volume1.p(1) = 7448498.63 +- 1e-6 rel
  // expect volume1.p(1.0625) = 11115440.25 +- 1e-6 rel
  // expect volume2.p(1.1875) = 6968273.44 +- 1e-6 rel
  // expect volume1.p(2) = 7448647.80 +- 1e-6 rel
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 2, Tolerance = 1e-8, Interval = 0.0025));
end TwoVolumesOffline2;
