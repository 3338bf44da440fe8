#include "explanation/rule_base.hpp"

#include "explanation/rule_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace dashpot::explanation {
namespace {

constexpr std::array<std::string_view, 4> kindNames{"failure", "doubt", "cost", "remark"};
constexpr std::array<std::string_view, 9> ruleEntries{"name",    "kind",     "when",   "unless", "share",
                                                      "finding", "evidence", "remedy", "try"};

std::optional<Rule> readRule(RuleTable& table) {
  table.allowOnly(ruleEntries);
  Rule rule{.name = table.text("name"),
            .when = {},
            .unless = table.list("unless"),
            .share = table.optionalText("share"),
            .finding = table.text("finding"),
            .evidence = table.list("evidence"),
            .remedy = table.text("remedy"),
            .attempts = table.list("try")};
  const auto kind = std::ranges::find(kindNames, table.text("kind"));
  if (kind == kindNames.end())
    table.wrong("the kind of a diagnosis is failure, doubt, cost or remark");
  else
    rule.kind = static_cast<Kind>(kind - kindNames.begin());
  for (const std::string& written : table.list("when"))
    if (auto condition = readFactCondition(written))
      rule.when.push_back(std::move(*condition));
    else
      table.wrong(fmt::format("'{}' is no condition", written));
  if (rule.when.empty()) table.wrong(fmt::format("the diagnosis '{}' has no conditions", rule.name));
  return table.isSound() ? std::optional(std::move(rule)) : std::nullopt;
}

}  // namespace

std::string_view nameOf(Kind kind) { return kindNames[static_cast<std::size_t>(kind)]; }

bool holds(const Condition& condition, const Facts& facts) {
  if (const auto value = facts.number(condition.fact)) return condition.holds(value);
  switch (condition.test) {
    case Condition::Test::known: return facts.knows(condition.fact);
    case Condition::Test::unknown: return !facts.knows(condition.fact);
    case Condition::Test::is: return facts.text(condition.fact) == condition.word;
    default: return false;
  }
}

bool Rule::applies(const Facts& facts) const {
  return std::ranges::all_of(when, [&](const Condition& condition) { return holds(condition, facts); });
}

std::vector<std::string> Rule::facts() const {
  std::vector<std::string> names;
  for (const Condition& condition : when) names.push_back(condition.fact);
  if (!share.empty()) names.push_back(share);
  const auto add = [&](const std::string& text) { std::ranges::move(namesIn(text), std::back_inserter(names)); };
  add(finding), add(remedy);
  std::ranges::for_each(evidence, add);
  std::ranges::for_each(attempts, add);
  return names;
}

std::vector<Rule> readRules(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  std::vector<Rule> rules;
  readRuleFile(text, file, "diagnosis", "a diagnosis", diagnostics, [&](RuleTable& table) {
    if (auto rule = readRule(table)) rules.push_back(std::move(*rule));
  });
  return rules;
}

const std::vector<Rule>& allRules() {
  static const std::vector<Rule> rules = [] {
    Diagnostics diagnostics;
    auto read = readRules(diagnosesText(), "diagnoses.toml", diagnostics);
    requireSoundRules("diagnoses", diagnostics);
    return read;
  }();
  return rules;
}

std::vector<const Rule*> diagnose(const std::vector<Rule>& rules, const Facts& facts) {
  std::vector<const Rule*> found;
  for (const Rule& rule : rules)
    if (rule.applies(facts)) found.push_back(&rule);
  const auto isSuperfluous = [&](const Rule* rule) {
    return std::ranges::any_of(rule->unless, [&](const std::string& better) {
      return std::ranges::any_of(found, [&](const Rule* other) { return other->name == better; });
    });
  };
  std::vector<const Rule*> left;
  std::ranges::copy_if(found, std::back_inserter(left), [&](const Rule* rule) { return !isSuperfluous(rule); });
  std::ranges::stable_sort(left, [&](const Rule* a, const Rule* b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    return facts.numberOr(a->share, 0.0) > facts.numberOr(b->share, 0.0);
  });
  return left;
}

}  // namespace dashpot::explanation
