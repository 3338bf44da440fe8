// Discrete parts, arrays and functions in one small text.
package P
  function f
    input Real x[:];
    output Real y;
  algorithm
    y := 0;
    for i in 1:size(x, 1) loop
      y := y + x[i]^2;
    end for;
  end f;
  connector C
    Real e;
    flow Real f;
  end C;
  model Element
    C a, b;
    parameter Real k(unit = "1", min = 0) = 1;
  equation
    a.f = k * (a.e - b.e);
    a.f + b.f = 0;
  end Element;
end P;
model Hybrid
  parameter Integer n = 3;
  P.Element e[n](each k = 2);
  Real x(start = 1, fixed = true), v[n];
  Boolean on(start = true, fixed = true);
  discrete Real level;
equation
  for i in 1:n - 1 loop
    connect(e[i].b, e[i + 1].a);
  end for;
  e[1].a.e = x;
  e[n].b.e = 0;
  der(x) = if on then -x else P.f(v);
  v = {e[i].a.f for i in 1:n};
  when {x < 0.5, sample(1, 1)} then
    on = not pre(on);
    level = pre(x);
  elsewhen x > 2 then
    reinit(x, 1);
  end when;
  assert(x > -1, "x is " + String(x));
  annotation(experiment(StopTime = 2));
end Hybrid;
