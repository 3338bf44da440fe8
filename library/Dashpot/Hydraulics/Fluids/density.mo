within Dashpot.Hydraulics.Fluids;
function density "Density of the fluid with its gas and vapour"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.Density rho;
protected
  Real e = fluid.entrainedAir/(1 - fluid.entrainedAir) "Entrained air in parts of the liquid";
  Real free = e + fluid.dissolvedAir*(1 - Functions.step(p, fluid.p_vapour, fluid.p_saturation)) "Free air in parts of the liquid, at ambient pressure";
  Real gas = free*exp(log(fluid.p_ambient/p)/fluid.n) "Volume of the free air";
  Real vapour = if p < fluid.p_vapour then (fluid.p_vapour - p)^2/(fluid.p_vapour*p) else 0;
  Real y = fluid.p_saturation/p;
algorithm
  rho := if fluid.cavitation == Cavitation.gasAndVapour then fluid.rho*(1 + e)/(liquidVolume(fluid, p) + gas + vapour)
    elseif fluid.cavitation == Cavitation.releasedAir and p < fluid.p_saturation then fluid.rho/liquidVolume(fluid, p)*exp(fluid.dissolvedAir/fluid.n*(1 - y + log(y)))
    else fluid.rho/liquidVolume(fluid, p);
  annotation(Inline = true, Documentation(info = "<html><p>The equations are with <code>Fluid</code>. Undefined for p &lt;= 0 where there is gas: an integrator takes a smaller step then.</p></html>"));
end density;
