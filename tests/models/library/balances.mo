// Balance of energy: what is stored and what is dissipated sum to what there was. Constant modulus: a volume stores V p^2/(2 B) above ambient.

model EnergyOfDischarge "One volume empties into another through an orifice"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Volumes.FixedVolume volume1(V = 1e-3, p_start = fluid.p_ambient + 200e5);
  Volumes.FixedVolume volume2(V = 3e-3, p_start = fluid.p_ambient + 10e5);
  Resistances.Orifice orifice(d = 2e-3);
  Real lost(start = 0, fixed = true) "Energy dissipated";
  Real stored = (1e-3*(volume1.p - fluid.p_ambient)^2 + 3e-3*(volume2.p - fluid.p_ambient)^2)/(2*fluid.B);
  Real total = stored + lost;
equation
  connect(volume1.port, orifice.port_a);
  connect(orifice.port_b, volume2.port);
  der(lost) = orifice.dp*orifice.Q;
  // expect total(0) = 201.5 +- 1e-9
  // expect total in [201.4999, 201.5001]
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.5, Interval = 0.005));
end EnergyOfDischarge;

model EnergyOfLine "A line rings and its friction warms it"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Lines.DistributedLine line(N = 8, L = 10, D = 0.01, xi = 5, friction = Lines.Friction.laminar, p_a_start = fluid.p_ambient + 50e5, p_b_start = fluid.p_ambient + 10e5, Q_start = 2e-4);
  parameter Real V = line.A*10/8;
  Real elastic = sum((if i == 1 or i == 9 then 0.5 else 1)*V*(line.p[i] - fluid.p_ambient)^2/(2*fluid.B) for i in 1:9);
  Real kinetic = sum(fluid.rho*10/8/line.A*line.Q[i]^2/2 for i in 1:8);
  Real lost(start = 0, fixed = true);
  Real total = elastic + kinetic + lost;
  Real start_(start = 1) "Energy at the start";
  Real error = total/start_ - 1;
initial equation
  start_ = total;
equation
  der(start_) = 0;
  der(lost) = sum((128*fluid.nu*fluid.rho*10/8/(Dashpot.Units.pi*0.01^4)*line.Q[i] + 5/8*fluid.rho/(2*line.A^2)*line.Q[i]*abs(line.Q[i]))*line.Q[i] for i in 1:8);
  // expect error in [-1e-5, 1e-5]
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.2, Interval = 0.001));
end EnergyOfLine;

model EnergyOfDrive "Shaft power is hydraulic power and losses; the flow heats what it passes"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.PrimeMover mover(omega = 157);
  Pumps.Pump pump(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Wilson);
  Volumes.FixedVolume volume(V = 1e-3);
  Valves.ReliefValve relief(p_set = 80e5, G = 5e-10);
  Sources.Tank tank;
  Real balance = mover.power - pump.loss - relief.dp*relief.Q "Goes into the volume; zero in the steady state";
equation
  connect(mover.shaft, pump.shaft);
  connect(tank.port, pump.port_a);
  connect(pump.port_b, volume.port);
  connect(volume.port, relief.port_a);
  connect(relief.port_b, tank.port);
  // expect balance(5) = 0 +- 1e-2
  annotation(experiment(StopTime = 5, Interval = 0.1));
end EnergyOfDrive;

model MassOfCylinder "Compressible oil in a moving cylinder: mass in the chambers is what has flowed in"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.PressureSource source(p = fluid.p_ambient + 100e5);
  Sources.Tank tank;
  Valves.Valve43 valve(d = 3e-3);
  Valves.DutyCycle duty(stages = {{1, 1, 1}, {2, -1, -1}, {3, 0, 0}}, transition = 0.05);
  Actuators.Cylinder cylinder(m = 200, x_start = 0.1, G_leak = 1e-12);
  Real flowed(start = 0, fixed = true) "Mass that has flowed in";
  Real m_start(start = 1) "Mass at the start";
  Real error = (cylinder.m_fluid - m_start - flowed)/m_start;
initial equation
  m_start = cylinder.m_fluid;
equation
  der(m_start) = 0;
  der(flowed) = cylinder.port_a.m_flow + cylinder.port_b.m_flow;
  connect(source.port, valve.port_p);
  connect(valve.port_t, tank.port);
  connect(valve.port_a, cylinder.port_a);
  connect(valve.port_b, cylinder.port_b);
  connect(duty.y, valve.u);
  // expect error in [-1e-6, 1e-6]
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 3, Interval = 0.01));
end MassOfCylinder;
