#include "cli/integration_options.hpp"

#include "cli/estimate.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace dashpot::cli {
namespace {

template <class Value>
struct Choice {
  const char* name;
  Value value;
};
constexpr std::array starters{Choice<Start>{"automatic", Start::automatic}, Choice<Start>{"euler", Start::euler},
                              Choice<Start>{"euler-leapfrog", Start::eulerLeapfrog},
                              Choice<Start>{"taylor", Start::taylor}, Choice<Start>{"runge-kutta", Start::rungeKutta}};
using simulation::StepRule;
constexpr std::array stepRules{Choice<StepRule>{"own", StepRule::own},
                               Choice<StepRule>{"published", StepRule::published}};

template <class Choices>
std::vector<std::string> namesOf(const Choices& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.name);
  return names;
}

template <class Choices>
auto chosen(const Choices& choices, const std::string& name) {
  for (const auto& choice : choices)
    if (choice.name == name) return choice.value;
  return choices.front().value;
}

void readJacobian(const std::string& text, simulation::Settings& settings, Diagnostics& diagnostics) {
  if (text == "exact") return;
  settings.jacobian.source = JacobianOptions::Source::differences;
  if (text == "fd") return;
  double increment = 0.0;
  const std::string number = text.starts_with("fd:") ? text.substr(3) : "";
  const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), increment);
  if (!number.empty() && status == std::errc() && end == number.data() + number.size() && increment > 0 &&
      std::isfinite(increment)) {
    settings.jacobian.absoluteIncrement = increment;
    return;
  }
  diagnostics.error("command-line", {}, fmt::format("--jacobian: '{}' is neither exact, nor fd, nor fd:DELTA", text))
      .hint("fd:1e-6 takes differences over 1e-6 in every state");
}

}  // namespace

void addIntegrationOptions(CLI::App& verb, IntegrationOptions& options) {
  verb.add_flag("--steady-state", options.steadyState, "Start where nothing changes; fixed start values are guesses");
  verb.add_option("--jacobian", options.jacobian, "exact; fd: by differences; fd:DELTA: over DELTA in every state")
      ->capture_default_str()
      ->type_name("SOURCE");
  addEstimate(verb, options.estimate);
  verb.add_option("--step-rule", options.stepRule,
                  "own; published: steps change after two equal ones, between half and double, and none is repeated "
                  "(Treeaporn 2005; radau3, radau5, lobatto4, lobatto6, hw-sdirk, inlined or not)")
      ->check(CLI::IsMember(namesOf(stepRules)))
      ->capture_default_str();
  verb.add_option("--starter", options.starter, "How methods that look back at several points get their first ones")
      ->check(CLI::IsMember(namesOf(starters)))
      ->capture_default_str();
  verb.add_option("--blow-up", options.blowUp, "Stop as soon as a state exceeds this")
      ->check(CLI::PositiveNumber)
      ->type_name("NUMBER");
  verb.add_option("--checkpoint", options.checkpoint, "Save the run here at its end, also after Ctrl-C or a failure")
      ->type_name("FILE");
  verb.add_option("--checkpoint-every", options.checkpointEvery, "Save it also each time so many seconds have passed")
      ->check(CLI::PositiveNumber)
      ->needs("--checkpoint")
      ->type_name("SECONDS");
  verb.add_option("--resume", options.resume, "Go on with the run that was saved here")->type_name("FILE");
}

void readIntegrationOptions(const IntegrationOptions& options, simulation::Settings& settings,
                            Diagnostics& diagnostics) {
  if (options.steadyState) settings.startFrom = simulation::StartFrom::steadyState;
  readJacobian(options.jacobian, settings, diagnostics);
  settings.estimate = estimateNamed(options.estimate);
  settings.starter = chosen(starters, options.starter);
  settings.stepRule = chosen(stepRules, options.stepRule);
  settings.blowUpLimit = options.blowUp;
  settings.checkpoint = options.checkpoint;
  settings.checkpointSeconds = options.checkpointEvery;
  settings.resume = options.resume;
  if (options.steadyState && !options.resume.empty())
    diagnostics.error("command-line", {}, "--resume goes on where a run was: --steady-state cannot be given with it");
}

}  // namespace dashpot::cli
