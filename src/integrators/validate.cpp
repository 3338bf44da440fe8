#include "integrators/validate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "integrators/error_measure.hpp"
#include "linalg/sparsity.hpp"

namespace dashpot::integrators {
namespace {

bool singular(const MassMatrix& mass) {
  return mass.kind == MassMatrix::Kind::sparse || std::ranges::count(mass.values, 0.0) > 0;
}

std::string unknownMethod(std::string_view name) {
  std::vector<std::string_view> names;
  for (const MethodTraits& m : methods()) names.push_back(m.name);
  const auto meant = nearest(name, names);
  return fmt::format("there is no method '{}'{}", name, meant ? fmt::format("; did you mean '{}'?", *meant) : "");
}

std::string complaintAboutMethod(const Problem& problem, const Options& options) {
  const MethodTraits* const method = findMethod(options.method);
  if (!method) return unknownMethod(options.method);
  if (options.step > 0 && !method->fixedStep)
    return fmt::format("'{}' chooses its steps itself and cannot run with a fixed step", method->name);
  if (options.step == 0 && !method->variableStep)
    return fmt::format("'{}' has no error estimate: give it a fixed step", method->name);
  const bool plain = problem.mass.kind == MassMatrix::Kind::identity;
  if (!plain && !method->daeOrder && singular(problem.mass))
    return fmt::format("'{}' cannot take algebraic unknowns (M is singular or not diagonal); use rodas4 or ida",
                       method->name);
  return {};
}

std::string complaintAboutSteps(const Options& options) {
  const struct {
    const char* name;
    double value;
  } lengths[] = {{"step", options.step},
                 {"initial step", options.initialStep},
                 {"smallest step", options.minStep},
                 {"longest step", options.maxStep},
                 {"event tolerance", options.eventTolerance}};
  for (const auto& [name, value] : lengths)
    if (!(value >= 0) || !std::isfinite(value)) return fmt::format("the {} {} is not a length of time", name, value);
  if (options.maxStep > 0 && options.minStep > options.maxStep)
    return fmt::format("the smallest step {} exceeds the longest {}", options.minStep, options.maxStep);
  if (options.realTime && options.step == 0) return "real time needs a fixed step";
  const ControllerOptions& c = options.controller;
  if (!(c.safety > 0 && c.safety <= 1 && c.minFactor > 0 && c.minFactor < 1 && c.maxFactor > 1))
    return "the controller needs 0 < safety <= 1, 0 < minFactor < 1 and maxFactor > 1";
  return {};
}

std::string complaintAboutMatrices(const Problem& problem) {
  const int n = problem.size;
  if (problem.jacobian && !linalg::valid(n, problem.jacobian->pattern))
    return "the Jacobian's sparsity pattern is not well formed";
  const MassMatrix& mass = problem.mass;
  const auto values = static_cast<int>(mass.values.size());
  if (mass.kind == MassMatrix::Kind::diagonal && values != n)
    return fmt::format("the diagonal M has {} entries, but the problem has {} unknowns", values, n);
  if (mass.kind == MassMatrix::Kind::sparse &&
      (mass.pattern.dense() || !linalg::valid(n, mass.pattern) || values != mass.pattern.nonZeros(n)))
    return "the sparse M needs a well-formed pattern and one value per non-zero";
  if (!std::ranges::all_of(mass.values, [](double v) { return std::isfinite(v); }))
    return "M has an entry that is not finite";
  return {};
}

}  // namespace

std::string complaintAbout(const Problem& problem, const Options& options) {
  if (problem.size <= 0) return "the problem has no unknowns";
  if (!problem.rhs) return "the problem has no right-hand side";
  if (!problem.names.empty() && static_cast<int>(problem.names.size()) != problem.size)
    return fmt::format("{} names are given for {} unknowns", problem.names.size(), problem.size);
  if (!problem.events.crossings.empty() && !problem.events.evaluate)
    return "event directions are given, but no event function";
  if (options.holdInputs && !problem.holdInputs) return "inputs cannot be held: the problem has no holdInputs";
  for (const double t : problem.discontinuities)
    if (!std::isfinite(t)) return "a declared discontinuity time is not finite";
  if (!problem.indices.empty() && (static_cast<int>(problem.indices.size()) != problem.size ||
                                   !std::ranges::all_of(problem.indices, [](int i) { return i >= 1 && i <= 3; })))
    return fmt::format("the indices must be {} numbers from 1 to 3, one for each unknown", problem.size);
  for (auto complaint : {complaintAboutMatrices(problem), complaintAboutSteps(options),
                         complaintAbout(options.tolerances, problem.size), complaintAboutMethod(problem, options)})
    if (!complaint.empty()) return complaint;
  return {};
}

std::string complaintAboutStart(const Problem& problem, double t0, ConstView y0, double end) {
  if (static_cast<int>(y0.size()) != problem.size)
    return fmt::format("the initial state has {} components, but the problem has {}", y0.size(), problem.size);
  if (!std::isfinite(t0) || !std::isfinite(end)) return "start and end time must be finite";
  for (std::size_t i = 0; i < y0.size(); ++i)
    if (!std::isfinite(y0[i])) return fmt::format("component {} of the initial state is not finite", i);
  return {};
}

}  // namespace dashpot::integrators
