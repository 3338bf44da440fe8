// Partial differential equations in one and two dimensions, turned into ordinary ones by the method of lines.
//
//   const LinesProblem heat = heatEquation({.grid = lineGrid(200, Boundary::Kind::neumann)});
//   solve(heat.test.problem, 0, heat.test.end, heat.test.initial, {.method = "rodas4"});
//
// Any number of grid points, Dirichlet, Neumann (zero slope) or periodic ends, differences of second or fourth order,
// upwind differences for transport; see stencils.hpp. Jacobians are exact and sparse. Equations of second order in time
// are stated as positions followed by velocities, with Problem::pairs filled in.
//
// Where the equation has a closed solution for the chosen ends, `solution` gives it at the grid points: what is left
// against it is the spatial error. `test.exact`, where it is set, solves the semi-discrete system itself.
#pragma once

#include "problems/problems.hpp"
#include "problems/stencils.hpp"

#include <functional>
#include <vector>

namespace dashpot::problems {

struct LinesProblem {
  TestProblem test{};
  Grid grid{};
  int fields = 1;  // unknowns per grid point, without velocities
  std::function<void(double t, View y)> solution{};
};

/// The same number of points, ends and order in all directions, on the unit interval or square.
Grid lineGrid(int points, Boundary::Kind ends, int order = 2);
Grid squareGrid(int points, Boundary::Kind ends, int order = 2);

/// One term  amplitude shape_number(x) shape_1(y)  of an initial profile; shapes are the eigenfunctions of the ends.
struct Mode {
  int number = 1;
  double amplitude = 1;
};

/// u_t = diffusivity (u_xx + u_yy). Homogeneous ends.
struct HeatEquation {
  Grid grid = lineGrid(100, Boundary::Kind::dirichlet);
  double diffusivity = 1;
  std::vector<Mode> modes{{1, 1}, {3, 0.5}};
  double end = 0.1;
};
LinesProblem heatEquation(const HeatEquation& equation);

/// u_tt = speed^2 (u_xx + u_yy), at rest at t = 0. Homogeneous ends.
struct WaveEquation {
  Grid grid = lineGrid(100, Boundary::Kind::dirichlet);
  double speed = 1;
  std::vector<Mode> modes{{1, 1}};
  double end = 2;
};
LinesProblem waveEquation(const WaveEquation& equation);
/// Beamis 1990, first example: ten points on [0, 1], fixed at 0, symmetric at 1, profile sin(pi x / 2).
WaveEquation wavePublished();

/// u_t + speed (u_x + u_y) = diffusivity (u_xx + u_yy). Homogeneous ends.
struct AdvectionDiffusion {
  Grid grid = lineGrid(100, Boundary::Kind::periodic);
  double speed = 1;
  double diffusivity = 0.01;
  bool upwind = false;
  double end = 1;
};
LinesProblem advectionDiffusion(const AdvectionDiffusion& equation);

/// u_t + (u^2/2)_x + (u^2/2)_y = viscosity (u_xx + u_yy): a front that falls from 1 to 0 and travels with speed 1/2.
/// Upwind: the flux of Engquist and Osher 1981, which is continuously differentiable.
struct BurgersEquation {
  Grid grid{.x = {.points = 200, .left = -4, .right = 6, .lower = {Boundary::Kind::dirichlet, 1.0}}};
  double viscosity = 0.1;
  bool upwind = false;
  double end = 4;
};
LinesProblem burgersEquation(const BurgersEquation& equation);

/// phi_tt = phi_xx + phi_yy - sin(phi).
struct SineGordonEquation {
  enum class Start { soliton, bump };

  Grid grid{};
  Start start = Start::soliton;
  double speed = 0.5;     // of the soliton 4 atan exp((x - speed t) / sqrt(1 - speed^2))
  double sharpness = 50;  // of the bump exp(-sharpness (x - 1/2)^2), at rest
  double end = 6;
};
LinesProblem sineGordonEquation(const SineGordonEquation& equation);
/// Beamis 1990, fourth example: a soliton on [-10, 10], 199 points, ends fixed at 0 and 2 pi.
SineGordonEquation sineGordonSoliton();
SineGordonEquation sineGordonFixedEnds();  // nine points on [0, 1], both ends fixed at 0
SineGordonEquation sineGordonPeriodic();   // eleven points, period 1.1

/// u_t = a + u^2 v - (b + 1) u + diffusion (u_xx + u_yy),  v_t = b u - u^2 v + diffusion (v_xx + v_yy).
/// Dirichlet ends rest at the equilibrium u = a, v = b / a. Hairer and Wanner II, IV.10 (one dimension); Hairer,
/// Norsett and Wanner I, eq. II.10.14 (two).
struct Brusselator {
  Grid grid = lineGrid(500, Boundary::Kind::dirichlet);
  double a = 1;
  double b = 3;
  double diffusion = 1.0 / 50;
  double end = 10;
};
LinesProblem brusselator(const Brusselator& equation);
Brusselator brusselatorInTwoDimensions();  // 21 x 21 points, zero slope at the borders, b = 3.4, diffusion = 0.002

}  // namespace dashpot::problems
