#include "integrators/driver/validate.hpp"

#include "base/nearest.hpp"
#include "integrators/linear_parts/linear_block.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/reduced_view.hpp"
#include "linalg/sparsity.hpp"
#include "tableaux/two_step_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

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
  if (method->family == Family::transition || method->family == Family::exponential) {
    if (options.transition.corrections < 1) return "the corrected ramp needs at least one correction";
    const auto& parts = options.transition.parts.empty() ? problem.linearParts : options.transition.parts;
    if (auto complaint = complaintAboutParts(parts, problem.size); !complaint.empty()) return complaint;
  }
  if (options.start == Start::eulerLeapfrog && method->name != "ab3")
    return fmt::format("the start with Euler and leapfrog belongs to ab3, not to '{}'", method->name);
  if (options.start == Start::taylor && method->family != Family::secondOrder)
    return fmt::format("the Taylor start needs positions and velocities, which '{}' does not know", method->name);
  if (method->family == Family::inlined && !problem.inlinedStep)
    return fmt::format("'{}' needs a problem that its formula was worked into; '{}' takes any", method->name,
                       formulaName(method->name));
  const bool twoStep = options.estimate == ErrorEstimate::twoStep || options.estimate == ErrorEstimate::stepPairs;
  if (twoStep && !tableaux::findTwoStepError(formulaName(method->name)))
    return fmt::format("'{}' has no two-step error method; radau3, radau5, lobatto4, lobatto6 and hw-sdirk have one",
                       method->name);
  if (options.estimate == ErrorEstimate::stepPairs && options.step > 0)
    return "pairs of steps are for error control and cannot run with a fixed step";
  const bool plain = problem.mass.kind == MassMatrix::Kind::identity;
  const bool canReduce = options.algebraic != AlgebraicUnknowns::inStep && ReducedView::appliesTo(problem);
  if (!plain && !method->daeOrder && singular(problem.mass) && !canReduce)
    return fmt::format(
        "'{}' cannot take algebraic unknowns (they can be solved for beforehand if M is diagonal and "
        "they are of index 1); use rodas4 or ida",
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
  if (options.newtonIterations < 0) return "the number of Newton iterations must not be negative";
  if (options.newtonIterations > 0 && options.step == 0)
    return "a fixed number of Newton iterations needs a fixed step";
  if (!(options.blowUpLimit >= 0)) return "the blow-up limit must not be negative";
  if (options.outputEvery < 1) return "outputEvery counts steps: it must be at least 1";
  const NewmarkOptions& n = options.newmark;
  if (!(n.beta >= 0 && n.gamma > 0 && std::isfinite(n.beta) && std::isfinite(n.gamma)))
    return "Newmark's beta must not be negative, and gamma must be positive";
  if (!(n.rhoInfinity >= 0 && n.rhoInfinity <= 1)) return "the spectral radius at infinity lies between 0 and 1";
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

std::string complaintAboutStart(std::size_t size, double t0, ConstView y0, double end) {
  if (y0.size() != size)
    return fmt::format("the initial state has {} components, but the problem has {}", y0.size(), size);
  if (!std::isfinite(t0) || !std::isfinite(end)) return "start and end time must be finite";
  for (std::size_t i = 0; i < y0.size(); ++i)
    if (!std::isfinite(y0[i])) return fmt::format("component {} of the initial state is not finite", i);
  return {};
}

}  // namespace dashpot::integrators
