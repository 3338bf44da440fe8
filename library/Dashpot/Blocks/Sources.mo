within Dashpot.Blocks;
package Sources "Signals that depend on time only"

  block Constant "A constant"
    extends Partial.Source;
    parameter Real k = 1 "Value";
  equation
    y = k;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, 10}, {75, 10}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "k = %k")}),
      Documentation(info = "<html><p><code>y = k</code>.</p></html>"));
  end Constant;

  block Step "From one value to another at once"
    extends Partial.Source;
    parameter Real height = 1 "Height of the step";
    parameter Real offset = 0 "Value before the step";
    parameter Units.Time startTime = 0 "Time of the step";
  equation
    y = offset + (if time < startTime then 0 else height);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {0, -60}, {0, 50}, {75, 50}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%height at %startTime")}),
      Documentation(info = "<html><p>A time event: the integrator stops at <code>startTime</code> and restarts behind it.</p></html>"));
  end Step;

  block Ramp "A rise of constant slope"
    extends Partial.Source;
    parameter Real height = 1 "Height of the ramp";
    parameter Units.Time duration(min = 0) = 1 "How long it rises; 0 gives a step";
    parameter Real offset = 0 "Value before the ramp";
    parameter Units.Time startTime = 0 "Where it begins";
  equation
    y = offset + (if time < startTime then 0 else if time < startTime + duration then (time - startTime)*height/max(duration, 1e-60) else height);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-40, -60}, {30, 50}, {75, 50}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%height in %duration")}),
      Documentation(info = "<html><p>Two time events, at both corners.</p></html>"));
  end Ramp;

  block Sine "A sine"
    extends Partial.Source;
    parameter Real amplitude = 1 "Amplitude";
    parameter Units.Frequency f(start = 1) = 1 "Frequency";
    parameter Units.Angle phase(displayUnit = "deg") = 0 "Phase at startTime";
    parameter Real offset = 0 "Mean value";
    parameter Units.Time startTime = 0 "y = offset before";
  equation
    y = offset + (if time < startTime then 0 else amplitude*sin(2*Units.pi*f*(time - startTime) + phase));
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, 0}, {-68, 34}, {-55, 60}, {-33, 60}, {-17, 34}, {-5, 0}, {7, -34}, {23, -60}, {43, -60}, {58, -34}, {70, 0}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "f = %f")}),
      Documentation(info = "<html><p><code>y = offset + amplitude sin(2 pi f (t - startTime) + phase)</code>. <code>phase = pi/2</code> gives a cosine.</p></html>"));
  end Sine;

  block Pulse "A train of rectangular pulses"
    extends Partial.Source;
    parameter Real amplitude = 1 "Height of a pulse";
    parameter Real width(min = 0, max = 100, unit = "%") = 50 "Part of the period for which it is high";
    parameter Units.Time period(min = 1e-9) = 1 "Period";
    parameter Real offset = 0 "Value between pulses";
    parameter Units.Time startTime = 0 "First pulse";
  protected
    discrete Units.Time periodStart(start = startTime, fixed = true) "Where the present period began";
  equation
    when sample(startTime, period) then
      periodStart = time;
    end when;
    y = offset + (if time >= startTime and time < periodStart + period*width/100 then amplitude else 0);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-60, -60}, {-60, 50}, {-20, 50}, {-20, -60}, {20, -60}, {20, 50}, {60, 50}, {60, -60}, {75, -60}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "period %period")}),
      Documentation(info = "<html><p>Two time events in each period.</p></html>"));
  end Pulse;

  block Trapezoid "A train of trapezoids"
    extends Partial.Source;
    parameter Real amplitude = 1 "Height";
    parameter Units.Time rising(min = 0) = 0.1 "How long it rises";
    parameter Units.Time width(min = 0) = 0.5 "How long it stays up";
    parameter Units.Time falling(min = 0) = 0.1 "How long it falls";
    parameter Units.Time period(min = 1e-9) = 1 "Period, at least the sum of the three";
    parameter Real offset = 0 "Value between trapezoids";
    parameter Units.Time startTime = 0 "First one";
  protected
    discrete Units.Time periodStart(start = startTime, fixed = true) "Where the present period began";
    final parameter Units.Time upperEnd = rising + width;
    final parameter Units.Time fallEnd = rising + width + falling;
  equation
    assert(fallEnd <= period*(1 + 1e-12), "The trapezoid is longer than its period");
    when sample(startTime, period) then
      periodStart = time;
    end when;
    y = offset + (if time < startTime or time >= periodStart + fallEnd then 0
      else if time < periodStart + rising then amplitude*(time - periodStart)/max(rising, 1e-60)
      else if time < periodStart + upperEnd then amplitude
      else amplitude*(1 - (time - periodStart - upperEnd)/max(falling, 1e-60)));
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-60, -60}, {-35, 50}, {10, 50}, {35, -60}, {75, -60}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "period %period")}),
      Documentation(info = "<html><p>Time events at all corners. A duration of 0 gives a vertical edge.</p></html>"));
  end Trapezoid;

  block SawTooth "A rise that falls back at the end of each period"
    extends Partial.Source;
    parameter Real amplitude = 1 "Height";
    parameter Units.Time period(min = 1e-9) = 1 "Period";
    parameter Real offset = 0 "Lowest value";
    parameter Units.Time startTime = 0 "First tooth";
  protected
    discrete Units.Time periodStart(start = startTime, fixed = true) "Where the present period began";
  equation
    when sample(startTime, period) then
      periodStart = time;
    end when;
    y = offset + (if time < startTime then 0 else amplitude*(time - periodStart)/period);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-30, 50}, {-30, -60}, {20, 50}, {20, -60}, {70, 50}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "period %period")}),
      Documentation(info = "<html><p>One time event in each period.</p></html>"));
  end SawTooth;

  block Time "The time itself"
    extends Partial.Source(y(unit = "s"));
    parameter Units.Time startTime = 0 "y = 0 before";
  equation
    y = if time < startTime then 0 else time - startTime;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -80}, {65, 65}}, color = {0, 0, 127}, thickness = 0.5)}),
      Documentation(info = "<html><p><code>y = t - startTime</code>; the input of a table, for example.</p></html>"));
  end Time;

  function piecewise "Point on the straight line behind the i-th point"
    input Real table[:, 2];
    input Integer i "Points that lie behind; 0: none";
    input Real t;
    output Real y;
  algorithm
    y := if i == 0 then table[1, 2] else if i == size(table, 1) then table[i, 2]
      else table[i, 2] + (table[i + 1, 2] - table[i, 2])*(t - table[i, 1])/(table[i + 1, 1] - table[i, 1]);
  end piecewise;

  block TimeTable "Straight lines between given points"
    extends Partial.Source;
    parameter Real table[:, 2] = [0, 0; 1, 1] "Rows of time and value; equal times make a jump";
    parameter Real offset = 0 "Added to the table";
    parameter Units.Time startTime = 0 "Added to the times of the table";
  protected
    Integer passed "How many points lie behind";
  equation
    passed = sum(if time >= startTime + table[i, 1] then 1 else 0 for i in 1:size(table, 1));
    y = offset + piecewise(table, passed, time - startTime);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -50}, {-50, 20}, {-10, 45}, {25, -20}, {70, 30}}, color = {0, 0, 127}, thickness = 0.5),
        Ellipse(extent = {{-85, -45}, {-75, -55}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-55, 25}, {-45, 15}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-15, 50}, {-5, 40}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{20, -15}, {30, -25}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{65, 35}, {75, 25}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p>A time event at each point, so that no corner is missed. Before the first and after the last point the value is held.</p></html>"));
  end TimeTable;

  block BooleanConstant "True or false for ever"
    extends Partial.LogicSource;
    parameter Boolean k = true "Value";
  equation
    y = k;
    annotation(
      Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "%k")}),
      Documentation(info = "<html><p><code>y = k</code>.</p></html>"));
  end BooleanConstant;

  block BooleanStep "Becomes true, or false, once"
    extends Partial.LogicSource;
    parameter Units.Time startTime = 0 "When";
    parameter Boolean startValue = false "Before";
  equation
    y = if time >= startTime then not startValue else startValue;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {0, -60}, {0, 50}, {75, 50}}, color = {255, 0, 255}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "at %startTime")}),
      Documentation(info = "<html><p>One time event.</p></html>"));
  end BooleanStep;

  block BooleanPulse "True for a part of each period"
    extends Partial.LogicSource;
    parameter Real width(min = 0, max = 100, unit = "%") = 50 "Part of the period";
    parameter Units.Time period(min = 1e-9) = 1 "Period";
    parameter Units.Time startTime = 0 "First pulse";
  protected
    discrete Units.Time periodStart(start = startTime, fixed = true) "Where the present period began";
  equation
    when sample(startTime, period) then
      periodStart = time;
    end when;
    y = time >= startTime and time < periodStart + period*width/100;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-60, -60}, {-60, 50}, {-20, 50}, {-20, -60}, {20, -60}, {20, 50}, {60, 50}, {60, -60}, {75, -60}}, color = {255, 0, 255}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "period %period")}),
      Documentation(info = "<html><p>Two time events in each period.</p></html>"));
  end BooleanPulse;

  block BooleanTable "Changes at given times"
    extends Partial.LogicSource;
    parameter Units.Time times[:] = {1} "Where it changes, increasing";
    parameter Boolean startValue = false "Before the first time";
  protected
    Integer changes "How many lie behind";
  equation
    changes = sum(if time >= times[i] then 1 else 0 for i in 1:size(times, 1));
    y = if mod(changes, 2) == 0 then startValue else not startValue;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-50, -60}, {-50, 50}, {-30, 50}, {-30, -60}, {40, -60}, {40, 50}, {75, 50}}, color = {255, 0, 255}, thickness = 0.5)}),
      Documentation(info = "<html><p>A time event at each change: a sequence of switching commands.</p></html>"));
  end BooleanTable;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Line(points = {{-80, -60}, {-30, -60}, {40, 60}, {80, 60}}, color = {0, 0, 127})}),
    Documentation(info = "<html><p>Corners and jumps of these signals are time events, known in advance: they cost no search.</p></html>"));
end Sources;
