#include "problems/lines_arguments.hpp"

#include "problems/method_of_lines.hpp"

#include <cmath>

namespace dashpot::problems {
namespace {

using Kind = Boundary::Kind;

constexpr int mostPoints = 1'000'000;
constexpr double largest = 1e6;

/// n, order, ends or left and right, dimensions: what all equations have in common.
Grid gridFrom(Arguments& arguments, const Grid& standard) {
  const std::vector<std::pair<std::string_view, Kind>> kinds{
      {"dirichlet", Kind::dirichlet}, {"neumann", Kind::neumann}, {"periodic", Kind::periodic}};
  Grid grid = standard;
  const int dimensions = arguments.integer("dimensions", standard.y ? 2 : 1, 1, 2);
  const int standardPoints = dimensions == 2 && !standard.y ? 20 : standard.x.points;
  grid.x.points = arguments.integer("n", standardPoints, 1, mostPoints);
  grid.x.order = arguments.integer("order", standard.x.order, 2, 4);
  if (arguments.given("ends"))
    grid.x.lower.kind = grid.x.upper.kind = arguments.choice("ends", standard.x.lower.kind, kinds);
  else
    arguments.choice("ends", standard.x.lower.kind, kinds);
  grid.x.lower.kind = arguments.choice("left", grid.x.lower.kind, kinds);
  grid.x.upper.kind = arguments.choice("right", grid.x.upper.kind, kinds);
  if (dimensions == 1)
    grid.y.reset();
  else
    grid.y = grid.x;
  if (const auto complaint = complaintAbout(grid)) {
    arguments.complain(*complaint);
    return standard;
  }
  return grid;
}

double endFrom(Arguments& arguments, double standard) { return arguments.number("end", standard, 1e-12, 1e12); }

/// Fronts and solitons vary along x only: in two dimensions nothing happens along y.
void makeUniformAlongY(Grid& grid) {
  if (!grid.y) return;
  grid.y->left = 0;
  grid.y->right = 1;
  grid.y->lower = grid.y->upper = {Kind::neumann, 0};
}

}  // namespace

TestProblem heatFrom(Arguments& arguments) {
  HeatEquation equation;
  equation.grid = gridFrom(arguments, equation.grid);
  equation.diffusivity = arguments.number("diffusivity", equation.diffusivity, 0, largest);
  equation.end = endFrom(arguments, equation.end);
  return heatEquation(equation).test;
}

TestProblem waveFrom(Arguments& arguments) {
  WaveEquation equation;
  equation.grid = gridFrom(arguments, equation.grid);
  equation.speed = arguments.number("speed", equation.speed, 0, largest);
  equation.end = endFrom(arguments, equation.end);
  return waveEquation(equation).test;
}

TestProblem advectionDiffusionFrom(Arguments& arguments) {
  AdvectionDiffusion equation;
  equation.grid = gridFrom(arguments, equation.grid);
  equation.speed = arguments.number("speed", equation.speed, -largest, largest);
  equation.diffusivity = arguments.number("diffusivity", equation.diffusivity, 1e-9, largest);
  equation.upwind = arguments.flag("upwind", equation.upwind);
  equation.end = endFrom(arguments, equation.end);
  return advectionDiffusion(equation).test;
}

TestProblem burgersFrom(Arguments& arguments) {
  BurgersEquation equation;
  equation.grid = gridFrom(arguments, equation.grid);
  makeUniformAlongY(equation.grid);
  equation.viscosity = arguments.number("viscosity", equation.viscosity, 1e-6, largest);
  equation.upwind = arguments.flag("upwind", equation.upwind);
  equation.end = endFrom(arguments, equation.end);
  return burgersEquation(equation).test;
}

TestProblem sineGordonFrom(Arguments& arguments) {
  SineGordonEquation equation = sineGordonSoliton();
  equation.grid = gridFrom(arguments, equation.grid);
  makeUniformAlongY(equation.grid);
  equation.speed = arguments.number("speed", equation.speed, -0.999, 0.999);
  equation.end = endFrom(arguments, equation.end);
  if (equation.grid.x.periodic()) {  // a single soliton has no period
    equation.start = SineGordonEquation::Start::bump;
    equation.sharpness = 1;
  }
  return sineGordonEquation(equation).test;
}

TestProblem brusselatorFrom(Arguments& arguments) {
  Brusselator equation;
  equation.grid = gridFrom(arguments, equation.grid);
  equation.b = arguments.number("b", equation.b, 0, largest);
  equation.diffusion = arguments.number("diffusion", equation.diffusion, 0, largest);
  equation.end = endFrom(arguments, equation.end);
  const Grid& grid = equation.grid;
  const bool published = !grid.y && grid.x.points == 500 && grid.x.order == 2 && grid.x.lower.kind == Kind::dirichlet &&
                         grid.x.upper.kind == Kind::dirichlet && equation.b == 3 && equation.diffusion == 1.0 / 50 &&
                         equation.end == 10;
  return published ? brusselator() : brusselator(equation).test;
}

TestProblem brusselatorInTwoDimensionsFrom(Arguments& arguments) {
  Brusselator equation = brusselatorInTwoDimensions();
  equation.grid = gridFrom(arguments, equation.grid);
  equation.b = arguments.number("b", equation.b, 0, largest);
  equation.diffusion = arguments.number("diffusion", equation.diffusion, 0, largest);
  equation.end = endFrom(arguments, equation.end);
  return brusselator(equation).test;
}

}  // namespace dashpot::problems
