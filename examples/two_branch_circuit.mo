// A circuit small enough to follow by hand: an inductor across the source, a capacitor behind a resistor and with
// another one across it. Once the states are known its equations can be evaluated one after the other.

model TwoBranchCircuit "Resistors, an inductor and a capacitor at a voltage source (Treeaporn 2011, fig. 2.1)"
  parameter Real R1(unit = "Ohm") = 1;
  parameter Real R2(unit = "Ohm") = 1;
  parameter Real L(unit = "H") = 1;
  parameter Real C(unit = "F") = 1;
  parameter Real U(unit = "V") = 1 "Voltage of the source";
  Real u0, i0, u1, i1, u2, i2, uL, iC;
  Real iL(start = 0, fixed = true);
  Real uC(start = 0, fixed = true);
equation
  u0 = U;
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uC;
  uL = u1 + u2;
  uC = u2;
  i0 = i1 + iL;
  i1 = i2 + iC;
  annotation(experiment(StopTime = 5, Tolerance = 1e-6));
end TwoBranchCircuit;
