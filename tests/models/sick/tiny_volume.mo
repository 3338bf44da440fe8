// A pump feeds a manifold through a line whose fitting was given a volume of its own: a tenth of a cubic millimetre.
model TinyVolume
  type Pressure = Real(unit = "Pa", displayUnit = "bar", nominal = 1e6);
  model Volume "Oil of bulk modulus beta"
    parameter Real V(unit = "m3");
    parameter Pressure beta = 1.4e9;
    Pressure p(start = 1e5, fixed = true);
    input Real q(unit = "m3/s") "Into the volume";
  equation
    V*der(p) = beta*q;
  end Volume;
  Volume fitting(V = 1e-10);
  Volume manifold(V = 2e-3);
  parameter Real inlet(unit = "m3/(s.Pa)") = 1e-9 "Conductance from the pump";
  parameter Real hose(unit = "m3/(s.Pa)") = 5e-9;
  parameter Real load(unit = "m3/(s.Pa)") = 2e-11;
  Pressure supply = (150 + 20*sin(6*time))*1e5;
equation
  fitting.q = inlet*(supply - fitting.p) - hose*(fitting.p - manifold.p);
  manifold.q = hose*(fitting.p - manifold.p) - load*manifold.p;
  annotation(experiment(StopTime = 5));
end TinyVolume;
