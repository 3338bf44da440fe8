// A circuit split in two for co-simulation at the mechanical port: the hydraulic half gives the force of the piston and takes its position and
// velocity; the mechanical half, here the mass with its friction, takes the force.
//
// Look at split.x beside whole.x: exchanged without delay both are the same motion. A co-simulation exchanges the three signals
// at its steps only; SplitSampled does so every millisecond, and the difference is what the coupling costs.

model HydraulicHalf "Cylinder of the cylinder circuit without its mass: force out, position and velocity in"
  import Dashpot.Hydraulics.*;
  outer Fluids.Fluid fluid;
  Dashpot.Interfaces.RealInput x(unit = "m") "Position of the piston";
  Dashpot.Interfaces.RealInput v(unit = "m/s") "Its velocity";
  Dashpot.Interfaces.RealOutput F(unit = "N") "Force of the fluid on it";
  parameter Dashpot.Units.Area A_a = Dashpot.Units.pi*0.05^2/4;
  parameter Dashpot.Units.Area A_b = A_a - Dashpot.Units.pi*0.028^2/4;
  Interfaces.Storage a(V = A_a*(x + 0.02), V_flow = A_a*v, m_flow = inlet.Q*fluid.rho, p_start = 1e6*A_b/A_a);
  Interfaces.Storage b(V = A_b*(0.52 - x), V_flow = -A_b*v, m_flow = -outlet.Q*fluid.rho, p_start = 1e6);
  Sources.PressureSource supply(p = 60e5);
  Sources.Tank tank;
  Resistances.VariableOrifice inlet(d = 4e-3, G_leak = 0, opening = 0.3) "From the supply to chamber a";
  Resistances.VariableOrifice outlet(d = 4e-3, G_leak = 0, opening = 0.3) "From chamber b to the tank";
  Chamber portA(p = a.p);
  Chamber portB(p = b.p);
  model Chamber "A port at the pressure of a chamber"
    input Dashpot.Units.AbsolutePressure p;
    Dashpot.Interfaces.HydraulicPort_a port;
  equation
    port.p = p;
  end Chamber;
equation
  connect(supply.port, inlet.port_a);
  connect(inlet.port_b, portA.port);
  connect(portB.port, outlet.port_a);
  connect(outlet.port_b, tank.port);
  F = A_a*a.p - A_b*b.p;
end HydraulicHalf;

model MechanicalHalf "A mass with friction: force in, position and velocity out"
  Dashpot.Interfaces.RealInput F(unit = "N");
  Dashpot.Interfaces.RealOutput x(unit = "m", start = 0.1, fixed = true);
  Dashpot.Interfaces.RealOutput v(unit = "m/s", start = 0, fixed = true);
  parameter Dashpot.Units.Mass m = 1000;
  Dashpot.Hydraulics.Actuators.Friction.Stribeck friction(v = v);
equation
  der(x) = v;
  m*der(v) = F - friction.F;
end MechanicalHalf;

model Whole "The same in one piece"
  import Dashpot.Hydraulics.*;
  outer Fluids.Fluid fluid;
  Sources.PressureSource supply(p = 60e5);
  Sources.Tank tank;
  Resistances.VariableOrifice inlet(d = 4e-3, G_leak = 0, opening = 0.3);
  Resistances.VariableOrifice outlet(d = 4e-3, G_leak = 0, opening = 0.3);
  Actuators.Cylinder cylinder(m = 1000, x_start = 0.1, p_a_start = 1e6*cylinder.A_b/cylinder.A_a, p_b_start = 1e6, redeclare model Friction = Actuators.Friction.Stribeck);
equation
  connect(supply.port, inlet.port_a);
  connect(inlet.port_b, cylinder.port_a);
  connect(cylinder.port_b, outlet.port_a);
  connect(outlet.port_b, tank.port);
end Whole;

model SplitSampled "Cylinder split at its mechanical port, signals exchanged every millisecond, held in between"
  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(p_ambient = 0);
  HydraulicHalf hydraulics;
  MechanicalHalf mechanics;
  Whole whole;
  parameter Dashpot.Units.Time h = 1e-3 "Step of the exchange";
  discrete Real x(start = 0.1, fixed = true), v(start = 0, fixed = true), F(start = 0, fixed = true);
  Real difference = mechanics.x - whole.cylinder.x;
equation
  when sample(h, h) then
    x = mechanics.x;
    v = mechanics.v;
    F = hydraulics.F;
  end when;
  hydraulics.x = x;
  hydraulics.v = v;
  mechanics.F = F;
  // expect difference in [-1e-3, 1e-3]
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 0.01));
end SplitSampled;

model SplitCylinder "Cylinder split at its mechanical port, signals exchanged continuously"
  // plot mechanics.x, whole.cylinder.x
  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(p_ambient = 0);
  HydraulicHalf hydraulics;
  MechanicalHalf mechanics;
  Whole whole;
  Real difference = mechanics.x - whole.cylinder.x;
equation
  connect(hydraulics.F, mechanics.F);
  connect(mechanics.x, hydraulics.x);
  connect(mechanics.v, hydraulics.v);
  // expect difference in [-1e-7, 1e-7]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Tolerance = 1e-8, Interval = 0.01));
end SplitCylinder;
