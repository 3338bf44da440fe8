// A shut-off valve opens above 150 bar and closes below: without a dead band, each position drives the pressure to the
// other one. It counts its strokes, so that each of them matters.
model ChatteringValve
  model OnOffValve
    parameter Real setPressure(unit = "Pa") = 150e5;
    parameter Real full(unit = "m3/s") = 6e-4;
    input Real p(unit = "Pa", displayUnit = "bar");
    Real q(unit = "m3/s");
    Boolean isOpen = p > setPressure;
    Integer strokes(start = 0, fixed = true);
  equation
    q = if isOpen then full else 0;
    when isOpen then
      strokes = pre(strokes) + 1;
    end when;
  end OnOffValve;
  OnOffValve valve;
  parameter Real V(unit = "m3") = 1e-3, beta(unit = "Pa") = 1.4e9;
  parameter Real pump(unit = "m3/s") = 2e-4;
  Real p(unit = "Pa", displayUnit = "bar", start = 1e5, fixed = true, nominal = 1e6);
equation
  V*der(p) = beta*(pump - valve.q);
  valve.p = p;
  annotation(experiment(StopTime = 1));
end ChatteringValve;
