// Valves that are closed: each leaks as its kind does, so that the pressure between two of them is determined.

partial model Supply
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid(constantDensity = true);
  Sources.PressureSource high(p = fluid.p_ambient + 90e5);
  Sources.Tank tank;
end Supply;

model ShutOffAndCheck "A shut-off valve closes in front of a check valve, with no volume between them"
  import Dashpot.Hydraulics.*;
  extends Supply;
  Valves.Valve22 shutOff;
  Valves.CheckValve check;
  Volumes.FixedVolume volume(V = 1e-3, p_start = fluid.p_ambient + 50e5);
  Dashpot.Blocks.Sources.Ramp command(offset = 1, height = -1, duration = 0.1, startTime = 0.25);
  Real share = check.dp/(high.p - volume.p) "Of the pressure difference, in the end";
equation
  connect(high.port, shutOff.port_a);
  connect(shutOff.port_b, check.port_a);
  connect(check.port_b, volume.port);
  connect(command.y, shutOff.u);
  // Filled through both until what is left does not open the check valve; closed, the pressures divide as leakages: 1e-14 and 2e-16.
  // expect volume.p(0.15) = 90.6e5 +- 0.6e5
  // expect share(1) = 0.980392157 +- 1e-6
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Interval = 0.05));
end ShutOffAndCheck;

model PairsInSeries "Two closed valves of each kind in series: the pressure between them divides as their leakages"
  import Dashpot.Hydraulics.*;
  extends Supply;
  Valves.Valve22 slide1(u = 0), slide2(u = -1, G_leak = 2e-14);
  Valves.CheckValve check1, check2(G_leak = 3e-16);
  Valves.ReliefValve relief1(p_set = 150e5), relief2(p_set = 150e5, G_leak = 2e-15);
  Valves.ReliefValveFirstOrder first1(p_set = 20e6), first2(p_set = 20e6, G_leak = 4e-15);
  Valves.ReliefValveSecondOrder second1(p_set = 20e6), second2(p_set = 20e6, G_leak = 3e-15);
  Valves.ReliefValveTable table1, table2(G_leak = 3e-15);
  Valves.CounterbalanceValve counter1, counter2(G_leak = 6e-16);
  Resistances.VariableOrifice orifice1(opening = 0), orifice2(opening = -1, G_leak = 3e-14);
  Valves.Valve32 three1(u = 0.5), three2(u = 0.5, G_leak = 9e-14);
  Valves.FlowControlValve flow1, flow2(G_leak = 4e-14);
  Real slides = slide1.dp/90e5, checks = check1.dp/90e5, reliefs = relief1.dp/90e5, firsts = first1.dp/90e5, seconds = second1.dp/90e5, tables = table1.dp/90e5, counters = counter1.dp/90e5,
    orifices = orifice1.dp/90e5, threes = (three1.port_p.p - three1.port_a.p)/90e5, flows = flow1.Q - flow2.Q, drop = flow1.dp;
equation
  connect(high.port, slide1.port_a); connect(slide1.port_b, slide2.port_a); connect(slide2.port_b, tank.port);
  // Check valves stand against the pressure.
  connect(high.port, check1.port_b); connect(check1.port_a, check2.port_b); connect(check2.port_a, tank.port);
  connect(high.port, relief1.port_a); connect(relief1.port_b, relief2.port_a); connect(relief2.port_b, tank.port);
  connect(high.port, first1.port_a); connect(first1.port_b, first2.port_a); connect(first2.port_b, tank.port);
  connect(high.port, second1.port_a); connect(second1.port_b, second2.port_a); connect(second2.port_b, tank.port);
  connect(high.port, table1.port_a); connect(table1.port_b, table2.port_a); connect(table2.port_b, tank.port);
  connect(high.port, counter1.port_a); connect(counter1.port_b, counter2.port_a); connect(counter2.port_b, tank.port);
  connect(counter1.pilot, tank.port); connect(counter2.pilot, tank.port);
  connect(high.port, orifice1.port_a); connect(orifice1.port_b, orifice2.port_a); connect(orifice2.port_b, tank.port);
  connect(high.port, three1.port_p); connect(three1.port_a, three2.port_p); connect(three2.port_a, tank.port); connect(three1.port_t, three1.port_a); connect(three2.port_t, tank.port);
  connect(high.port, flow1.port_a); connect(flow1.port_b, flow2.port_a); connect(flow2.port_b, tank.port);
  // G2/(G1 + G2) of the pressure lies over the first.
  // expect slides(1) = 0.6666666667 +- 1e-6
  // expect checks(1) = -0.6 +- 1e-6
  // expect reliefs(1) = 0.6666666667 +- 1e-6
  // expect firsts(1) = 0.8 +- 1e-6
  // expect seconds(1) = 0.75 +- 1e-6
  // expect tables(1) = 0.75 +- 1e-6
  // expect counters(1) = 0.75 +- 1e-6
  // expect orifices(1) = 0.75 +- 1e-6
  // expect threes(1) = 0.9 +- 1e-6
  // Flow controllers that keep the same flow divide the pressure so that their leakages agree: 1e-14 dp1 = 4e-14 dp2.
  // expect flows(1) = 0 +- 1e-15
  // expect drop(1) = 72e5 +- 10
  annotation(experiment(StopTime = 1, Interval = 0.1));
end PairsInSeries;

model ClosedCentre "A directional valve between two closed consumers: each settles between supply and tank, as its edges leak"
  import Dashpot.Hydraulics.*;
  extends Supply;
  Valves.Valve43 valve(u = 0);
  Valves.CheckValve a(G_leak = 0), b(G_leak = 0);
equation
  connect(high.port, valve.port_p);
  connect(tank.port, valve.port_t);
  connect(valve.port_a, a.port_b);
  connect(valve.port_b, b.port_b);
  connect(a.port_a, tank.port);
  connect(b.port_a, tank.port);
  // expect a.dp(1) = -45e5 +- 1
  // expect b.dp(1) = -45e5 +- 1
  annotation(experiment(StopTime = 1, Interval = 0.1));
end ClosedCentre;

model LeakageByHand "13 ml/min past a spool and 0.25 ml/min past a seat at 210 bar; none where none is wanted"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource high(p = fluid.p_ambient + 210e5);
  Sources.Tank tank;
  Valves.Valve22 slide(u = 0), tight(u = 0, G_leak = 0);
  Valves.CheckValve check;
  Real slide_ml_min = slide.Q*60e6, check_ml_min = -check.Q*60e6;
equation
  connect(high.port, slide.port_a); connect(slide.port_b, tank.port);
  connect(high.port, tight.port_a); connect(tight.port_b, tank.port);
  connect(tank.port, check.port_a); connect(check.port_b, high.port);
  // expect slide_ml_min(1) = 12.6 +- 1e-6
  // expect check_ml_min(1) = 0.252 +- 1e-6
  // expect tight.Q(1) = 0 +- 0
  annotation(experiment(StopTime = 1, Interval = 0.5));
end LeakageByHand;

model PumpAndCheckValve "A pump behind a check valve, and one on a relief valve, without a volume between: the valves open as they must"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PrimeMover engine(omega = 188);
  Pumps.Pump pump(D = 4e-6);
  Valves.CheckValve check;
  Volumes.FixedVolume volume(V = 1e-3);
  Valves.ReliefValve relief(p_set = 100e5, G = 1e-9);
  Sources.FlowSource source(Q = 20e-3/60);
  Valves.ReliefValve only(p_set = 100e5, G = 5e-11);
  Sources.Tank tank;
equation
  connect(engine.shaft, pump.shaft); connect(tank.port, pump.port_a);
  connect(pump.port_b, check.port_a); connect(check.port_b, volume.port);
  connect(volume.port, relief.port_a); connect(relief.port_b, tank.port);
  connect(source.port, only.port_a); connect(only.port_b, tank.port);
  // 7.52e-4 m3/s over the relief valve: 7.52 bar above its set pressure, a little less of the compressed oil. 20 l/min: 66.7 bar, less 1 %; not a vacuum.
  // expect check.Q(1) = 7.52e-4 +- 0.02 rel
  // expect relief.dp(1) = 107.45e5 +- 0.1e5
  // expect only.dp(0) = 166e5 +- 1e5
  // expect only.dp(1) = 166e5 +- 1e5
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Interval = 0.1));
end PumpAndCheckValve;
