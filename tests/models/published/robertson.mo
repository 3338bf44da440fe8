model Robertson "Autocatalytic reaction over 13 decades of time (Robertson 1966)"
  Real A(start = 1, fixed = true, nominal = 1e-6), B(start = 0, fixed = true, nominal = 1e-12), C(start = 0, fixed = true);
equation
  der(A) = -0.04*A + 1e4*B*C;
  der(B) = 0.04*A - 1e4*B*C - 3e7*B^2;
  der(C) = 3e7*B^2;
  annotation(experiment(StopTime = 1e11));
end Robertson;
