#include "cli/method_costs.hpp"

#include "analysis/operation_count.hpp"
#include "base/units.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

nlohmann::ordered_json toJson(const Operations& operations) {
  return {{"additions", operations.additions},
          {"multiplications", operations.multiplications},
          {"divisions", operations.divisions},
          {"functions", operations.functions}};
}

}  // namespace

ExitCode reportMethodCosts(const MethodCostOptions& options) {
  constexpr std::string_view prefix = "problem:";
  if (!options.problem.starts_with(prefix))
    return fail(fmt::format("'{}' is not a built-in problem", options.problem), "write problem:NAME, as problem:hires");
  const auto test = problems::make(std::string_view(options.problem).substr(prefix.size()));
  if (!test) return fail(test.error().message, test.error().hint);
  const auto counted = analysis::countedProblem(*test);
  if (!counted) return fail(counted.error(), "its formulas are written for one number type only");

  analysis::CountSettings settings{.step = (test->end - test->start) / 1e5, .steps = options.steps};
  if (!options.step.empty()) {
    const auto quantity = parseQuantity(options.step);
    if (!quantity || !(quantity->unit.empty() || quantity->unit == "s") || !(quantity->value > 0))
      return fail(fmt::format("--step: '{}' is not a positive time", options.step));
    settings.step = quantity->value;
  }

  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  Table table({{"method", Table::Align::left},
               {"additions"},
               {"multiplications"},
               {"divisions"},
               {"functions"},
               {"all per step"},
               {"F per step"},
               {"all per run"}});
  std::vector<std::string> left;
  Operations rhs;
  for (const MethodTraits& method : methods()) {
    if (!options.family.empty() && familyName(method.family) != options.family) continue;
    const auto count = analysis::countOperations(method.name, *counted, settings);
    if (!count) {
      left.push_back(fmt::format("{}: {}", method.name, count.error()));
      continue;
    }
    rhs = count->rhs;
    const double evaluations = static_cast<double>(count->evaluations) / static_cast<double>(settings.steps);
    table.add({method.name, fmt::to_string(count->step.additions), fmt::to_string(count->step.multiplications),
               fmt::to_string(count->step.divisions), fmt::to_string(count->step.functions),
               fmt::to_string(count->step.total()), number(evaluations), fmt::to_string(count->run.total())});
    list.push_back({{"name", method.name},
                    {"step", toJson(count->step)},
                    {"run", toJson(count->run)},
                    {"jacobian", toJson(count->jacobian)},
                    {"rhs_evals", count->evaluations}});
  }
  if (options.json) {
    const nlohmann::ordered_json json{{"schema", "dashpot/method-costs/1"},
                                      {"problem", test->name},
                                      {"step", settings.step},
                                      {"steps", settings.steps},
                                      {"rhs", toJson(rhs)},
                                      {"methods", list},
                                      {"not_counted", left}};
    printJson(json);
    return ExitCode::success;
  }
  say("{}: {} steps of {:.6g} s; one evaluation of F takes {} operations\n\n{}", test->title, settings.steps,
      settings.step, rhs.total(), table.text());
  if (!left.empty()) say("\nnot counted:\n  {}\n", fmt::join(left, "\n  "));
  return ExitCode::success;
}

}  // namespace dashpot::cli
