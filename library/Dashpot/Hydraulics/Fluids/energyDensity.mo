within Dashpot.Hydraulics.Fluids;
function energyDensity "Energy of compression in a volume of fluid, above that at ambient pressure"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Real e(unit = "J/m3");
algorithm
  e := density(fluid, p)*flowWork(fluid, p) - (p - fluid.p_ambient);
  annotation(Inline = true, Documentation(info = "<html><p>rho h - (p - p_ambient) with h = flowWork; about (p - p_ambient)^2/(2 B) for a liquid.</p></html>"));
end energyDensity;
