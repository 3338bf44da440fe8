model TransistorAmplifier "Two transistors; the voltages across the capacitors are the states (Rentrop, Roche, Steinebach 1989)"
  constant Real pi = 3.14159265358979323846;
  parameter Real ub = 6, uf = 0.026, alpha = 0.99, beta = 1e-6, r0 = 1000, r = 9000;
  parameter Real c1 = 1e-6, c2 = 2e-6, c3 = 3e-6, c4 = 4e-6, c5 = 5e-6;
  Real U[8](start = {0, ub/2, ub/2, ub, ub/2, ub/2, ub, 0}, each nominal = 1);
  Real uc1(start = -ub/2, fixed = true, nominal = 1), uc3(start = ub/2, fixed = true, nominal = 1);
  Real uc5(start = ub, fixed = true, nominal = 1);
protected
  Real uE, i1, i2;
initial equation
  U[3] = ub/2;
  U[6] = ub/2;
equation
  uE = 0.1*sin(200*pi*time);
  i1 = beta*(exp((U[2] - U[3])/uf) - 1);
  i2 = beta*(exp((U[5] - U[6])/uf) - 1);
  uc1 = U[1] - U[2];
  uc3 = U[4] - U[5];
  uc5 = U[7] - U[8];
  c1*der(uc1) = -(U[1] - uE)/r0;
  c1*der(uc1) = U[2]/r + (U[2] - ub)/r + (1 - alpha)*i1;
  c2*der(U[3]) = i1 - U[3]/r;
  c3*der(uc3) = -(U[4] - ub)/r - alpha*i1;
  c3*der(uc3) = U[5]/r + (U[5] - ub)/r + (1 - alpha)*i2;
  c4*der(U[6]) = i2 - U[6]/r;
  c5*der(uc5) = -(U[7] - ub)/r - alpha*i2;
  c5*der(uc5) = U[8]/r;
  annotation(experiment(StopTime = 0.2));
end TransistorAmplifier;
