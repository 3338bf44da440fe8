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

model UnitsOfTheDesk "Factors by their definitions"
  import Dashpot.DeskUnits.*;
  Real pressure = 210*bar, pounds = 3000*psi, flow_ = 60*l_min, gallons = 1*gpm, displacement = 100*cc_rev, speed = 1500*rpm, angle = 180*deg, length_ = 12*inch, conductance = 6*l_min_bar, oil = 60 + zeroCelsius,
    power = 2*kW, delivered = displacement*speed/l_min;
  // expect pressure(1) = 2.1e7 +- 1e-6
  // expect pounds(1) = 20684271.88 +- 0.01
  // expect flow_(1) = 1e-3 +- 1e-15
  // expect gallons(1) = 6.30901964e-5 +- 1e-13
  // expect displacement(1) = 1.591549431e-5 +- 1e-14
  // expect speed(1) = 157.0796327 +- 1e-7
  // expect angle(1) = 3.14159265359 +- 1e-10
  // expect length_(1) = 0.3048 +- 1e-12
  // expect conductance(1) = 1e-9 +- 1e-20
  // expect oil(1) = 333.15 +- 1e-9
  // A pump of 100 ml per revolution at 1500 rpm delivers 150 l/min.
  // expect delivered(1) = 150 +- 1e-9
  // expect power(1) = 2000 +- 1e-9
  annotation(experiment(StopTime = 1, Interval = 0.5));
end UnitsOfTheDesk;
