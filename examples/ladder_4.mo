// The ladder with its last resistor shorted (R4 = 0), once from components and once as four equations of second order ("4", Beamis 1990).
//
// Look at c4.v and v4: both are the output, and stay together. The second form has one state more and two eigenvalues that are zero.

model Ladder4 "Seventh-order ladder with R4 = 0, in two forms"
  // plot c4.v, v1
  // expect c4.v(1) = 0.228659209783 +- 1e-7
  // expect c4.v(2) = 1.398449806679 +- 1e-7
  // expect c4.v(5) = 0.601161965842 +- 1e-7
  // expect c4.v(10) = -0.301597974464 +- 1e-7
  // expect difference in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the partial fractions of the transfer function, recomputed independently (4e-14 from a matrix exponential).
  import Dashpot.Electrical.*;
  Sources.SineCurrent source(I = 144, f = 1.5/Dashpot.Units.pi, phase = Dashpot.Units.pi/2) "144 cos(3 t)" annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Ground ground annotation(Placement(transformation(origin = {-100, -46}, extent = {{-10, -10}, {10, 10}})));
  Resistor r1(R = 1) annotation(Placement(transformation(origin = {-80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r2(R = 2) annotation(Placement(transformation(origin = {-20, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r3(R = 0.25) annotation(Placement(transformation(origin = {60, 30}, extent = {{-10, -10}, {10, 10}})));
  Capacitor c1(C = 1) annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c2(C = 2) annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c3(C = 0.5) annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c4(C = 0.1) annotation(Placement(transformation(origin = {80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Inductor l1(L = 1.6) annotation(Placement(transformation(origin = {-40, 30}, extent = {{-10, -10}, {10, 10}}))), l2(L = 4/3) annotation(Placement(transformation(origin = {20, 30}, extent = {{-10, -10}, {10, 10}}))), l3(L = 0.5) annotation(Placement(transformation(origin = {100, 30}, extent = {{-10, -10}, {10, 10}})));
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true), v4(start = 0, fixed = true);
  Real w1(start = 144, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), w4(start = 0, fixed = true);
  Real difference = v4 - c4.v;
equation
  connect(source.p, ground.p) annotation(Line(points = {{-100, -10}, {-100, -36}}, color = {0, 0, 255}));
  connect(source.n, r1.p) annotation(Line(points = {{-100, 10}, {-100, 30}, {-80, 30}, {-80, 10}}, color = {0, 0, 255}));
  connect(r1.p, c1.p) annotation(Line(points = {{-80, 10}, {-80, 30}, {-60, 30}, {-60, 10}}, color = {0, 0, 255}));
  connect(r1.p, l1.p) annotation(Line(points = {{-80, 10}, {-80, 30}, {-50, 30}}, color = {0, 0, 255}));
  connect(l1.n, r2.p) annotation(Line(points = {{-30, 30}, {-20, 30}, {-20, 10}}, color = {0, 0, 255}));
  connect(r2.p, c2.p) annotation(Line(points = {{-20, 10}, {-20, 30}, {0, 30}, {0, 10}}, color = {0, 0, 255}));
  connect(r2.p, l2.p) annotation(Line(points = {{-20, 10}, {-20, 30}, {10, 30}}, color = {0, 0, 255}));
  connect(l2.n, c3.p) annotation(Line(points = {{30, 30}, {40, 30}, {40, 10}}, color = {0, 0, 255}));
  connect(c3.p, r3.p) annotation(Line(points = {{40, 10}, {40, 30}, {50, 30}}, color = {0, 0, 255}));
  connect(r3.n, c4.p) annotation(Line(points = {{70, 30}, {80, 30}, {80, 10}}, color = {0, 0, 255}));
  connect(c4.p, l3.p) annotation(Line(points = {{80, 10}, {80, 30}, {90, 30}}, color = {0, 0, 255}));
  connect(l3.n, ground.p) annotation(Line(points = {{110, 30}, {120, 30}, {120, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(r1.n, ground.p) annotation(Line(points = {{-80, -10}, {-80, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(r2.n, ground.p) annotation(Line(points = {{-20, -10}, {-20, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c1.n, ground.p) annotation(Line(points = {{-60, -10}, {-60, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c2.n, ground.p) annotation(Line(points = {{0, -10}, {0, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c3.n, ground.p) annotation(Line(points = {{40, -10}, {40, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c4.n, ground.p) annotation(Line(points = {{80, -10}, {80, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  der(v1) = w1;
  der(v2) = w2;
  der(v3) = w3;
  der(v4) = w4;
  der(w1) = -w1/(r1.R*c1.C) + (v2 - v1)/(l1.L*c1.C) - 432*sin(3*time)/c1.C;
  der(w2) = -w2/(r2.R*c2.C) + (v1 - v2)/(l1.L*c2.C) + (v3 - v2)/(l2.L*c2.C);
  der(w3) = (w4 - w3)/(r3.R*c3.C) + (v2 - v3)/(l2.L*c3.C);
  der(w4) = (w3 - w4)/(r3.R*c4.C) - v4/(l3.L*c4.C);
  annotation(Diagram(coordinateSystem(extent = {{-120, -60}, {140, 60}})), experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end Ladder4;
