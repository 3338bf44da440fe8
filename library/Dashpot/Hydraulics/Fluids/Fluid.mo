within Dashpot.Hydraulics.Fluids;
record Fluid "Data of a fluid; declare one as inner in each circuit"
  parameter Units.Density rho(min = 1) = 870 "Density at the pressure of the surroundings";
  parameter Units.KinematicViscosity nu = 46e-6 "Kinematic viscosity" annotation(__Dashpot(role = "viscosity"));
  parameter Units.AbsolutePressure p_ambient = Units.standardAtmosphere "Pressure of the surroundings" annotation(__Dashpot(role = "pressure"));
  parameter Boolean constantDensity = false "Convert between mass and volume with rho everywhere, as textbooks and most theses do" annotation(Evaluate = true);

  parameter Liquid liquid = Liquid.tait "How the liquid is compressed" annotation(Evaluate = true, Dialog(group = "Compression"));
  parameter Units.BulkModulus B(min = 1e3) = 1.5e9 "Bulk modulus, if constant" annotation(Dialog(group = "Compression"));
  parameter Real a(min = 1e-6, max = 1) = 0.09 "Tait's law: relative decrease of volume per unit of ln(1 + p/b)" annotation(Dialog(group = "Compression"));
  parameter Units.Pressure b(min = 1e3) = 1.35e8 "Tait's law: pressure of reference" annotation(Dialog(group = "Compression"));

  parameter Cavitation cavitation = Cavitation.gasAndVapour "What happens at low pressure" annotation(Evaluate = true, Dialog(group = "Cavitation"));
  parameter Real entrainedAir(min = 0, max = 0.9) = 0.005 "Volume of undissolved air at ambient pressure, in parts of the whole" annotation(Dialog(group = "Cavitation"));
  parameter Real dissolvedAir(min = 0, max = 10) = 0.09 "Volume of dissolved air at ambient pressure, in parts of the liquid" annotation(Dialog(group = "Cavitation"));
  parameter Real n(min = 1, max = 1.67) = 1.2 "Polytropic exponent of the air" annotation(Dialog(group = "Cavitation"));
  parameter Units.AbsolutePressure p_saturation = 0.9*p_ambient "Dissolved air begins to come out of solution below it" annotation(Dialog(group = "Cavitation"));
  parameter Units.AbsolutePressure p_vapour = 2e3 "Liquid evaporates below it; all dissolved air is free then" annotation(Dialog(group = "Cavitation"));

  parameter Real C_q(min = 0.01, max = 1) = 0.6 "Discharge coefficient of orifices" annotation(Dialog(group = "Flow"));
  parameter Real Re_transition(min = 1) = (C_q/0.2)^2 "Reynolds number of the transition in orifices: 9 for sharp edges" annotation(Dialog(group = "Flow"));
  annotation(
    defaultComponentName = "fluid",
    defaultComponentPrefixes = "inner",
    missingInnerMessage = "A circuit needs a fluid: inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid;",
    Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Polygon(points = {{0, 90}, {-40, 10}, {-50, -30}, {-30, -70}, {0, -80}, {30, -70}, {50, -30}, {40, 10}}, smooth = Smooth.Bezier, lineColor = {0, 60, 160}, fillColor = {200, 220, 245}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, -88}, {150, -120}}, textString = "%name"),
      Text(extent = {{-150, -120}, {150, -146}}, textString = "%nu")}),
    Documentation(info = "<html>
<p><b>Liquid.</b> Constant modulus: rho = rho0 exp((p - p0)/B). Tait: V = V0 (1 - a ln(1 + (p - p0)/b)), that is
B(p) = (b + p - p0)(1/a - ln(1 + (p - p0)/b)) (Esque 2008, eq. 3.2, where a is dimensionless); p0 is the pressure of the surroundings. Mineral oil: a = 0.09 to 0.10,
b = 1.2e8 to 1.5e8 Pa.</p>
<p><b>Cavitation, releasedAir</b> (HASP, University of Bath; reconstructed). Below the saturation pressure
1/B_eff = 1/B + d (p_s - p)/(n p^2) with the part d of dissolved air. Its density follows by integration:
ln(rho/rho_l) = (d/n)(1 - y + ln y), y = p_s/p (derived here). Meant for 0 &lt; p.</p>
<p><b>Cavitation, gasAndVapour.</b> Per unit of mass the volume is
v = v_l(p) + (e + d S(p)) (p0/p)^(1/n) + w(p), in parts of 1/rho0: e entrained air, d dissolved air of which the part S has come out of solution
(a cubic from 0 at p_saturation to 1 at p_vapour, zero slope at both ends), w = (p_v - p)^2/(p_v p) the volume of vapour below p_vapour. Value and slope of the
density are continuous; p stays positive because the volume goes to infinity as p goes to zero. Equilibrium at every instant: the time
that air needs to dissolve again is not modelled. The vapour pressure of oil is far below 2 kPa; a larger value
gives the same motion and is easier to integrate (derived here; the classical form for entrained air is Merritt 1967).</p>
<p><b>Container.</b> The elasticity of walls is a parameter of volumes and lines: it belongs to them, not to the fluid. Together they give Merritt's effective
modulus 1/B_eff = 1/B_l + 1/B_c + (V_g/V_t)/B_g.</p>
<p><b>Orifices.</b> At small Reynolds numbers the discharge coefficient of a sharp edge is 0.2 sqrt(Re) (Wuest 1954; Merritt 1967, section 3-4), which meets C_q at
Re = (C_q/0.2)^2, about 9: see <code>Resistances.Orifice</code>.</p>
<p><b>constantDensity.</b> With it, mass flow is rho0 times volume flow everywhere and a volume has dp/dt = B/V (sum of Q - dV/dt), the form in
which the theses state their circuits. The difference is of the order of p/B, about one percent at 150 bar.</p></html>"));
end Fluid;
