// Two coils on one core, coupled perfectly: the matrix of their inductances is singular, so the voltages tie the
// currents to one another, though both are states. The structure does not show it: each current has its equation.
model HiddenIndex
  parameter Real L1(unit = "H") = 0.01, L2(unit = "H") = 0.04;
  parameter Real coupling = 1 "1: no stray field at all";
  parameter Real M(unit = "H") = coupling*sqrt(L1*L2);
  parameter Real R1(unit = "Ohm") = 2, R2(unit = "Ohm") = 8, load(unit = "Ohm") = 100;
  Real i1(unit = "A", start = 0, fixed = true), i2(unit = "A", start = 0, fixed = true);
  Real v1(unit = "V"), v2(unit = "V");
equation
  v1 = L1*der(i1) + M*der(i2);
  v2 = M*der(i1) + L2*der(i2);
  v1 = 325*sin(314*time) - R1*i1;
  v2 = -(R2 + load)*i2;
  annotation(experiment(StopTime = 0.1));
end HiddenIndex;
