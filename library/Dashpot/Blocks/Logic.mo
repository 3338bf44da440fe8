within Dashpot.Blocks;
package Logic "Comparisons, gates, switches, memories"

  block And "Both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 and u2;
    annotation(Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "and")}), Documentation(info = "<html><p><code>y = u1 and u2</code>.</p></html>"));
  end And;

  block Or "One of them, or both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 or u2;
    annotation(Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "or")}), Documentation(info = "<html><p><code>y = u1 or u2</code>.</p></html>"));
  end Or;

  block Xor "One of them, not both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 and not u2 or u2 and not u1;
    annotation(Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "xor")}), Documentation(info = "<html><p><code>y = u1 &lt;&gt; u2</code>.</p></html>"));
  end Xor;

  block Not "The contrary"
    extends Partial.OneLogicInput;
  equation
    y = not u;
    annotation(Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "not")}), Documentation(info = "<html><p><code>y = not u</code>.</p></html>"));
  end Not;

  block Greater "Compares two signals"
    extends Partial.LogicFrame;
    Interfaces.RealInput u1 "First input" annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u2 "Second input" annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput y "Verdict" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u1 > u2;
    annotation(Icon(graphics = {Text(extent = {{-60, 40}, {60, -40}}, textString = ">")}), Documentation(info = "<html><p><code>y = u1 &gt; u2</code>, with an event where they cross.</p></html>"));
  end Greater;

  block GreaterThreshold "Above a threshold"
    extends Partial.Comparison;
    parameter Real threshold = 0 "Threshold";
  equation
    y = u > threshold;
    annotation(
      Icon(graphics = {
        Text(extent = {{-60, 40}, {60, -40}}, textString = ">"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%threshold")}),
      Documentation(info = "<html><p><code>y = u &gt; threshold</code>. Where the signal is noisy or hovers about the threshold use <code>Nonlinear.Hysteresis</code>.</p></html>"));
  end GreaterThreshold;

  block LessThreshold "Below a threshold"
    extends Partial.Comparison;
    parameter Real threshold = 0 "Threshold";
  equation
    y = u < threshold;
    annotation(
      Icon(graphics = {
        Text(extent = {{-60, 40}, {60, -40}}, textString = "<"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%threshold")}),
      Documentation(info = "<html><p><code>y = u &lt; threshold</code>.</p></html>"));
  end LessThreshold;

  block Switch "One of two signals"
    extends Partial.TwoInputs;
    Interfaces.BooleanInput u "u1 where true" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    y = if u then u1 else u2;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 60}, {-40, 60}}, color = {0, 0, 127}),
        Line(points = {{-100, -60}, {-40, -60}}, color = {0, 0, 127}),
        Line(points = {{-36, 57}, {40, 4}}, color = {0, 0, 127}, thickness = 0.5),
        Line(points = {{44, 0}, {100, 0}}, color = {0, 0, 127}),
        Line(points = {{-100, 0}, {-10, 0}, {-10, 36}}, color = {255, 0, 255}, pattern = LinePattern.Dash),
        Ellipse(extent = {{-45, 65}, {-35, 55}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-45, -55}, {-35, -65}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{37, 5}, {47, -5}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p><code>y = if u then u1 else u2</code>.</p></html>"));
  end Switch;

  block Latch "Set and reset"
    extends Partial.LogicFrame;
    parameter Boolean q_start = false "Before the start";
    Interfaces.BooleanInput set "Makes q true" annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.BooleanInput reset "Makes q false; wins over set" annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput q "Memory" annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.BooleanOutput notQ "Not q" annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
  initial equation
    pre(q) = q_start;
  equation
    q = (set or pre(q)) and not reset;
    notQ = not q;
    annotation(
      Icon(graphics = {
        Text(extent = {{-90, 80}, {-50, 40}}, textString = "S"),
        Text(extent = {{-90, -40}, {-50, -80}}, textString = "R"),
        Text(extent = {{50, 80}, {90, 40}}, textString = "Q"),
        Text(extent = {{50, -45}, {90, -80}}, textString = "Q"),
        Line(points = {{60, -40}, {80, -40}}),
        Line(points = {{0, 85}, {0, -85}}, color = {160, 160, 160})}),
      Documentation(info = "<html><p>A memory of one bit: <code>q = (set or pre(q)) and not reset</code>.</p></html>"));
  end Latch;

  block Edge "True at the moment in which the input becomes true"
    extends Partial.OneLogicInput;
  equation
    y = edge(u);
    annotation(
      Icon(graphics = {
        Line(points = {{-75, 10}, {-10, 10}, {-10, 70}, {75, 70}}, color = {160, 160, 160}),
        Line(points = {{-75, -70}, {-10, -70}, {-10, -15}, {-6, -15}, {-6, -70}, {75, -70}}, color = {255, 0, 255}, thickness = 0.5)}),
      Documentation(info = "<html><p><code>y = u and not pre(u)</code>.</p></html>"));
  end Edge;

  block OnDelay "True some time after the input became true"
    extends Partial.OneLogicInput;
    parameter Units.Time delayTime(min = 0) = 1 "How long the input must be true";
  protected
    discrete Units.Time due(start = 1e60, fixed = true) "When the output becomes true";
  equation
    when {initial(), u, not u} then
      due = if u then time + delayTime else 1e60;
    end when;
    y = u and time >= due;
    annotation(
      Icon(graphics = {
        Line(points = {{-75, 15}, {-45, 15}, {-45, 70}, {75, 70}}, color = {160, 160, 160}),
        Line(points = {{-75, -70}, {10, -70}, {10, -15}, {75, -15}}, color = {255, 0, 255}, thickness = 0.5),
        Line(points = {{-45, 5}, {-45, -45}}, color = {160, 160, 160}),
        Line(points = {{-45, -40}, {10, -40}}, color = {160, 160, 160}),
        Polygon(points = {{10, -40}, {-2, -35}, {-2, -45}, {10, -40}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-45, -40}, {-33, -45}, {-33, -35}, {-45, -40}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%delayTime")}),
      Documentation(info = "<html><p>Becomes true when the input has been true for <code>delayTime</code>, and false with the input: a timer of a control sequence.</p></html>"));
  end OnDelay;

  block ToReal "True and false as numbers"
    extends Partial.Frame;
    parameter Real realTrue = 1 "For true";
    parameter Real realFalse = 0 "For false";
    Interfaces.BooleanInput u "Input" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y "Number" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u then realTrue else realFalse;
    annotation(
      Icon(graphics = {
        Text(extent = {{-85, 30}, {-35, -30}}, textString = "B", textColor = {255, 0, 255}),
        Line(points = {{-25, 0}, {25, 0}}),
        Polygon(points = {{25, 0}, {9, 7}, {9, -7}, {25, 0}}, lineColor = {0, 0, 0}, fillColor = {0, 0, 0}, fillPattern = FillPattern.Solid),
        Text(extent = {{35, 30}, {85, -30}}, textString = "R", textColor = {0, 0, 127}),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%realFalse or %realTrue")}),
      Documentation(info = "<html><p><code>y = if u then realTrue else realFalse</code>.</p></html>"));
  end ToReal;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, fillColor = {210, 210, 210}, fillPattern = FillPattern.Solid), Line(points = {{-60, -40}, {0, -40}, {0, 40}, {60, 40}}, color = {255, 0, 255})}),
    Documentation(info = "<html><p>Values change at events only.</p></html>"));
end Logic;
