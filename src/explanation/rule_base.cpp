#include "explanation/rule_base.hpp"

#include "base/invariants.hpp"
#include "explanation/rule_texts.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <sstream>

namespace dashpot::explanation {
namespace {

constexpr std::array<std::string_view, 4> kindNames{"failure", "doubt", "cost", "remark"};
constexpr std::array<std::string_view, 9> ruleEntries{"name",    "kind",     "when",   "unless", "share",
                                                      "finding", "evidence", "remedy", "try"};

std::optional<double> readNumber(const std::string& text) {
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "events.count >= 100"; none: it cannot be read.
std::optional<Condition> readCondition(const std::string& written) {
  std::istringstream stream(written);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() == 1) return Condition{.fact = words[0]};
  if (words.size() == 2 && words[0] == "not") return Condition{.fact = words[1], .test = Condition::Test::unknown};
  if (words.size() != 3) return std::nullopt;
  if (words[1] == "is") return Condition{.fact = words[0], .test = Condition::Test::is, .word = words[2]};
  const auto number = readNumber(words[2]);
  if (!number || (words[1] != ">=" && words[1] != "<=")) return std::nullopt;
  return Condition{.fact = words[0],
                   .test = words[1] == ">=" ? Condition::Test::atLeast : Condition::Test::atMost,
                   .number = *number};
}

/// Reads one table [[diagnosis]]; says what is wrong with it.
class RuleReader {
 public:
  RuleReader(const toml::table& table, const std::string& file, Diagnostics& diagnostics)
      : table_(table), file_(file), diagnostics_(diagnostics) {}

  std::optional<Rule> read() {
    for (const auto& [key, value] : table_)
      if (std::ranges::find(ruleEntries, key.str()) == ruleEntries.end())
        wrong(fmt::format("a diagnosis has no entry '{}'", key.str()));
    Rule rule{.name = text("name"),
              .when = {},
              .unless = list("unless"),
              .share = table_["share"].value_or(std::string()),
              .finding = text("finding"),
              .evidence = list("evidence"),
              .remedy = text("remedy"),
              .attempts = list("try")};
    const auto kind = std::ranges::find(kindNames, text("kind"));
    if (kind == kindNames.end())
      wrong("the kind of a diagnosis is failure, doubt, cost or remark");
    else
      rule.kind = static_cast<Kind>(kind - kindNames.begin());
    for (const std::string& written : list("when"))
      if (auto condition = readCondition(written))
        rule.when.push_back(std::move(*condition));
      else
        wrong(fmt::format("'{}' is no condition", written));
    if (rule.when.empty()) wrong(fmt::format("the diagnosis '{}' has no conditions", rule.name));
    return isSound_ ? std::optional(std::move(rule)) : std::nullopt;
  }

 private:
  std::string text(std::string_view key) {
    const auto value = table_[key].value<std::string>();
    if (!value || value->empty()) wrong(fmt::format("a diagnosis needs the text '{}'", key));
    return value.value_or(std::string());
  }
  std::vector<std::string> list(std::string_view key) {
    std::vector<std::string> texts;
    if (const toml::array* const array = table_[key].as_array())
      for (const toml::node& node : *array) texts.push_back(node.value_or(std::string()));
    return texts;
  }
  void wrong(const std::string& problem) {
    isSound_ = false;
    diagnostics_.warning("rule-file", {}, fmt::format("{}:{}: {}", file_, table_.source().begin.line, problem));
  }

  const toml::table& table_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  bool isSound_ = true;
};

}  // namespace

std::string_view nameOf(Kind kind) { return kindNames[static_cast<std::size_t>(kind)]; }

bool Condition::holds(const Facts& facts) const {
  const auto value = facts.number(fact);
  switch (test) {
    case Test::known: return value ? *value != 0.0 : facts.knows(fact);
    case Test::unknown: return value ? *value == 0.0 : !facts.knows(fact);
    case Test::atLeast: return value && *value >= number;
    case Test::atMost: return value && *value <= number;
    case Test::is: return facts.text(fact) == word;
  }
  return false;
}

bool Rule::applies(const Facts& facts) const {
  return std::ranges::all_of(when, [&](const Condition& condition) { return condition.holds(facts); });
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
  try {
    const toml::table all = toml::parse(text, file);
    if (const toml::array* const tables = all["diagnosis"].as_array())
      for (const toml::node& node : *tables)
        if (const toml::table* const table = node.as_table())
          if (auto rule = RuleReader(*table, file, diagnostics).read()) rules.push_back(std::move(*rule));
  } catch (const toml::parse_error& error) {
    diagnostics.warning("rule-file", {},
                        fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
  return rules;
}

const std::vector<Rule>& allRules() {
  static const std::vector<Rule> rules = [] {
    Diagnostics diagnostics;
    auto read = readRules(diagnosesText(), "diagnoses.toml", diagnostics);
    std::vector<std::string> faults;
    for (const Diagnostic& fault : diagnostics.all()) faults.push_back(fault.message);
    requireNoViolations("diagnoses", faults);
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
