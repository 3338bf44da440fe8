within Dashpot.Blocks;
package Math "Sums, products and other functions of signals"

  block Gain "Times a constant"
    extends Partial.OneInput annotation(IconMap(primitivesVisible = false));
    parameter Real k = 1 "Factor";
  equation
    y = k*u;
    annotation(
      Icon(graphics = {
        Polygon(points = {{-100, -100}, {-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-90, 25}, {40, -25}}, textString = "%k"),
        Text(extent = {{-150, 140}, {150, 108}}, textString = "%name")}),
      Documentation(info = "<html><p><code>y = k u</code>.</p></html>"));
  end Gain;

  block Add "Weighted sum of two signals"
    extends Partial.TwoInputs;
    parameter Real k1 = 1 "Weight of u1";
    parameter Real k2 = 1 "Weight of u2";
  equation
    y = k1*u1 + k2*u2;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 60}, {-70, 60}, {-35, 35}}, color = {0, 0, 127}),
        Line(points = {{-100, -60}, {-70, -60}, {-35, -35}}, color = {0, 0, 127}),
        Line(points = {{50, 0}, {100, 0}}, color = {0, 0, 127}),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-35, 35}, {35, -35}}, textString = "+"),
        Text(extent = {{-95, 95}, {-30, 65}}, textString = "%k1"),
        Text(extent = {{-95, -65}, {-30, -95}}, textString = "%k2")}),
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
      Icon(graphics = {Line(points = {{40, 45}, {40, 55}, {-40, 55}, {10, 0}, {-40, -55}, {40, -55}, {40, -45}}, color = {0, 0, 127}, thickness = 0.5)}),
      Documentation(info = "<html><p><code>y = k[1] u[1] + ... + k[n] u[n]</code>.</p></html>"));
  end Sum;

  block Feedback "Command minus feedback"
    extends Partial.TwoInputs;
  equation
    y = u1 - u2;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 60}, {-70, 60}, {-35, 35}}, color = {0, 0, 127}),
        Line(points = {{-100, -60}, {-70, -60}, {-35, -35}}, color = {0, 0, 127}),
        Line(points = {{50, 0}, {100, 0}}, color = {0, 0, 127}),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-90, 100}, {-50, 65}}, textString = "+"),
        Text(extent = {{-90, -65}, {-50, -100}}, textString = "−")}),
      Documentation(info = "<html><p><code>y = u1 - u2</code>: the error of a control loop.</p></html>"));
  end Feedback;

  block Product "Product of two signals"
    extends Partial.TwoInputs;
  equation
    y = u1*u2;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 60}, {-70, 60}, {-35, 35}}, color = {0, 0, 127}),
        Line(points = {{-100, -60}, {-70, -60}, {-35, -35}}, color = {0, 0, 127}),
        Line(points = {{50, 0}, {100, 0}}, color = {0, 0, 127}),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-22, 22}, {22, -22}}, color = {0, 0, 127}, thickness = 0.5),
        Line(points = {{-22, -22}, {22, 22}}, color = {0, 0, 127}, thickness = 0.5)}),
      Documentation(info = "<html><p><code>y = u1 u2</code>.</p></html>"));
  end Product;

  block Division "Quotient of two signals"
    extends Partial.TwoInputs;
  equation
    y = u1/u2;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 60}, {-70, 60}, {-35, 35}}, color = {0, 0, 127}),
        Line(points = {{-100, -60}, {-70, -60}, {-35, -35}}, color = {0, 0, 127}),
        Line(points = {{50, 0}, {100, 0}}, color = {0, 0, 127}),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-28, 0}, {28, 0}}, color = {0, 0, 127}, thickness = 0.5),
        Ellipse(extent = {{-5, 25}, {5, 15}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-5, -15}, {5, -25}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p><code>y = u1/u2</code>; a zero <code>u2</code> ends the run with a message that names this equation.</p></html>"));
  end Division;

  block Abs "Absolute value"
    extends Partial.OneInput;
  equation
    y = abs(u);
    annotation(
      Icon(graphics = {
        Line(points = {{-85, -60}, {85, -60}}, color = {160, 160, 160}),
        Polygon(points = {{85, -60}, {69, -53}, {69, -67}, {85, -60}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -75}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-70, 50}, {0, -60}, {70, 50}}, color = {0, 0, 127}, thickness = 0.5)}),
      Documentation(info = "<html><p><code>y = |u|</code>, with an event at the corner.</p></html>"));
  end Abs;

  block SignedSquareRoot "Root with the sign of its argument, and a finite slope at zero"
    extends Partial.OneInput;
    parameter Real small(min = 1e-60) = 1e-3 "Below this the root is a polynomial";
  equation
    y = Functions.root(u, small);
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -85}, {0, 85}}, color = {160, 160, 160}),
        Polygon(points = {{0, 85}, {-7, 69}, {7, 69}, {0, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-75, -70}, {-50, -62}, {-10, -45}, {-3, -10}, {0, 0}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Line(points = {{0, 0}, {3, 10}, {10, 45}, {50, 62}, {75, 70}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p><code>y = sign(u) sqrt(|u|)</code>, and a polynomial for <code>|u| &lt; small</code> that keeps the slope finite (see <code>Functions.root</code>).</p></html>"));
  end SignedSquareRoot;

  block Min "The smaller one"
    extends Partial.TwoInputs;
  equation
    y = min(u1, u2);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "min")}),
      Documentation(info = "<html><p><code>y = min(u1, u2)</code>.</p></html>"));
  end Min;

  block Max "The larger one"
    extends Partial.TwoInputs;
  equation
    y = max(u1, u2);
    annotation(
      Icon(graphics = {Text(extent = {{-80, 30}, {80, -30}}, textString = "max")}),
      Documentation(info = "<html><p><code>y = max(u1, u2)</code>.</p></html>"));
  end Max;

  block Sin "Sine of a signal"
    extends Partial.OneInput;
  equation
    y = sin(u);
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, 0}, {-68, 24}, {-55, 40}, {-33, 40}, {-17, 24}, {-5, 0}, {7, -24}, {23, -40}, {43, -40}, {58, -24}, {70, 0}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-10, 85}, {80, 45}}, textString = "sin")}),
      Documentation(info = "<html><p><code>y = sin(u)</code>, u in radians.</p></html>"));
  end Sin;

  block Cos "Cosine of a signal"
    extends Partial.OneInput;
  equation
    y = cos(u);
    annotation(
      Icon(graphics = {
        Line(points = {{-85, 0}, {85, 0}}, color = {160, 160, 160}),
        Polygon(points = {{85, 0}, {69, 7}, {69, -7}, {85, 0}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, 40}, {-60, 40}, {-45, 0}, {-30, -40}, {-5, -40}, {10, 0}, {25, 40}, {50, 40}, {70, 0}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{10, -45}, {90, -85}}, textString = "cos")}),
      Documentation(info = "<html><p><code>y = cos(u)</code>, u in radians.</p></html>"));
  end Cos;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Text(extent = {{-80, 40}, {80, -40}}, textString = "f(u)")}),
    Documentation(info = "<html><p>Functions of the present values of signals; no states.</p></html>"));
end Math;
