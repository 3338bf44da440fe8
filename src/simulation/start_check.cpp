#include "simulation/start_check.hpp"

#include "linalg/solvers.hpp"
#include "simulation/typical_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

constexpr double distance = 1e-6;  // of the size of an unknown
constexpr double leastFall = 10;   // of a variable, on that way
constexpr double sizeWithoutNominal = 1.0;
constexpr std::size_t largestChecked = 200;  // one evaluation and one solution per unknown

double sizeOfStart(double known, double value) {
  return std::max(std::fabs(value), known > 0 ? known : sizeWithoutNominal);
}

/// Finds the unknowns along which the linear model fails at once.
class Neighbourhood {
 public:
  Neighbourhood(const AlgebraicSystem& system, const Vector& z)
      : system_(system),
        z_(z),
        solver_(linalg::makeSolver(static_cast<int>(system.size), system.pattern, MassMatrix{})),
        jacobian_(static_cast<std::size_t>(system.pattern.nonZeros(static_cast<int>(system.size)))),
        residual_(system.size),
        moved_(system.size) {}

  bool begin() {
    return system_.residual(z_, residual_) == Evaluation::ok && system_.jacobian(z_, jacobian_) == Evaluation::ok &&
           solver_->factor(0.0, jacobian_);
  }

  [[nodiscard]] double size(std::size_t i) const {
    return sizeOfStart(i < system_.sizes.size() ? system_.sizes[i] : 0.0, z_[i]);
  }

  [[nodiscard]] bool isSingularAlong(std::size_t i) {
    const double step = distance * size(i);
    Vector z = z_;
    z[i] += step;
    if (system_.residual(z, moved_) != Evaluation::ok) return false;
    for (std::size_t row = 0; row < moved_.size(); ++row) moved_[row] -= residual_[row];
    solver_->solve(moved_);  // with -J: the linear model would give -step in this place, and nothing elsewhere
    moved_[i] += step;
    double longest = 0.0;
    for (std::size_t k = 0; k < moved_.size(); ++k) longest = std::max(longest, std::fabs(moved_[k]) / size(k));
    return longest > distance;
  }

 private:
  const AlgebraicSystem& system_;
  const Vector& z_;
  std::unique_ptr<LinearSolver> solver_;
  Vector jacobian_, residual_, moved_;
};

}  // namespace

std::optional<Diagnostic> checkStart(const codegen::CompiledModel& model, const AlgebraicSystem& system,
                                     const Vector& z,
                                     const std::function<std::optional<Vector>(ConstView)>& observedAt) {
  if (system.size == 0 || system.size > largestChecked) return std::nullopt;
  Neighbourhood neighbourhood(system, z);
  if (!neighbourhood.begin()) return std::nullopt;
  std::optional<Vector> here;
  for (std::size_t i = 0; i < system.size; ++i) {
    if (!neighbourhood.isSingularAlong(i)) continue;
    if (!here) here = observedAt(z);
    Vector near = z;
    near[i] += distance * neighbourhood.size(i);
    const auto there = observedAt(near);
    if (!here || !there) continue;
    // Of several poles the weakest: others follow from it.
    const codegen::VariableInfo* worst = nullptr;
    double weakest = 0.0;
    for (const codegen::VariableInfo& info : model.recorded.variables) {
      if (isParameter(info)) continue;
      const double value = (*here)[info.index];
      const double known = sizeOfUnit(info.unit);
      const double fall =
          std::fabs(value) / std::max(std::fabs((*there)[info.index]), known > 0 ? known : sizeWithoutNominal);
      if (fall > leastFall && (!worst || fall < weakest)) worst = &info, weakest = fall;
    }
    if (!worst) continue;
    const double sign = worst->negated ? -1 : 1;
    Diagnostic d{
        .severity = Severity::error,
        .code = "undetermined-start",
        .message = fmt::format("initialisation failed: the equations do not determine '{}' at the start", worst->name)};
    d.detail(fmt::format("it would be {:.6g}, but {:.6g} if '{}' were {:.9g} instead of {:.9g}",
                         sign * (*here)[worst->index], sign * (*there)[worst->index], model.initial.names[i], near[i],
                         z[i]));
    if (const std::uint32_t origin = model.initial.rowOrigins[i]; origin < model.origins.size())
      d.detail("the equation for it: " + model.origins[origin]);
    d.hint(
        fmt::format("fixed start values contradict the constraints, or meet where these leave '{}' open: change one "
                    "of them, or leave out fixed = true",
                    worst->name));
    return d;
  }
  return std::nullopt;
}

}  // namespace dashpot::simulation
