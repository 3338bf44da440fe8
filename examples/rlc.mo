// A resonant circuit made of components with pins: a voltage is switched on and the capacitor rings.
//
// Look at c.v: 17.3 V at the first peak, and in each period the swing about 10 V loses nearly half of its height. The components are written out here;
// two_branch_components.mo takes them from the library.

type Voltage = Real(unit = "V");
type Current = Real(unit = "A");

connector Pin
  Voltage v;
  flow Current i;
end Pin;

partial model OnePort "Two pins; what flows in on one side flows out on the other"
  Pin p;
  Pin n;
  Voltage v "Voltage drop from p to n";
  Current i "Current from p to n";
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end OnePort;

model Resistor
  extends OnePort;
  parameter Real R(unit = "Ohm");
equation
  v = R*i;
end Resistor;

model Capacitor
  extends OnePort(v(start = 0, fixed = true));
  parameter Real C(unit = "F");
equation
  C*der(v) = i;
end Capacitor;

model Inductor
  extends OnePort(i(start = 0, fixed = true));
  parameter Real L(unit = "H");
equation
  L*der(i) = v;
end Inductor;

model ConstantVoltage
  extends OnePort;
  parameter Voltage V;
equation
  v = V;
end ConstantVoltage;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Rlc "Series resonant circuit at a constant voltage"
  // plot c.v, l.i
  // expect c.v(4e-3) = 10.07664046 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  ConstantVoltage source(V = 10);
  Resistor r(R = 20);
  Inductor l(L = 10e-3);
  Capacitor c(C = 1e-6);
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 4e-3, Tolerance = 1e-6));
end Rlc;
