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

  function interpolate "Straight lines between the points of a table"
    input Real x;
    input Real grid[:] "Increasing";
    input Real values[size(grid, 1)];
    output Real y;
  protected
    Integer i;
  algorithm
    i := findInterval(x, grid);
    y := values[i] + (values[i + 1] - values[i])*(x - grid[i])/(grid[i + 1] - grid[i]);
    annotation(Documentation(info = "<html><p>The first and last line go on outside.</p></html>"));
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
    Real v "Argument, perhaps held at the ends";
  equation
    assert(size(table, 1) >= 2, "A table has at least two rows");
    v = if hold then noEvent(min(max(u, table[1, 1]), table[size(table, 1), 1])) else u;
    if smoothness == Smoothness.linear then
      y = interpolate(v, table[:, 1], table[:, 2]);
    else
      y = Functions.interpolate(v, table[:, 1], table[:, 2]);
    end if;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-60, 60}, {0, -60}}, lineColor = {0, 0, 127}, fillColor = {215, 225, 245}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{0, 60}, {60, -60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 30}, {60, 30}}, color = {0, 0, 127}),
        Line(points = {{-60, 0}, {60, 0}}, color = {0, 0, 127}),
        Line(points = {{-60, -30}, {60, -30}}, color = {0, 0, 127})}),
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
      Icon(graphics = {
        Rectangle(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-60, 60}, {-20, -60}}, lineColor = {0, 0, 127}, fillColor = {215, 225, 245}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-60, 60}, {60, 30}}, lineColor = {0, 0, 127}, fillColor = {215, 225, 245}, fillPattern = FillPattern.Solid),
        Line(points = {{-20, 60}, {-20, -60}}, color = {0, 0, 127}),
        Line(points = {{20, 60}, {20, -60}}, color = {0, 0, 127}),
        Line(points = {{-60, 0}, {60, 0}}, color = {0, 0, 127}),
        Line(points = {{-60, -30}, {60, -30}}, color = {0, 0, 127})}),
      Documentation(info = "<html><p>Bilinear interpolation; outside, the outermost rectangle is continued.</p></html>"));
  end Table2D;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 127}), Line(points = {{0, 60}, {0, -60}}), Line(points = {{-60, 20}, {60, 20}}), Line(points = {{-60, -20}, {60, -20}})}),
    Documentation(info = "<html><p>For a table of time use <code>Sources.TimeTable</code>, which stops at its corners.</p></html>"));
end Tables;
