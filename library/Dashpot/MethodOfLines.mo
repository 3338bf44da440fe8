within Dashpot;
package MethodOfLines "Partial differential equations in one dimension, as many states as grid points"

  type End = enumeration(
    given "The value is given",
    symmetric "The slope is zero: a mirror, an insulated or free end",
    periodic "The line is closed to a ring: both ends are one point; give it for both");

  partial block Grid "Equidistant points x[0] .. x[n]; second differences of u"
    parameter Integer n(min = 3) = 50 "Number of intervals";
    parameter Units.Length length(displayUnit = "m") = 1 "Length of the line";
    parameter End left = End.given "At x = 0";
    parameter End right = End.given "At x = length";
    parameter Real uLeft = 0 "Value at the left end, if it is given";
    parameter Real uRight = 0 "Value at the right end, if it is given";
    parameter Real u_start[n + 1] = zeros(n + 1) "Values at the start, from x = 0 to length";
    parameter Units.Length dx(displayUnit = "m") = length/n "Distance between points";
    parameter Units.Length x[n + 1](each displayUnit = "m") = {i*dx for i in 0:n} "Points";
    Real u[n + 1] "Values at the points";
  protected
    Real uxx[n + 1] "Second differences, divided by dx^2";
  equation
    uxx[2:n] = (u[3:n + 1] - 2*u[2:n] + u[1:n - 1])/dx^2;
    assert((left == End.periodic) == (right == End.periodic), "A ring is periodic at both ends");
    uxx[1] = if left == End.symmetric then 2*(u[2] - u[1])/dx^2 else if left == End.periodic then (u[2] - 2*u[1] + u[n])/dx^2 else 0;
    uxx[n + 1] = if right == End.symmetric then 2*(u[n] - u[n + 1])/dx^2 else if right == End.periodic then uxx[1] else 0;
    annotation(
      Icon(graphics = {Rectangle(extent = {{-100, 60}, {100, -60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 97}, {150, 65}}, textString = "%name"), Line(points = {{-90, -40}, {90, -40}}), Ellipse(extent = {{-94, -36}, {-86, -44}}), Ellipse(extent = {{-49, -36}, {-41, -44}}), Ellipse(extent = {{-4, -36}, {4, -44}}), Ellipse(extent = {{41, -36}, {49, -44}}), Ellipse(extent = {{86, -36}, {94, -44}})}),
      Documentation(info = "<html><p>Central differences of second order: the error in space falls with dx<sup>2</sup>. At a symmetric end the point beyond it has the value of its mirror image; on a ring of n points u[n + 1] is u[1].</p></html>"));
  end Grid;

  block Heat "Heat or diffusion equation"
    extends Grid;
    parameter Real a(unit = "m2/s", min = 0) = 1 "Diffusivity";
    parameter Real b(unit = "1/s") = 0 "Rate of loss";
  protected
    parameter Integer firstFree = if left == End.given then 2 else 1;
    parameter Integer lastFree = if right == End.symmetric then n + 1 else n;
  initial equation
    for i in firstFree:lastFree loop
      u[i] = u_start[i];
    end for;
  equation
    for i in firstFree:lastFree loop
      der(u[i]) = a*uxx[i] - b*u[i];
    end for;
    if left == End.given then
      u[1] = uLeft;
    end if;
    if right == End.given then
      u[n + 1] = uRight;
    elseif right == End.periodic then
      u[n + 1] = u[1];
    end if;
    annotation(
      Icon(graphics = {Line(points = {{-90, -30}, {-50, 20}, {0, 40}, {50, 20}, {90, -30}}, color = {191, 0, 0}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p><code>u<sub>t</sub> = a u<sub>xx</sub> - b u</code>. Stiff: eigenvalues from about <code>-a (pi/length)<sup>2</sup></code> to <code>-4 a/dx<sup>2</sup></code>.</p></html>"));
  end Heat;

  block Wave "Wave equation"
    extends Grid;
    parameter Units.Velocity c(min = 0) = 1 "Velocity of waves";
    parameter Real ut_start[n + 1](each unit = "1/s") = zeros(n + 1) "Rates at the start";
    Real ut[n + 1](each unit = "1/s") "Rates at the points";
  protected
    parameter Integer firstFree = if left == End.given then 2 else 1;
    parameter Integer lastFree = if right == End.symmetric then n + 1 else n;
  initial equation
    for i in firstFree:lastFree loop
      u[i] = u_start[i];
      ut[i] = ut_start[i];
    end for;
  equation
    for i in firstFree:lastFree loop
      der(u[i]) = ut[i];
      der(ut[i]) = c^2*uxx[i];
    end for;
    if left == End.given then
      u[1] = uLeft;
      ut[1] = 0;
    end if;
    if right == End.given then
      u[n + 1] = uRight;
      ut[n + 1] = 0;
    elseif right == End.periodic then
      u[n + 1] = u[1];
      ut[n + 1] = ut[1];
    end if;
    annotation(
      Icon(graphics = {Line(points = {{-90, 0}, {-60, 35}, {-30, 0}, {0, -30}, {30, 0}, {60, 35}, {90, 0}}, color = {0, 0, 127}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p><code>u<sub>tt</sub> = c<sup>2</sup> u<sub>xx</sub></code>. Not stiff but oscillatory: all frequencies up to <code>2 c/dx</code>. The waves of the grid travel too slowly, by a part
<code>(k dx)<sup>2</sup>/24</code> for the wave number k.</p></html>"));
  end Wave;

  block SineGordon "Sine-Gordon equation"
    extends Grid;
    parameter Units.Velocity c(min = 0) = 1 "Velocity of short waves";
    parameter Real w2(unit = "1/s2") = 1 "Strength of the restoring sine";
    parameter Real ut_start[n + 1](each unit = "1/s") = zeros(n + 1) "Rates at the start";
    Real ut[n + 1](each unit = "1/s") "Rates at the points";
  protected
    parameter Integer firstFree = if left == End.given then 2 else 1;
    parameter Integer lastFree = if right == End.symmetric then n + 1 else n;
  initial equation
    for i in firstFree:lastFree loop
      u[i] = u_start[i];
      ut[i] = ut_start[i];
    end for;
  equation
    for i in firstFree:lastFree loop
      der(u[i]) = ut[i];
      der(ut[i]) = c^2*uxx[i] - w2*sin(u[i]);
    end for;
    if left == End.given then
      u[1] = uLeft;
      ut[1] = 0;
    end if;
    if right == End.given then
      u[n + 1] = uRight;
      ut[n + 1] = 0;
    elseif right == End.periodic then
      u[n + 1] = u[1];
      ut[n + 1] = ut[1];
    end if;
    annotation(
      Icon(graphics = {Line(points = {{-90, -30}, {-30, -28}, {-10, -15}, {10, 25}, {30, 38}, {90, 40}}, color = {0, 0, 127}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p><code>u<sub>tt</sub> = c<sup>2</sup> u<sub>xx</sub> - w2 sin u</code>: a chain of pendulums coupled by springs, a Josephson junction. It has solitons,
<code>u = 4 atan exp((x - v t)/sqrt(1 - v<sup>2</sup>))</code> for <code>c = w2 = 1</code>, which keep their shape.</p></html>"));
  end SineGordon;

  annotation(
    Icon(graphics = {Line(points = {{-90, -40}, {90, -40}}), Line(points = {{-90, -30}, {-50, 20}, {0, 40}, {50, 20}, {90, -30}}, color = {191, 0, 0}, smooth = Smooth.Bezier)}),
    Documentation(info = "<html><p>Equal equations of all points share one piece of compiled code, so that thousands of points cost no more to compile than ten.</p></html>"));
end MethodOfLines;
