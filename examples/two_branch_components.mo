// The circuit of two_branch_circuit.mo, drawn instead of written: components of the library and connections.
//
// Look at c.v and l.i: the capacitor charges with a time constant of 0.5 s, the current of the coil across the source grows for ever. The
// values of the elements are ours (Treeaporn 2005, fig. 2.1, gives none); the closed form is uC = (1 - exp(-2 t))/2, iL = t.

model TwoBranchComponents "A coil, and a capacitor between two resistors, at a voltage source"
  // plot c.v, l.i, r1.i
  // expect c.v(0.1) = 0.0906346234610 +- 1e-8
  // expect l.i(0.1) = 0.1 +- 1e-10
  // expect c.v(5) = 0.4999773000351 +- 1e-7
  // expect r1.i(5) = 0.5000226999649 +- 1e-7
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  import Dashpot.Electrical.*;
  Sources.ConstantVoltage source(V = 1) annotation(Placement(transformation(origin = {-80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Inductor l(L = 1) annotation(Placement(transformation(origin = {-40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r1(R = 1) annotation(Placement(transformation(origin = {0, 40}, extent = {{-10, -10}, {10, 10}})));
  Resistor r2(R = 1) annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Capacitor c(C = 1) annotation(Placement(transformation(origin = {80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Ground ground annotation(Placement(transformation(origin = {-80, -60}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(source.p, l.p) annotation(Line(points = {{-80, 10}, {-80, 40}, {-40, 40}, {-40, 10}}, color = {0, 0, 255}));
  connect(source.p, r1.p) annotation(Line(points = {{-80, 10}, {-80, 40}, {-10, 40}}, color = {0, 0, 255}));
  connect(r1.n, r2.p) annotation(Line(points = {{10, 40}, {40, 40}, {40, 10}}, color = {0, 0, 255}));
  connect(r1.n, c.p) annotation(Line(points = {{10, 40}, {80, 40}, {80, 10}}, color = {0, 0, 255}));
  connect(l.n, ground.p) annotation(Line(points = {{-40, -10}, {-40, -40}, {-80, -40}, {-80, -50}}, color = {0, 0, 255}));
  connect(r2.n, ground.p) annotation(Line(points = {{40, -10}, {40, -40}, {-80, -40}, {-80, -50}}, color = {0, 0, 255}));
  connect(c.n, ground.p) annotation(Line(points = {{80, -10}, {80, -40}, {-80, -40}, {-80, -50}}, color = {0, 0, 255}));
  connect(source.n, ground.p) annotation(Line(points = {{-80, -10}, {-80, -50}}, color = {0, 0, 255}));
  annotation(experiment(StopTime = 5, Tolerance = 1e-6, Interval = 0.1));
end TwoBranchComponents;
