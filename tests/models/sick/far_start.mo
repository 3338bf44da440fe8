// A capacitor behind a diode, with a start value of 5 V for the voltage of the diode: there its current would be 1e77 A,
// and Newton's iteration comes down by one thermal voltage at a time.
model FarStart
  parameter Real Is(unit = "A") = 1e-9, Vt(unit = "V") = 0.025 "Of the diode";
  parameter Real R(unit = "Ohm") = 100, C(unit = "F") = 1e-4, G(unit = "S") = 2e-3;
  Real vDiode(unit = "V", start = 5), i(unit = "A");
  Real v(unit = "V", start = 0, fixed = true);
  Real supply(unit = "V") = 10 + sin(20*time);
equation
  i = Is*(exp(vDiode/Vt) - 1);
  supply - R*i - vDiode = v;
  C*der(v) = i - G*v;
  annotation(experiment(StopTime = 1));
end FarStart;
