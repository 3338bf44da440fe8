within Dashpot.Hydraulics.Fluids;
function meanDensity "Density by which the volume flow between two pressures becomes a mass flow"
  input Fluid fluid;
  input Units.AbsolutePressure p_a;
  input Units.AbsolutePressure p_b;
  output Units.Density rho;
algorithm
  rho := (flowDensity(fluid, p_a) + flowDensity(fluid, p_b))/2;
  annotation(Inline = true, Documentation(info = "<html><p>The mean of the densities at both pressures. That at the mean pressure would vanish where one is minus the other, and with it the flow: a
pressure below vacuum would pass for a solution.</p></html>"));
end meanDensity;
