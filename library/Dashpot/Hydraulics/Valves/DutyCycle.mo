within Dashpot.Hydraulics.Valves;
block DutyCycle "Stages with a level at their begin, a level at their end, and a straight line between"
  parameter Real stages[:, 3] = {{1, 0, 0}, {2, 1, 1}} "Each row: end time, level at the begin, level at the end";
  parameter Units.Time startTime = 0 "Begin of the first stage";
  parameter Units.Time transition(min = 0) = 0 "A stage begins with a cubic of this length from the level before; 0: a jump";
  Dashpot.Interfaces.RealOutput y annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
protected
  parameter Integer n = size(stages, 1);
  Integer stage "Stage at present";
  Real begin "Its begin";
  Real t "Part of it that has passed";
  Real ramp "Level on its straight line";
  Real before "Level at the end of the stage before";
equation
  stage = 1 + sum(if time >= stages[i, 1] then 1 else 0 for i in 1:n - 1);
  begin = startTime + sum((stages[i, 1] - (if i == 1 then startTime else stages[max(i - 1, 1), 1]))*(if stage > i then 1 else 0) for i in 1:n - 1);
  t = noEvent(min(1, max(0, (time - begin)/(sum((if stage == i then stages[i, 1] else 0) for i in 1:n) - begin))));
  ramp = sum((if stage == i then stages[i, 2] + (stages[i, 3] - stages[i, 2])*t else 0) for i in 1:n);
  before = sum((if stage == i then stages[max(i - 1, 1), if i == 1 then 2 else 3] else 0) for i in 1:n);
  y = if transition > 0 then before + (ramp - before)*Functions.step(time, begin, begin + transition) else ramp;
  annotation(defaultComponentName = "duty", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
      Rectangle(extent = {{-100, -60}, {100, 60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 100}, {150, 68}}, textString = "%name"),
      Line(points = {{-80, -30}, {-50, -30}, {-20, 30}, {20, 30}, {40, -30}, {80, -30}}, color = {0, 0, 127})}),
    Documentation(info = "<html><p>HASP's DE01 and DEDT: the last stage holds its final level. Changes of stage are time events; with a transition the level itself does not jump.</p></html>"));
end DutyCycle;
