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
  Sources.SineCurrent source(I = 144, f = 1.5/Dashpot.Units.pi, phase = Dashpot.Units.pi/2) "144 cos(3 t)";
  Ground ground;
  Resistor r1(R = 1), r2(R = 2), r3(R = 0.25), r4(R = 0.5);
  Capacitor c1(C = 1), c2(C = 2), c3(C = 0.5), c4(C = 0.1);
  Inductor l1(L = 1.6), l2(L = 4/3), l3(L = 0.5);
equation
  connect(source.p, ground.p);
  connect(source.n, r1.p);
  connect(r1.p, c1.p);
  connect(r1.p, l1.p);
  connect(l1.n, r2.p);
  connect(r2.p, c2.p);
  connect(r2.p, l2.p);
  connect(l2.n, c3.p);
  connect(c3.p, r3.p);
  connect(r3.n, c4.p);
  connect(c4.p, l3.p);
  connect(l3.n, r4.p);
  connect(r1.n, ground.p);
  connect(r2.n, ground.p);
  connect(r4.n, ground.p);
  connect(c1.n, ground.p);
  connect(c2.n, ground.p);
  connect(c3.n, ground.p);
  connect(c4.n, ground.p);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end Ladder;
