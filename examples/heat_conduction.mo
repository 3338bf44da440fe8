// A bar of unit length that is at 1 everywhere when its ends are cooled to 0: u_t = u_xx by the method of lines.
//
// Look at bar.u[51], the middle, and at bar.u[11]: the ends feel the cold at once, the middle after a while, and then all decay together with
// exp(-pi^2 t). Stiff: the fastest mode of the grid is four thousand times faster than the slowest.

model HeatConduction "One-dimensional heat conduction, 100 intervals"
  // plot bar.u[2], bar.u[11], bar.u[26], bar.u[51]
  // expect bar.u[51](0.25) = 0.1079770 +- 2e-5
  // expect bar.u[11](0.25) = 0.03337 +- 2e-5
  // expect semiDiscrete(0.25) = 0 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  // Exact: u = sum over odd m of 4/(m pi) sin(m pi x) exp(-m^2 pi^2 t), at t = 0.25 and x = 0.5 and 0.1; the grid is off by 1.3e-5 in the middle.
  import Dashpot.MethodOfLines.*;
  Heat bar(n = 100, u_start = cat(1, {0}, ones(99), {0}));
  parameter Real pi = Dashpot.Units.pi;
  parameter Real slowest = 4*100^2*sin(pi/200)^2 "Rates of decay of the grid";
  parameter Real third = 4*100^2*sin(3*pi/200)^2;
  Real semiDiscrete = bar.u[51] - (0.02*exp(-slowest*time)/tan(pi/200) - 0.02*exp(-third*time)/tan(3*pi/200)) "From the first two modes of the grid; the others are gone at the end";
  annotation(experiment(StopTime = 0.25, Tolerance = 1e-6, Interval = 0.0025));
end HeatConduction;
