within Dashpot.Hydraulics.Fluids;
function bulkModulus "Effective bulk modulus rho dp/drho of the fluid with its gas and vapour"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.BulkModulus B;
protected
  Real e = fluid.entrainedAir/(1 - fluid.entrainedAir);
  Real s = (p - fluid.p_vapour)/(fluid.p_saturation - fluid.p_vapour);
  Real free = e + fluid.dissolvedAir*(1 - Functions.step(p, fluid.p_vapour, fluid.p_saturation));
  Real slope = if s > 0 and s < 1 then 6*s*(1 - s)/(fluid.p_saturation - fluid.p_vapour) else 0 "of the part that is dissolved";
  Real expansion = exp(log(fluid.p_ambient/p)/fluid.n);
  Real vapour = if p < fluid.p_vapour then (fluid.p_vapour - p)^2/(fluid.p_vapour*p) else 0;
  Real evaporation = if p < fluid.p_vapour then (fluid.p_vapour^2 - p^2)/(fluid.p_vapour*p^2) else 0 "-dw/dp";
  Real volume = liquidVolume(fluid, p) + free*expansion + vapour;
  Real compression = liquidVolume(fluid, p)/liquidModulus(fluid, p) + free*expansion/(fluid.n*p) + fluid.dissolvedAir*slope*expansion + evaporation "-dv/dp";
algorithm
  B := if fluid.cavitation == Cavitation.gasAndVapour then volume/compression
    elseif fluid.cavitation == Cavitation.releasedAir and p < fluid.p_saturation then 1/(1/liquidModulus(fluid, p) + fluid.dissolvedAir*(fluid.p_saturation - p)/(fluid.n*p^2))
    else liquidModulus(fluid, p);
  annotation(Inline = true, Documentation(info = "<html><p>The exact slope of <code>density</code>.</p></html>"));
end bulkModulus;
