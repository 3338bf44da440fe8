#include "equations/redundant_conditions.hpp"

#include "equations/parameter_numbers.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::equations {

namespace {

using symbolic::Op;

// Two conditions agree if their sides differ by no more: the initial state is found by iteration, and what users write
// down of it is rounded.
constexpr double relative = 1e-6, absolute = 1e-9;
constexpr std::size_t longestNote = 4;

class Redundancy {
 public:
  Redundancy(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence, const Matching& matching,
             const Sources& sources)
      : model_(model),
        pool_(model.flat.pool),
        system_(system),
        incidence_(incidence),
        matching_(matching),
        sources_(sources),
        numbers_(model) {}

  [[nodiscard]] const SystemEquation& equation(std::uint32_t row) const {
    return model_.equations[static_cast<std::size_t>(system_.equations[row])];
  }

  [[nodiscard]] bool isCondition(std::uint32_t row) const {
    return equation(row).source == EquationSource::initial || equation(row).source == EquationSource::startValue;
  }

  /// The equations that leave no unknown to this one: those along alternating paths from it, conditions first.
  [[nodiscard]] std::vector<std::uint32_t> rivals(std::uint32_t row) const {
    std::vector<std::uint32_t> found{row};
    std::vector<bool> isFound(system_.equations.size(), false);
    isFound[row] = true;
    for (std::size_t i = 0; i < found.size(); ++i)
      for (const std::uint32_t unknown : incidence_.row(found[i]))
        if (const std::uint32_t holder = matching_.equationOf[unknown]; !isFound[holder])
          isFound[holder] = true, found.push_back(holder);
    found.erase(found.begin());
    std::ranges::stable_partition(found, [&](std::uint32_t i) { return isCondition(i); });
    return found;
  }

  /// x = a and x = b with numbers that differ.
  [[nodiscard]] bool contradicts(std::uint32_t a, std::uint32_t b) {
    if (pool_.op(equation(a).left) != Op::variable || equation(a).left != equation(b).left) return false;
    const auto first = numbers_(equation(a).right), second = numbers_(equation(b).right);
    return first && second &&
           std::fabs(*first - *second) > relative * std::max(std::fabs(*first), std::fabs(*second)) + absolute;
  }

  [[nodiscard]] std::string describe(std::uint32_t row) const {
    return equations::describe(model_, system_.equations[row], sources_);
  }

  void check(std::uint32_t row, const std::vector<std::uint32_t>& others) {
    std::string rest;
    for (std::size_t i = 0; i < std::min(others.size(), longestNote); ++i)
      rest += fmt::format("{}{}", i == 0 ? "" : "; ", describe(others[i]));
    const auto magnitude = [&](Expr e) { return symbolic::build(pool_, Op::abs, e); };
    const Expr left = equation(row).left, right = equation(row).right;
    const Expr allowed =
        symbolic::add(pool_,
                      symbolic::multiply(pool_, pool_.constant(relative),
                                         symbolic::build(pool_, Op::max, magnitude(left), magnitude(right))),
                      pool_.constant(absolute));
    const Expr agrees =
        symbolic::build(pool_, Op::lessEqual, magnitude(symbolic::subtract(pool_, left, right)), allowed);
    if (model_.isInitial == VariableId::none) {
      model_.isInitial = static_cast<VariableId>(model_.variables.size());
      model_.variables.push_back({.role = Role::phase, .label = "initial()"});
    }
    const Expr isLater = symbolic::build(pool_, Op::logicalNot, pool_.variable(model_.isInitial));
    model_.actions.push_back(
        {.kind = model::ActionKind::assertion,
         .active = pool_.boolean(true),
         .value = symbolic::build(pool_, Op::logicalOr, isLater, agrees),
         .message = {{fmt::format("initial conditions contradict one another: {} does not hold with {}", describe(row),
                                  rest)}},
         .origin = equation(row).origin});
  }

 private:
  SolvableSystem& model_;
  Pool& pool_;
  const EquationSystem& system_;
  const Incidence& incidence_;
  const Matching& matching_;
  const Sources& sources_;
  ParameterNumbers numbers_;
};

}  // namespace

bool setAsideRedundantConditions(SolvableSystem& model, EquationSystem& system, const Incidence& incidence,
                                 const Matching& matching, const Sources& sources, Diagnostics& diagnostics) {
  if (matching.size != incidence.unknownCount) return false;
  Redundancy redundancy(model, system, incidence, matching, sources);
  std::vector<std::uint32_t> surplus;
  for (std::uint32_t row = 0; row < system.equations.size(); ++row)
    if (matching.unknownOf[row] == unmatched) surplus.push_back(row);
  std::vector<std::vector<std::uint32_t>> rivals;
  for (const std::uint32_t row : surplus) {
    rivals.push_back(redundancy.rivals(row));
    if (!redundancy.isCondition(row)) return false;
    for (const std::uint32_t other : rivals.back())
      if (redundancy.contradicts(row, other)) return false;
  }
  for (std::size_t i = 0; i < surplus.size(); ++i) {
    redundancy.check(surplus[i], rivals[i]);
    Diagnostic& d = diagnostics.warning("redundant-initial", redundancy.equation(surplus[i]).origin.where,
                                        "this initial condition is one too many: others determine the same");
    d.detail("  " + redundancy.describe(surplus[i]));
    for (std::size_t k = 0; k < std::min(rivals[i].size(), longestNote); ++k)
      d.detail("  " + redundancy.describe(rivals[i][k]));
    d.note("it is not solved for; that it holds is checked at the start");
  }
  std::vector<EquationId> kept;
  for (std::uint32_t row = 0; row < system.equations.size(); ++row)
    if (matching.unknownOf[row] != unmatched) kept.push_back(system.equations[row]);
  system.equations = std::move(kept);
  return true;
}

}  // namespace dashpot::equations
