#include "rules/rule_base.hpp"

#include "base/rule_file.hpp"
#include "rules/questions.hpp"
#include "rules/rule_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace dashpot::rules {

namespace {

constexpr std::array<std::string_view, 4> subjects{"component", "parameter", "line", "network"};
constexpr std::array<std::string_view, 9> entries{"name",    "of",      "domain", "when",  "names",
                                                  "serious", "message", "reason", "remedy"};

/// "not isGiven load"
void addCondition(Rule& rule, const std::string& written, RuleTable& table) {
  std::istringstream words(written);
  std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
  Condition condition;
  if (!parts.empty() && parts.front() == "not") {
    condition.isNegated = true;
    parts.erase(parts.begin());
  }
  const std::string name = parts.empty() ? "" : parts.front();
  condition.question = findQuestion(name, rule.of);
  if (!condition.question) {
    std::vector<std::string_view> known;
    for (const Question& question : questions())
      if (question.of == rule.of) known.push_back(question.name);
    return table.wrong(fmt::format("'{}' is no question to a {}", name, subjects[static_cast<std::size_t>(rule.of)]),
                       name, known);
  }
  condition.arguments.assign(parts.begin() + 1, parts.end());
  if (condition.arguments.size() != condition.question->arguments)
    return table.wrong(fmt::format("the question '{}' takes {} words after it, not {}", name,
                                   condition.question->arguments, condition.arguments.size()));
  rule.when.push_back(std::move(condition));
}

std::optional<Rule> readRule(RuleTable& table) {
  table.allowOnly(entries);
  Rule rule{.name = table.text("name"),
            .domain = table.optionalText("domain"),
            .names = table.optionalText("names"),
            .isSerious = table.flag("serious"),
            .message = table.text("message"),
            .reason = table.text("reason"),
            .remedy = table.text("remedy")};
  const std::string of = table.text("of");
  const auto subject = std::ranges::find(subjects, of);
  if (subject == subjects.end()) {
    table.wrong(fmt::format("a rule is not of '{}', but of a component, parameter, line or network", of), of, subjects);
    return std::nullopt;
  }
  rule.of = static_cast<Subject>(subject - subjects.begin());
  const std::vector<std::string> when = table.list("when");
  if (when.empty()) table.wrong(fmt::format("the rule '{}' has no conditions", rule.name));
  for (const std::string& condition : when) addCondition(rule, condition, table);
  return table.isSound() ? std::optional(std::move(rule)) : std::nullopt;
}

}  // namespace

RuleBase::RuleBase() {
  Diagnostics diagnostics;
  for (const RuleText& rules : ruleTexts()) add(rules.text, std::string(rules.file), diagnostics);
  requireSoundRules("rules", diagnostics);
}

void RuleBase::add(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  readRuleFile(text, file, "rule", "a rule", diagnostics, [&](RuleTable& table) {
    if (auto rule = readRule(table)) rules_.push_back(std::move(*rule));
  });
}

void RuleBase::addLibrary(const std::filesystem::path& folder, Diagnostics& diagnostics) {
  const std::filesystem::path file = folder / "Resources" / "dashpot_rules.toml";
  std::ifstream in(file, std::ios::binary);
  if (!in) return;
  std::ostringstream text;
  text << in.rdbuf();
  add(text.str(), file.string(), diagnostics);
}

std::vector<std::string_view> RuleBase::names() const {
  std::vector<std::string_view> names;
  for (const Rule& rule : rules_)
    if (std::ranges::find(names, rule.name) == names.end()) names.push_back(rule.name);
  return names;
}

}  // namespace dashpot::rules
