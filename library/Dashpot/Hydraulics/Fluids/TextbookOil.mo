within Dashpot.Hydraulics.Fluids;
record TextbookOil "Oil of constant density and modulus, without air, as textbooks and the source theses have it"
  extends Fluid(rho = 870, nu = 30e-6, Re_transition = 1000, constantDensity = true, liquid = Liquid.constantModulus, B = 1e9, cavitation = Cavitation.none, entrainedAir = 0, dissolvedAir = 0);
  annotation(defaultComponentName = "fluid", defaultComponentPrefixes = "inner", Documentation(info = "<html><p>rho = 870 kg/m3, nu = 30 mm2/s, C_q = 0.6, transition at Re = 1000: the values
that this project assumes for Esque's circuits (2008), which are printed without any. Set <code>liquid = Liquid.tait</code> for his
bulk modulus with a = 0.09, b = 1.35e8 Pa. Pressures below vacuum are possible: that is a property of these circuits as published.</p></html>"));
end TextbookOil;
