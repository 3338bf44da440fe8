within Dashpot.Blocks;
package Logic "Comparisons, gates, switches, memories"

  block And "Both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 and u2;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "and")}), Documentation(info = "<html><p><code>y = u1 and u2</code>.</p></html>"));
  end And;

  block Or "One of them, or both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 or u2;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "or")}), Documentation(info = "<html><p><code>y = u1 or u2</code>.</p></html>"));
  end Or;

  block Xor "One of them, not both"
    extends Partial.TwoLogicInputs;
  equation
    y = u1 and not u2 or u2 and not u1;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "xor")}), Documentation(info = "<html><p><code>y = u1 &lt;&gt; u2</code>.</p></html>"));
  end Xor;

  block Not "The contrary"
    extends Partial.OneLogicInput;
  equation
    y = not u;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "not")}), Documentation(info = "<html><p><code>y = not u</code>.</p></html>"));
  end Not;

  block Greater "Compares two signals"
    extends Partial.LogicFrame;
    Interfaces.RealInput u1 "First input" annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u2 "Second input" annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput y "Verdict" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u1 > u2;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = ">")}), Documentation(info = "<html><p><code>y = u1 &gt; u2</code>, with an event where they cross.</p></html>"));
  end Greater;

  block GreaterThreshold "Above a threshold"
    extends Partial.Comparison;
    parameter Real threshold = 0 "Threshold";
  equation
    y = u > threshold;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "> %threshold")}), Documentation(info = "<html><p><code>y = u &gt; threshold</code>. Where the signal is noisy or hovers about the threshold use <code>Nonlinear.Hysteresis</code>.</p></html>"));
  end GreaterThreshold;

  block LessThreshold "Below a threshold"
    extends Partial.Comparison;
    parameter Real threshold = 0 "Threshold";
  equation
    y = u < threshold;
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "< %threshold")}), Documentation(info = "<html><p><code>y = u &lt; threshold</code>.</p></html>"));
  end LessThreshold;

  block Switch "One of two signals"
    extends Partial.TwoInputs;
    Interfaces.BooleanInput u "u1 where true" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    y = if u then u1 else u2;
    annotation(Icon(graphics = {Line(points = {{-80, 60}, {-40, 60}, {40, 0}, {90, 0}}, color = {0, 0, 127}), Line(points = {{-80, -60}, {-40, -60}}, color = {0, 0, 127})}), Documentation(info = "<html><p><code>y = if u then u1 else u2</code>.</p></html>"));
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
    annotation(Icon(graphics = {Text(extent = {{-90, 80}, {-50, 40}}, textString = "S"), Text(extent = {{-90, -40}, {-50, -80}}, textString = "R"), Text(extent = {{50, 80}, {90, 40}}, textString = "Q")}), Documentation(info = "<html><p>A memory of one bit: <code>q = (set or pre(q)) and not reset</code>.</p></html>"));
  end Latch;

  block Edge "True at the moment in which the input becomes true"
    extends Partial.OneLogicInput;
  equation
    y = edge(u);
    annotation(Icon(graphics = {Line(points = {{-60, -40}, {0, -40}, {0, 40}, {60, 40}}), Text(extent = {{20, 0}, {90, -60}}, textString = "edge")}), Documentation(info = "<html><p><code>y = u and not pre(u)</code>.</p></html>"));
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
    annotation(Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "t on")}), Documentation(info = "<html><p>Becomes true when the input has been true for <code>delayTime</code>, and false with the input: a timer of a control sequence.</p></html>"));
  end OnDelay;

  block ToReal "True and false as numbers"
    extends Partial.Frame;
    parameter Real realTrue = 1 "For true";
    parameter Real realFalse = 0 "For false";
    Interfaces.BooleanInput u "Input" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y "Number" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u then realTrue else realFalse;
    annotation(Icon(graphics = {Text(extent = {{-90, 40}, {90, -40}}, textString = "B > R")}), Documentation(info = "<html><p><code>y = if u then realTrue else realFalse</code>.</p></html>"));
  end ToReal;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, fillColor = {210, 210, 210}, fillPattern = FillPattern.Solid), Line(points = {{-60, -40}, {0, -40}, {0, 40}, {60, 40}}, color = {255, 0, 255})}),
    Documentation(info = "<html><p>Values change at events only.</p></html>"));
end Logic;
