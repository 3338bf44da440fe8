within Dashpot.Hydraulics.Valves;
model ProportionalValve43 "4/3 proportional valve: the spool follows the signal as a second-order system with limited speed"
  extends Edges43(lap = 0.1, exponent = 1.5);
  parameter Units.Frequency f(min = 1e-3) = 20 "Natural frequency of the spool";
  parameter Real zeta(min = 0) = 0.8 "Damping ratio";
  parameter Real rate(unit = "1/s", min = 1e-6) = 30 "Largest speed, in strokes per second";
  Spool.SecondOrder dynamics(f = f, zeta = zeta, rate = rate);
equation
  connect(u, dynamics.u);
  spool = dynamics.y;
  annotation(defaultComponentName = "valve", Documentation(info = "<html><p>For valves without feedback of the spool. Typical: f 10 to 30 Hz; lap 0.1 to 0.2. See Edges43 and Spool.SecondOrder.</p></html>"));
end ProportionalValve43;
