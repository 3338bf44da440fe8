#include "simulation/algebraic_failure.hpp"

#include "simulation/undetermined.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::simulation {

namespace {

constexpr std::size_t mostLines = 6;

/// Indices by falling size.
std::vector<std::size_t> bySize(ConstView values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return std::fabs(values[a]) > std::fabs(values[b]); });
  return order;
}

std::string headline(std::string_view phase, const NewtonResult& result, const std::vector<std::size_t>& order) {
  if (result.status == NewtonStatus::singular) return fmt::format("{} failed: the equations are singular here", phase);
  constexpr double noise = 1e-12;
  const double largest = std::fabs(result.residual[order.front()]);
  const auto open = std::ranges::count_if(result.residual, [&](double r) { return std::fabs(r) > noise * largest; });
  return fmt::format("{} failed: {} of {} equations {} not satisfied after {} iterations", phase, open,
                     result.residual.size(), open == 1 ? "is" : "are", result.iterations);
}

/// The unknown that the equations do not determine, or that the last step would have moved most.
void hintAtGuess(Diagnostic& d, const NewtonResult& result, const Iteration& iteration, ConstView x) {
  if (result.undetermined >= 0) {
    const auto i = static_cast<std::size_t>(result.undetermined);
    d.hint(fmt::format("the equations do not determine '{}' at {:.6g}: give it another start value", iteration.names[i],
                       x[i]));
  } else if (!result.step.empty()) {
    const std::size_t i = bySize(result.step).front();
    d.hint(
        fmt::format("give '{}' a start value nearer to the solution: it stands at {:.6g}, and the next step would move "
                    "it {}",
                    iteration.names[i], x[i], result.step[i] > 0 ? "upwards" : "downwards"));
  } else {
    d.hint("give the iteration variables start values near the solution");
  }
  d.hint(
      "or there is no solution: a flow that is forced into closed valves or open ports, or two sources that contradict "
      "one another");
}

/// Connected ports share one variable: its other names tell which components meet there.
void nameNode(Diagnostic& d, const codegen::CompiledModel& model, const codegen::VariableInfo& open) {
  std::vector<std::string> others;
  for (const codegen::VariableInfo& info : model.recorded.variables)
    if (info.kind == open.kind && info.index == open.index && info.name != open.name)
      others.push_back(fmt::format("'{}'", info.name));
  if (others.empty()) return;
  const bool areMore = others.size() > mostLines;
  others.resize(std::min(others.size(), mostLines));
  d.note(fmt::format("'{}' is one with {}{}: what meets there is to blame", open.name, fmt::join(others, ", "),
                     areMore ? ", ..." : ""));
}

}  // namespace

Diagnostic evaluationFailure(const BoundModel& model, std::string_view phase) {
  const auto fault = model.lastFault();
  Diagnostic d{Severity::error,
               "evaluation",
               fmt::format("{} failed: {}", phase, fault ? fault->reason : "a value is not finite"),
               {},
               {},
               {},
               {}};
  if (fault && !fault->origin.empty()) d.detail(fault->origin);
  return d;
}

Diagnostic newtonFailure(const BoundModel& model, std::string_view phase, const NewtonResult& result,
                         const Iteration& iteration, ConstView x) {
  if (result.status == NewtonStatus::notDefined || result.residual.empty()) return evaluationFailure(model, phase);
  const std::vector<std::size_t> order = bySize(result.residual);
  Diagnostic d{Severity::error, "newton", headline(phase, result, order), {}, {}, {}, {}};
  const TextList& origins = model.model().origins;
  for (std::size_t i = 0; i < std::min(order.size(), mostLines); ++i) {
    const std::uint32_t origin = iteration.origins[order[i]];
    d.detail(fmt::format("{}   residual {:.3g}", origin < origins.size() ? origins[origin] : "?",
                         result.residual[order[i]]));
  }
  std::string values;
  const std::vector<std::size_t> moved = bySize(result.step.empty() ? Vector(x.size(), 0.0) : result.step);
  for (std::size_t k = 0; k < std::min(moved.size(), mostLines); ++k)
    values += fmt::format("{}{} = {:.6g}", k == 0 ? "" : ", ", iteration.names[moved[k]], x[moved[k]]);
  if (moved.size() > mostLines) values += ", ...";
  d.detail("iteration variables: " + values);
  if (result.status == NewtonStatus::singular) nameOpenPorts(d, model.model());
  hintAtGuess(d, result, iteration, x);
  if (result.undetermined >= 0) {
    const std::string& open = iteration.names[static_cast<std::size_t>(result.undetermined)];
    const auto info = std::ranges::find(model.model().recorded.variables, open, &codegen::VariableInfo::name);
    if (info != model.model().recorded.variables.end()) {
      nameNode(d, model.model(), *info);
      d.hint(remedyFor(info->unit));
    }
  }
  return d;
}

}  // namespace dashpot::simulation
