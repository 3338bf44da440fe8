// A string of unit length, fixed at the left, free at the right, released from a quarter of a sine: u_tt = u_xx by the method of lines.
//
// Look at string.u[11], the free end: it swings as a cosine, since the form is a mode of the grid. The grid is a little too slow: 1.569182
// instead of pi/2, so that after ten seconds it is behind by one per cent of a period. The example of Beamis 1990, ten intervals; he
// advances it by a formula that is exact here when the time step equals the interval.

model WaveEquationStep "The same with the formula and the step of the source, whose figures it repeats"
  // expect string.u[11](1) = 0.001598311750 +- 1e-11
  // expect string.u[11](5) = 0.007991477091 +- 1e-11
  // expect string.u[11](10) = -0.999872272588 +- 1e-11
  // methods godunov
  // step 0.01
  extends WaveEquation;
  annotation(experiment(StopTime = 10, Interval = 0.05));
end WaveEquationStep;

model WaveEquation "Standing wave on ten intervals"
  // plot string.u[11], string.u[6]
  // expect error in [-1e-5, 1e-5]
  // expect string.u[11](10) = -0.999869686255 +- 2e-6
  // expect string.u[11](1) = 0.001614412 +- 2e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // 1.569181... = 20 sin(pi/40). Values at 1 and 10: RK4 with 0.01, recomputed independently.
  import Dashpot.MethodOfLines.*;
  Wave string(n = 10, right = End.symmetric, u_start = sin(Dashpot.Units.pi*string.x/2));
  Real error = string.u[11] - cos(20*sin(Dashpot.Units.pi/40)*time);
  annotation(experiment(StopTime = 10, Tolerance = 1e-6, Interval = 0.05));
end WaveEquation;
