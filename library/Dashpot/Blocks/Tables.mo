within Dashpot.Blocks;
package Tables "Functions given by points"

  type Smoothness = enumeration(
    linear "Straight lines between the points",
    monotone "Cubics with continuous slope that never overshoot the points");

  function findInterval "Index of the interval that holds a value"
    input Real x;
    input Real grid[:] "Increasing";
    output Integer i "grid[i] <= x < grid[i + 1]; the first or last interval outside";
  protected
    Integer high;
    Integer middle;
  algorithm
    i := 1;
    high := size(grid, 1);
    while high - i > 1 loop
      middle := div(i + high, 2);
      if x >= grid[middle] then
        i := middle;
      else
        high := middle;
      end if;
    end while;
    annotation(Documentation(info = "<html><p>Bisection.</p></html>"));
  end findInterval;

  function monotoneSlopes "Slopes of a monotone cubic interpolant"
    input Real x[:] "Increasing";
    input Real y[size(x, 1)];
    output Real slope[size(x, 1)];
  protected
    Integer n = size(x, 1);
    Real left;
    Real right;
    Real h1;
    Real h2;
  algorithm
    for i in 1:n loop
      if n == 2 then
        slope[i] := (y[2] - y[1])/(x[2] - x[1]);
      elseif i == 1 then
        slope[i] := (y[2] - y[1])/(x[2] - x[1]);
      elseif i == n then
        slope[i] := (y[n] - y[n - 1])/(x[n] - x[n - 1]);
      else
        h1 := x[i] - x[i - 1];
        h2 := x[i + 1] - x[i];
        left := (y[i] - y[i - 1])/h1;
        right := (y[i + 1] - y[i])/h2;
        slope[i] := if left*right <= 0 then 0 else 3*(h1 + h2)/((2*h2 + h1)/left + (h2 + 2*h1)/right);
      end if;
    end for;
    annotation(Documentation(info = "<html><p>Weighted harmonic means: Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300. The interpolant lies between the
values at the ends of each interval.</p></html>"));
  end monotoneSlopes;

  function interpolate "Value of a table at x"
    input Real x;
    input Real grid[:] "Increasing";
    input Real values[size(grid, 1)];
    input Real slopes[size(grid, 1)] "Slopes at the points (cubic)";
    input Boolean cubic;
    output Real y;
  protected
    Integer i;
    Real h;
    Real r;
  algorithm
    i := findInterval(x, grid);
    h := grid[i + 1] - grid[i];
    r := (x - grid[i])/h;
    if not cubic then
      y := values[i] + (values[i + 1] - values[i])*r;
    elseif r < 0 then
      y := values[i] + slopes[i]*(x - grid[i]);
    elseif r > 1 then
      y := values[i + 1] + slopes[i + 1]*(x - grid[i + 1]);
    else
      y := (1 + 2*r)*(1 - r)^2*values[i] + r*(1 - r)^2*h*slopes[i] + r^2*(3 - 2*r)*values[i + 1] + r^2*(r - 1)*h*slopes[i + 1];
    end if;
    annotation(Documentation(info = "<html><p>Linear, or a cubic Hermite polynomial in each interval; continued by a straight line outside.</p></html>"));
  end interpolate;

  function interpolate2D "Bilinear value of a table at (x1, x2)"
    input Real x1;
    input Real x2;
    input Real grid1[:] "Increasing";
    input Real grid2[:] "Increasing";
    input Real values[size(grid1, 1), size(grid2, 1)];
    output Real y;
  protected
    Integer i;
    Integer j;
    Real r;
    Real s;
  algorithm
    i := findInterval(x1, grid1);
    j := findInterval(x2, grid2);
    r := (x1 - grid1[i])/(grid1[i + 1] - grid1[i]);
    s := (x2 - grid2[j])/(grid2[j + 1] - grid2[j]);
    y := (1 - r)*((1 - s)*values[i, j] + s*values[i, j + 1]) + r*((1 - s)*values[i + 1, j] + s*values[i + 1, j + 1]);
    annotation(Documentation(info = "<html><p>Bilinear in each rectangle; continued outside.</p></html>"));
  end interpolate2D;

  block Table1D "Function of one signal"
    extends Partial.OneInput;
    parameter Real table[:, 2] = [0, 0; 1, 1] "Rows of u and y; u increases";
    parameter Smoothness smoothness = Smoothness.linear "Between the points";
    parameter Boolean hold = false "Hold the first and last value outside, instead of going on straight";
  protected
    parameter Real slopes[size(table, 1)] = monotoneSlopes(table[:, 1], table[:, 2]);
    Real v "Argument, perhaps held at the ends";
  equation
    assert(size(table, 1) >= 2, "A table has at least two rows");
    v = if hold then noEvent(min(max(u, table[1, 1]), table[size(table, 1), 1])) else u;
    y = interpolate(v, table[:, 1], table[:, 2], slopes, smoothness == Smoothness.monotone);
    annotation(
      Icon(graphics = {Rectangle(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 127}), Line(points = {{0, 60}, {0, -60}}), Line(points = {{-60, 20}, {60, 20}}), Line(points = {{-60, -20}, {60, -20}})}),
      Documentation(info = "<html><p>Linear tables have corners, which an implicit method steps over with small steps; <code>monotone</code> has a continuous slope and is the better choice
for characteristics of machines.</p></html>"));
  end Table1D;

  block Table2D "Function of two signals"
    extends Partial.TwoInputs;
    parameter Real table[:, :] = [0, 0, 1; 0, 0, 0; 1, 0, 1] "First row: 0 and the values of u2; further rows: u1 and the values";
  protected
    parameter Integer n = size(table, 1);
    parameter Integer m = size(table, 2);
  equation
    assert(n >= 3 and m >= 3, "A table has at least two values of each argument");
    y = interpolate2D(u1, u2, table[2:n, 1], table[1, 2:m], table[2:n, 2:m]);
    annotation(
      Icon(graphics = {Rectangle(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 127}), Line(points = {{-20, 60}, {-20, -60}}), Line(points = {{20, 60}, {20, -60}}), Line(points = {{-60, 20}, {60, 20}}), Line(points = {{-60, -20}, {60, -20}})}),
      Documentation(info = "<html><p>Bilinear interpolation; outside, the outermost rectangle is continued.</p></html>"));
  end Table2D;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 127}), Line(points = {{0, 60}, {0, -60}}), Line(points = {{-60, 20}, {60, 20}}), Line(points = {{-60, -20}, {60, -20}})}),
    Documentation(info = "<html><p>For a table of time use <code>Sources.TimeTable</code>, which stops at its corners.</p></html>"));
end Tables;
