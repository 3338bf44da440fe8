within Dashpot.Hydraulics.Fluids;
function liquidVolume "Volume of the liquid, in parts of that at ambient pressure"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Real v;
algorithm
  v := if fluid.liquid == Liquid.tait then 1 - fluid.a*log(1 + (p - fluid.p_ambient)/fluid.b) else exp(-(p - fluid.p_ambient)/fluid.B);
  annotation(Inline = true, Documentation(info = "<html><p>exp(-p/B), or Tait: 1 - a ln(1 + p/b) with p above ambient.</p></html>"));
end liquidVolume;
