model AndrewsSqueezer "Seven bodies in a plane, six constraints of index 3 (Giles 1978; Manning 1981; Hairer and Wanner II, VII.7)"
  parameter Real m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
  parameter Real i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
  parameter Real xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530, l0 = .07785;
  parameter Real motor = .033, d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874;
  parameter Real sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228, ub = .00449;
  parameter Real zf = .02, zt = .04, fa = .01421;
  Real beta(start = -0.0617138900142764496358948458001, fixed = true), theta(start = 0);
  Real gamma(start = 0.455279819163070380255912382449), phi(start = 0.222668390165885884674473185609);
  Real delta(start = 0.487364979543842550225598953530), omega(start = -0.222668390165885884674473185609);
  Real epsilon(start = 1.23054744454982119249735015568);
  Real vBeta(start = 0, fixed = true), vTheta, vGamma, vPhi, vDelta, vOmega, vEpsilon;
  Real lambda[6](start = {98.5668703962410896057654982170, -6.12268834425566265503114393122, 0, 0, 0, 0});
protected
  Real wBeta, wTheta, wGamma, wPhi, wDelta, wOmega, wEpsilon;
  Real x, y, length, force "Of the spring on body 3";
  parameter Real armTheta = m2*da*rr, armPhi = m4*zt*(e - ea), armOmega = m6*u*(zf - fa);
  parameter Real inertia2 = m2*da^2 + i2, inertia3 = m3*(sa^2 + sb^2) + i3, inertia4 = m4*(e - ea)^2 + i4;
  parameter Real inertia6 = m6*(zf - fa)^2 + i6, inertia1 = m1*ra^2 + m2*rr^2 + i1 + inertia2;
  parameter Real inertia5 = m4*zt^2 + m5*(ta^2 + tb^2) + i5 + inertia4;
  parameter Real inertia7 = m6*u^2 + m7*(ua^2 + ub^2) + i7 + inertia6;
equation
  der(beta) = vBeta;
  der(theta) = vTheta;
  der(gamma) = vGamma;
  der(phi) = vPhi;
  der(delta) = vDelta;
  der(omega) = vOmega;
  der(epsilon) = vEpsilon;
  wBeta = der(vBeta);
  wTheta = der(vTheta);
  wGamma = der(vGamma);
  wPhi = der(vPhi);
  wDelta = der(vDelta);
  wOmega = der(vOmega);
  wEpsilon = der(vEpsilon);

  x = sd*cos(gamma) + sc*sin(gamma) + xb - xc;
  y = sd*sin(gamma) - sc*cos(gamma) + yb - yc;
  length = sqrt(x^2 + y^2);
  force = -c0*(length - l0)/length;

  (inertia1 - 2*armTheta*cos(theta))*wBeta + (inertia2 - armTheta*cos(theta))*wTheta = motor - armTheta*vTheta*(vTheta + 2*
    vBeta)*sin(theta) + (rr*sin(beta) - d*sin(beta + theta))*(lambda[1] + lambda[3] + lambda[5]) - (rr*cos(beta) - d*cos(beta
     + theta))*(lambda[2] + lambda[4] + lambda[6]);
  (inertia2 - armTheta*cos(theta))*wBeta + inertia2*wTheta = armTheta*vBeta^2*sin(theta) - d*sin(beta + theta)*(lambda[1] +
    lambda[3] + lambda[5]) + d*cos(beta + theta)*(lambda[2] + lambda[4] + lambda[6]);
  inertia3*wGamma = force*(x*(sc*cos(gamma) - sd*sin(gamma)) + y*(sd*cos(gamma) + sc*sin(gamma))) + ss*cos(gamma)*lambda[1]
     + ss*sin(gamma)*lambda[2];
  inertia4*wPhi + (inertia4 + armPhi*sin(phi))*wDelta = armPhi*vDelta^2*cos(phi) + e*cos(phi + delta)*lambda[3] + e*sin(phi
     + delta)*lambda[4];
  (inertia4 + armPhi*sin(phi))*wPhi + (inertia5 + 2*armPhi*sin(phi))*wDelta = -armPhi*vPhi*(vPhi + 2*vDelta)*cos(phi) + (e*
    cos(phi + delta) - zt*sin(delta))*lambda[3] + (e*sin(phi + delta) + zt*cos(delta))*lambda[4];
  inertia6*wOmega + (inertia6 - armOmega*sin(omega))*wEpsilon = -armOmega*vEpsilon^2*cos(omega) - zf*sin(omega + epsilon)*
    lambda[5] + zf*cos(omega + epsilon)*lambda[6];
  (inertia6 - armOmega*sin(omega))*wOmega + (inertia7 - 2*armOmega*sin(omega))*wEpsilon = armOmega*vOmega*(vOmega + 2*
    vEpsilon)*cos(omega) - (zf*sin(omega + epsilon) - u*cos(epsilon))*lambda[5] + (zf*cos(omega + epsilon) + u*sin(epsilon))*
    lambda[6];

  rr*cos(beta) - d*cos(beta + theta) - ss*sin(gamma) - xb = 0;
  rr*sin(beta) - d*sin(beta + theta) + ss*cos(gamma) - yb = 0;
  rr*cos(beta) - d*cos(beta + theta) - e*sin(phi + delta) - zt*cos(delta) - xa = 0;
  rr*sin(beta) - d*sin(beta + theta) + e*cos(phi + delta) - zt*sin(delta) - ya = 0;
  rr*cos(beta) - d*cos(beta + theta) - zf*cos(omega + epsilon) - u*sin(epsilon) - xa = 0;
  rr*sin(beta) - d*sin(beta + theta) - zf*sin(omega + epsilon) + u*cos(epsilon) - ya = 0;
  annotation(experiment(StopTime = 0.03));
end AndrewsSqueezer;
