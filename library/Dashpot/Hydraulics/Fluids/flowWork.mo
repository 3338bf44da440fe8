within Dashpot.Hydraulics.Fluids;
function flowWork "Integral of dp/rho from ambient pressure: the energy that a mass of fluid carries through a port"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Real h(unit = "J/kg");
protected
  Real x = p - fluid.p_ambient;
  Real liquid = if fluid.liquid == Liquid.tait then x - fluid.a*((fluid.b + x)*log(1 + x/fluid.b) - x) else fluid.B*(1 - exp(-x/fluid.B)) "Integral of its relative volume";
  Real e = fluid.entrainedAir/(1 - fluid.entrainedAir);
algorithm
  h := if fluid.cavitation == Cavitation.gasAndVapour then (liquid + e*gasWork(fluid, p) + releaseWork(fluid, p))/(fluid.rho*(1 + e)) else liquid/fluid.rho;
  annotation(Inline = true, Documentation(info = "<html><p>The integral of the volume that <code>density</code> gives, in closed form. A restriction between two pressures turns the difference of their flow work into heat: about
dp/rho at the mean pressure. With <code>Cavitation.releasedAir</code> the air that comes out of solution is left out.</p></html>"));
end flowWork;
