within Dashpot.Hydraulics.Fluids;
record MineralOil_VG32 "Mineral oil ISO VG 32 at 40 degC"
  extends Fluid(rho = 857, nu = 32e-6, a = 0.095, b = 1.33e8);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>Density 870 kg/m3 at 15 degC less 0.65 kg/m3 per kelvin; 32 mm2/s at 40 degC by definition of the grade (ISO 3448). Modulus 1.4e9 Pa at ambient pressure. Typical values, not those of a brand.</p></html>"));
end MineralOil_VG32;
