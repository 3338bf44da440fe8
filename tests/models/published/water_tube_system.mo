model WaterTubeSystem "18 tubes, 13 nodes, two of them with a buffer, 17 hours: index 2 (test set of Mazzia and Magherini)"
  constant Real pi = 3.14159265358979323846;
  parameter Real nu = 1.31e-6, g = 9.8, rho = 1e3, criticalReynolds = 2.3e3, length = 1e3, k = 2e-4, d = 1, bufferArea = 200;
  parameter Real area = pi*d^2/4;
  constant Integer from[18] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11, 12, 12, 13};
  constant Integer to[18] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7, 8, 11};
  Real phi[18](each start = 0, each nominal = 1e-3);
  Real lambda[18](each start = 0.47519404529185289807e-1, each nominal = 1e-2);
  Real p[13](each start = 109800, each nominal = 1e5);
protected
  Real h = time/3600, in1, in13, out10, balance[13];
  Real re[18];
initial equation
  p[5] = 109800;
  p[8] = 109800;
equation
  in1 = (1 - cos(exp(-h) - 1))/200;
  in13 = 2.5*in1;
  out10 = h^2*(3*h^2 - 92*h + 720)/1e6;
  for i in 1:18 loop
    re[i] = abs(phi[i])*d/(nu*area);
    rho*length/area*der(phi[i]) = p[from[i]] - p[to[i]] - (if re[i] > criticalReynolds then rho*length/(area^2*d)*lambda[i]*
      phi[i]*abs(phi[i]) else 32*nu*rho*length/(area*d^2)*phi[i]);
    1/sqrt(lambda[i]) = 1.74 - 2*log10(2*k/d + 18.7/((if re[i] > criticalReynolds then re[i] else criticalReynolds)*sqrt(
      lambda[i])));
  end for;
  for n in 1:13 loop
    balance[n] = sum(if to[i] == n then phi[i] elseif from[i] == n then -phi[i] else 0 for i in 1:18) + (if n == 1 then in1
       elseif n == 13 then in13 elseif n == 10 then -out10 else 0);
    balance[n] = if n == 5 or n == 8 then bufferArea/(rho*g)*der(p[n]) else 0;
  end for;
  annotation(experiment(StopTime = 61200));
end WaterTubeSystem;
