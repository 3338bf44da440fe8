within Dashpot.Blocks;
package Nonlinear "Limits, dead zones, hysteresis, delay"

  block Limiter "Keeps a signal between limits"
    extends Partial.OneInput;
    parameter Real uMax = 1 "Upper limit";
    parameter Real uMin = -uMax "Lower limit";
  equation
    assert(uMax >= uMin, "uMax must not be below uMin");
    y = if u > uMax then uMax else if u < uMin then uMin else u;
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -85}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -55}, {-40, -55}, {40, 55}, {75, 55}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%uMin to %uMax")}),
      Documentation(info = "<html><p>Events at both corners.</p></html>"));
  end Limiter;

  block SmoothLimiter "Keeps a signal between limits, without corners"
    extends Partial.OneInput;
    parameter Real uMax = 1 "Upper limit";
    parameter Real uMin = -uMax "Lower limit";
    parameter Real width(min = 1e-60) = 0.05*(uMax - uMin) "A corner is rounded off within this distance of it";
  equation
    assert(2*width <= uMax - uMin, "The rounded corners overlap");
    y = Functions.limit(u, uMin, uMax, width);
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -85}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -55}, {-45, -55}, {-30, -40}, {30, 40}, {45, 55}, {75, 55}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%uMin to %uMax")}),
      Documentation(info = "<html><p>Like <code>Limiter</code>, but a corner is a parabola with the slopes of both sides (see <code>Functions.ramp</code>): value and slope are continuous, and there are no events.
At the corner itself it is <code>width/4</code> off.</p></html>"));
  end SmoothLimiter;

  block VariableLimiter "Keeps a signal between limits that are signals"
    extends Partial.OneInput;
    Interfaces.RealInput limit1 "Upper limit" annotation(Placement(transformation(extent = {{-140, 60}, {-100, 100}})));
    Interfaces.RealInput limit2 "Lower limit" annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
  equation
    y = if u > limit1 then limit1 else if u < limit2 then limit2 else u;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 80}, {60, 80}, {60, 62}}, color = {0, 0, 127}),
        Line(points = {{-100, -80}, {-60, -80}, {-60, -62}}, color = {0, 0, 127}),
        Line(points = {{-70, 0}, {80, 0}}, color = {160, 160, 160}),
        Polygon(points = {{80, 0}, {64, 7}, {64, -7}, {80, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -70}, {0, 72}}, color = {160, 160, 160}),
        Polygon(points = {{0, 72}, {-7, 56}, {7, 56}, {0, 72}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-75, -55}, {-40, -55}, {40, 55}, {75, 55}}, color = {0, 0, 127}, thickness = 0.5)}),
      Documentation(info = "<html><p>Where the limits cross, the upper one wins.</p></html>"));
  end VariableLimiter;

  block RateLimiter "Limits how fast a signal changes"
    extends Partial.OneInput(y(start = y_start, fixed = true));
    parameter Real rising(min = 1e-60) = 1 "Greatest slope, per second";
    parameter Real falling(max = -1e-60) = -rising "Smallest slope, per second";
    parameter Units.Time Td(min = 1e-60) = 1e-3 "Time constant with which it follows within the limits";
    parameter Real y_start = 0 "Value at the start";
  protected
    Real wanted "Slope that would close the gap";
  equation
    wanted = (u - y)/Td;
    der(y) = if wanted > rising then rising else if wanted < falling then falling else wanted;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-50, -60}, {-50, 50}, {75, 50}}, color = {160, 160, 160}, pattern = LinePattern.Dash),
        Line(points = {{-80, -60}, {-50, -60}, {30, 50}, {75, 50}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{10, 0}, {90, -45}}, textString = "dy/dt"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%falling to %rising")}),
      Documentation(info = "<html><p><code>y' = (u - y)/Td</code>, limited to [falling, rising].</p></html>"));
  end RateLimiter;

  block DeadZone "Nothing near zero"
    extends Partial.OneInput;
    parameter Real uMax = 0.1 "Upper end of the dead zone";
    parameter Real uMin = -uMax "Lower end";
  equation
    y = if u > uMax then u - uMax else if u < uMin then u - uMin else 0;
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -85}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-75, -55}, {-25, 0}, {25, 0}, {75, 55}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%uMin to %uMax")}),
      Documentation(info = "<html><p>Events at both ends.</p></html>"));
  end DeadZone;

  block Hysteresis "Two thresholds"
    extends Partial.Comparison;
    parameter Real uHigh = 1 "Becomes true above";
    parameter Real uLow = 0 "Becomes false below";
    parameter Boolean pre_y_start = false "Before the start";
  initial equation
    pre(y) = pre_y_start;
  equation
    assert(uHigh > uLow, "uHigh must be above uLow");
    y = not pre(y) and u > uHigh or pre(y) and u >= uLow;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -50}, {35, -50}, {35, 50}}, color = {255, 0, 255}, thickness = 0.5),
        Line(points = {{80, 50}, {-35, 50}, {-35, -50}}, color = {255, 0, 255}, thickness = 0.5),
        Polygon(points = {{35, 10}, {28, -8}, {42, -8}, {35, 10}}, lineColor = {255, 0, 255}, fillColor = {255, 0, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-35, -10}, {-28, 8}, {-42, 8}, {-35, -10}}, lineColor = {255, 0, 255}, fillColor = {255, 0, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%uLow to %uHigh")}),
      Documentation(info = "<html><p>True once <code>u</code> exceeds <code>uHigh</code>, until it falls below <code>uLow</code>: a switch that does not chatter.</p></html>"));
  end Hysteresis;

  block Backlash "Play: follows only when pushed"
    extends Partial.OneInput;
    parameter Real width(min = 0) = 0.1 "Play between both sides";
    parameter Real y_start = 0 "Value at the start";
    parameter Units.Time T(min = 1e-60) = 1e-4 "Time constant of the contact";
  protected
    Real x(start = y_start, fixed = true);
    Real gap "How far the input is from the output";
  equation
    gap = u - x;
    T*der(x) = if gap > width/2 then gap - width/2 else if gap < -width/2 then gap + width/2 else 0;
    y = x;
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -85}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-70, -60}, {0, -60}, {70, 60}, {0, 60}, {-70, -60}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "width = %width")}),
      Documentation(info = "<html><p>The output rests while the input moves within the play, and is pushed by either side of it. The contact is a lag of time constant
<code>T</code>, so that no event loops arise; the output trails the input by <code>T</code> times its speed.</p></html>"));
  end Backlash;

  block Delay "The signal as it was"
    extends Partial.OneInput;
    parameter Units.Time delayTime(min = 0) = 1 "How long ago; 0: the signal as it is";
  equation
    y = delay(u, delayTime);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -60}, {-55, -60}, {-30, 20}, {0, 50}, {30, 20}, {50, -10}, {70, -10}}, color = {160, 160, 160}, smooth = Smooth.Bezier),
        Line(points = {{-80, -60}, {-30, -60}, {-5, 20}, {25, 50}, {55, 20}, {72, -5}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%delayTime")}),
      Documentation(info = "<html><p><code>y(t) = u(t - delayTime)</code>; before that has passed, <code>u</code> at the start.</p></html>"));
  end Delay;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Line(points = {{-80, -60}, {-40, -60}, {40, 60}, {80, 60}}, color = {0, 0, 127})}),
    Documentation(info = "<html><p>Corners make events: they are real, and the integrator must not step over them.</p></html>"));
end Nonlinear;
