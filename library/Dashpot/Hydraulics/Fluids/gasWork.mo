within Dashpot.Hydraulics.Fluids;
function gasWork "Integral of (p_ambient/p)^(1/n) from ambient pressure: work on a unit of volume of air"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.Pressure w;
algorithm
  w := if fluid.n > 1 then fluid.p_ambient*fluid.n/(fluid.n - 1)*(exp(log(p/fluid.p_ambient)*(1 - 1/fluid.n)) - 1) else fluid.p_ambient*log(p/fluid.p_ambient);
  annotation(Inline = true, Documentation(info = "<html><p>Polytropic compression.</p></html>"));
end gasWork;
