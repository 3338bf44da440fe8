within Dashpot.Hydraulics.Fluids;
record Water "Water at 20 degC"
  extends Fluid(rho = 998.2, nu = 1.004e-6, liquid = Liquid.constantModulus, B = 2.18e9, entrainedAir = 0.0005, dissolvedAir = 0.019, n = 1.2, p_vapour = 2339);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>Density, viscosity, vapour pressure of pure water at 20 degC; bulk modulus 2.18e9 Pa, so that sound travels at 1478 m/s; 19 ml of air dissolve in a litre at ambient pressure.</p></html>"));
end Water;
