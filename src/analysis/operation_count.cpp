#include "analysis/operation_count.hpp"

#include "analysis/counted_method.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/nystrom.hpp"

#include <fmt/format.h>

namespace dashpot::analysis {

Expected<OperationCount, std::string> countOperations(const std::string& method, const CountedProblem& problem,
                                                      const CountSettings& settings) {
  const MethodTraits* const traits = findMethod(method);
  if (!traits) return Unexpected{fmt::format("there is no method '{}'", method)};
  if (traits->family == Family::secondOrder && problem.pairs.empty())
    return Unexpected{fmt::format("'{}' works on positions, but the problem names no pairs", method)};
  const bool allPaired = 2 * problem.pairs.size() == static_cast<std::size_t>(problem.size);
  if (tableaux::findNystrom(method) && !allPaired)
    return Unexpected{fmt::format("'{}' is counted for x'' = f(t, x) only, without first-order unknowns", method)};
  if (settings.steps < 1) return Unexpected{std::string("at least one step is needed")};

  if (problem.mass.kind != MassMatrix::Kind::identity && traits->family != Family::rosenbrock &&
      !tableaux::findImplicit(method) && method != "backward-euler")
    return Unexpected{fmt::format("'{}' cannot solve M y' = F", method)};

  OperationCount count;
  CountedProblem watched = problem;
  watched.rhs = [&](double t, std::span<const Counted> y, std::span<Counted> f) {
    ++count.evaluations;
    return problem.rhs(t, y, f);
  };
  bool linearised = false;
  if (problem.jacobian)
    watched.jacobian = [&](double t, std::span<const Counted> y, const problems::CountedSystem::Add& add) {
      linearised = true;
      problem.jacobian(t, y, add);
    };
  auto formula = countedExplicit(method, watched, settings.start);
  if (!formula) formula = countedImplicit(method, watched);
  if (!formula) return Unexpected{fmt::format("the operations of '{}' cannot be counted", method)};
  for (std::int64_t n = 0; n < settings.steps; ++n) {
    std::string failure;
    count.step = dashpot::countOperations(
        [&] { failure = formula->step(static_cast<double>(n) * settings.step, settings.step); });
    if (!failure.empty()) return Unexpected{fmt::format("step {}: {}", n + 1, failure)};
    count.run += count.step;
  }
  for (const Counted& value : formula->state()) count.final.push_back(value.value());
  const CountedNumbers y(problem.initial.begin(), problem.initial.end());
  CountedNumbers f(y.size());
  count.rhs = dashpot::countOperations([&] { problem.rhs(0, y, f); });
  if (linearised)
    count.jacobian = dashpot::countOperations([&] { problem.jacobian(0, y, [](int, int, const Counted&) {}); });
  return count;
}

Expected<CountedProblem, std::string> countedProblem(const problems::TestProblem& problem) {
  if (!problem.counted)
    return Unexpected{fmt::format("the operations of problem '{}' cannot be counted", problem.name)};
  CountedProblem result =
      countedProblem(problem.problem.size, problem.counted.rhs, problem.initial, problem.problem.pairs);
  result.jacobian = problem.counted.jacobian;
  result.mass = problem.problem.mass;
  result.autonomous = problem.problem.autonomous;
  result.scale = problem.absoluteScale;
  return result;
}

}  // namespace dashpot::analysis
