// Five actuators of growing difficulty from a University of Bath thesis (1980s) on a stiff integrator for fluid power.
// Look at the speed of the piston and how long the pressures take to follow it. The fluid has constant density; pressures are gauge
// in the first four. Where a misprint was found, the value that fits the thesis' own results is used and named. Expected
// values are closed forms or come from independent prototypes (Radau, LSODA).

model Problem1 "Actuator with relief valve after a step of the load: linear, time constants of 0.4 ms and 0.5 s"
  // The cracking pressure is not printed; 10 MPa is where P(0) is an equilibrium before the step. The volume is constant, as published.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.4e9, p_ambient = 0) annotation(Placement(transformation(origin = {-80, 50}, extent = {{-10, -10}, {10, 10}})));
  Sources.FlowSource pump(Q = 7.5e-4) annotation(Placement(transformation(origin = {-60, -20}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume volume(V = 1e-3, p_start = 1e7) annotation(Placement(transformation(origin = {-40, 16}, extent = {{-10, -6}, {10, 6}})));
  Valves.ReliefValve relief(p_set = 1e7, G = 1.667e-9, corner = 0, G_leak = 0) annotation(Placement(transformation(origin = {-10, -20}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Actuators.RotaryMotor piston(D = 0.0015, J = 1000, f = 800, tau_load = 15.6e3, omega_start = 0.5) "An ideal piston of 15 cm2 is a motor of that displacement: omega stands for u" annotation(Placement(transformation(origin = {30, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {60, -56}, extent = {{-6, -6}, {6, 6}})));
equation
  connect(pump.port, volume.port) annotation(Line(points = {{-60, -10}, {-60, 0}, {-40, 0}, {-40, 10}}, color = {0, 60, 160}));
  connect(volume.port, relief.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {-10, 0}, {-10, -10}}, color = {0, 60, 160}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{-10, -30}, {-10, -40}, {60, -40}, {60, -50}}, color = {0, 60, 160}));
  connect(volume.port, piston.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {20, 0}}, color = {0, 60, 160}));
  connect(piston.port_b, tank.port) annotation(Line(points = {{40, 0}, {60, 0}, {60, -50}}, color = {0, 60, 160}));
  // expect volume.p(0.05) = 1.004233e7 +- 10
  // expect piston.omega(0.05) = 0.4525676 +- 1e-6
  // expect volume.p(1) = 1.036982e7 +- 10
  // expect piston.omega(1) = 0.0889580 +- 1e-6
  // expect volume.p(4) = 1.041850e7 +- 10
  // expect piston.omega(4) = 0.0349106 +- 1e-6
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 4, Tolerance = 1e-8, Interval = 0.05));
end Problem1;

model Problem2 "x'' + K1 x' + K2 x = K3; case A swings, case B is stiff"
  parameter Real A[3] = {1, 50, 10};
  parameter Real B[3] = {200, 10, 0};
  Real xA(start = 100, fixed = true, nominal = 10), uA(start = 0, fixed = true, nominal = 100);
  Real xB(start = 100, fixed = true, nominal = 10), uB(start = 0, fixed = true, nominal = 100);
equation
  der(xA) = uA;
  der(uA) = A[3] - A[1]*uA - A[2]*xA;
  der(xB) = uB;
  der(uB) = B[3] - B[1]*uB - B[2]*xB;
  // expect xA(2) = 3.91849 +- 1e-5
  // expect xB(2) = 90.50412 +- 1e-5
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 2, Tolerance = 1e-9, Interval = 0.01));
end Problem2;

partial model Problem3 "Actuator between two linear orifices, volumes constant"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.8e9, p_ambient = 0) annotation(Placement(transformation(origin = {-80, 50}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.HydraulicConductance k1 = 3.2e-9;
  parameter Dashpot.Units.HydraulicConductance k2 = 1.6e-9;
  Sources.FlowSource pump(Q = 3e-3) annotation(Placement(transformation(origin = {-60, -20}, extent = {{-10, -10}, {10, 10}})));
  Volumes.FixedVolume volume1(V = 1e-3) annotation(Placement(transformation(origin = {-40, 16}, extent = {{-10, -6}, {10, 6}})));
  Volumes.FixedVolume volume2(V = 1e-3) annotation(Placement(transformation(origin = {34, 16}, extent = {{-10, -6}, {10, 6}})));
  Resistances.LinearResistance orifice1(G = k1) annotation(Placement(transformation(origin = {-20, -20}, extent = {{-10, -6}, {10, 6}}, rotation = 270)));
  Resistances.LinearResistance orifice2(G = k2) annotation(Placement(transformation(origin = {60, 0}, extent = {{-10, -6}, {10, 6}})));
  Actuators.RotaryMotor piston(D = 2e-3, J = 1e3, f = 800) "An ideal piston of 2e-3 m2 is a motor of that displacement: phi stands for x" annotation(Placement(transformation(origin = {10, 0}, extent = {{-10, -10}, {10, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {84, -56}, extent = {{-6, -6}, {6, 6}})));
equation
  connect(pump.port, volume1.port) annotation(Line(points = {{-60, -10}, {-60, 0}, {-40, 0}, {-40, 10}}, color = {0, 60, 160}));
  connect(volume1.port, orifice1.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {-20, 0}, {-20, -10}}, color = {0, 60, 160}));
  connect(orifice1.port_b, tank.port) annotation(Line(points = {{-20, -30}, {-20, -40}, {84, -40}, {84, -50}}, color = {0, 60, 160}));
  connect(volume1.port, piston.port_a) annotation(Line(points = {{-40, 10}, {-40, 0}, {0, 0}}, color = {0, 60, 160}));
  connect(piston.port_b, volume2.port) annotation(Line(points = {{20, 0}, {34, 0}, {34, 10}}, color = {0, 60, 160}));
  connect(volume2.port, orifice2.port_a) annotation(Line(points = {{34, 10}, {34, 0}, {50, 0}}, color = {0, 60, 160}));
  connect(orifice2.port_b, tank.port) annotation(Line(points = {{70, 0}, {84, 0}, {84, -50}}, color = {0, 60, 160}));
end Problem3;

model Problem3Stiff "The orifices that give the stiffness the thesis quotes (10^3); printed 3.2e-7 and 1.6e-7"
  extends Problem3;
  // Steady state: 6.80 bar, 5.15 bar, 0.412 m/s
  // expect volume1.p(5) = 6.80e5 +- 0.006e5
  // expect volume2.p(5) = 5.15e5 +- 0.006e5
  // expect piston.omega(5) = 0.412 +- 0.0006
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Tolerance = 1e-7, Interval = 0.01));
end Problem3Stiff;

model Problem3Printed "As printed for the oscillatory case, 3.2e-10 twice; it does not oscillate"
  extends Problem3(k1 = 3.2e-10, k2 = 3.2e-10);
  // Steady state: 48.3 bar, 45.4 bar, 0.727 m/s
  // expect volume1.p(5) = 48.3e5 +- 0.06e5
  // expect volume2.p(5) = 45.4e5 +- 0.06e5
  // expect piston.omega(5) = 0.727 +- 0.0006
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Tolerance = 1e-7, Interval = 0.01));
end Problem3Printed;

model Problem3Oscillatory "The orifices that give the quoted ratio of 1.8: 3.2e-12 twice; -3.28 +- 119.97i, and 4700 bar"
  extends Problem3(k1 = 3.2e-12, k2 = 3.2e-12);
  // expect volume1.p(5) = 4689e5 +- 1e5
  // expect volume2.p(5) = 4686e5 +- 1e5
  // expect piston.omega(5) = 0.750 +- 0.0006
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 5, Tolerance = 1e-7, Interval = 0.01));
end Problem3Oscillatory;

model Problem4 "Actuator with square-root orifices"
  // Orifices printed 3.2e-12; the eigenvalues that the thesis quotes belong to 3.2e-7. Volumes follow the piston continuously.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(B = 1.8e9, p_ambient = 0) annotation(Placement(transformation(origin = {-70, 40}, extent = {{-10, -10}, {10, 10}})));
  Sources.PressureSource supply(p = 2.1e7) annotation(Placement(transformation(origin = {-30, -40}, extent = {{-6, -6}, {6, 6}})));
  Resistances.RatedOrifice inlet(Q_rated = 3.2e-7, dp_rated = 1, dp_laminar = 1, zone = Resistances.LaminarZone.line) annotation(Placement(transformation(origin = {-30, -10}, extent = {{-10, -6}, {10, 6}}, rotation = 90)));
  Resistances.RatedOrifice outlet(Q_rated = 3.2e-7, dp_rated = 1, dp_laminar = 1, zone = Resistances.LaminarZone.line) annotation(Placement(transformation(origin = {30, -10}, extent = {{-10, -6}, {10, 6}}, rotation = 270)));
  Actuators.Cylinder cylinder(A_a = 19.6e-4, A_b = 14.7e-4, V_dead_a = 1e-3, stroke = 0.6, V_dead_b = 1e-3 - 14.7e-4*0.6, m = 1e3, redeclare model Friction = Actuators.Friction.Viscous(b = 4e3)) annotation(Placement(transformation(origin = {0, 30}, extent = {{-12, -6}, {12, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {30, -40}, extent = {{-6, -6}, {6, 6}})));
equation
  connect(supply.port, inlet.port_a) annotation(Line(points = {{-30, -34}, {-30, -20}}, color = {0, 60, 160}));
  connect(inlet.port_b, cylinder.port_a) annotation(Line(points = {{-30, 0}, {-30, 12}, {-10, 12}, {-10, 24}}, color = {0, 60, 160}));
  connect(cylinder.port_b, outlet.port_a) annotation(Line(points = {{6, 24}, {6, 12}, {30, 12}, {30, 0}}, color = {0, 60, 160}));
  connect(outlet.port_b, tank.port) annotation(Line(points = {{30, -20}, {30, -34}}, color = {0, 60, 160}));
  // expect cylinder.p_a(0.001) = 25.537e5 +- 100
  // expect cylinder.v(0.001) = 0.0025277 +- 1e-6
  // expect cylinder.p_a(0.01) = 162.811e5 +- 500
  // expect cylinder.p_b(0.01) = 4.2082e5 +- 100
  // expect cylinder.v(0.01) = 0.1899627 +- 2e-6
  // expect cylinder.p_a(0.03) = 109.707e5 +- 500
  // expect cylinder.v(0.05) = 0.6516591 +- 2e-6
  // expect cylinder.p_b(0.1) = 77.740e5 +- 500
  // expect cylinder.x(0.2) = 0.114743 +- 2e-6
  // expect cylinder.p_a(0.6) = 71.043e5 +- 200
  // expect cylinder.p_b(0.6) = 78.163e5 +- 200
  // expect cylinder.v(0.6) = 0.6086031 +- 2e-6
  // expect cylinder.x(0.6) = 0.358183 +- 2e-6
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 0.6, Tolerance = 1e-8, Interval = 0.001));
end Problem4;

model Problem5 "Actuator with pump, relief valve, 4/3 valve and cavitation: HASP's first example"
  // plot cylinder.x, cylinder.v
  // The figure of the duty cycle is lost: here the valve extends to 1.8 s, holds to 3 s, retracts to 3.7 s, holds. Moduli: 1.2 GPa in
  // the supply pipe, 0.7 GPa behind the valve, given here as the walls of the supply pipe and the fluid. Which edge acts in
  // the lower position is damaged in print: here the piston side has kE1, the rod side kE2, both ways.
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(rho = 860, nu = 6.974e-2/860, B = 7e8, p_ambient = 1e5, cavitation = Fluids.Cavitation.releasedAir, dissolvedAir = 0.1, n = 1.4, p_saturation = 1e5) annotation(Placement(transformation(origin = {-80, 60}, extent = {{-10, -10}, {10, 10}})));
  Sources.PrimeMover mover(omega = 157) annotation(Placement(transformation(origin = {-90, -50}, extent = {{-10, -10}, {10, 10}})));
  Pumps.Pump pump(D = 3.5e-6, redeclare model Losses = Pumps.Losses.Wilson(C_s = 7e-9, C_v = 0, C_f = 0)) annotation(Placement(transformation(origin = {-60, -50}, extent = {{-12, -10}, {12, 10}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {20, -86}, extent = {{-6, -6}, {6, 6}})));
  Volumes.FixedVolume supply(V = 1.7e-3*7/12, p_start = 1e5 + 7e6) "As stiff as 1.7 l of 1.2 GPa" annotation(Placement(transformation(origin = {-40, -16}, extent = {{-10, -6}, {10, 6}})));
  Valves.ReliefValve relief(p_set = 7e6, G = 5e-11, corner = 0, G_leak = 0) annotation(Placement(transformation(origin = {-20, -46}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Valves.StepSequence command(y_start = 1, times = {1.8, 3, 3.7}, values = {0, -1, 0}) annotation(Placement(transformation(origin = {-70, 8}, extent = {{-10, -6}, {10, 6}})));
  RatedValve43 valve(kA = 4.24e-7, kB = 4.30e-7, dp_laminar = 1e3) annotation(Placement(transformation(origin = {0, 10}, extent = {{-20, -8}, {20, 8}})));
  Actuators.Cylinder cylinder(A_a = 2.03e-3, A_b = 1.54e-3, V_dead_a = 4.62e-4, stroke = 1.2, V_dead_b = 1.94e-3 - 1.54e-3*1.2, m = 870,
    p_a_start = 1e5 + 1.7e6, p_b_start = 1e5 + 2.1e6, redeclare model Friction = Actuators.Friction.Viscous(b = 5e3)) annotation(Placement(transformation(origin = {0, 54}, extent = {{-12, -6}, {12, 6}})));
  Dashpot.Units.Pressure P1 = supply.p - fluid.p_ambient "Gauge pressures";
  Dashpot.Units.Pressure P2 = cylinder.p_a - fluid.p_ambient;
  Dashpot.Units.Pressure P3 = cylinder.p_b - fluid.p_ambient;

  model RatedValve43 "Edges Q = k sqrt(dp), closed centre"
    outer Fluids.Fluid fluid;
    parameter Real kA "Edges of A";
    parameter Real kB "Edges of B";
    parameter Dashpot.Units.Pressure dp_laminar;
    Dashpot.Interfaces.RealInput u annotation(Placement(transformation(origin = {-200, -20}, extent = {{-10, -10}, {10, 10}})));
    Dashpot.Interfaces.HydraulicPort_a port_p annotation(Placement(transformation(origin = {-20, -80}, extent = {{-10, -10}, {10, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_a annotation(Placement(transformation(origin = {-20, 80}, extent = {{-10, -10}, {10, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(origin = {20, 80}, extent = {{-10, -10}, {10, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_t annotation(Placement(transformation(origin = {20, -80}, extent = {{-10, -10}, {10, 10}})));
  protected
    function root "HASP's: a straight line below the laminar boundary"
      input Real dp;
      input Real small;
      output Real y;
    algorithm
      y := if abs(dp) <= small then dp/sqrt(small) else sign(dp)*sqrt(abs(dp));
      annotation(Inline = true);
    end root;
    Real pa = (if u > 0 then kA else 0)*root(port_p.p - port_a.p, dp_laminar);
    Real pb = (if u < 0 then kB else 0)*root(port_p.p - port_b.p, dp_laminar);
    Real at = (if u < 0 then kA else 0)*root(port_a.p - port_t.p, dp_laminar);
    Real bt = (if u > 0 then kB else 0)*root(port_b.p - port_t.p, dp_laminar);
  equation
    port_p.m_flow = fluid.rho*(pa + pb);
    port_a.m_flow = fluid.rho*(at - pa);
    port_b.m_flow = fluid.rho*(bt - pb);
    port_t.m_flow = -fluid.rho*(at + bt);
    annotation(Icon(coordinateSystem(extent = {{-200, -80}, {200, 80}}), graphics = {
      Rectangle(extent = {{-120, 40}, {-40, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(extent = {{-40, 40}, {40, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(extent = {{40, 40}, {120, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-100, -40}, {-100, 24}}, color = {0, 60, 160}),
      Polygon(points = {{-100, 40}, {-106, 24}, {-94, 24}, {-100, 40}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 40}, {-60, -24}}, color = {0, 60, 160}),
      Polygon(points = {{-60, -40}, {-66, -24}, {-54, -24}, {-60, -40}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{60, -40}, {95, 29}}, color = {0, 60, 160}),
      Polygon(points = {{100, 40}, {88, 29}, {98, 24}, {100, 40}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{100, -40}, {65, 29}}, color = {0, 60, 160}),
      Polygon(points = {{60, 40}, {62, 24}, {72, 29}, {60, 40}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-20, 80}, {-20, 20}}, color = {0, 60, 160}),
      Line(points = {{-30, 20}, {-10, 20}}, color = {0, 60, 160}),
      Line(points = {{20, 80}, {20, 20}}, color = {0, 60, 160}),
      Line(points = {{10, 20}, {30, 20}}, color = {0, 60, 160}),
      Line(points = {{-20, -80}, {-20, -20}}, color = {0, 60, 160}),
      Line(points = {{-30, -20}, {-10, -20}}, color = {0, 60, 160}),
      Line(points = {{20, -80}, {20, -20}}, color = {0, 60, 160}),
      Line(points = {{10, -20}, {30, -20}}, color = {0, 60, 160}),
      Rectangle(extent = {{-180, 0}, {-120, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-160, -40}, {-140, 0}}, color = {0, 60, 160}),
      Rectangle(extent = {{120, 0}, {180, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{140, 0}, {160, -40}}, color = {0, 60, 160}),
      Line(points = {{-200, -20}, {-180, -20}}, color = {0, 0, 127}),
      Text(extent = {{40, 76}, {240, 44}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}));
  end RatedValve43;
equation
  connect(mover.shaft, pump.shaft) annotation(Line(points = {{-80, -50}, {-72, -50}}, color = {95, 95, 95}));
  connect(tank.port, pump.port_a) annotation(Line(points = {{20, -80}, {20, -72}, {-60, -72}, {-60, -60}}, color = {0, 60, 160}));
  connect(pump.port_b, supply.port) annotation(Line(points = {{-60, -40}, {-60, -28}, {-40, -28}, {-40, -22}}, color = {0, 60, 160}));
  connect(supply.port, relief.port_a) annotation(Line(points = {{-40, -22}, {-40, -28}, {-20, -28}, {-20, -36}}, color = {0, 60, 160}));
  connect(relief.port_b, tank.port) annotation(Line(points = {{-20, -56}, {-20, -72}, {20, -72}, {20, -80}}, color = {0, 60, 160}));
  connect(supply.port, valve.port_p) annotation(Line(points = {{-40, -22}, {-40, -28}, {-2, -28}, {-2, 2}}, color = {0, 60, 160}));
  connect(valve.port_a, cylinder.port_a) annotation(Line(points = {{-2, 18}, {-2, 34}, {-10, 34}, {-10, 48}}, color = {0, 60, 160}));
  connect(valve.port_b, cylinder.port_b) annotation(Line(points = {{2, 18}, {2, 34}, {6, 34}, {6, 48}}, color = {0, 60, 160}));
  connect(valve.port_t, tank.port) annotation(Line(points = {{2, 2}, {2, -12}, {20, -12}, {20, -80}}, color = {0, 60, 160}));
  connect(command.y, valve.u) annotation(Line(points = {{-60, 8}, {-20, 8}}, color = {0, 0, 127}));
  // Where the valve is open the prototype's digits; where it is closed the piston swings between cavitating chambers.
  // expect P1(0.02) = 84.53e5 +- 0.01e5
  // expect P2(0.02) = 72.47e5 +- 0.01e5
  // expect cylinder.x(0.02) = 0.00225 +- 1e-5
  // expect P1(0.05) = 51.11e5 +- 0.01e5
  // expect P3(0.05) = 19.80e5 +- 0.01e5
  // expect cylinder.v(0.1) = 0.2214 +- 1e-4
  // expect P1(1) = 30.487e5 +- 500
  // expect P2(1) = 13.756e5 +- 500
  // expect P3(1) = 9.362e5 +- 500
  // expect cylinder.v(1) = 0.270162 +- 5e-6
  // expect cylinder.x(1) = 0.272293 +- 5e-6
  // expect P1(1.81) = 69.15e5 +- 0.05e5
  // expect cylinder.x(1.81) = 0.49097 +- 2e-5
  // expect P1(2.99) = 178.645e5 +- 1000
  // expect cylinder.x(2.99) = 0.48898 +- 5e-4
  // expect P1(3.5) = 65.879e5 +- 0.02e5
  // expect cylinder.v(3.5) = -0.355323 +- 1e-4
  // expect P1(6) = 178.645e5 +- 1000
  // expect cylinder.x(6) = 0.24008 +- 5e-4
  // expect P2 in [-1e5, 200e5]
  // methods rodas4 radau5 ida
  // agree 0.02
  annotation(experiment(StopTime = 6, Tolerance = 1e-7, Interval = 0.01));
end Problem5;
