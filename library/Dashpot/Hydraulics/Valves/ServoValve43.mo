within Dashpot.Hydraulics.Valves;
model ServoValve43 "4/3 servo valve: given by its rated flow, fast spool, no lap"
  extends Edges43(lap = 0, corner = 0.005, G_leak = 5e-14, final exponent = 1, final d = sqrt(4/Units.pi*Q_rated/(C_q*sqrt(dp_rated/fluid.rho))), final d_b = d);
  parameter Units.VolumeFlowRate Q_rated(min = 1e-12) = 40e-3/60 "Flow at full signal and dp_rated over both edges";
  parameter Units.Pressure dp_rated(min = 1) = 70e5 "Pressure drop of both edges together";
  parameter Units.Frequency f(min = 1e-3) = 100 "Natural frequency of the spool";
  parameter Real zeta(min = 0) = 0.7 "Damping ratio";
  parameter Real rate(unit = "1/s", min = 1e-6) = 300 "Largest speed, in strokes per second";
  Spool.SecondOrder dynamics(f = f, zeta = zeta, rate = rate);
equation
  connect(u, dynamics.u);
  spool = dynamics.y;
  annotation(defaultComponentName = "valve", Icon(coordinateSystem(extent = {{-200, -80}, {200, 80}}), graphics = {
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-120, 50}, {120, 50}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-120, -50}, {120, -50}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-180, -40}, {-120, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-140, 0}, {-160, -40}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-160, 0}, {-140, -40}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{120, -40}, {160, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{120, -40}, {160, 0}}, color = {0, 60, 160}),
      Text(extent = {{54, -56}, {250, -84}}, textString = "%Q_rated", horizontalAlignment = TextAlignment.Left)}),
    Documentation(info = "<html><p>Q_rated = C_q A sqrt(2/rho dp_rated/2) gives the area of an edge. The leakage is a permille of the rated flow per edge. Typical: f 50 to 200 Hz; dp_rated 70 bar. See Edges43 and Spool.SecondOrder.</p></html>"));
end ServoValve43;
