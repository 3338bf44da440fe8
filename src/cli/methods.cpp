// dashpot methods: the registry of integration methods.
#include "cli/cli.hpp"
#include "cli/method_costs.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "dashpot/integrate.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace dashpot::cli {
namespace {

struct MethodsOptions {
  bool json = false;
  std::string family;
  MethodCostOptions costs;
};

std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const MethodTraits& method : methods())
    if (const std::string family(familyName(method.family)); std::ranges::count(names, family) == 0)
      names.push_back(family);
  names.emplace_back(familyName(Family::inlined));
  return names;
}

nlohmann::ordered_json toJson(const MethodTraits& method) {
  nlohmann::ordered_json json{{"name", method.name},
                              {"family", familyName(method.family)},
                              {"order", method.order},
                              {"embedded_order", method.embeddedOrder},
                              {"dense_order", method.denseOrder},
                              {"dae_order", nullptr},
                              {"stages", method.stages},
                              {"rhs_per_step", method.rhsPerStep},
                              {"a_stable", method.aStable},
                              {"l_stable", method.lStable},
                              {"r_infinity", nullptr},
                              {"alpha_degrees", method.alphaDegrees},
                              {"fixed_step", method.fixedStep},
                              {"variable_step", method.variableStep},
                              {"source", method.source}};
  if (method.daeOrder) json["dae_order"] = *method.daeOrder;
  if (std::isfinite(method.rInfinity)) json["r_infinity"] = method.rInfinity;
  return json;
}

std::vector<std::string> toRow(const MethodTraits& method) {
  const auto orBlank = [](int value) { return value > 0 ? std::to_string(value) : std::string("-"); };
  return {method.name,
          std::string(familyName(method.family)),
          orBlank(method.order),
          orBlank(method.embeddedOrder),
          orBlank(method.denseOrder),
          method.daeOrder ? std::to_string(*method.daeOrder) : "-",
          orBlank(method.stages),
          method.rhsPerStep > 0 ? number(method.rhsPerStep) : "varies",
          method.aStable ? "A" : "",
          method.lStable ? "L" : "",
          number(method.rInfinity, 3),
          fmt::format("{:.1f}", method.alphaDegrees),
          method.fixedStep && method.variableStep ? "any"
          : method.fixedStep                      ? "fixed"
                                                  : "variable",
          method.source};
}

ExitCode run(const MethodsOptions& options) {
  if (const auto known = families(); !options.family.empty() && std::ranges::count(known, options.family) == 0) {
    const std::string near = didYouMean(options.family, known);
    return fail(fmt::format("there is no family '{}' of methods", options.family),
                near.empty() ? fmt::format("the families are {}", fmt::join(known, ", ")) : near);
  }
  if (!options.costs.problem.empty()) {
    MethodCostOptions costs = options.costs;
    costs.family = options.family;
    costs.json = options.json;
    return reportMethodCosts(costs);
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  constexpr auto left = Table::Align::left;
  Table table({{"method", left},
               {"family", left},
               {"order"},
               {"emb."},
               {"dense"},
               {"DAE"},
               {"stages"},
               {"f/step"},
               {"A", left},
               {"L", left},
               {"|R(inf)|"},
               {"alpha"},
               {"step", left},
               {"source", left}});
  const bool isInlined = options.family == familyName(Family::inlined);
  for (const MethodTraits& method : isInlined ? inlinedMethods() : methods()) {
    if (!options.family.empty() && familyName(method.family) != options.family) continue;
    list.push_back(toJson(method));
    table.add(toRow(method));
  }
  if (options.json)
    printJson(nlohmann::ordered_json{{"schema", "dashpot/methods/1"}, {"methods", list}});
  else
    say("{}", table.text());
  if (!options.json && options.family.empty())
    say("\nFormulas can also be worked into the equations of a model, as inline:NAME: --family inlined lists them.\n");
  return ExitCode::success;
}

}  // namespace

void addMethods(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<MethodsOptions>();
  CLI::App* verb = addVerb(app, "methods", "List the integration methods with their orders and stability",
                           "dashpot methods --family rosenbrock");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->add_option("--family", options->family, "Only the methods of this family")->type_name("FAMILY");
  CLI::Option* const operations =
      verb->add_option("--operations", options->costs.problem,
                       "Count what a step of each method costs on a built-in problem: additions, ..., function calls")
          ->type_name("problem:NAME");
  verb->add_option("--step", options->costs.step, "The fixed step for counting (1e-5 of the time of the problem)")
      ->needs(operations)
      ->type_name("TIME");
  verb->add_option("--steps", options->costs.steps, "How many steps are counted")
      ->needs(operations)
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
