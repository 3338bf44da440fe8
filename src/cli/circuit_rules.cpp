#include "cli/circuit_rules.hpp"

#include "base/units.hpp"
#include "cli/output.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace dashpot::cli {

std::vector<rules::Finding> inspectCircuit(const Compilation& compilation,
                                           const std::vector<simulation::ParameterSetting>& settings,
                                           Diagnostics& diagnostics) {
  rules::RuleBase base;
  for (const std::filesystem::path& folder : compilation.libraryFolders()) base.addLibrary(folder, diagnostics);
  rules::Settings numbers;
  for (const simulation::ParameterSetting& setting : settings)
    if (const auto quantity = parseQuantity(setting.value)) numbers[setting.name] = quantity->value;
  rules::checkSilences(compilation.parts(), base, diagnostics);
  return rules::inspect(compilation.flat(), compilation.parts(), base, numbers);
}

nlohmann::ordered_json toJson(const std::vector<rules::Finding>& findings, const Sources& sources) {
  Diagnostics diagnostics;
  for (const rules::Finding& finding : findings) diagnostics.add(finding.diagnostic);
  nlohmann::ordered_json list = toJson(diagnostics, sources);
  for (std::size_t i = 0; i < findings.size(); ++i) list[i]["component"] = findings[i].component;
  return list;
}

namespace {

/// The text of a rule as it would be for any circuit.
std::string general(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words{{{"{ports}", "PORTS"},
                                                                                {"{are}", "are"},
                                                                                {"{them}", "them"},
                                                                                {"{component}", "COMPONENT"},
                                                                                {"{parameter}", "PARAMETER"},
                                                                                {"{name}", "NAME"},
                                                                                {"{value}", "VALUE"},
                                                                                {"{number}", "NUMBER"}}};
  for (const auto& [mark, word] : words)
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
      text.replace(at, mark.size(), word);
  return text;
}

}  // namespace

ExitCode listRules(bool asJson) {
  const rules::RuleBase base;
  auto list = nlohmann::ordered_json::array();
  for (const rules::Rule& rule : base.rules()) {
    list.push_back({{"name", rule.name},
                    {"message", general(rule.message)},
                    {"reason", general(rule.reason)},
                    {"remedy", general(rule.remedy)},
                    {"before_runs", rule.isSerious}});
    if (!asJson)
      say("{}{}\n  {}\n  reason: {}\n  remedy: {}\n\n", rule.name, rule.isSerious ? " (before runs, too)" : "",
          general(rule.message), general(rule.reason), general(rule.remedy));
  }
  if (asJson) printJson({{"schema", "dashpot/rules/1"}, {"rules", std::move(list)}});
  if (!asJson) say("Silence one with annotation(__Dashpot(silence = {{\"name\"}})) on a component or a model.\n");
  return ExitCode::success;
}

}  // namespace dashpot::cli
