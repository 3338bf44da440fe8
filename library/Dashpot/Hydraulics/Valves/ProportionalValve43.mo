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
  annotation(defaultComponentName = "valve", Icon(coordinateSystem(extent = {{-200, -80}, {200, 80}}), graphics = {
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-120, 50}, {120, 50}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-120, -50}, {120, -50}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-180, -40}, {-120, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-140, 0}, {-160, -40}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{120, -40}, {180, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{140, 0}, {160, -40}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-172, -56}, {-132.4, 8.8}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-128, 16}, {-139.6, 6.7}, {-131, 1.4}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{128, -56}, {167.6, 8.8}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{172, 16}, {160.4, 6.7}, {169, 1.4}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>For valves without feedback of the spool. Typical: f 10 to 30 Hz; lap 0.1 to 0.2. See Edges43 and Spool.SecondOrder.</p></html>"));
end ProportionalValve43;
