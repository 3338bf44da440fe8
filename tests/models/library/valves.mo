// Directional, pressure and flow valves between given pressures: P 100 bar, A 60 bar, B 30 bar, T ambient.

partial model Ports
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PressureSource p(p = fluid.p_ambient + 100e5);
  Sources.PressureSource a(p = fluid.p_ambient + 60e5);
  Sources.PressureSource b(p = fluid.p_ambient + 30e5);
  Sources.Tank t;
end Ports;

model Valve43Forward "P to A and B to T, half open"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0.5);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0.0003615068125 +- 1e-8 rel
  // expect valve.Q_bt(1) = 0.0003130740833 +- 1e-8 rel
  // expect valve.Q_pb(1) = 0 +- 1e-15
  // expect valve.Q_at(1) = 0 +- 1e-15
  // expect valve.Q_pt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Forward;

model Valve43Backward "P to B and A to T"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = -0.3);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pb(1) = 0.000286937137 +- 1e-8 rel
  // expect valve.Q_at(1) = 0.0002656521688 +- 1e-8 rel
  // expect valve.Q_pa(1) = 0 +- 1e-15
  // expect valve.Q_bt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Backward;

model Valve43Closed "Closed centre"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0 +- 1e-15
  // expect valve.Q_pb(1) = 0 +- 1e-15
  // expect valve.Q_at(1) = 0 +- 1e-15
  // expect valve.Q_bt(1) = 0 +- 1e-15
  // expect valve.Q_pt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Closed;

model Valve43Open "Open centre"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0, centre = Valves.Centre.open);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0.0007230136251 +- 1e-8 rel
  // expect valve.Q_pb(1) = 0.0009564571233 +- 1e-8 rel
  // expect valve.Q_at(1) = 0.0008855072293 +- 1e-8 rel
  // expect valve.Q_bt(1) = 0.0006261481666 +- 1e-8 rel
  // expect valve.Q_pt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Open;

model Valve43Tandem "Tandem centre"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0, centre = Valves.Centre.tandem);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0 +- 1e-15
  // expect valve.Q_pb(1) = 0 +- 1e-15
  // expect valve.Q_at(1) = 0 +- 1e-15
  // expect valve.Q_bt(1) = 0 +- 1e-15
  // expect valve.Q_pt(1) = 0.001143184917 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Tandem;

model Valve43Floating "Floating centre"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0, centre = Valves.Centre.floating);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0 +- 1e-15
  // expect valve.Q_pb(1) = 0 +- 1e-15
  // expect valve.Q_at(1) = 0.0008855072293 +- 1e-8 rel
  // expect valve.Q_bt(1) = 0.0006261481666 +- 1e-8 rel
  // expect valve.Q_pt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Floating;

model Valve43Pressurised "Pressurised centre"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0, centre = Valves.Centre.pressurised);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0.0007230136251 +- 1e-8 rel
  // expect valve.Q_pb(1) = 0.0009564571233 +- 1e-8 rel
  // expect valve.Q_at(1) = 0 +- 1e-15
  // expect valve.Q_bt(1) = 0 +- 1e-15
  // expect valve.Q_pt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Pressurised;

model Valve43Overlap "Within the overlap it is closed"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0.1, lap = 0.1);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0 +- 1e-15
  // expect valve.Q_pb(1) = 0 +- 1e-15
  // expect valve.Q_at(1) = 0 +- 1e-15
  // expect valve.Q_bt(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Overlap;

model Valve43Underlap "Underlap leaves all edges open in the middle"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve43 valve(G_leak = 0, d = 4e-3, u = 0, lap = -0.1);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 6.572851137e-05 +- 1e-8 rel
  // expect valve.Q_bt(1) = 5.69225606e-05 +- 1e-8 rel
  // expect valve.Q_pb(1) = 8.695064757e-05 +- 1e-8 rel
  // expect valve.Q_at(1) = 8.050065721e-05 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve43Underlap;

model ServoRated "The rated flow at full signal: 40 l/min at 70 bar over both edges, here 40 bar and 30 bar"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.ServoValve43 valve(G_leak = 0, u = 1);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0.0007126966451 +- 1e-5 rel
  // expect valve.Q_bt(1) = 0.0006172133998 +- 1e-5 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end ServoRated;

model Proportional "The spool has followed: notches of exponent 1.5 behind 10 % overlap"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.ProportionalValve43 valve(G_leak = 0, u = 0.55);
equation
  connect(p.port, valve.port_p);
  connect(a.port, valve.port_a);
  connect(b.port, valve.port_b);
  connect(t.port, valve.port_t);
  // expect valve.Q_pa(1) = 0.0002556239186 +- 1e-5 rel
  // expect valve.Q_bt(1) = 0.0002213768073 +- 1e-5 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Proportional;

model Valve32Positions "A to T at 0, P to A at 1, closed half way"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.Valve32 valve0(G_leak = 0, d = 4e-3, u = 0);
  Valves.Valve32 valve1(G_leak = 0, d = 4e-3, u = 1);
  Valves.Valve32 valveHalf(G_leak = 0, d = 4e-3, u = 0.5);
equation
  connect(p.port, valve0.port_p);
  connect(a.port, valve0.port_a);
  connect(t.port, valve0.port_t);
  connect(p.port, valve1.port_p);
  connect(a.port, valve1.port_a);
  connect(t.port, valve1.port_t);
  connect(p.port, valveHalf.port_p);
  connect(a.port, valveHalf.port_a);
  connect(t.port, valveHalf.port_t);
  // expect valve0.m_at(1) = 0.7703912895 +- 1e-8 rel
  // expect valve0.m_pa(1) = 0 +- 1e-15
  // expect valve1.m_pa(1) = 0.6290218538 +- 1e-8 rel
  // expect valve1.m_at(1) = 0 +- 1e-15
  // expect valveHalf.m_pa(1) = 0 +- 1e-15
  // expect valveHalf.m_at(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Valve32Positions;

model ShuttlePicksTheHigher "The outlet takes from A (60 bar), B (30 bar) is shut"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.ShuttleValve shuttle(G_leak = 0, d = 4e-3);
equation
  connect(a.port, shuttle.port_a);
  connect(b.port, shuttle.port_b);
  connect(t.port, shuttle.port);
  // expect shuttle.port_a.m_flow(1) = 0.7703912895 +- 1e-8 rel
  // expect shuttle.port_b.m_flow(1) = 0 +- 1e-15
  annotation(experiment(StopTime = 1, Interval = 0.1));
end ShuttlePicksTheHigher;

model ReducingKeepsPressure "Behind it an orifice: the pressure lies within its range below 50 bar, and the flows agree"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.ReducingValve reducing(d = 6e-3, p_set = 50e5, p_range = 5e5);
  Volumes.FixedVolume volume(V = 1e-4);
  Resistances.Orifice load(d = 1.5e-3);
equation
  connect(p.port, reducing.port_a);
  connect(reducing.port_b, volume.port);
  connect(volume.port, load.port_a);
  connect(load.port_b, t.port);
  // expect load.dp(2) = 47.5e5 +- 2.5e5
  // expect reducing.Q(2) = 0.000113071 +- 0.02 rel
  annotation(experiment(StopTime = 2, Interval = 0.1));
end ReducingKeepsPressure;

model CounterbalanceOpens "Closed without pilot; a pilot of 60 bar at ratio 3 opens a valve set to 200 bar fully"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Valves.CounterbalanceValve closed(G_leak = 0, d = 4e-3, p_set = 200e5, ratio = 3, p_range = 20e5);
  Valves.CounterbalanceValve open(G_leak = 0, d = 4e-3, p_set = 200e5, ratio = 3, p_range = 20e5);
  Valves.CounterbalanceValve back(G_leak = 0, d = 4e-3);
equation
  connect(p.port, closed.port_a);
  connect(t.port, closed.port_b);
  connect(t.port, closed.pilot);
  connect(p.port, open.port_a);
  connect(t.port, open.port_b);
  connect(a.port, open.pilot);
  connect(t.port, back.port_a);
  connect(p.port, back.port_b);
  connect(t.port, back.pilot);
  // expect closed.Q(1) = 0 +- 1e-12
  // expect open.Q(1) = 0.001143184917 +- 1e-6 rel
  // expect back.Q(1) = -0.001143184917 +- 1e-6 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end CounterbalanceOpens;

model SensorsShowPorts "Gauge, absolute and differential pressure; volume, mass and power of a flow"
  import Dashpot.Hydraulics.*;
  extends Ports;
  Sensors.PressureSensor gauge;
  Sensors.AbsolutePressureSensor absolute;
  Sensors.DifferentialPressureSensor differential;
  Sensors.FlowSensor meter;
  Resistances.Orifice orifice(d = 4e-3);
equation
  connect(p.port, gauge.port);
  connect(p.port, absolute.port);
  connect(p.port, differential.port_a);
  connect(b.port, differential.port_b);
  connect(p.port, meter.port_a);
  connect(meter.port_b, orifice.port_a);
  connect(orifice.port_b, t.port);
  // expect gauge.p(1) = 100e5 +- 1e-3
  // expect absolute.p(1) = 10101325 +- 1e-3
  // expect differential.dp(1) = 70e5 +- 1e-3
  // expect meter.Q(1) = 0.001143184917 +- 1e-8 rel
  // expect meter.m_flow(1) = 0.9945708781 +- 1e-8 rel
  // expect meter.P(1) = 11431.84917 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end SensorsShowPorts;
