// Relief valves after Handroos and Vilenius (1990), identified from 10 l/min at 11 MPa (set to 10 MPa) and 60 l/min at
// 13 MPa (set to 12 MPa), the data of Esque 2008, table 5.2.

model Identification "c1, c2 by hand: S1 = 1.98997e13, S2 = 3.6056e12"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 11e6);
  Sources.PressureSource source2(p = fluid.p_ambient + 13e6);
  Sources.Tank tank;
  Valves.ReliefValveFirstOrder relief(G_leak = 0);
  Valves.ReliefValveFirstOrder relief2(G_leak = 0, p_set = 12e6);
  Valves.ReliefValveSecondOrder relief3(G_leak = 0, bracket = Valves.Bracket.drop);
equation
  connect(source.port, relief.port_a);
  connect(source2.port, relief2.port_a);
  connect(source.port, relief3.port_a);
  connect(relief.port_b, tank.port);
  connect(relief2.port_b, tank.port);
  connect(relief3.port_b, tank.port);
  // expect relief.S1(1) = 1.98997e13 +- 1e8
  // expect relief.S2(1) = 3.6056e12 +- 1e8
  // expect relief.c1(1) = 1.013707e14 +- 1e8
  // expect relief.c2(1) = -8.147099e6 +- 1
  // expect relief3.c1(1) = 1.095178e14 +- 1e8
  // expect relief3.c2(1) = -8.147099e6 +- 1
  // The valves give the flows of the catalogue at its points.
  // expect relief.Q(1) = 1.6666666667e-4 +- 1e-6 rel
  // expect relief2.Q(1) = 1e-3 +- 1e-6 rel
  // expect relief3.Q(1) = 1.6666666667e-4 +- 1e-6 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Identification;

model SecondOrderStep "The opening answers a step of pressure as a second-order system"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 11e6);
  Sources.Tank tank;
  Valves.ReliefValveSecondOrder relief(G_leak = 0, f = 50, zeta = 0.5);
equation
  connect(source.port, relief.port_a);
  connect(relief.port_b, tank.port);
  // expect relief.K(0.005) = 3.252943336e-08 +- 1e-5 rel
  // expect relief.K(0.01) = 5.732231542e-08 +- 1e-5 rel
  // expect relief.K(0.02) = 4.97404335e-08 +- 1e-5 rel
  // expect relief.K(0.05) = 5.023227036e-08 +- 1e-5 rel
  // tolerance 1e-8
  annotation(experiment(StopTime = 0.1, Interval = 0.005));
end SecondOrderStep;

model LongRun "A pump works against a relief valve for minutes while an orifice opens and closes: no chattering"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 25e-3/60);
  Volumes.FixedVolume volume(V = 0.2e-3, p_start = fluid.p_ambient);
  Valves.ReliefValve relief(p_set = 100e5, G = 5e-10);
  Resistances.VariableOrifice orifice(d = 3e-3, opening = 0.5 + 0.5*sin(2*time));
  Sources.Tank tank;
equation
  connect(pump.port, volume.port);
  connect(volume.port, relief.port_a);
  connect(volume.port, orifice.port_a);
  connect(relief.port_b, tank.port);
  connect(orifice.port_b, tank.port);
  // expect volume.p in [1e5, 110e5]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 300, Tolerance = 1e-5, Interval = 0.5));
end LongRun;

model ReliefSteady "25 l/min through the valve set to 10 MPa: 123.586 bar (Esque 2008, circuit 2)"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 25e-3/60);
  Volumes.FixedVolume volume(V = 1e-3);
  Valves.ReliefValveFirstOrder relief(G_leak = 0);
  Sources.Tank tank;
equation
  connect(pump.port, volume.port);
  connect(volume.port, relief.port_a);
  connect(relief.port_b, tank.port);
  // expect relief.dp(2) = 123.586e5 +- 100
  annotation(experiment(StopTime = 2, Interval = 0.1));
end ReliefSteady;

model CheckValveLong "A pulsating flow through a check valve into an accumulator for minutes: no chattering, nothing comes back"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PulsatingFlow pump(mean = 1e-5, amplitude = 2e-4, f = 2);
  Volumes.FixedVolume inlet(V = 0.2e-3);
  Valves.CheckValve check(d = 6e-3, G_leak = 0);
  Valves.CheckValve suction(d = 6e-3, G_leak = 0);
  Volumes.GasAccumulator accumulator(V_gas = 2e-3, p_precharge = 20e5, p_start = 25e5);
  Resistances.Orifice load(d = 0.8e-3);
  Sources.Tank tank;
equation
  connect(pump.port, inlet.port);
  connect(tank.port, suction.port_a);
  connect(suction.port_b, inlet.port);
  connect(inlet.port, check.port_a);
  connect(check.port_b, accumulator.port);
  connect(accumulator.port, load.port_a);
  connect(load.port_b, tank.port);
  // expect check.Q in [0, 1e-3]
  // expect suction.Q in [0, 1e-3]
  // methods rodas4 radau5 ida
  // agree 0.01
  annotation(experiment(StopTime = 100, Tolerance = 1e-5, Interval = 0.1));
end CheckValveLong;

model TableInCircuit "30 l/min over two valves given by their catalogue: 50 bar, where the table has it"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump1(Q = 5e-4);
  Sources.FlowSource pump2(Q = 5e-4);
  Volumes.FixedVolume volume1(V = 1e-3);
  Volumes.FixedVolume volume2(V = 1e-3);
  Valves.ReliefValveTable relief1(G_leak = 0, dp_table = {0, 40e5, 50e5, 100e5}, Q_table = {0, 0, 5e-4, 1.2e-3});
  Valves.ReliefValveTable relief2(G_leak = 0, dp_table = {0, 40e5, 50e5, 100e5}, Q_table = {0, 0, 5e-4, 1.2e-3}, T = 0.005);
  Sources.Tank tank;
equation
  connect(pump1.port, volume1.port);
  connect(volume1.port, relief1.port_a);
  connect(relief1.port_b, tank.port);
  connect(pump2.port, volume2.port);
  connect(volume2.port, relief2.port_a);
  connect(relief2.port_b, tank.port);
  // expect relief1.dp(2) = 50e5 +- 100
  // expect relief2.dp(2) = 50e5 +- 100
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 2, Interval = 0.1));
end TableInCircuit;
