within Dashpot.Hydraulics.Fluids;
function flowDensity "Density by which volume flows become mass flows"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.Density rho;
algorithm
  rho := if fluid.constantDensity then fluid.rho else density(fluid, p);
  annotation(Inline = true, Documentation(info = "<html><p>rho where constantDensity, else density(p).</p></html>"));
end flowDensity;
