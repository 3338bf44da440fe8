within Dashpot.Hydraulics.Fluids;
record MineralOil_VG68 "Mineral oil ISO VG 68 at 40 degC"
  extends Fluid(rho = 868, nu = 68e-6, a = 0.092, b = 1.38e8);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>68 mm2/s at 40 degC by definition of the grade (ISO 3448), modulus 1.5e9 Pa at ambient pressure. Typical values, not those of a brand.</p></html>"));
end MineralOil_VG68;
