// The smooth functions, by hand.

model SmoothFunctions "Values, and slopes at the joins"
  import Dashpot.Functions.*;
  parameter Real zero = 0 "Keeps the arguments from being constants";
  Real x = time - 2;
  Real cubicValue = cubic(1 + zero, 0, 2, 0, 8, 0, 12) "x^3 through (0, 0) and (2, 8) with its slopes";
  Real stepMiddle = step(0.5 + zero, 0, 1);
  Real rampCorner = ramp(zero, 0.4);
  Real openingHalf = opening(0.2 + zero, 0.4);
  Real limitInside = limit(0.3 + zero, -1, 1, 0.1);
  Real limitOutside = limit(5 + zero, -1, 1, 0.1);
  Real rootSlope = der(r);
  Real r = root(x, 0.25);
  Real rampSlope = der(a);
  Real a = ramp(x, 0.5);
  Real openingSlope = der(o);
  Real o = opening(x, 0.5);
  Real line = interpolate(x, {-2, -1, 0.5, 2}, {-4, -2, 1, 4}) - 2*x "Of points on a line";
  Real curve = interpolate(x, {-2, -1, 0, 1, 2}, {0, 0, 0, 1, 1}) "Monotone points";
  Real beyond = interpolate(10 + zero, {0, 1, 2}, {0, 1, 2});
  // expect cubicValue(0) = 1 +- 1e-12
  // expect stepMiddle(0) = 0.5 +- 1e-12
  // expect rampCorner(0) = 0.1 +- 1e-12
  // expect openingHalf(0) = 0.15 +- 1e-12
  // expect limitInside(0) = 0.3 +- 1e-12
  // expect limitOutside(0) = 1 +- 1e-12
  // root: 3/(2 sqrt(small)) = 3 at zero, 1/(2 sqrt(x)) = 1 on both sides of the join at 0.25
  // expect r(2) = 0 +- 1e-12
  // expect rootSlope(2) = 3 +- 1e-9
  // expect r(2.25) = 0.5 +- 1e-9
  // expect rootSlope(2.25) = 1 +- 1e-9
  // expect rootSlope(1.75) = 1 +- 1e-9
  // expect r(3) = 1 +- 1e-9
  // expect r(1) = -1 +- 1e-9
  // expect rampSlope(1.5) = 0 +- 1e-9
  // expect rampSlope(2) = 0.5 +- 1e-9
  // expect rampSlope(2.5) = 1 +- 1e-9
  // expect o(1.9) = 0 +- 1e-15
  // expect openingSlope(2) = 0 +- 1e-9
  // expect openingSlope(2.5) = 1 +- 1e-9
  // expect line in [-1e-12, 1e-12]
  // expect curve in [0, 1]
  // expect curve(2.5) = 0.5 +- 1e-12
  // expect beyond(0) = 10 +- 1e-12
  annotation(experiment(StopTime = 4, Interval = 0.05));
end SmoothFunctions;
