// A soliton of the sine-Gordon equation u_tt = u_xx - sin u that travels with half the velocity of light through 200 intervals.
//
// Look at line.u[101] (x = 0) and line.u[131] (x = 3): each turns by 2 pi as the soliton passes, 6 s apart; the step keeps its shape. The example of Beamis
// 1990: x from -10 to 10, ends fixed at 0 and 2 pi (off by 4e-5 at the start), start from u = 4 atan exp((x - t/2)/sqrt(3/4)).

model SineGordonSolitonStep "The same with the formula and the step of the source, whose figures it repeats"
  // expect line.u[101](1) = 2.0455332857 +- 1e-9
  // expect line.u[131](3) = 5.5838669233 +- 1e-9
  // expect line.u[131](6) = 3.1454876396 +- 1e-9
  // methods godunov
  // step 0.01
  extends SineGordonSoliton;
  annotation(experiment(StopTime = 6, Interval = 0.05));
end SineGordonSolitonStep;

model SineGordonSoliton "A soliton on a grid of 0.1"
  // plot line.u[101], line.u[116], line.u[131]
  // expect error(1) = 1.31e-3 +- 1e-5
  // expect error(2) = 2.60e-3 +- 1e-5
  // expect error(3) = 3.27e-3 +- 1e-5
  // expect error(4) = 3.48e-3 +- 1e-5
  // expect error(5) = 3.74e-3 +- 1e-5
  // expect error(6) = 4.27e-3 +- 1e-5
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  // The error is that of the grid: the values are those of an independent RK4 run with a step of 0.01.
  import Dashpot.MethodOfLines.*;
  parameter Real w = sqrt(1 - 0.5^2);
  parameter Real x[201] = {-10 + 0.1*i for i in 0:200};
  SineGordon line(n = 200, length = 20, uRight = 2*Dashpot.Units.pi, u_start = 4*atan(exp(x/w)), ut_start = {-2*exp(x[i]/w)/((1 + exp(2*x[i]/w))*w) for i in 1:201});
  Real error = max(abs(line.u[i] - 4*atan(exp((x[i] - 0.5*time)/w))) for i in 2:200) "Greatest difference from the exact solution";
  annotation(experiment(StopTime = 6, Tolerance = 1e-6, Interval = 0.05));
end SineGordonSoliton;
