// High irradiance responses: how light makes plants take their form. Eight substances, time constants from milliseconds to minutes.
//
// Look at y6, y7 and y8: after five minutes of nearly nothing the last substances react with each other in a few seconds.

model Hires "High irradiance responses of photomorphogenesis: a stiff chemical reaction of eight substances"
  // Schaefer 1975; Hairer and Wanner 1996, p. 144; values: Lioen and de Swart, Test Set for IVP Solvers (1999).
  // plot y1, y6, y7
  // expect y1(321.8122) = 0.7371312573325668e-3 +- 1e-8
  // expect y4(321.8122) = 0.1175651343283149e-2 +- 1e-8
  // expect y6(321.8122) = 0.6238968252742796e-2 +- 1e-7
  // expect y8(321.8122) = 0.2850001604814231e-2 +- 1e-8
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  Real y1(start = 1, fixed = true);
  Real y2(start = 0, fixed = true);
  Real y3(start = 0, fixed = true);
  Real y4(start = 0, fixed = true);
  Real y5(start = 0, fixed = true);
  Real y6(start = 0, fixed = true);
  Real y7(start = 0, fixed = true);
  Real y8(start = 0.0057, fixed = true);
equation
  der(y1) = -1.71*y1 + 0.43*y2 + 8.32*y3 + 0.0007;
  der(y2) = 1.71*y1 - 8.75*y2;
  der(y3) = -10.03*y3 + 0.43*y4 + 0.035*y5;
  der(y4) = 8.32*y2 + 1.71*y3 - 1.12*y4;
  der(y5) = -1.745*y5 + 0.43*y6 + 0.43*y7;
  der(y6) = -280*y6*y8 + 0.69*y4 + 1.71*y5 - 0.43*y6 + 0.69*y7;
  der(y7) = 280*y6*y8 - 1.81*y7;
  der(y8) = -280*y6*y8 + 1.81*y7;
  annotation(experiment(StopTime = 321.8122, Tolerance = 1e-6));
end Hires;
