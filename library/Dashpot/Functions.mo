within Dashpot;
package Functions "Smooth functions: corners rounded by cubics, roots of finite slope, signs without a jump"
  // All of them have a continuous value and slope. They make no events.

  function cubic "The cubic through two points with given slopes (Hermite)"
    input Real x;
    input Real x0 "Left end";
    input Real x1 "Right end";
    input Real y0 "Value at the left end";
    input Real y1 "Value at the right end";
    input Real d0 "Slope at the left end";
    input Real d1 "Slope at the right end";
    output Real y;
  algorithm
    y := y0*(1 + 2*(x - x0)/(x1 - x0))*((x1 - x)/(x1 - x0))^2 + y1*(1 + 2*(x1 - x)/(x1 - x0))*((x - x0)/(x1 - x0))^2
      + d0*(x - x0)*((x1 - x)/(x1 - x0))^2 - d1*(x1 - x)*((x - x0)/(x1 - x0))^2;
    annotation(Inline = true, Documentation(info = "<html>
<p>The smoothing of corners in this library: on [x0, x1] two branches of a curve are joined by the cubic that has the value
and the slope of each branch where it meets it, so that value and slope are continuous. Packages for fluid power have done so
since multistep integrators came into use (HASP, University of Bath).</p></html>"));
  end cubic;

  function step "From 0 to 1 between two points, with zero slope at both"
    input Real x;
    input Real x0 "0 up to here";
    input Real x1 "1 from here on; greater than x0";
    output Real y;
  algorithm
    y := if x <= x0 then 0 elseif x >= x1 then 1 else ((x - x0)/(x1 - x0))^2*(3 - 2*(x - x0)/(x1 - x0));
    annotation(Inline = true, Documentation(info = "<html><p>The cubic with the values 0 and 1 and zero slope at the ends.</p></html>"));
  end step;

  function ramp "max(x, 0) with its corner rounded"
    input Real x;
    input Real width "The corner is rounded for |x| < width";
    output Real y;
  algorithm
    y := if x <= -width then 0 elseif x >= width then x else (x + width)^2/(4*width);
    annotation(Inline = true, Documentation(info = "<html><p>0 to the left, x to the right. The cubic that joins both branches with their slopes 0 and 1 is here
a parabola. Nowhere less than max(x, 0), and by at most width/4 more.</p></html>"));
  end ramp;

  function opening "max(x, 0) that is exactly zero when closed: the corner is rounded on its open side"
    input Real x;
    input Real width "The corner is rounded for 0 < x < width; 0 for a sharp one";
    output Real y;
  algorithm
    y := if x <= 0 then 0 elseif x >= width then x else x^2/width*(2 - x/width);
    annotation(Inline = true, Documentation(info = "<html><p>The cubic from (0, 0) with slope 0 to (width, width) with slope 1. Unlike ramp it leaves no leak through a
closed valve.</p></html>"));
  end opening;

  function openingIntegral "Integral of opening from 0: the energy behind a stop that begins gradually"
    input Real x;
    input Real width "As of opening";
    output Real y;
  algorithm
    y := if x <= 0 then 0 elseif x >= width then (x^2 - width^2/6)/2 else x^3/width*(2/3 - x/(4*width));
    annotation(Inline = true, Documentation(info = "<html><p>Its slope is opening(x, width).</p></html>"));
  end openingIntegral;

  function interpolate "Curve through the points of a table: piecewise cubic, monotone where the points are"
    input Real x;
    input Real xs[:] "Increasing";
    input Real ys[size(xs, 1)];
    output Real y;
  protected
    Integer n = size(xs, 1);
    Integer k "Interval";
    Real h[3] "Lengths of the intervals before, at and after x";
    Real d[3] "Their slopes";
    Real left "Slope at the left end of the interval";
    Real right "Slope at its right end";
  algorithm
    k := 1;
    while k < n - 1 and x > xs[min(k + 1, n)] loop
      k := k + 1;
    end while;
    h := {xs[k] - xs[max(k - 1, 1)], xs[k + 1] - xs[k], xs[min(k + 2, n)] - xs[k + 1]};
    d[2] := (ys[k + 1] - ys[k])/h[2];
    d[1] := if k > 1 then (ys[k] - ys[max(k - 1, 1)])/h[1] else d[2];
    d[3] := if k < n - 1 then (ys[min(k + 2, n)] - ys[k + 1])/h[3] else d[2];
    left := if d[1]*d[2] <= 0 then 0 else 3*(h[1] + h[2])/((2*h[2] + h[1])/d[1] + (h[2] + 2*h[1])/d[2]);
    right := if d[2]*d[3] <= 0 then 0 else 3*(h[2] + h[3])/((2*h[3] + h[2])/d[2] + (h[3] + 2*h[2])/d[3]);
    left := if k == 1 then d[2] else left;
    right := if k == n - 1 then d[2] else right;
    y := if x < xs[1] then ys[1] + left*(x - xs[1]) elseif x > xs[n] then ys[n] + right*(x - xs[n])
      else cubic(x, xs[k], xs[k + 1], ys[k], ys[k + 1], left, right);
    annotation(Documentation(info = "<html><p>Fritsch and Butland (1984): slopes by the weighted harmonic mean of the neighbouring intervals, so that
the curve has no bumps that the points do not have. Value and slope are continuous; a straight line beyond both ends.</p></html>"));
  end interpolate;

  function limit "x between two limits, with rounded corners"
    input Real x;
    input Real low;
    input Real high "Greater than low + 2 width";
    input Real width "The corners are rounded within this distance of a limit";
    output Real y;
  algorithm
    y := x + ramp(low - x, width) - ramp(x - high, width);
    annotation(Inline = true, Documentation(info = "<html><p>x itself inside, the limits outside, joined by cubics.</p></html>"));
  end limit;

  function root "sign(x) sqrt(|x|) with a finite slope at zero"
    input Real x;
    input Real small "Below it a parabola takes the place of the root; > 0";
    output Real y;
  algorithm
    y := if x > small then sqrt(x) elseif x < -small then -sqrt(-x) else x/small*(3 - abs(x)/small)*sqrt(small)/2;
    annotation(Inline = true, Documentation(info = "<html><p>Odd, with continuous value and slope; slope 3/(2 sqrt(small)) at zero
(Ellman and Piche 1996). The plain root has an infinite slope there, which no integrator can follow.</p></html>"));
  end root;

  function square "x |x|"
    input Real x;
    output Real y;
  algorithm
    y := x*abs(x);
    annotation(Inline = true, Documentation(info = "<html><p>The odd square: slope 2 |x|, continuous.</p></html>"));
  end square;

  function sign "The sign of x without a jump: tanh(x/small)"
    input Real x;
    input Real small "Beyond three times this it is 1 within half a percent";
    output Real y;
  algorithm
    y := tanh(x/small);
    annotation(Inline = true, Documentation(info = "<html><p>For friction: odd, slope 1/small at zero.</p></html>"));
  end sign;

  annotation(Documentation(info = "<html>
<p>Where physics is smooth a model must be, or the integrator pays for it with tiny steps: an orifice has laminar flow near zero, a valve opens gradually. Where
a corner only comes from a simple model (a characteristic of two straight lines), it is rounded by the cubic that
keeps value and slope. Real jumps (a valve that is switched, a piston that sticks) remain events.</p></html>"));
end Functions;
