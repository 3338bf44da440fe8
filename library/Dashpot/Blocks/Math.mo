within Dashpot.Blocks;
package Math "Sums, products and other functions of signals"

  block Gain "Times a constant"
    extends Partial.OneInput;
    parameter Real k = 1 "Factor";
  equation
    y = k*u;
    annotation(
      Icon(graphics = {Polygon(points = {{-100, -100}, {-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}), Text(extent = {{-90, 30}, {40, -30}}, textString = "%k")}),
      Documentation(info = "<html><p><code>y = k u</code>.</p></html>"));
  end Gain;

  block Add "Weighted sum of two signals"
    extends Partial.TwoInputs;
    parameter Real k1 = 1 "Weight of u1";
    parameter Real k2 = 1 "Weight of u2";
  equation
    y = k1*u1 + k2*u2;
    annotation(
      Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}), Text(extent = {{-40, 40}, {40, -40}}, textString = "+"), Text(extent = {{-100, 90}, {-40, 50}}, textString = "%k1"), Text(extent = {{-100, -50}, {-40, -90}}, textString = "%k2")}),
      Documentation(info = "<html><p><code>y = k1 u1 + k2 u2</code>.</p></html>"));
  end Add;

  block Sum "Weighted sum of any number of signals"
    extends Partial.Frame;
    parameter Integer n(min = 1) = 2 "Number of inputs";
    parameter Real k[n] = ones(n) "Weights";
    Interfaces.RealInput u[n] "Inputs" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y "Sum" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = k*u;
    annotation(
      Icon(graphics = {Line(points = {{40, 50}, {-40, 50}, {10, 0}, {-40, -50}, {40, -50}}, color = {0, 0, 127})}),
      Documentation(info = "<html><p><code>y = k[1] u[1] + ... + k[n] u[n]</code>.</p></html>"));
  end Sum;

  block Feedback "Command minus feedback"
    extends Partial.TwoInputs;
  equation
    y = u1 - u2;
    annotation(
      Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}), Text(extent = {{-100, 90}, {-40, 50}}, textString = "+"), Text(extent = {{-100, -50}, {-40, -90}}, textString = "-")}),
      Documentation(info = "<html><p><code>y = u1 - u2</code>: the error of a control loop.</p></html>"));
  end Feedback;

  block Product "Product of two signals"
    extends Partial.TwoInputs;
  equation
    y = u1*u2;
    annotation(
      Icon(graphics = {Line(points = {{-40, 40}, {40, -40}}, color = {0, 0, 127}), Line(points = {{-40, -40}, {40, 40}}, color = {0, 0, 127})}),
      Documentation(info = "<html><p><code>y = u1 u2</code>.</p></html>"));
  end Product;

  block Division "Quotient of two signals"
    extends Partial.TwoInputs;
  equation
    y = u1/u2;
    annotation(
      Icon(graphics = {Line(points = {{-50, 0}, {50, 0}}, color = {0, 0, 127}), Ellipse(extent = {{-8, 38}, {8, 22}}, lineColor = {0, 0, 127}), Ellipse(extent = {{-8, -22}, {8, -38}}, lineColor = {0, 0, 127})}),
      Documentation(info = "<html><p><code>y = u1/u2</code>; a zero <code>u2</code> ends the run with a message that names this equation.</p></html>"));
  end Division;

  block Abs "Absolute value"
    extends Partial.OneInput;
  equation
    y = abs(u);
    annotation(
      Icon(graphics = {Line(points = {{-80, 70}, {0, -60}, {80, 70}}, color = {0, 0, 127})}),
      Documentation(info = "<html><p><code>y = |u|</code>, with an event at the corner.</p></html>"));
  end Abs;

  block SignedSquareRoot "Root with the sign of its argument, and a finite slope at zero"
    extends Partial.OneInput;
    parameter Real small(min = 1e-60) = 1e-3 "Below this the root is a polynomial";
  equation
    y = Functions.root(u, small);
    annotation(
      Icon(graphics = {Line(points = {{-80, -70}, {-40, -50}, {-10, -25}, {0, 0}, {10, 25}, {40, 50}, {80, 70}}, color = {0, 0, 127}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p><code>y = sign(u) sqrt(|u|)</code>, and a polynomial for <code>|u| &lt; small</code> that keeps the slope finite (see <code>Functions.root</code>).</p></html>"));
  end SignedSquareRoot;

  block Min "The smaller one"
    extends Partial.TwoInputs;
  equation
    y = min(u1, u2);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "min")}),
      Documentation(info = "<html><p><code>y = min(u1, u2)</code>.</p></html>"));
  end Min;

  block Max "The larger one"
    extends Partial.TwoInputs;
  equation
    y = max(u1, u2);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "max")}),
      Documentation(info = "<html><p><code>y = max(u1, u2)</code>.</p></html>"));
  end Max;

  block Sin "Sine of a signal"
    extends Partial.OneInput;
  equation
    y = sin(u);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "sin")}),
      Documentation(info = "<html><p><code>y = sin(u)</code>, u in radians.</p></html>"));
  end Sin;

  block Cos "Cosine of a signal"
    extends Partial.OneInput;
  equation
    y = cos(u);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 40}, {80, -40}}, textString = "cos")}),
      Documentation(info = "<html><p><code>y = cos(u)</code>, u in radians.</p></html>"));
  end Cos;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Text(extent = {{-80, 40}, {80, -40}}, textString = "f(u)")}),
    Documentation(info = "<html><p>Functions of the present values of signals; no states.</p></html>"));
end Math;
