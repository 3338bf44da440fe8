within Dashpot.Hydraulics.Fluids;
record MineralOil_VG46 "Mineral oil ISO VG 46 at 40 degC"
  extends Fluid(rho = 862, nu = 46e-6, a = 0.093, b = 1.35e8);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>46 mm2/s at 40 degC by definition of the grade (ISO 3448), modulus 1.45e9 Pa at ambient pressure. Typical values, not those of a brand.</p></html>"));
end MineralOil_VG46;
