// A ladder of resistors, capacitors and coils, driven by a current: seventh order, time constants from 20 ms to 3 s (Beamis 1990).
//
//   current -> 1 -L1- 2 -L2- 3 -R3- 4 -L3- 5 -R4- ground;   R1, C1 at node 1, R2, C2 at 2, C3 at 3, C4 at 4
//
// Look at r4.v, the output: it takes five seconds until the oscillation of the source shows. Node equations that are differentiated once (ladder_5a.mo)
// have the same solution and two more states.

model Ladder "Seventh-order ladder from components, R4 = 0.5 Ohm"
  // plot r4.v, c1.v
  // expect r4.v(1) = 0.0374900100 +- 1e-6
  // expect r4.v(2) = 0.7225999654 +- 1e-6
  // expect r4.v(5) = -0.5137448496 +- 1e-6
  // expect r4.v(10) = -0.0550128354 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // Values: the partial fractions of the thesis, one factor corrected, and a matrix exponential, recomputed independently.
  import Dashpot.Electrical.*;
  Sources.SineCurrent source(I = 144, f = 1.5/Dashpot.Units.pi, phase = Dashpot.Units.pi/2) "144 cos(3 t)" annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Ground ground annotation(Placement(transformation(origin = {-100, -46}, extent = {{-10, -10}, {10, 10}})));
  Resistor r1(R = 1) annotation(Placement(transformation(origin = {-80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r2(R = 2) annotation(Placement(transformation(origin = {-20, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), r3(R = 0.25) annotation(Placement(transformation(origin = {60, 30}, extent = {{-10, -10}, {10, 10}}))), r4(R = 0.5) annotation(Placement(transformation(origin = {120, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Capacitor c1(C = 1) annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c2(C = 2) annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c3(C = 0.5) annotation(Placement(transformation(origin = {40, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270))), c4(C = 0.1) annotation(Placement(transformation(origin = {80, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Inductor l1(L = 1.6) annotation(Placement(transformation(origin = {-40, 30}, extent = {{-10, -10}, {10, 10}}))), l2(L = 4/3) annotation(Placement(transformation(origin = {20, 30}, extent = {{-10, -10}, {10, 10}}))), l3(L = 0.5) annotation(Placement(transformation(origin = {100, 30}, extent = {{-10, -10}, {10, 10}})));
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
  connect(l3.n, r4.p) annotation(Line(points = {{110, 30}, {120, 30}, {120, 10}}, color = {0, 0, 255}));
  connect(r1.n, ground.p) annotation(Line(points = {{-80, -10}, {-80, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(r2.n, ground.p) annotation(Line(points = {{-20, -10}, {-20, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(r4.n, ground.p) annotation(Line(points = {{120, -10}, {120, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c1.n, ground.p) annotation(Line(points = {{-60, -10}, {-60, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c2.n, ground.p) annotation(Line(points = {{0, -10}, {0, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c3.n, ground.p) annotation(Line(points = {{40, -10}, {40, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  connect(c4.n, ground.p) annotation(Line(points = {{80, -10}, {80, -30}, {-100, -30}, {-100, -36}}, color = {0, 0, 255}));
  annotation(Diagram(coordinateSystem(extent = {{-120, -60}, {140, 60}})), experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end Ladder;
