within Dashpot.Blocks;
package Continuous "Linear dynamics and controllers"

  block Integrator "Integral of a signal"
    extends Partial.OneInput(y(start = y_start, fixed = true));
    parameter Real k = 1 "Gain";
    parameter Real y_start = 0 "Value at the start";
  equation
    der(y) = k*u;
    annotation(
      Icon(graphics = {
        Text(extent = {{-60, 70}, {60, 10}}, textString = "k"),
        Line(points = {{-60, 0}, {60, 0}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-60, -5}, {60, -65}}, textString = "s"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "k = %k")}),
      Documentation(info = "<html><p><code>y' = k u</code>.</p></html>"));
  end Integrator;

  block LimitedIntegrator "Integral that stays between limits"
    extends Partial.OneInput(y(start = y_start, fixed = true));
    parameter Real k = 1 "Gain";
    parameter Real yMax = 1 "Upper limit";
    parameter Real yMin = -yMax "Lower limit";
    parameter Real y_start = 0 "Value at the start, between the limits";
  equation
    assert(yMax > yMin, "yMax must be above yMin");
    der(y) = if y >= yMax and k*u > 0 or y <= yMin and k*u < 0 then 0 else k*u;
    annotation(
      Icon(graphics = {
        Text(extent = {{-60, 70}, {60, 10}}, textString = "k"),
        Line(points = {{-60, 0}, {60, 0}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-60, -5}, {60, -65}}, textString = "s"),
        Line(points = {{20, 60}, {50, 90}, {90, 90}}, color = {0, 0, 127}, thickness = 0.5),
        Line(points = {{-20, -60}, {-50, -90}, {-90, -90}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "%yMin to %yMax")}),
      Documentation(info = "<html><p><code>y' = k u</code>, but 0 where that would leave the limits; it comes off a limit as soon as <code>u</code> changes its
sign. The limit is met within the tolerance of the event location.</p></html>"));
  end LimitedIntegrator;

  block Derivative "Derivative, filtered"
    extends Partial.OneInput;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 0.01 "Time constant of the filter";
    parameter Real slope_start = 0 "Slope of the input before the start";
    Real slope "Slope of the input, filtered";
  protected
    parameter Real x_start(fixed = false) "Filtered input at the start";
    Real x(start = x_start, fixed = true) "Filtered input";
  initial equation
    x_start = u - T*slope_start;
  equation
    slope = (u - x)/T;
    der(x) = slope;
    y = k*slope;
    annotation(
      Icon(graphics = {
        Text(extent = {{-80, 70}, {80, 10}}, textString = "k s"),
        Line(points = {{-80, 0}, {80, 0}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-80, -5}, {80, -65}}, textString = "T s + 1"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "T = %T")}),
      Documentation(info = "<html><p><code>y = k s/(T s + 1) u</code>: the derivative of what is slower than <code>T</code>. Pure differentiation of a signal that
jumps has no meaning; choose <code>T</code> a few times smaller than the fastest thing to be seen. It starts from
<code>k slope_start</code>, whatever the input is then: the first value of the input is no jump.</p></html>"));
  end Derivative;

  block FirstOrder "First-order lag"
    extends Partial.OneInput(y(start = y_start, fixed = true));
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 1 "Time constant";
    parameter Real y_start = 0 "Value at the start";
  equation
    T*der(y) = k*u - y;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -80}, {-66, -10}, {-40, 35}, {0, 50}, {75, 55}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{0, 0}, {80, -45}}, textString = "PT1"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "T = %T")}),
      Documentation(info = "<html><p><code>T y' + y = k u</code>.</p></html>"));
  end FirstOrder;

  block SecondOrder "Second-order lag"
    extends Partial.OneInput(y(start = y_start, fixed = true));
    parameter Real k = 1 "Gain";
    parameter Real w(unit = "rad/s", min = 1e-60) = 1 "Natural angular frequency";
    parameter Real D(min = 0) = 1 "Damping ratio";
    parameter Real y_start = 0 "Value at the start";
    parameter Real yd_start = 0 "Derivative at the start";
    Real yd(start = yd_start, fixed = true) "Derivative of y";
  equation
    der(y) = yd;
    der(yd) = w*w*(k*u - y) - 2*D*w*yd;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -80}, {-60, -75}, {-45, 60}, {-20, 80}, {5, 50}, {25, 25}, {50, 45}, {75, 40}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{0, -5}, {80, -50}}, textString = "PT2"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "w = %w")}),
      Documentation(info = "<html><p><code>y'' + 2 D w y' + w<sup>2</sup> y = w<sup>2</sup> k u</code>. A step overshoots by <code>exp(-pi D/sqrt(1 - D<sup>2</sup>))</code> of its
height where <code>D &lt; 1</code>.</p></html>"));
  end SecondOrder;

  block PI "Proportional-integral controller"
    extends Partial.OneInput;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 1 "Reset time";
    parameter Real x_start = 0 "Integral at the start";
    Real x(start = x_start, fixed = true) "Integral";
  equation
    der(x) = u/T;
    y = k*(x + u);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -80}, {-80, -20}, {60, 60}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{0, -5}, {80, -55}}, textString = "PI"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "T = %T")}),
      Documentation(info = "<html><p><code>y = k (1 + 1/(T s)) u</code>.</p></html>"));
  end PI;

  block PID "PID controller with limited output and anti-windup"
    extends Partial.Frame;
    parameter Real k(min = 0) = 1 "Gain";
    parameter Units.Time Ti(min = 1e-60) = 0.5 "Reset time";
    parameter Units.Time Td(min = 0) = 0.1 "Derivative time; 0: PI";
    parameter Real yMax = 1e60 "Upper limit of the output";
    parameter Real yMin = -yMax "Lower limit of the output";
    parameter Real wp(min = 0) = 1 "Weight of the set-point in the proportional part";
    parameter Real wd(min = 0) = 0 "Weight of the set-point in the derivative part";
    parameter Real Ni(min = 1e-6) = 0.9 "Ni Ti is the time constant of the anti-windup";
    parameter Real Nd(min = 1e-6) = 10 "Td/Nd is the time constant of the derivative's filter";
    parameter Real i_start = 0 "Integral part at the start";
    parameter Boolean bumpless = false "Start with the output y_start instead, by the integral part that this takes" annotation(Evaluate = true);
    parameter Real y_start = 0 "Output at the start, if bumpless";
    Interfaces.RealInput u_s "Set-point" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealInput u_m "Measurement" annotation(Placement(transformation(origin = {0, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
    Interfaces.RealOutput y "Actuation" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Real e "Control error";
    Real p "Proportional part";
    Real i(start = integral_start, fixed = true) "Integral part";
    Real d "Derivative part";
    Real v "Output before the limiter";
  protected
    final parameter Units.Time Tf = max(Td/Nd, 1e-12) "Filter of the derivative";
    parameter Real x_start(fixed = false) "Argument of the derivative at the start";
    parameter Real integral_start(fixed = false) "Integral part at the start";
    Real x(start = x_start, fixed = true) "Filtered argument of the derivative";
  initial equation
    x_start = wd*u_s - u_m;
    integral_start = if bumpless then y_start/max(k, 1e-60) - p - d else i_start;
  equation
    assert(yMax > yMin, "yMax must be above yMin");
    e = u_s - u_m;
    p = wp*u_s - u_m;
    if Td > 0 then
      der(x) = (wd*u_s - u_m - x)/Tf;
      d = Td*(wd*u_s - u_m - x)/Tf;
    else
      der(x) = 0;
      d = 0;
    end if;
    der(i) = (e + (y - v)/(k*Ni))/Ti;
    v = k*(p + i + d);
    y = if v > yMax then yMax else if v < yMin then yMin else v;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -80}, {-80, 60}, {-75, -10}, {-60, -25}, {60, 50}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-10, -15}, {80, -65}}, textString = "PID"),
        Text(extent = {{25, -110}, {200, -140}}, textString = "k = %k", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p><code>v = k (wp u_s - u_m + i + d)</code>, <code>i' = (e + (y - v)/(k Ni))/Ti</code>,
<code>d = Td s/(1 + s Td/Nd) (wd u_s - u_m)</code>, <code>y = v</code> limited to [yMin, yMax].</p>
<p>While the output is at a limit the integral is led back with the time constant <code>Ni Ti</code> (back calculation), so that the controller comes off
the limit as soon as the error asks for it. Set-point weights below 1 soften the answer to steps of the set-point.</p>
<p>It starts without a kick: the derivative's filter begins at its present argument, so that <code>d</code> = 0 then, wherever the measurement is. With <code>bumpless</code> the integral begins so that the
output is <code>y_start</code>, the value at which an actuator stood under manual control; else the output begins at <code>k (wp u_s - u_m + i_start)</code>.</p>
<p>Source: Astrom and Hagglund, <i>PID Controllers: Theory, Design, and Tuning</i>, 1995, sections 3.4 and 3.5. Typical: Nd 5 to 20; Ni about 1.</p></html>"));
  end PID;

  block TransferFunction "Rational transfer function"
    extends Partial.OneInput;
    parameter Real b[:] = {1} "Numerator, highest power first";
    parameter Real a[:] = {1, 1} "Denominator, highest power first";
    parameter Real x_start[size(a, 1) - 1] = zeros(n) "States at the start";
    Real x[n](start = x_start, each fixed = true) "States: x[i] = s^(n - i) U/a(s), times a[1]";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Integer m = size(b, 1) - 1 "Degree of the numerator";
    parameter Real bb[n + 1] = vector([zeros(max(n - m, 0), 1); matrix(b)]) "Numerator of full length";
    parameter Real d = bb[1]/a[1] "Direct part";
  equation
    assert(m <= n, "The numerator has a higher degree than the denominator");
    if n == 0 then
      y = d*u;
    else
      der(x[1]) = (u - a[2:n + 1]*x)/a[1];
      der(x[2:n]) = x[1:n - 1];
      y = (bb[2:n + 1] - d*a[2:n + 1])*x + d*u;
    end if;
    annotation(
      Icon(graphics = {
        Text(extent = {{-80, 70}, {80, 10}}, textString = "b(s)"),
        Line(points = {{-80, 0}, {80, 0}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-80, -5}, {80, -65}}, textString = "a(s)")}),
      Documentation(info = "<html><p><code>y = (b[1] s<sup>m</sup> + ... + b[m+1])/(a[1] s<sup>n</sup> + ... + a[n+1]) u</code>, m &le; n, in controller canonical form.</p>
<p>Coefficients of very different size make badly scaled states; a chain of first- and second-order blocks is better then.</p></html>"));
  end TransferFunction;

  block StateSpace "Linear system in state-space form"
    extends Partial.Frame;
    parameter Real A[:, :] = [-1] "System matrix, square";
    parameter Real B[size(A, 1), :] = [1] "Input matrix";
    parameter Real C[:, size(A, 1)] = [1] "Output matrix";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Direct part";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the start";
    Interfaces.RealInput u[size(B, 2)] "Inputs" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y[size(C, 1)] "Outputs" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Real x[size(A, 1)](start = x_start, each fixed = true) "States";
  equation
    assert(size(A, 1) == size(A, 2), "A must be square");
    der(x) = A*x + B*u;
    y = C*x + D*u;
    annotation(
      Icon(graphics = {Text(extent = {{-90, 60}, {90, 5}}, textString = "x' = Ax + Bu"), Text(extent = {{-90, -5}, {90, -60}}, textString = "y = Cx + Du")}),
      Documentation(info = "<html><p><code>x' = A x + B u</code>, <code>y = C x + D u</code>.</p></html>"));
  end StateSpace;

  block LowPass "Low-pass filter: critically damped or Butterworth"
    extends Partial.OneInput;
    parameter Boolean butterworth = true "Butterworth, else n equal lags in series";
    parameter Integer n(min = 1) = 2 "Order";
    parameter Units.Frequency f = 10 "Cut-off: the gain is 3 dB down";
    parameter Real y_start = 0 "All states start from a constant input of this value";
  protected
    final parameter Real w = 2*Units.pi*f/(if butterworth then 1 else sqrt(2^(1/n) - 1)) "Of each stage, rad/s";
    parameter Integer pairs = if butterworth then div(n, 2) else 0 "Stages of second order";
    parameter Integer singles = n - 2*pairs "Stages of first order";
    Real x1[pairs](each start = y_start, each fixed = true) "Outputs of second-order stages";
    Real x2[pairs](each start = 0, each fixed = true) "Their derivatives, divided by w";
    Real x[singles](each start = y_start, each fixed = true) "Outputs of first-order stages";
    Real s[n + 1] "Signal between stages";
  equation
    s[1] = u;
    for i in 1:pairs loop
      der(x1[i]) = w*x2[i];
      der(x2[i]) = w*(s[i] - x1[i] - 2*sin((2*i - 1)*Units.pi/(2*n))*x2[i]);
      s[i + 1] = x1[i];
    end for;
    for i in 1:singles loop
      der(x[i]) = w*(s[pairs + i] - x[i]);
      s[pairs + i + 1] = x[i];
    end for;
    for i in pairs + singles + 2:n + 1 loop
      s[i] = 0;
    end for;
    y = s[pairs + singles + 1];
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, 40}, {-20, 40}, {5, 40}, {15, 20}, {50, -80}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{0, 85}, {90, 50}}, textString = "n = %n"),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "f = %f")}),
      Documentation(info = "<html><p>Butterworth: <code>|G|<sup>2</sup> = 1/(1 + (f/f<sub>0</sub>)<sup>2n</sup>)</code>, poles on a circle; flat in the pass band, overshoots a step. Else
<code>1/(1 + s/w)<sup>n</sup></code> with <code>w = 2 pi f/sqrt(2<sup>1/n</sup> - 1)</code>; no overshoot. Both have |G(f)| = 1/sqrt(2).</p></html>"));
  end LowPass;

  block HighPass "High-pass filter of first order"
    extends Partial.OneInput;
    parameter Units.Frequency f = 10 "Cut-off: the gain is 3 dB down";
    parameter Real y_start = 0 "Value at the start: 0 for an input that has been constant";
  protected
    parameter Real x_start(fixed = false) "What is held back at the start";
    Real x(start = x_start, fixed = true) "What is held back";
  initial equation
    x_start = u - y_start;
  equation
    der(x) = 2*Units.pi*f*(u - x);
    y = u - x;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -85}, {-80, 85}}, color = {160, 160, 160}),
        Polygon(points = {{-80, 85}, {-87, 69}, {-73, 69}, {-80, 85}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-85, -80}, {85, -80}}, color = {160, 160, 160}),
        Polygon(points = {{85, -80}, {69, -73}, {69, -87}, {85, -80}}, lineColor = {160, 160, 160}, fillColor = {160, 160, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, -80}, {-25, 20}, {-15, 40}, {10, 40}, {75, 40}}, color = {0, 0, 127}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "f = %f")}),
      Documentation(info = "<html><p><code>y = s/(s + 2 pi f) u</code>.</p></html>"));
  end HighPass;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Text(extent = {{-80, 40}, {80, -40}}, textString = "G(s)")}),
    Documentation(info = "<html><p>States start at given values (<code>y_start</code>, <code>x_start</code>), zero unless said otherwise. What differentiates starts from an input that has been constant.</p></html>"));
end Continuous;
