// The ladder of ladder_5a.mo with its last equation differentiated as well ("5b"): five equations of second order, ten states.
//
// Look at v5: the same solution once more. Beamis 1990 found it wrong in this form; that was a mistake in his program, which has zero where v5
// belongs in the fourth equation.

model Ladder5b "All node voltages, second order"
  // plot v5, v4
  // expect v5(1) = 0.0374900100 +- 1e-6
  // expect v5(2) = 0.7225999654 +- 1e-6
  // expect v5(5) = -0.5137448496 +- 1e-6
  // expect v5(10) = -0.0550128354 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  parameter Real R1 = 1, R2 = 2, R3 = 0.25, R4 = 0.5;
  parameter Real C1 = 1, C2 = 2, C3 = 0.5, C4 = 0.1;
  parameter Real L1 = 1.6, L2 = 4/3, L3 = 0.5;
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true), v4(start = 0, fixed = true), v5(start = 0, fixed = true);
  Real w1(start = 144, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), w4(start = 0, fixed = true), w5(start = 0, fixed = true);
equation
  der(v1) = w1;
  der(v2) = w2;
  der(v3) = w3;
  der(v4) = w4;
  der(v5) = w5;
  der(w1) = -w1/(R1*C1) - v1/(L1*C1) + v2/(L1*C1) - 432*sin(3*time)/C1;
  der(w2) = -w2/(R2*C2) + v1/(L1*C2) - (L1 + L2)/(C2*L1*L2)*v2 + v3/(L2*C2);
  der(w3) = (w4 - w3)/(R3*C3) + (v2 - v3)/(L2*C3);
  der(w4) = (w3 - w4)/(R3*C4) + (v5 - v4)/(L3*C4);
  der(w5) = R4/L3*(w4 - w5);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end Ladder5b;
