#include "analysis/amplification.hpp"

#include "integrators/multistep/formula.hpp"
#include "integrators/system/jacobian.hpp"
#include "linalg/decompositions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::analysis {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using integrators::MultistepFormula;
using integrators::PairLayout;

/// A root this close to 1 counts as 1: defective roots split by the square or cube root of the rounding.
constexpr double nearOne = 1e-5;
/// Rounding of roots on the unit circle.
constexpr double outside = 1e-7;

Problem problemOf(const LinearProblem& linear) {
  const auto n = static_cast<std::size_t>(linear.jacobian.rows());
  Problem problem;
  problem.size = static_cast<int>(n);
  problem.autonomous = true;
  problem.pairs = linear.pairs;
  problem.rhs = [j = linear.jacobian, n](double, ConstView y, View f) {
    Eigen::Map<VectorXd>(f.data(), static_cast<Eigen::Index>(n)) =
        j * Eigen::Map<const VectorXd>(y.data(), static_cast<Eigen::Index>(n));
  };
  problem.jacobian = Jacobian{
      {}, [j = linear.jacobian](double, ConstView, View values) { std::copy_n(j.data(), j.size(), values.begin()); }};
  return problem;
}

Options fixedStep(const std::string& method, double step, const NewmarkOptions& newmark) {
  Options options;
  options.method = method;
  options.step = step;
  options.newmark = newmark;
  options.tolerances.relative = options.tolerances.absolute = 1e-13;  // Newton's method must not show
  return options;
}

/// One step from every unit vector.
Expected<MatrixXd, std::string> byOneStep(const std::string& method, const LinearProblem& linear, double step,
                                          const NewmarkOptions& newmark) {
  const Problem problem = problemOf(linear);
  const auto n = static_cast<std::size_t>(problem.size);
  MatrixXd result(n, n);
  Integrator integrator(problem, fixedStep(method, step, newmark));
  for (std::size_t j = 0; j < n; ++j) {
    Vector unit(n);
    unit[j] = 1;
    if (integrator.start(0, unit, step) == RunStatus::failed || integrator.step() == RunStatus::failed)
      return Unexpected{integrator.failure().message};
    for (std::size_t i = 0; i < n; ++i)
      result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = integrator.state()[i];
  }
  return result;
}

/// The formula on unit vectors in its history. `advance(levels)` gives the next point.
template <class Advance>
MatrixXd byHistory(std::size_t size, const std::vector<int>& carried, int levels, Advance&& advance) {
  const auto m = static_cast<Eigen::Index>(carried.size());
  MatrixXd result = MatrixXd::Zero(levels * m, levels * m);
  for (Eigen::Index column = 0; column < result.cols(); ++column) {
    std::vector<Vector> history(static_cast<std::size_t>(levels), Vector(size, 0.0));
    history[static_cast<std::size_t>(column / m)][static_cast<std::size_t>(carried[column % m])] = 1;
    const Vector next = advance(history);
    for (Eigen::Index i = 0; i < m; ++i) result(i, column) = next[static_cast<std::size_t>(carried[i])];
    if (column < (levels - 1) * m) result(column + m, column) = 1;
  }
  return result;
}

MatrixXd byMultistep(integrators::MultistepKind kind, const LinearProblem& linear, double step) {
  const Problem problem = problemOf(linear);
  MultistepFormula<double> formula(kind, Start::automatic, PairLayout(problem), problem.size);
  return byHistory(static_cast<std::size_t>(problem.size), formula.carried(), formula.needed(),
                   [&](const std::vector<Vector>& history) {
                     formula.load(0, step, history, problem.rhs);
                     formula.advance(0, step, problem.rhs);
                     return Vector(formula.state(0).begin(), formula.state(0).end());
                   });
}

/// The centred formula in closed form; its history is two positions, w, and the last two slopes of w.
MatrixXd byCentred(const LinearProblem& linear, double step) {
  // With v = (x[n+1] - x[n-1]) / (2h):  (I - h/2 B) x[n+1] = (2 I + h^2 A) x[n] - (I + h/2 B) x[n-1] + h^2 C w[n].
  const PairLayout layout(problemOf(linear));
  const auto m = static_cast<Eigen::Index>(layout.x.size()), q = static_cast<Eigen::Index>(layout.w.size());
  const auto block = [&](const std::vector<int>& rows, const std::vector<int>& columns) {
    MatrixXd part(rows.size(), columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = linear.jacobian(rows[i], columns[j]);
    return part;
  };
  const MatrixXd a = block(layout.v, layout.x), b = block(layout.v, layout.v), c = block(layout.v, layout.w);
  const MatrixXd one = MatrixXd::Identity(m, m);
  const auto lu = (one - step / 2 * b).partialPivLu();
  const Eigen::Index size = 2 * m + 3 * q;
  MatrixXd result = MatrixXd::Zero(size, size);
  result.block(0, 0, m, m) = lu.solve(2 * one + step * step * a);
  result.block(0, m, m, m) = lu.solve(-(one + step / 2 * b));
  result.block(m, 0, m, m) = one;
  if (q == 0) return result;
  result.block(0, 2 * m, m, q) = lu.solve(step * step * c);
  // slope of w at n:  e x[n] + g (x[n+1] - x[n-1]) / (2h) + f w[n]
  MatrixXd slope = MatrixXd::Zero(q, size);
  const MatrixXd g = block(layout.w, layout.v) / (2 * step);
  slope = g * result.topRows(m);
  slope.leftCols(m) += block(layout.w, layout.x);
  slope.middleCols(m, m) -= g;
  slope.middleCols(2 * m, q) += block(layout.w, layout.w);
  result.middleRows(2 * m, q) = step / 12 * 23 * slope;
  result.block(2 * m, 2 * m, q, q) += MatrixXd::Identity(q, q);
  result.block(2 * m, 2 * m + q, q, q) -= step / 12 * 16 * MatrixXd::Identity(q, q);
  result.block(2 * m, 2 * m + 2 * q, q, q) += step / 12 * 5 * MatrixXd::Identity(q, q);
  result.middleRows(2 * m + q, q) = slope;
  result.block(2 * m + 2 * q, 2 * m + q, q, q) = MatrixXd::Identity(q, q);
  return result;
}

/// Generalised-alpha carries the rates r = (a, w') beside the state.
MatrixXd byGeneralizedAlpha(const LinearProblem& linear, double h, double rho) {
  const PairLayout layout(problemOf(linear));
  const Eigen::Index n = linear.jacobian.rows();
  const auto rates = static_cast<Eigen::Index>(layout.v.size() + layout.w.size());
  const double alphaM = (2 * rho - 1) / (rho + 1), alphaF = rho / (rho + 1);
  const double alphaMW = (3 * rho - 1) / (2 * (1 + rho));
  const double gamma = 0.5 - alphaM + alphaF, gammaW = 0.5 - alphaMW + alphaF;
  const double beta = std::pow(1 - alphaM + alphaF, 2) / 4;
  // y1 = T y0 + U r0 + V r1;  (1 - am) r1 + am r0 = S J ((1 - af) y1 + af y0), S the rows of the rates.
  MatrixXd t = MatrixXd::Identity(n, n), u = MatrixXd::Zero(n, rates), v = u, s = MatrixXd::Zero(rates, n);
  VectorXd am(rates);
  for (std::size_t k = 0; k < layout.v.size(); ++k) {
    const auto r = static_cast<Eigen::Index>(k);
    t(layout.x[k], layout.v[k]) = h;
    u(layout.x[k], r) = h * h * (0.5 - beta), v(layout.x[k], r) = h * h * beta;
    u(layout.v[k], r) = h * (1 - gamma), v(layout.v[k], r) = h * gamma;
    s(r, layout.v[k]) = 1;
    am[r] = alphaM;
  }
  for (std::size_t k = 0; k < layout.w.size(); ++k) {
    const auto r = static_cast<Eigen::Index>(layout.v.size() + k);
    u(layout.w[k], r) = h * (1 - gammaW), v(layout.w[k], r) = h * gammaW;
    s(r, layout.w[k]) = 1;
    am[r] = alphaMW;
  }
  const MatrixXd sj = s * linear.jacobian;
  const MatrixXd left = MatrixXd((VectorXd::Ones(rates) - am).asDiagonal()) - (1 - alphaF) * sj * v;
  const auto lu = left.partialPivLu();
  MatrixXd next(rates, n + rates);
  next.leftCols(n) = lu.solve(sj * ((1 - alphaF) * t + alphaF * MatrixXd::Identity(n, n)));
  next.rightCols(rates) = lu.solve((1 - alphaF) * sj * u - MatrixXd(am.asDiagonal()));
  MatrixXd result(n + rates, n + rates);
  result.topRows(n) = v * next;
  result.topLeftCorner(n, n) += t;
  result.topRightCorner(n, rates) += u;
  result.bottomRows(rates) = next;
  return result;
}

}  // namespace

LinearProblem dampedOscillator(double zeta) {
  LinearProblem problem{MatrixXd(2, 2), {{0, 1}}};
  problem.jacobian << 0, 1, -1, -2 * zeta;
  return problem;
}

Expected<LinearProblem, std::string> linearise(const Problem& problem, double t, ConstView y) {
  if (problem.mass.kind != MassMatrix::Kind::identity) return Unexpected{std::string("it has a mass matrix")};
  Statistics statistics;
  integrators::System system(problem, statistics);
  integrators::JacobianEvaluator evaluator(system, Options{});
  Vector f(y.size());
  if (system.rhs(t, y, f) != Evaluation::ok || evaluator.evaluate(t, y, f) != Evaluation::ok)
    return Unexpected{std::string("its derivatives are not defined at the start")};
  LinearProblem result{MatrixXd::Zero(problem.size, problem.size), problem.pairs};
  const auto places = linalg::places(problem.size, evaluator.pattern());
  for (std::size_t k = 0; k < places.size(); ++k)
    result.jacobian(places[k].row, places[k].column) = evaluator.values()[k];
  return result;
}

std::vector<PositionVelocity> pairsIn(const MatrixXd& jacobian) {
  std::vector<PositionVelocity> pairs;
  std::vector<bool> taken(static_cast<std::size_t>(jacobian.rows()));
  for (Eigen::Index row = 0; row < jacobian.rows(); ++row) {
    const bool single = (jacobian.row(row).array() != 0).count() == 1;
    Eigen::Index column = 0;
    if (!single || jacobian.row(row).maxCoeff(&column) != 1 || column == row) continue;
    const auto x = static_cast<std::size_t>(row), v = static_cast<std::size_t>(column);
    if (taken[x] || taken[v]) continue;
    taken[x] = taken[v] = true;
    pairs.push_back({static_cast<int>(row), static_cast<int>(column)});
  }
  return pairs;
}

Expected<MatrixXd, std::string> amplificationMatrix(const std::string& method, const LinearProblem& problem,
                                                    double step, const NewmarkOptions& newmark) {
  const MethodTraits* const traits = findMethod(method);
  if (!traits) return Unexpected{fmt::format("there is no method '{}'", method)};
  if (!traits->fixedStep) return Unexpected{fmt::format("'{}' chooses its own steps and orders", method)};
  const bool secondOrder = traits->family == Family::secondOrder;
  if (secondOrder && problem.pairs.empty())
    return Unexpected{fmt::format("'{}' works on positions, but no row of the system reads x' = v", method)};
  if (const auto kind = integrators::multistepKind(method)) {
    if (method == "godunov") {
      const PairLayout layout(problemOf(problem));
      for (const int row : layout.v)
        for (const int column : layout.v)
          if (problem.jacobian(row, column) != 0)
            return Unexpected{fmt::format("'{}' is for x'' = f(t, x), but here velocities matter", method)};
      if (!layout.w.empty())
        return Unexpected{fmt::format("'{}' takes no first-order unknowns; use godunov-hybrid", method)};
    }
    return byMultistep(*kind, problem, step);
  }
  if (method == "godunov-centred") return byCentred(problem, step);
  if (method == "generalized-alpha") return byGeneralizedAlpha(problem, step, newmark.rhoInfinity);
  return byOneStep(method, problem, step, newmark);
}

std::vector<std::complex<double>> eigenvaluesOf(const MatrixXd& matrix) {
  const Eigen::VectorXcd values = linalg::eigenvalues(matrix);
  std::vector<std::complex<double>> result(values.begin(), values.end());
  std::ranges::sort(result, std::greater{}, [](const std::complex<double>& z) { return std::abs(z); });
  return result;
}

double spectralRadius(const MatrixXd& matrix) { return linalg::spectralRadius(matrix); }

std::string UnitRoots::meaning() const {
  if (count() == 0) return "no root at 1";
  if (!ramp()) return fmt::format("{} root{} at 1: an offset stays", count(), count() == 1 ? "" : "s");
  return fmt::format("{} roots at 1 with {} eigenvector{}: a ramp grows", count(), nullities[0],
                     nullities[0] == 1 ? "" : "s");
}

UnitRoots unitRoots(const MatrixXd& amplification) {
  const MatrixXd difference = amplification - MatrixXd::Identity(amplification.rows(), amplification.cols());
  UnitRoots result;
  MatrixXd power = difference;
  constexpr double rounding = 1e-12;
  for (int& nullity : result.nullities) {
    const VectorXd values = Eigen::JacobiSVD<MatrixXd>(power).singularValues();
    const double threshold = rounding * std::max(1.0, values[0]);
    nullity = static_cast<int>((values.array() < threshold).count());
    power = power * difference;
  }
  return result;
}

bool isStable(const MatrixXd& amplification) {
  return std::ranges::all_of(eigenvaluesOf(amplification), [](const std::complex<double>& z) {
    return std::abs(z - 1.0) < nearOne || std::abs(z) <= 1 + outside;
  });
}

Expected<StepLimit, std::string> largestStableStep(const std::string& method, const LinearProblem& problem,
                                                   const NewmarkOptions& newmark) {
  const double fastest = spectralRadius(problem.jacobian);
  if (fastest == 0) return Unexpected{std::string("all eigenvalues of the system are zero")};
  std::string fault;
  const auto stableAt = [&](double step) {
    const auto matrix = amplificationMatrix(method, problem, step, newmark);
    if (!matrix) {
      fault = matrix.error();
      return false;
    }
    return matrix->allFinite() && isStable(*matrix);
  };
  // In units of 1/|lambda|. Beyond the largest, rounding of (h lambda)^2 would show on the unit circle.
  constexpr double smallest = 1e-3, largest = 1e4, growth = 1.05;
  double stable = smallest / fastest, unstable = stable;
  if (!stableAt(stable)) return fault.empty() ? Expected<StepLimit, std::string>(StepLimit{}) : Unexpected{fault};
  while (stableAt(unstable)) {
    stable = unstable;
    if (unstable * fastest > largest) return StepLimit{std::numeric_limits<double>::infinity(), 0};
    unstable *= unstable * fastest < 100 ? growth : 2;
  }
  if (!fault.empty()) return Unexpected{fault};
  while (unstable - stable > 1e-13 * unstable) {
    const double middle = (stable + unstable) / 2;
    if (middle == stable || middle == unstable) break;
    (stableAt(middle) ? stable : unstable) = middle;
  }
  StepLimit limit{stable, 0};
  const auto matrix = amplificationMatrix(method, problem, unstable, newmark);
  for (const std::complex<double>& z : eigenvaluesOf(*matrix))
    if (std::abs(z - 1.0) >= nearOne && std::abs(z) > std::abs(limit.crossing)) limit.crossing = z;
  return limit;
}

Expected<std::vector<DomainPoint>, std::string> stabilityDomain(const std::string& method, int points,
                                                                const NewmarkOptions& newmark) {
  std::vector<DomainPoint> domain;
  const MethodTraits* const traits = findMethod(method);
  const bool undampedOnly = traits && (method == "godunov" || method.starts_with("nystrom"));
  for (int i = 0; i < (undampedOnly ? 1 : points); ++i) {
    const double zeta = static_cast<double>(i) / (points - 1);
    const auto limit = largestStableStep(method, dampedOscillator(zeta), newmark);
    if (!limit) return Unexpected{limit.error()};
    domain.push_back({zeta, limit->step});
  }
  return domain;
}

}  // namespace dashpot::analysis
