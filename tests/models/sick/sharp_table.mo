// The flow characteristic of a valve, written as a table: at its edge it rises within a ten-millionth of the stroke.
model SharpTable
  parameter Real width = 1e-7, centre = 0.5;
  function characteristic
    input Real x, width;
    output Real y;
  algorithm
    y := if x < 0.5 then 0.1*x elseif x < 0.5 + width then 0.05 + (x - 0.5)/width*0.95 else 1 + 0.2*(x - 0.5 - width);
  end characteristic;
  Real x, p(unit = "Pa", displayUnit = "bar", start = 50e5, fixed = true, nominal = 1e6);
equation
  x = centre + 0.4*sin(40*time);
  der(p) = 1e9*(0.4 - noEvent(characteristic(x, width))) - 10*p + 5e8;
  annotation(experiment(StopTime = 10));
end SharpTable;
