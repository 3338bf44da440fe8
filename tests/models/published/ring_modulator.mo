model RingModulator "Mixes two signals by a ring of four diodes (Horneber 1985; Kampowsky, Rentrop, Schmidt 1992)"
  constant Real pi = 3.14159265358979323846;
  parameter Real c = 1.6e-8, cs = 2e-12, cp = 1e-8, r = 25e3, rp = 50, lh = 4.45, ls1 = 2e-3, ls2 = 5e-4, ls3 = 5e-4;
  parameter Real rg1 = 36.3, rg2 = 17.3, rg3 = 17.3, ri = 50, rc = 600, gamma = 40.67286402e-9, delta = 17.7493332;
  Real U[7](each start = 0, each fixed = true, each nominal = 1);
  Real I[8](each start = 0, each fixed = true, each nominal = 1e-3);
protected
  Real uIn1, uIn2, q1, q2, q3, q4;
equation
  uIn1 = 0.5*sin(2e3*pi*time);
  uIn2 = 2*sin(2e4*pi*time);
  q1 = gamma*(exp(delta*(U[3] - U[5] - U[7] - uIn2)) - 1);
  q2 = gamma*(exp(delta*(-U[4] + U[6] - U[7] - uIn2)) - 1);
  q3 = gamma*(exp(delta*(U[4] + U[5] + U[7] + uIn2)) - 1);
  q4 = gamma*(exp(delta*(-U[3] - U[6] + U[7] + uIn2)) - 1);
  c*der(U[1]) = I[1] - 0.5*I[3] + 0.5*I[4] + I[7] - U[1]/r;
  c*der(U[2]) = I[2] - 0.5*I[5] + 0.5*I[6] + I[8] - U[2]/r;
  cs*der(U[3]) = I[3] - q1 + q4;
  cs*der(U[4]) = -I[4] + q2 - q3;
  cs*der(U[5]) = I[5] + q1 - q3;
  cs*der(U[6]) = -I[6] - q2 + q4;
  cp*der(U[7]) = -U[7]/rp + q1 + q2 - q3 - q4;
  lh*der(I[1]) = -U[1];
  lh*der(I[2]) = -U[2];
  ls2*der(I[3]) = 0.5*U[1] - U[3] - rg2*I[3];
  ls3*der(I[4]) = -0.5*U[1] + U[4] - rg3*I[4];
  ls2*der(I[5]) = 0.5*U[2] - U[5] - rg2*I[5];
  ls3*der(I[6]) = -0.5*U[2] + U[6] - rg3*I[6];
  ls1*der(I[7]) = -U[1] + uIn1 - (ri + rg1)*I[7];
  ls1*der(I[8]) = -U[2] - (rc + rg1)*I[8];
  annotation(experiment(StopTime = 1e-3));
end RingModulator;
