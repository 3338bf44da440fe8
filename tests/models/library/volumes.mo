// Volumes and accumulators.

model Compression "Constant flow into a rigid volume: p = p0 + B Q t/V"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 1e-5);
  Volumes.FixedVolume volume(V = 1e-3);
equation
  connect(pump.port, volume.port);
  // expect volume.p(1) = 10101325 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Compression;

model Walls "Elastic walls: 1/B_eff = 1/B + 1/B_c (Merritt 1967)"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 1e-5);
  Volumes.FixedVolume volume(V = 1e-3, wallCompliance = 1e-9);
equation
  connect(pump.port, volume.port);
  // expect volume.p(1) = 5101325 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end Walls;

model VolumeToVolume "Two volumes side by side are one: the compiler finds one pressure for both"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 1e-5);
  Volumes.FixedVolume volume1(V = 1e-3);
  Volumes.FixedVolume volume2(V = 3e-3);
equation
  connect(pump.port, volume1.port);
  connect(volume1.port, volume2.port);
  // expect volume1.p(1) = 2601325 +- 1e-8 rel
  // expect volume2.p(1) = 2601325 +- 1e-8 rel
  annotation(experiment(StopTime = 1, Interval = 0.1));
end VolumeToVolume;

model MassOfTwoVolumes "Compressible oil flows from one volume to another through an orifice, and its mass stays"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Volumes.FixedVolume volume1(V = 1e-3, p_start = 300e5);
  Volumes.FixedVolume volume2(V = 5e-4, p_start = 0.2e5);
  Resistances.Orifice orifice(d = 1e-3);
  Real m = volume1.m + volume2.m;
  Real m_start(start = 0) "Mass at the start";
  Real drift = m - m_start;
initial equation
  m_start = m;
equation
  der(m_start) = 0;
  connect(volume1.port, orifice.port_a);
  connect(orifice.port_b, volume2.port);
  // expect drift in [-1e-6, 1e-6]
  // expect orifice.dp in [0, 300e5]
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Interval = 0.01));
end MassOfTwoVolumes;


model Mass
  Dashpot.Interfaces.Flange_a flange;
  parameter Real m;
  Real s(start = 0, fixed = true, nominal = 1e-6);
  Real v(start = 1e-3, fixed = true, nominal = 1e-3);
equation
  s = flange.s;
  v = der(s);
  m*der(v) = flange.f;
end Mass;

model ChamberSwing "A mass on a closed chamber: the stiffness of oil; s = v0/omega sin(omega t), omega = 447.214 1/s"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Volumes.PistonChamber chamber(A = 2e-3, V_dead = 4e-4, p_start = fluid.p_ambient);
  Mass mass(m = 50);
  Real s = mass.s;
equation
  connect(chamber.flange, mass.flange);
  // expect s(0.002) = 1.74379907e-06 +- 2e-9
  // expect s(0.005) = 1.75922454e-06 +- 2e-9
  // expect s(0.01) = -2.17184318e-06 +- 2e-9
  // expect s(0.05) = -8.07619269e-07 +- 2e-9
  // tolerance 1e-9
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.1, Interval = 0.001));
end ChamberSwing;

model GasCurve "p V^n = constant above the precharge; below it only the neck is compressed"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 1e-4);
  Volumes.GasAccumulator accumulator(V_gas = 1e-3, p_precharge = 50e5, n = 1.3, p_start = 60e5);
  Real invariant = accumulator.p*accumulator.V^1.3/(50e5*1e-3^1.3);
  Real stored = accumulator.V_fluid "Fluid behind the wall";
equation
  connect(pump.port, accumulator.port);
  // expect invariant in [0.99999999, 1.00000001]
  // expect stored(0) = 0.000130856774968 +- 1e-12
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Interval = 0.1));
end GasCurve;

model GasFilled "Stiff fluid: what has flowed in is behind the wall, p = p_pre (V0/(V0 - Q t))^n"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1e15);
  Sources.FlowSource pump(Q = 1e-4);
  Volumes.GasAccumulator accumulator(V_gas = 1e-3, p_precharge = 50e5, n = 1.3, p_start = 60e5);
equation
  connect(pump.port, accumulator.port);
  // expect accumulator.p(1) = 7033323.92656 +- 1e-6 rel
  // expect accumulator.p(5) = 18264871.9386 +- 1e-6 rel
  // tolerance 1e-8
  annotation(experiment(StopTime = 5, Interval = 0.1));
end GasFilled;

model GasEmpties "Emptied past its precharge and filled again: the volume comes back"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSignal pump(u = -2e-4*sin(2*Dashpot.Units.pi*time/4));
  Volumes.GasAccumulator accumulator(V_gas = 1e-3, p_precharge = 50e5, p_start = 60e5, V_dead = 5e-5);
equation
  connect(pump.port, accumulator.port);
  // expect accumulator.p(4) = 60e5 +- 2e3
  // expect accumulator.V_fluid in [-1e-12, 2e-4]
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 4, Interval = 0.02));
end GasEmpties;

model SpringCurve "Half way between its pressures it is half full"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1e15);
  Sources.FlowSource pump(Q = 1e-5);
  Volumes.SpringAccumulator accumulator(p_begin = 20e5, p_end = 60e5, V_max = 1e-4, p_start = fluid.p_ambient + 30e5);
equation
  connect(pump.port, accumulator.port);
  // expect accumulator.V_fluid(0) = 2.5e-5 +- 1e-12
  // expect accumulator.V_fluid(2) = 4.5e-5 +- 1e-9
  // expect accumulator.p(2) = 3901325 +- 100
  annotation(experiment(StopTime = 5, Interval = 0.1));
end SpringCurve;
