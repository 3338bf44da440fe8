// A circuit split in two for co-simulation at the mechanical port: the hydraulic half gives the force of the piston and takes its position and
// velocity; the mechanical half, here the mass with its friction, takes the force.
//
// Look at split.x beside whole.x: exchanged without delay both are the same motion. A co-simulation exchanges the three signals
// at its steps only; SplitSampled does so every millisecond, and the difference is what the coupling costs. HydraulicsAlone and
// MechanicsAlone are the halves for two programs: see examples/realtime/piston.py and docs/realtime.md.

model HydraulicHalf "Cylinder of the cylinder circuit without its mass: force out, position and velocity in"
  import Dashpot.Hydraulics.*;
  outer Fluids.Fluid fluid;
  Dashpot.Interfaces.RealInput x(unit = "m") "Position of the piston" annotation(Placement(transformation(origin = {60, 60}, extent = {{-5, -5}, {5, 5}}, rotation = 180), iconTransformation(origin = {120, 60}, extent = {{-20, -20}, {20, 20}}, rotation = 180)));
  Dashpot.Interfaces.RealInput v(unit = "m/s") "Its velocity" annotation(Placement(transformation(origin = {60, -60}, extent = {{-5, -5}, {5, 5}}, rotation = 180), iconTransformation(origin = {120, -60}, extent = {{-20, -20}, {20, 20}}, rotation = 180)));
  Dashpot.Interfaces.RealOutput F(unit = "N") "Force of the fluid on it" annotation(Placement(transformation(origin = {60, 0}, extent = {{-2.5, -2.5}, {2.5, 2.5}}), iconTransformation(origin = {110, 0}, extent = {{-10, -10}, {10, 10}})));
  parameter Dashpot.Units.Area A_a = Dashpot.Units.pi*0.05^2/4;
  parameter Dashpot.Units.Area A_b = A_a - Dashpot.Units.pi*0.028^2/4;
  Interfaces.Storage a(V = A_a*(x + 0.02), V_flow = A_a*v, m_flow = inlet.Q*fluid.rho, p_start = 1e6*A_b/A_a) annotation(Placement(transformation(origin = {-40, 70}, extent = {{-10, -6}, {10, 6}})));
  Interfaces.Storage b(V = A_b*(0.52 - x), V_flow = -A_b*v, m_flow = -outlet.Q*fluid.rho, p_start = 1e6) annotation(Placement(transformation(origin = {0, 70}, extent = {{-10, -6}, {10, 6}})));
  Sources.PressureSource supply(p = 60e5) annotation(Placement(transformation(origin = {-40, -60}, extent = {{-6, -6}, {6, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {0, -60}, extent = {{-6, -6}, {6, 6}})));
  Resistances.VariableOrifice inlet(d = 4e-3, G_leak = 0, opening = 0.3) "From the supply to chamber a" annotation(Placement(transformation(origin = {-40, -20}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Resistances.VariableOrifice outlet(d = 4e-3, G_leak = 0, opening = 0.3) "From chamber b to the tank" annotation(Placement(transformation(origin = {0, -20}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Chamber portA(p = a.p) annotation(Placement(transformation(origin = {-40, 20}, extent = {{-10, -10}, {10, 10}})));
  Chamber portB(p = b.p) annotation(Placement(transformation(origin = {0, 20}, extent = {{-10, -10}, {10, 10}})));
  model Chamber "A port at the pressure of a chamber"
    input Dashpot.Units.AbsolutePressure p;
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}})));
  equation
    port.p = p;
    annotation(Icon(graphics = {
      Rectangle(extent = {{-80, 20}, {80, -60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{0, -90}, {0, -60}}, color = {0, 60, 160}),
      Text(extent = {{-150, 62}, {150, 30}}, textString = "%name")}));
  end Chamber;
equation
  connect(supply.port, inlet.port_a) annotation(Line(points = {{-40, -54}, {-40, -30}}, color = {0, 60, 160}));
  connect(inlet.port_b, portA.port) annotation(Line(points = {{-40, -10}, {-40, 10}}, color = {0, 60, 160}));
  connect(portB.port, outlet.port_a) annotation(Line(points = {{0, 10}, {0, -10}}, color = {0, 60, 160}));
  connect(outlet.port_b, tank.port) annotation(Line(points = {{0, -30}, {0, -54}}, color = {0, 60, 160}));
  F = A_a*a.p - A_b*b.p;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-60, 30}, {40, -30}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-20, 30}, {-8, -30}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Line(points = {{-45, -30}, {-45, -70}}, color = {0, 60, 160}),
    Line(points = {{25, -30}, {25, -70}}, color = {0, 60, 160}),
    Line(points = {{-8, 0}, {40, 0}}, color = {0, 60, 160}),
    Text(extent = {{-150, 140}, {150, 108}}, textString = "%name")}));
end HydraulicHalf;

model MechanicalHalf "A mass with friction: force in, position and velocity out"
  Dashpot.Interfaces.RealInput F(unit = "N") annotation(Placement(transformation(origin = {-60, 0}, extent = {{-5, -5}, {5, 5}}), iconTransformation(origin = {-120, 0}, extent = {{-20, -20}, {20, 20}})));
  Dashpot.Interfaces.RealOutput x(unit = "m", start = 0.1, fixed = true) annotation(Placement(transformation(origin = {-60, 60}, extent = {{-2.5, -2.5}, {2.5, 2.5}}, rotation = 180), iconTransformation(origin = {-110, 60}, extent = {{-10, -10}, {10, 10}}, rotation = 180)));
  Dashpot.Interfaces.RealOutput v(unit = "m/s", start = 0, fixed = true) annotation(Placement(transformation(origin = {-60, -60}, extent = {{-2.5, -2.5}, {2.5, 2.5}}, rotation = 180), iconTransformation(origin = {-110, -60}, extent = {{-10, -10}, {10, 10}}, rotation = 180)));
  parameter Dashpot.Units.Mass m = 1000;
  Dashpot.Hydraulics.Actuators.Friction.Stribeck friction(v = v) annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}})));
equation
  der(x) = v;
  m*der(v) = F - friction.F;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-50, 30}, {50, -30}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
    Line(points = {{-70, -30}, {70, -30}}, color = {0, 127, 0}),
    Text(extent = {{-40, 20}, {40, -20}}, textString = "m"),
    Text(extent = {{-150, 140}, {150, 108}}, textString = "%name")}));
end MechanicalHalf;

model Whole "The same in one piece"
  import Dashpot.Hydraulics.*;
  outer Fluids.Fluid fluid;
  Sources.PressureSource supply(p = 60e5) annotation(Placement(transformation(origin = {-30, -40}, extent = {{-6, -6}, {6, 6}})));
  Sources.Tank tank annotation(Placement(transformation(origin = {30, -40}, extent = {{-6, -6}, {6, 6}})));
  Resistances.VariableOrifice inlet(d = 4e-3, G_leak = 0, opening = 0.3) annotation(Placement(transformation(origin = {-30, -10}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Resistances.VariableOrifice outlet(d = 4e-3, G_leak = 0, opening = 0.3) annotation(Placement(transformation(origin = {30, -10}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Actuators.Cylinder cylinder(m = 1000, x_start = 0.1, p_a_start = 1e6*cylinder.A_b/cylinder.A_a, p_b_start = 1e6, redeclare model Friction = Actuators.Friction.Stribeck) annotation(Placement(transformation(origin = {0, 30}, extent = {{-12, -6}, {12, 6}})));
equation
  connect(supply.port, inlet.port_a) annotation(Line(points = {{-30, -34}, {-30, -20}}, color = {0, 60, 160}));
  connect(inlet.port_b, cylinder.port_a) annotation(Line(points = {{-30, 0}, {-30, 12}, {-10, 12}, {-10, 24}}, color = {0, 60, 160}));
  connect(cylinder.port_b, outlet.port_a) annotation(Line(points = {{6, 24}, {6, 12}, {30, 12}, {30, 0}}, color = {0, 60, 160}));
  connect(outlet.port_b, tank.port) annotation(Line(points = {{30, -20}, {30, -34}}, color = {0, 60, 160}));
  annotation(Icon(graphics = {
    Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-60, 30}, {20, -30}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-30, 30}, {-18, -30}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-18, 6}, {50, -6}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Line(points = {{-45, -30}, {-45, -70}}, color = {0, 60, 160}),
    Line(points = {{5, -30}, {5, -70}}, color = {0, 60, 160}),
    Rectangle(extent = {{50, 30}, {80, -30}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
    Text(extent = {{-150, 140}, {150, 108}}, textString = "%name")}));
end Whole;

model HydraulicsAlone "The hydraulic half for a co-simulation: force out, position and velocity in, every step"
  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(p_ambient = 0) annotation(Placement(transformation(origin = {-80, 40}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Interfaces.RealInput x(unit = "m", start = 0.1) "Position of the piston" annotation(Placement(transformation(origin = {40, 20}, extent = {{-5, -5}, {5, 5}}, rotation = 180)));
  Dashpot.Interfaces.RealInput v(unit = "m/s", start = 0) "Its velocity" annotation(Placement(transformation(origin = {40, -20}, extent = {{-5, -5}, {5, 5}}, rotation = 180)));
  Dashpot.Interfaces.RealOutput F(unit = "N") "Force of the fluid on it" annotation(Placement(transformation(origin = {40, 0}, extent = {{-2.5, -2.5}, {2.5, 2.5}})));
  HydraulicHalf hydraulics annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(hydraulics.F, F) annotation(Line(points = {{-29, 0}, {40, 0}}, color = {0, 0, 127}));
  connect(x, hydraulics.x) annotation(Line(points = {{40, 20}, {0, 20}, {0, 6}, {-28, 6}}, color = {0, 0, 127}));
  connect(v, hydraulics.v) annotation(Line(points = {{40, -20}, {0, -20}, {0, -6}, {-28, -6}}, color = {0, 0, 127}));
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 0.01));
end HydraulicsAlone;

model MechanicsAlone "The mechanical half for a co-simulation: position and velocity out, force in"
  Dashpot.Interfaces.RealInput F(unit = "N", start = 0) "Force of the fluid on the piston" annotation(Placement(transformation(origin = {-40, 0}, extent = {{-5, -5}, {5, 5}})));
  Dashpot.Interfaces.RealOutput x(unit = "m") "Its position" annotation(Placement(transformation(origin = {-40, 20}, extent = {{-2.5, -2.5}, {2.5, 2.5}}, rotation = 180)));
  Dashpot.Interfaces.RealOutput v(unit = "m/s") "Its velocity" annotation(Placement(transformation(origin = {-40, -20}, extent = {{-2.5, -2.5}, {2.5, 2.5}}, rotation = 180)));
  MechanicalHalf mechanics annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(F, mechanics.F) annotation(Line(points = {{-40, 0}, {8, 0}}, color = {0, 0, 127}));
  connect(mechanics.x, x) annotation(Line(points = {{9, 6}, {0, 6}, {0, 20}, {-40, 20}}, color = {0, 0, 127}));
  connect(mechanics.v, v) annotation(Line(points = {{9, -6}, {0, -6}, {0, -20}, {-40, -20}}, color = {0, 0, 127}));
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 0.01));
end MechanicsAlone;

model SplitSampled "Cylinder split at its mechanical port, signals exchanged every millisecond, held in between"
  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(p_ambient = 0) annotation(Placement(transformation(origin = {-80, 40}, extent = {{-10, -10}, {10, 10}})));
  HydraulicHalf hydraulics annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}})));
  MechanicalHalf mechanics annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}})));
  Whole whole annotation(Placement(transformation(origin = {-10, -50}, extent = {{-10, -10}, {10, 10}})));
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
  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid(p_ambient = 0) annotation(Placement(transformation(origin = {-80, 40}, extent = {{-10, -10}, {10, 10}})));
  HydraulicHalf hydraulics annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}})));
  MechanicalHalf mechanics annotation(Placement(transformation(origin = {20, 0}, extent = {{-10, -10}, {10, 10}})));
  Whole whole annotation(Placement(transformation(origin = {-10, -50}, extent = {{-10, -10}, {10, 10}})));
  Real difference = mechanics.x - whole.cylinder.x;
equation
  connect(hydraulics.F, mechanics.F) annotation(Line(points = {{-29, 0}, {8, 0}}, color = {0, 0, 127}));
  connect(mechanics.x, hydraulics.x) annotation(Line(points = {{9, 6}, {-28, 6}}, color = {0, 0, 127}));
  connect(mechanics.v, hydraulics.v) annotation(Line(points = {{9, -6}, {-28, -6}}, color = {0, 0, 127}));
  // expect difference in [-1e-7, 1e-7]
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Tolerance = 1e-8, Interval = 0.01));
end SplitCylinder;
