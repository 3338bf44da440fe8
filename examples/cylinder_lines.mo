// A cylinder between two pipes that share a volume at their far ends: eleven states (Esque 2008, fig. 4.6; how the
// chambers connect to the pipes is assumed). Flows are positive into a component.
//
// Look at cylinder.pA, cylinder.pB and volume.p: the pressures even out in a damped oscillation of about 20 Hz, and then sink slowly as the piston drifts.

type Pressure = Real(unit = "Pa", displayUnit = "bar", nominal = 1e6);
type Flow = Real(unit = "m3/s", nominal = 1e-4);

connector Port
  Pressure p;
  flow Flow q;
end Port;

model Orifice "Turbulent, and linear near zero so that its slope stays finite"
  parameter Real K(unit = "m3/(s.Pa^0.5)") = 2e-8;
  parameter Pressure dpLinear = 1e4;
  Port a;
  Port b;
protected
  Pressure dp;
equation
  dp = a.p - b.p;
  a.q = K*dp/sqrt(sqrt(dp*dp + dpLinear*dpLinear));
  a.q + b.q = 0;
end Orifice;

model Volume "Fluid whose bulk modulus grows with its pressure"
  parameter Real V(unit = "m3") = 1e-3;
  parameter Pressure pStart = 50e5;
  Port a;
  Port b;
  Pressure p(start = pStart, fixed = true);
protected
  Pressure B;
equation
  B = 1.2e9*p/(p + 2e5);
  a.p = p;
  b.p = p;
  der(p) = B/V*(a.q + b.q);
end Volume;

model Pipe "Two half volumes and the mass between them"
  parameter Real halfVolume(unit = "m3") = 1.2e-4;
  parameter Real inertance(unit = "kg/m4") = 3.3e7;
  parameter Real laminar = 3.2e8;
  parameter Real turbulent = 7e12;
  parameter Pressure pStart = 50e5;
  Port a;
  Port b;
  Pressure p1(start = pStart, fixed = true);
  Pressure p2(start = pStart, fixed = true);
  Flow Q(start = 0, fixed = true);
equation
  a.p = p1;
  b.p = p2;
  der(p1) = 1.2e9*p1/(p1 + 2e5)/halfVolume*(a.q - Q);
  der(p2) = 1.2e9*p2/(p2 + 2e5)/halfVolume*(b.q + Q);
  inertance*der(Q) = p1 - p2 - laminar*Q - turbulent*Q*abs(Q);
end Pipe;

model Cylinder "Two chambers, a piston with friction"
  parameter Real areaA(unit = "m2") = 1.96e-3;
  parameter Real areaB(unit = "m2") = 1.35e-3;
  parameter Real stroke(unit = "m") = 0.5;
  parameter Real dead(unit = "m") = 0.02;
  parameter Real m(unit = "kg") = 1000;
  parameter Real friction(unit = "N.s/m") = 5e3;
  parameter Real load(unit = "N") = 2e3;
  Port a;
  Port b;
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
end Cylinder;

model CylinderLines
  Cylinder cylinder;
  Pipe pipeA;
  Pipe pipeB;
  Volume volume;
  Orifice portA, portB, endA, endB;
equation
  connect(cylinder.a, portA.a);
  connect(portA.b, pipeA.a);
  connect(cylinder.b, portB.a);
  connect(portB.b, pipeB.a);
  connect(pipeA.b, endA.a);
  connect(endA.b, volume.a);
  connect(volume.b, endB.a);
  connect(endB.b, pipeB.b);
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-6));
end CylinderLines;
