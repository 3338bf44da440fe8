within Dashpot.Hydraulics.Fluids;
function releaseWork "The part of air from solution and of vapour in the flow work; zero above the saturation pressure"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.Pressure w;
protected
  Real r = 1/(fluid.p_saturation - fluid.p_vapour);
  Real v = fluid.p_vapour*r;
  Real m = 1 - 1/fluid.n "Exponent of the integral of (p_ambient/p)^(1/n)";
  Real c[4] = {1 - 3*v^2 - 2*v^3, 6*r*(v + v^2), -3*r^2*(1 + 2*v), 2*r^3} "The free part of the dissolved air between both pressures, as a polynomial in p";
  Real lower = min(max(p, fluid.p_vapour), fluid.p_saturation) "Where the polynomial ends";
  Real air "Integral of the free part of the dissolved air";
  Real vapour;
algorithm
  air := exp(log(fluid.p_ambient)/fluid.n)*(c[1]*(if m > 0 then (lower^m - fluid.p_saturation^m)/max(m, 1e-60) else log(lower/fluid.p_saturation))
    + sum(c[k]*(lower^(m + k - 1) - fluid.p_saturation^(m + k - 1))/(m + k - 1) for k in 2:4)) + (if p < fluid.p_vapour then gasWork(fluid, p) - gasWork(fluid, fluid.p_vapour) else 0);
  vapour := if p < fluid.p_vapour then fluid.p_vapour*log(p/fluid.p_vapour) - 2*(p - fluid.p_vapour) + (p^2 - fluid.p_vapour^2)/(2*fluid.p_vapour) else 0;
  w := if p < fluid.p_saturation then fluid.dissolvedAir*air + vapour else 0;
  annotation(Documentation(info = "<html><p>The integral of the free air and the vapour of <code>Fluid</code>, term by term.</p></html>"));
end releaseWork;
