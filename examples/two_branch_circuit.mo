// A circuit small enough to follow by hand: an inductor across the source, a capacitor behind a resistor and with
// another one across it. Once the states are known its equations can be evaluated one after the other.
//
// Look at uC and iL: the capacitor charges with a time constant of 0.5 s; the current of the coil across the source grows for ever. The values
// of the elements are ours, the source gives none: uC = (1 - exp(-2 t))/2, iL = t.

model TwoBranchCircuit "Resistors, an inductor and a capacitor at a voltage source (Treeaporn 2005, fig. 2.1)"
  // plot uC, iL
  // expect uC(0.1) = 0.0906346234610 +- 1e-7
  // expect uC(5) = 0.4999773000351 +- 1e-7
  // expect iL(5) = 5 +- 1e-8
  // methods rodas4 radau5 ida
  // tolerance 1e-8
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
  annotation(experiment(StopTime = 5, Tolerance = 1e-6, Interval = 0.01));
end TwoBranchCircuit;
