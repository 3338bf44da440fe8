#include "problems/method_of_lines.hpp"

#include "problems/assemble.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <tuple>

namespace dashpot::problems {
namespace {

using std::numbers::pi;
using Kind = Boundary::Kind;
using SolutionFunction = std::function<void(double t, View y)>;

// ---- pointwise functions, with their derivatives -------------------------------------------------------------------

struct Linear {
  template <class Number>
  Number operator()(const Number& u) const {
    return u;
  }
  double slope(const auto&) const { return 1; }
};

/// u^2/2, for u of any sign, or for one sign only (Engquist and Osher).
struct BurgersFlux {
  enum class Part { whole, positive, negative };
  Part part = Part::whole;

  template <class Number>
  Number operator()(const Number& u) const {
    return counts(static_cast<double>(u)) ? 0.5 * u * u : 0.0 * u;
  }
  template <class Number>
  Number slope(const Number& u) const {
    return counts(static_cast<double>(u)) ? u : Number(0.0);
  }

 private:
  bool counts(double u) const { return part == Part::whole || (part == Part::positive ? u > 0 : u < 0); }
};

struct NoReaction {
  static constexpr bool present = false;
  double operator()(double) const { return 0; }
  double slope(double) const { return 0; }
};

struct SineForce {
  static constexpr bool present = true;
  template <class Number>
  Number operator()(const Number& u) const {
    using std::sin;
    return -sin(u);
  }
  template <class Number>
  Number slope(const Number& u) const {
    using std::cos;
    return -cos(u);
  }
};

// ---- systems with one field ----------------------------------------------------------------------------------------

/// L q(u)
template <class Function>
struct Term {
  std::shared_ptr<const StencilMatrix> matrix;
  Function q;
};

template <class Function>
Term<Function> term(StencilMatrix matrix, Function q) {
  return {std::make_shared<const StencilMatrix>(std::move(matrix)), q};
}

/// u' = sum of L q(u) + r(u), or u'' = the same with positions first, velocities after them.
template <class Reaction, class... Functions>
struct ScalarField {
  int points;
  bool secondOrder;
  Reaction reaction;
  std::tuple<Term<Functions>...> terms;

  template <class Number>
  void operator()(std::span<const Number> y, std::span<Number> f) const {
    const auto n = static_cast<std::size_t>(points);
    const std::span<const Number> u = y.first(n);
    const std::span<Number> rate = secondOrder ? f.subspan(n) : f;
    if (secondOrder) std::copy_n(y.begin() + points, n, f.begin());
    for (std::size_t i = 0; i < n; ++i) {
      if constexpr (Reaction::present)
        rate[i] = reaction(u[i]);
      else
        rate[i] = 0;
    }
    std::apply([&](const auto&... each) { (each.matrix->addTo(u, rate, each.q), ...); }, terms);
  }

  template <class Number, class Add>
  void stamp(std::span<const Number> u, Add&& add) const {
    const int offset = secondOrder ? points : 0;
    if (secondOrder)
      for (int i = 0; i < points; ++i) add(i, points + i, 1.0);
    const auto stampTerm = [&](const auto& each) {
      each.matrix->forEach([&](int row, int column, double weight) {
        add(offset + row, column, weight * each.q.slope(u[static_cast<std::size_t>(column)]));
      });
    };
    std::apply([&](const auto&... each) { (stampTerm(each), ...); }, terms);
    if constexpr (Reaction::present)
      for (int i = 0; i < points; ++i) add(offset + i, i, reaction.slope(u[static_cast<std::size_t>(i)]));
  }
};

std::string place(const Grid& grid, int i) {
  return grid.y ? fmt::format("{}_{}", i % grid.x.points + 1, i / grid.x.points + 1) : fmt::format("{}", i + 1);
}

std::string describe(const Grid& grid) {
  return grid.y ? fmt::format("{} x {} grid points", grid.x.points, grid.y->points)
                : fmt::format("{} grid points", grid.x.points);
}

/// F and J, for numbers and for counting; the rest is to be filled in.
template <class Reaction, class... Functions>
TestProblem systemOf(const Grid& grid, bool secondOrder, Reaction reaction, Term<Functions>... terms) {
  const int n = grid.points();
  const ScalarField<Reaction, Functions...> field{n, secondOrder, reaction, {std::move(terms)...}};
  const int size = secondOrder ? 2 * n : n;
  const auto stamps = [field](double, auto y, auto&& add) { field.stamp(y, add); };
  std::vector<std::string> names;
  for (int i = 0; i < n; ++i) names.push_back("u" + place(grid, i));
  if (secondOrder)
    for (int i = 0; i < n; ++i) names.push_back("v" + place(grid, i));
  const auto rhs = [field](double, auto y, auto f) { field(y, f); };
  TestProblem test{.problem = autonomous(size, rhs, sparseJacobian(size, stamps), std::move(names)),
                   .counted = countedSystem(rhs, stamps)};
  if (secondOrder)
    for (int i = 0; i < n; ++i) test.problem.pairs.push_back({i, n + i});
  return test;
}

// ---- eigenfunctions of the ends ------------------------------------------------------------------------------------

/// sin or cos(k (x - left)), which satisfies homogeneous ends.
struct Shape {
  double wavenumber;
  double left;
  bool cosine;

  double operator()(double x) const {
    return cosine ? std::cos(wavenumber * (x - left)) : std::sin(wavenumber * (x - left));
  }
};

Shape shapeOf(const Axis& axis, int number) {
  const double length = axis.right - axis.left;
  const bool fixedLeft = axis.lower.kind == Kind::dirichlet, fixedRight = axis.upper.kind == Kind::dirichlet;
  if (axis.periodic()) return {2 * pi * number / length, axis.left, false};
  const double halfWaves = fixedLeft == fixedRight ? number : number - 0.5;
  return {pi * halfWaves / length, axis.left, !fixedLeft};
}

/// Shape of the whole grid, with the eigenvalue of -(u_xx + u_yy): of the equation, and of second-order differences,
/// whose eigenfunctions are the same.
struct GridMode {
  double amplitude;
  double eigenvalue;
  double discreteEigenvalue;
  Vector values;
};

double discreteEigenvalue(const Axis& axis, double wavenumber) {
  const double h = axis.spacing();
  return 4 / (h * h) * std::pow(std::sin(wavenumber * h / 2), 2);
}

std::vector<GridMode> gridModes(const Grid& grid, const std::vector<Mode>& modes) {
  std::vector<GridMode> result;
  for (const Mode& mode : modes) {
    const Shape alongX = shapeOf(grid.x, mode.number);
    const double k = alongX.wavenumber;
    GridMode& made = result.emplace_back(GridMode{mode.amplitude, k * k, discreteEigenvalue(grid.x, k), {}});
    std::optional<Shape> alongY;
    if (grid.y) {
      alongY = shapeOf(*grid.y, 1);
      made.eigenvalue += alongY->wavenumber * alongY->wavenumber;
      made.discreteEigenvalue += discreteEigenvalue(*grid.y, alongY->wavenumber);
    }
    for (int i = 0; i < grid.points(); ++i) {
      const auto [x, y] = grid.at(i);
      made.values.push_back(alongX(x) * (alongY ? (*alongY)(y) : 1));
    }
  }
  return result;
}

/// sum of amplitude factor(eigenvalue) shape
template <class Factor>
void superpose(const std::vector<GridMode>& modes, bool discrete, View u, Factor&& factor) {
  std::ranges::fill(u, 0.0);
  for (const GridMode& mode : modes) {
    const double weight = mode.amplitude * factor(discrete ? mode.discreteEigenvalue : mode.eigenvalue);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += weight * mode.values[i];
  }
}

bool secondOrderDifferences(const Grid& grid) { return grid.x.order == 2 && (!grid.y || grid.y->order == 2); }

TestProblem titled(TestProblem test, std::string name, std::string title, std::string source, double end) {
  test.name = std::move(name);
  test.title = std::move(title);
  test.source = std::move(source);
  test.end = end;
  return test;
}

/// Takes initial values, and the reference where the semi-discrete system has a closed solution.
LinesProblem complete(TestProblem test, const Grid& grid, SolutionFunction solution, const SolutionFunction& exact) {
  const auto size = static_cast<std::size_t>(test.problem.size);
  test.absoluteScale.assign(size, 1.0);
  if (test.initial.empty()) {
    test.initial.resize(size);
    solution(0, test.initial);
  }
  if (exact) {
    test.exact = exact;
    test.reference.resize(size);
    exact(test.end, test.reference);
    test.referenceDigits = 12;
  }
  return {.test = std::move(test), .grid = grid, .fields = 1, .solution = std::move(solution)};
}

/// Closed solutions of linear equations are those with homogeneous ends; others would not start consistently.
Grid withHomogeneousEnds(Grid grid) {
  grid.x.lower.value = grid.x.upper.value = 0;
  if (grid.y) grid.y->lower.value = grid.y->upper.value = 0;
  return grid;
}

}  // namespace

Grid lineGrid(int points, Boundary::Kind ends, int order) {
  return {.x = {.points = points, .lower = {ends, 0}, .upper = {ends, 0}, .order = order}};
}

Grid squareGrid(int points, Boundary::Kind ends, int order) {
  Grid grid = lineGrid(points, ends, order);
  grid.y = grid.x;
  return grid;
}

// ---- heat, wave ----------------------------------------------------------------------------------------------------

LinesProblem heatEquation(const HeatEquation& equation) {
  const Grid grid = withHomogeneousEnds(equation.grid);
  const auto at = [modes = gridModes(grid, equation.modes),
                   d = equation.diffusivity](bool discrete) -> SolutionFunction {
    return [=](double t, View u) {
      superpose(modes, discrete, u, [&](double eigenvalue) { return std::exp(-d * eigenvalue * t); });
    };
  };
  TestProblem test = titled(systemOf(grid, false, NoReaction{}, term(laplacian(grid, equation.diffusivity), Linear{})),
                            "heat", "Heat equation, " + describe(grid), "Fourier; method of lines", equation.end);
  return complete(std::move(test), grid, at(false), secondOrderDifferences(grid) ? at(true) : nullptr);
}

LinesProblem waveEquation(const WaveEquation& equation) {
  const Grid grid = withHomogeneousEnds(equation.grid);
  const auto at = [modes = gridModes(grid, equation.modes), c = equation.speed](bool discrete) -> SolutionFunction {
    return [=](double t, View y) {
      const std::size_t n = y.size() / 2;
      superpose(modes, discrete, y.first(n), [&](double e) { return std::cos(c * std::sqrt(e) * t); });
      superpose(modes, discrete, y.subspan(n),
                [&](double e) { return -c * std::sqrt(e) * std::sin(c * std::sqrt(e) * t); });
    };
  };
  const double squared = equation.speed * equation.speed;
  TestProblem test = titled(systemOf(grid, true, NoReaction{}, term(laplacian(grid, squared), Linear{})), "wave",
                            "Wave equation, " + describe(grid), "d'Alembert; method of lines", equation.end);
  return complete(std::move(test), grid, at(false), secondOrderDifferences(grid) ? at(true) : nullptr);
}

WaveEquation wavePublished() { return {.grid = {.x = {.points = 10, .upper = {Kind::neumann, 0}}}}; }

// ---- transport -----------------------------------------------------------------------------------------------------

namespace {

/// Closed solutions of u_t + c u_x = d u_xx along one axis, for two kinds of ends:
///   periodic    e^(-d k^2 t) sin(k (x - c t))
///   Dirichlet   e^(-d k^2 t) e^(c x / (2 d) - c^2 t / (4 d)) sin(k x)
double transported(const Axis& axis, double c, double d, double t, double x) {
  const Shape shape = shapeOf(axis, 1);
  const double decay = std::exp(-d * shape.wavenumber * shape.wavenumber * t);
  if (axis.periodic()) return decay * shape(x - c * t);
  const double fromLeft = x - axis.left;
  return decay * std::exp(c * (fromLeft - (axis.right - axis.left)) / (2 * d) - c * c * t / (4 * d)) * shape(x);
}

bool transportedInClosedForm(const Axis& axis) {
  return axis.periodic() || (axis.lower.kind == Kind::dirichlet && axis.upper.kind == Kind::dirichlet);
}

}  // namespace

LinesProblem advectionDiffusion(const AdvectionDiffusion& equation) {
  const Grid grid = withHomogeneousEnds(equation.grid);
  const double c = equation.speed, d = equation.diffusivity;
  const Bias bias = !equation.upwind ? Bias::central : c >= 0 ? Bias::backward : Bias::forward;
  const auto diffusion = term(laplacian(grid, d), Linear{});
  const auto alongX = term(firstDerivative(grid, Direction::x, bias, -c), Linear{});
  TestProblem system = grid.y ? systemOf(grid, false, NoReaction{}, diffusion, alongX,
                                         term(firstDerivative(grid, Direction::y, bias, -c), Linear{}))
                              : systemOf(grid, false, NoReaction{}, diffusion, alongX);
  const bool closed = transportedInClosedForm(grid.x) && (!grid.y || transportedInClosedForm(*grid.y));
  const auto solution = [grid, c, d](double t, View u) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      const auto [x, y] = grid.at(static_cast<int>(i));
      u[i] = transported(grid.x, c, d, t, x) * (grid.y ? transported(*grid.y, c, d, t, y) : 1);
    }
  };
  LinesProblem result = complete(titled(std::move(system), "advection-diffusion",
                                        "Advection and diffusion, " + describe(grid), "method of lines", equation.end),
                                 grid, solution, nullptr);
  if (!closed) {
    superpose(gridModes(grid, {Mode{}}), false, result.test.initial, [](double) { return 1.0; });
    result.solution = nullptr;
  }
  return result;
}

LinesProblem burgersEquation(const BurgersEquation& equation) {
  const Grid& grid = equation.grid;
  const double nu = equation.viscosity;
  const auto diffusion = term(laplacian(grid, nu), Linear{});
  const auto flux = [&](Direction direction, Bias bias, BurgersFlux::Part part) {
    return term(firstDerivative(grid, direction, bias, -1), BurgersFlux{part});
  };
  using Part = BurgersFlux::Part;
  const auto system = [&]() {
    const auto [x, y] = std::pair(Direction::x, Direction::y);
    if (!equation.upwind)
      return grid.y ? systemOf(grid, false, NoReaction{}, diffusion, flux(x, Bias::central, Part::whole),
                               flux(y, Bias::central, Part::whole))
                    : systemOf(grid, false, NoReaction{}, diffusion, flux(x, Bias::central, Part::whole));
    return grid.y ? systemOf(grid, false, NoReaction{}, diffusion, flux(x, Bias::backward, Part::positive),
                             flux(x, Bias::forward, Part::negative), flux(y, Bias::backward, Part::positive),
                             flux(y, Bias::forward, Part::negative))
                  : systemOf(grid, false, NoReaction{}, diffusion, flux(x, Bias::backward, Part::positive),
                             flux(x, Bias::forward, Part::negative));
  };
  // Whitham 1974, section 4.1: u = 1 / (1 + exp((x - t/2) / (2 nu))).
  const auto front = [grid, nu](double t, View u) {
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = 1 / (1 + std::exp((grid.at(static_cast<int>(i)).first - t / 2) / (2 * nu)));
  };
  LinesProblem result = complete(titled(system(), "burgers", "Burgers' equation, " + describe(grid),
                                        "Burgers 1948; Whitham 1974; method of lines", equation.end),
                                 grid, front, nullptr);
  if (grid.x.periodic()) {
    for (std::size_t i = 0; i < result.test.initial.size(); ++i)
      result.test.initial[i] = shapeOf(grid.x, 1)(grid.at(static_cast<int>(i)).first);
    result.solution = nullptr;
  } else if (grid.y && grid.y->lower.kind == Kind::dirichlet) {
    result.solution = nullptr;
  }
  return result;
}

// ---- sine-Gordon ---------------------------------------------------------------------------------------------------

LinesProblem sineGordonEquation(const SineGordonEquation& equation) {
  const Grid& grid = equation.grid;
  const int n = grid.points();
  // Perring and Skyrme 1962: phi = 4 atan(e^q), phi_t = -2 s / (sqrt(1 - s^2) cosh q), q = (x - s t) / sqrt(1 - s^2).
  const auto soliton = [grid, n, s = equation.speed](double t, View y) {
    const double contraction = std::sqrt(1 - s * s);
    for (int i = 0; i < n; ++i) {
      const double q = (grid.at(i).first - s * t) / contraction;
      y[static_cast<std::size_t>(i)] = 4 * std::atan(std::exp(q));
      y[static_cast<std::size_t>(n + i)] = -2 * s / (contraction * std::cosh(q));
    }
  };
  TestProblem test = titled(systemOf(grid, true, SineForce{}, term(laplacian(grid), Linear{})), "sine-gordon",
                            "Sine-Gordon equation, " + describe(grid),
                            "Perring and Skyrme 1962; Beamis 1990, fourth example", equation.end);
  LinesProblem result = complete(std::move(test), grid, soliton, nullptr);
  if (equation.start == SineGordonEquation::Start::bump) {
    for (int i = 0; i < n; ++i) {
      const double distance = grid.at(i).first - 0.5;
      result.test.initial[static_cast<std::size_t>(i)] = std::exp(-equation.sharpness * distance * distance);
      result.test.initial[static_cast<std::size_t>(n + i)] = 0;
    }
    result.solution = nullptr;
  }
  return result;
}

SineGordonEquation sineGordonSoliton() {
  return {.grid = {.x = {.points = 199, .left = -10, .right = 10, .upper = {Kind::dirichlet, 2 * pi}}}};
}

SineGordonEquation sineGordonFixedEnds() {
  return {.grid = lineGrid(9, Kind::dirichlet), .start = SineGordonEquation::Start::bump, .sharpness = 50, .end = 2};
}

SineGordonEquation sineGordonPeriodic() {
  SineGordonEquation equation{
      .grid = lineGrid(11, Kind::periodic), .start = SineGordonEquation::Start::bump, .sharpness = 1, .end = 2};
  equation.grid.x.right = 1.1;
  return equation;
}

// ---- Brusselator ---------------------------------------------------------------------------------------------------

LinesProblem brusselator(const Brusselator& equation) {
  const Grid& grid = equation.grid;
  const int n = grid.points();
  const double a = equation.a, b = equation.b;
  const auto diffusion =
      std::make_shared<const StencilMatrix>(laplacian(grid, equation.diffusion, 2, std::array{a, b / a}));

  const auto rhs = [=](double, auto y, auto f) {
    for (std::size_t i = 0; i < y.size(); i += 2) {
      const auto u = y[i], v = y[i + 1], uuv = u * u * v;
      f[i] = a + uuv - (b + 1) * u;
      f[i + 1] = b * u - uuv;
    }
    diffusion->addTo(y, f, Linear{});
  };
  const auto stamps = [=](double, auto y, auto&& add) {
    for (int i = 0; i < n; ++i) {
      const int iu = 2 * i, iv = iu + 1;
      const auto u = y[static_cast<std::size_t>(iu)], v = y[static_cast<std::size_t>(iv)];
      add(iu, iu, 2 * u * v - (b + 1));
      add(iu, iv, u * u);
      add(iv, iu, b - 2 * u * v);
      add(iv, iv, -u * u);
    }
    diffusion->forEach(add);
  };

  std::vector<std::string> names;
  Vector initial;
  for (int i = 0; i < n; ++i) {
    for (const char* field : {"u", "v"}) names.push_back(field + place(grid, i));
    const auto [x, y] = grid.at(i);
    initial.push_back(grid.y ? 0.5 + y : 1 + std::sin(2 * pi * x));
    initial.push_back(grid.y ? 1 + 5 * x : 3);
  }
  return {.test = {.name = grid.y ? "brusselator-2d" : "brusselator",
                   .title = "Brusselator with diffusion, " + describe(grid),
                   .source = grid.y ? "Hairer, Norsett and Wanner I, II.10" : "Hairer and Wanner II, IV.10 (BRUSS)",
                   .problem = autonomous(2 * n, rhs, sparseJacobian(2 * n, stamps), std::move(names)),
                   .end = equation.end,
                   .initial = std::move(initial),
                   .absoluteScale = Vector(static_cast<std::size_t>(2 * n), 1.0),
                   .counted = countedSystem(rhs, stamps)},
          .grid = grid,
          .fields = 2,
          .solution = {}};
}

Brusselator brusselatorInTwoDimensions() {
  return {.grid = squareGrid(21, Kind::neumann), .b = 3.4, .diffusion = 0.002, .end = 7.5};
}

}  // namespace dashpot::problems
