within Dashpot.Hydraulics.Fluids;
function liquidModulus "Bulk modulus of the liquid alone"
  input Fluid fluid;
  input Units.AbsolutePressure p;
  output Units.BulkModulus B;
algorithm
  B := if fluid.liquid == Liquid.tait then (fluid.b + p - fluid.p_ambient)*(1/fluid.a - log(1 + (p - fluid.p_ambient)/fluid.b)) else fluid.B;
  annotation(Inline = true, Documentation(info = "<html><p>Constant, or Tait: (b + p)(1/a - ln(1 + p/b)) with p above ambient.</p></html>"));
end liquidModulus;
