within Dashpot.Blocks;
package Sampled "Digital control: values that change at samples only"

  block ZeroOrderHold "The input at the last sample"
    extends Partial.Sampled;
  protected
    discrete Real held(start = 0, fixed = true);
  equation
    when {isSample, initial()} then
      held = u;
    end when;
    y = held;
    annotation(Documentation(info = "<html><p><code>y = u(t<sub>k</sub>)</code> for <code>t<sub>k</sub> &le; t &lt; t<sub>k+1</sub></code>: what an analogue-to-digital converter hands on.</p></html>"));
  end ZeroOrderHold;

  block UnitDelay "The input at the last sample but one"
    extends Partial.Sampled;
    parameter Real y_start = 0 "Output before the second sample";
  protected
    discrete Real held(start = y_start, fixed = true) "Input at the last sample";
    discrete Real previous(start = y_start, fixed = true);
  equation
    when isSample then
      held = u;
      previous = pre(held);
    end when;
    y = previous;
    annotation(Icon(graphics = {Text(extent = {{-80, -35}, {80, -85}}, textString = "1/z")}), Documentation(info = "<html><p><code>y(t<sub>k</sub>) = u(t<sub>k-1</sub>)</code>: the time a controller takes to compute.</p></html>"));
  end UnitDelay;

  block TransferFunction "Rational transfer function in z"
    extends Partial.Sampled;
    parameter Real b[:] = {1} "Numerator, highest power first";
    parameter Real a[:] = {1, -0.5} "Denominator, highest power first";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Integer m = size(b, 1) - 1 "Degree of the numerator";
    parameter Real bb[n + 1] = vector([zeros(max(n - m, 0), 1); matrix(b)]) "Numerator of full length";
    discrete Real x[n](each start = 0, each fixed = true) "Delayed values";
    discrete Real x1(start = 0, fixed = true) "Next one";
    discrete Real out(start = 0, fixed = true);
  equation
    assert(m <= n, "The numerator has a higher degree than the denominator");
    when isSample then
      x1 = (u - a[2:n + 1]*pre(x))/a[1];
      out = bb[1]*x1 + bb[2:n + 1]*pre(x);
      x = vector([x1; pre(x[1:n - 1])]);
    end when;
    y = out;
    annotation(Icon(graphics = {Text(extent = {{-80, -35}, {80, -85}}, textString = "b(z)/a(z)")}), Documentation(info = "<html><p><code>a(z) y = b(z) u</code> with numerator and denominator in falling powers of z.</p></html>"));
  end TransferFunction;

  block PID "Digital PID controller with limited output and anti-windup"
    extends Partial.Frame;
    parameter Real k(min = 0) = 1 "Gain";
    parameter Units.Time Ti(min = 1e-60) = 0.5 "Reset time";
    parameter Units.Time Td(min = 0) = 0.1 "Derivative time";
    parameter Real Nd(min = 1e-6) = 10 "Td/Nd is the time constant of the derivative's filter";
    parameter Real yMax = 1e60 "Upper limit of the output";
    parameter Real yMin = -yMax "Lower limit of the output";
    parameter Units.Time samplePeriod(min = 1e-9, displayUnit = "ms") = 0.01 "Time between samples";
    Interfaces.RealInput u_s "Set-point" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealInput u_m "Measurement" annotation(Placement(transformation(origin = {0, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
    Interfaces.RealOutput y "Actuation" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  protected
    discrete Real e(start = 0, fixed = true) "Control error";
    discrete Real m(start = 0, fixed = true) "Measurement";
    discrete Real i(start = 0, fixed = true) "Integral part for the next sample";
    discrete Real d(start = 0, fixed = true) "Derivative part";
    discrete Real v(start = 0, fixed = true) "Output before the limiter";
    discrete Real out(start = 0, fixed = true);
    discrete Boolean isFirst(start = true, fixed = true) "No earlier measurement is known";
    final parameter Real beta = Td/(Td + Nd*samplePeriod) "Memory of the derivative's filter";
  equation
    when sample(0, samplePeriod) then
      e = u_s - u_m;
      m = u_m;
      isFirst = false;
      d = if pre(isFirst) then 0 else beta*pre(d) - beta*Nd*(m - pre(m));
      v = k*(e + pre(i) + d);
      out = min(max(v, yMin), yMax);
      i = pre(i) + samplePeriod/Ti*(e + (out - v)/k);
    end when;
    y = out;
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -20}, {-50, -20}, {-50, 20}, {-20, 20}, {-20, 60}, {20, 60}, {20, 40}, {50, 40}, {50, 30}, {80, 30}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-50, -30}, {50, -85}}, textString = "PID"),
        Text(extent = {{25, -110}, {200, -140}}, textString = "k = %k", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>At each sample: <code>e = u_s - u_m</code>; the derivative of the measurement, backward difference with a first-order filter:
<code>d<sub>k</sub> = beta d<sub>k-1</sub> - beta Nd (u_m<sub>k</sub> - u_m<sub>k-1</sub>)</code>, <code>beta = Td/(Td + Nd h)</code>; <code>v = k (e + i + d)</code>,
limited; <code>i<sub>k+1</sub> = i<sub>k</sub> + h/Ti (e + (y - v)/k)</code>, which leads the integral back at a limit. The output is held between samples.</p>
<p>Source: Astrom and Wittenmark, <i>Computer-Controlled Systems</i>, 1997, section 8.5.</p></html>"));
  end PID;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}), Line(points = {{-80, -40}, {-50, -40}, {-50, 0}, {-20, 0}, {-20, 50}, {20, 50}, {20, 20}, {50, 20}}, color = {0, 0, 127})}),
    Documentation(info = "<html><p>A sample is a time event. Several sampled blocks of the same period and start act at the same instant.</p></html>"));
end Sampled;
