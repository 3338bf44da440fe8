// A ball bounces on a plate, and loses half of its speed each time: infinitely often, within a finite time.
model Zeno
  Real h(unit = "m", start = 1, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  parameter Real restitution = 0.5;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -restitution*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end Zeno;
