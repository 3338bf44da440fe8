#include "cli/method_trail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dashpot::cli {
namespace {

constexpr std::size_t mostNamed = 4;

std::string choiceText(const MethodTrail::Choice& choice, bool isFirst) {
  std::string text = fmt::format("{} {:.6g} s: {} {}\n", isFirst ? "start at" : "at", choice.time,
                                 isFirst ? "takes" : "changes to", choice.method);
  for (std::size_t i = 0; i < choice.rules.size(); ++i)
    text += fmt::format("  rule {:<18} {}\n", choice.rules[i], choice.reasons[i]);
  std::string facts;
  for (const MethodTrail::Fact& fact : choice.facts)
    facts += fmt::format("{}{} = {:.4g}", facts.empty() ? "" : ", ", fact.name, fact.value);
  text += fmt::format("  known: {}\n", facts);
  std::string costs;
  for (const MethodTrail::Alternative& alternative : choice.alternatives)
    costs += fmt::format("{}{} {:.3g}", costs.empty() ? "" : ", ", alternative.method, alternative.cost);
  return text + fmt::format("  predicted cost: {}\n", costs);
}

}  // namespace

std::string methodText(std::string_view method, const MethodTrail& trail) {
  std::vector<std::string_view> used;
  for (const MethodTrail::Choice& choice : trail.choices)
    if (std::ranges::find(used, choice.method) == used.end()) used.push_back(choice.method);
  if (used.empty()) return std::string(method);
  const bool isLong = used.size() > mostNamed;
  if (isLong) used.resize(mostNamed);
  return fmt::format("{} ({}{})", method, fmt::join(used, ", then "), isLong ? ", ..." : "");
}

std::string trailText(const MethodTrail& trail) {
  if (trail.choices.empty())
    return "the method was given, and nothing was chosen: --explain-method goes with --method auto\n";
  std::string text = "how the method was chosen\n\n";
  for (const MethodTrail::Choice& choice : trail.choices) text += choiceText(choice, &choice == &trail.choices.front());
  if (trail.left > 0) text += fmt::format("and {} more changes\n", trail.left);
  return text;
}

nlohmann::ordered_json trailJson(const MethodTrail& trail) {
  auto choices = nlohmann::ordered_json::array();
  for (const MethodTrail::Choice& choice : trail.choices) {
    nlohmann::ordered_json json{
        {"time", choice.time}, {"method", choice.method}, {"rules", choice.rules}, {"reasons", choice.reasons}};
    for (const MethodTrail::Fact& fact : choice.facts) json["facts"][fact.name] = fact.value;
    for (const MethodTrail::Alternative& alternative : choice.alternatives)
      json["predicted_operations"][alternative.method] = alternative.cost;
    choices.push_back(std::move(json));
  }
  return choices;
}

}  // namespace dashpot::cli
