// A cylinder between two pipes that share a volume at their far ends: eleven states (Esque 2008, fig. 4.6; how the
// chambers connect to the pipes is assumed). Flows are positive into a component.
//
// Look at cylinder.pA, cylinder.pB and volume.p: the pressures even out in a damped oscillation of about 20 Hz, and then sink slowly as the piston drifts.

type Pressure = Real(unit = "Pa", displayUnit = "bar", nominal = 1e6);
type Flow = Real(unit = "m3/s", nominal = 1e-4);

connector Port
  Pressure p;
  flow Flow q;
  annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}));
end Port;

model Orifice "Turbulent, and linear near zero so that its slope stays finite"
  parameter Real K(unit = "m3/(s.Pa^0.5)") = 2e-8;
  parameter Pressure dpLinear = 1e4;
  Port a annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Port b annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
protected
  Pressure dp;
equation
  dp = a.p - b.p;
  a.q = K*dp/sqrt(sqrt(dp*dp + dpLinear*dpLinear));
  a.q + b.q = 0;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 60, 160}),
    Line(points = {{-30, 40}, {0, 10}, {30, 40}}, color = {0, 60, 160}),
    Line(points = {{-30, -40}, {0, -10}, {30, -40}}, color = {0, 60, 160}),
    Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}));
end Orifice;

model Volume "Fluid whose bulk modulus grows with its pressure"
  parameter Real V(unit = "m3") = 1e-3;
  parameter Pressure pStart = 50e5;
  Port a annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Port b annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
  Pressure p(start = pStart, fixed = true);
protected
  Pressure B;
equation
  B = 1.2e9*p/(p + 2e5);
  a.p = p;
  b.p = p;
  der(p) = B/V*(a.q + b.q);
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 60, 160}),
    Rectangle(extent = {{-70, 40}, {70, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
    Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}));
end Volume;

model Pipe "Two half volumes and the mass between them"
  parameter Real halfVolume(unit = "m3") = 1.2e-4;
  parameter Real inertance(unit = "kg/m4") = 3.3e7;
  parameter Real laminar = 3.2e8;
  parameter Real turbulent = 7e12;
  parameter Pressure pStart = 50e5;
  Port a annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Port b annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
  Pressure p1(start = pStart, fixed = true);
  Pressure p2(start = pStart, fixed = true);
  Flow Q(start = 0, fixed = true);
equation
  a.p = p1;
  b.p = p2;
  der(p1) = 1.2e9*p1/(p1 + 2e5)/halfVolume*(a.q - Q);
  der(p2) = 1.2e9*p2/(p2 + 2e5)/halfVolume*(b.q + Q);
  inertance*der(Q) = p1 - p2 - laminar*Q - turbulent*Q*abs(Q);
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 60, 160}),
    Rectangle(extent = {{-70, 12}, {70, -12}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}));
end Pipe;

model Cylinder "Two chambers, a piston with friction"
  parameter Real areaA(unit = "m2") = 1.96e-3;
  parameter Real areaB(unit = "m2") = 1.35e-3;
  parameter Real stroke(unit = "m") = 0.5;
  parameter Real dead(unit = "m") = 0.02;
  parameter Real m(unit = "kg") = 1000;
  parameter Real friction(unit = "N.s/m") = 5e3;
  parameter Real load(unit = "N") = 2e3;
  Port a annotation(Placement(transformation(origin = {-60, -60}, extent = {{-10, -10}, {10, 10}})));
  Port b annotation(Placement(transformation(origin = {60, -60}, extent = {{-10, -10}, {10, 10}})));
  Pressure pA(start = 50e5, fixed = true);
  Pressure pB(start = 70e5, fixed = true);
  Real x(unit = "m", start = 0.1, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
equation
  a.p = pA;
  b.p = pB;
  der(pA) = 1.2e9*pA/(pA + 2e5)/(areaA*(x + dead))*(a.q - areaA*v);
  der(pB) = 1.2e9*pB/(pB + 2e5)/(areaB*(stroke - x + dead))*(b.q + areaB*v);
  der(x) = v;
  m*der(v) = areaA*pA - areaB*pB - friction*v - load;
  annotation(Icon(graphics = {
    Rectangle(extent = {{-80, 40}, {80, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-20, 40}, {-5, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-5, 8}, {110, -8}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Line(points = {{-60, -40}, {-60, -50}}, color = {0, 60, 160}),
    Line(points = {{60, -40}, {60, -50}}, color = {0, 60, 160}),
    Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}));
end Cylinder;

model CylinderLines
  Cylinder cylinder annotation(Placement(transformation(origin = {0, 60}, extent = {{-10, -10}, {10, 10}})));
  Pipe pipeA annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Pipe pipeB annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Volume volume annotation(Placement(transformation(origin = {0, -60}, extent = {{-10, -10}, {10, 10}})));
  Orifice portA annotation(Placement(transformation(origin = {-40, 30}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), portB annotation(Placement(transformation(origin = {40, 30}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), endA annotation(Placement(transformation(origin = {-40, -30}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), endB annotation(Placement(transformation(origin = {40, -30}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
equation
  connect(cylinder.a, portA.a) annotation(Line(points = {{-6, 54}, {-6, 46}, {-40, 46}, {-40, 40}}, color = {0, 60, 160}));
  connect(portA.b, pipeA.a) annotation(Line(points = {{-40, 20}, {-40, 10}}, color = {0, 60, 160}));
  connect(cylinder.b, portB.a) annotation(Line(points = {{6, 54}, {6, 46}, {40, 46}, {40, 40}}, color = {0, 60, 160}));
  connect(portB.b, pipeB.a) annotation(Line(points = {{40, 20}, {40, 10}}, color = {0, 60, 160}));
  connect(pipeA.b, endA.a) annotation(Line(points = {{-40, -10}, {-40, -20}}, color = {0, 60, 160}));
  connect(endA.b, volume.a) annotation(Line(points = {{-40, -40}, {-40, -60}, {-10, -60}}, color = {0, 60, 160}));
  connect(volume.b, endB.a) annotation(Line(points = {{10, -60}, {40, -60}, {40, -40}}, color = {0, 60, 160}));
  connect(endB.b, pipeB.b) annotation(Line(points = {{40, -20}, {40, -10}}, color = {0, 60, 160}));
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-6));
end CylinderLines;
