within Dashpot.Hydraulics.Fluids;
record WaterGlycol_HFC "Water-glycol HFC 46 at 40 degC (ISO 12922)"
  extends Fluid(rho = 1070, nu = 46e-6, liquid = Liquid.constantModulus, B = 3.0e9, entrainedAir = 0.003, dissolvedAir = 0.02, p_vapour = 5e3);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>About 40 % water: stiffer and denser than oil, dissolves less air, evaporates earlier. Typical values.</p></html>"));
end WaterGlycol_HFC;
