within Dashpot.Hydraulics.Valves;
model Valve43 "4/3 directional valve; the signal is the position of its spool"
  extends Edges43;
equation
  spool = noEvent(min(max(u, -1), 1));
  annotation(defaultComponentName = "valve", Icon(coordinateSystem(extent = {{-200, -80}, {200, 80}}), graphics = {
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{-180, -40}, {-120, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{-140, 0}, {-160, -40}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {80*spool, 0}), extent = {{120, -40}, {180, 0}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {80*spool, 0}), points = {{140, 0}, {160, -40}}, color = {0, 60, 160})}),
    Documentation(info = "<html><p>See Edges43 for the edges, centres and laps. The spool stays within its stroke, whatever the signal. Switch u as you like: a jump is an event where it is made. For a spool that moves in its own time take
ProportionalValve43 or ServoValve43.</p></html>"));
end Valve43;
