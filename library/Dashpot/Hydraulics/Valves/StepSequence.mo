within Dashpot.Hydraulics.Valves;
block StepSequence "A signal that jumps to given values at given times"
  parameter Units.Time times[:] = {1} "Times of the jumps, increasing";
  parameter Real values[size(times, 1)] = {1} "Values from these times on";
  parameter Real y_start = 0 "Value before the first jump";
  Dashpot.Interfaces.RealOutput y annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
protected
  parameter Integer n = size(times, 1);
equation
  y = y_start + sum((values[i] - (if i == 1 then y_start else values[max(i - 1, 1)]))*(if time >= times[i] then 1 else 0) for i in 1:n);
  annotation(defaultComponentName = "command", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
      Rectangle(extent = {{-100, -60}, {100, 60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 100}, {150, 68}}, textString = "%name"),
      Line(points = {{-80, -30}, {-40, -30}, {-40, 30}, {0, 30}, {0, 0}, {40, 0}, {40, -30}, {80, -30}}, color = {0, 0, 127})}),
    Documentation(info = "<html><p>Each jump is a time event: integrators stop there and start again.</p></html>"));
end StepSequence;
