#include "rules/rule_base.hpp"

#include "base/invariants.hpp"
#include "base/nearest.hpp"
#include "rules/questions.hpp"
#include "rules/rule_texts.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

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

/// Reads one table [[rule]]; says what is wrong with it.
class RuleReader {
 public:
  RuleReader(const toml::table& table, const std::string& file, Diagnostics& diagnostics)
      : table_(table), file_(file), diagnostics_(diagnostics) {}

  std::optional<Rule> read() {
    for (const auto& [key, value] : table_)
      if (std::ranges::find(entries, key.str()) == entries.end())
        wrong(fmt::format("a rule has no entry '{}'", key.str()), key.str(), entries);
    Rule rule{.name = text("name"),
              .domain = table_["domain"].value_or(std::string()),
              .names = table_["names"].value_or(std::string()),
              .isSerious = table_["serious"].value_or(false),
              .message = text("message"),
              .reason = text("reason"),
              .remedy = text("remedy")};
    const std::string of = text("of");
    const auto subject = std::ranges::find(subjects, of);
    if (subject == subjects.end()) {
      wrong(fmt::format("a rule is not of '{}', but of a component, parameter, line or network", of), of, subjects);
      return std::nullopt;
    }
    rule.of = static_cast<Subject>(subject - subjects.begin());
    const toml::array* when = table_["when"].as_array();
    if (!when || when->empty()) wrong(fmt::format("the rule '{}' has no conditions", rule.name));
    if (when)
      for (const toml::node& condition : *when) addCondition(rule, condition.value_or(std::string()));
    return isSound_ ? std::optional(std::move(rule)) : std::nullopt;
  }

 private:
  std::string text(std::string_view key) {
    const auto value = table_[key].value<std::string>();
    if (!value || value->empty()) wrong(fmt::format("a rule needs the text '{}'", key));
    return value.value_or(std::string());
  }

  /// "not isGiven load"
  void addCondition(Rule& rule, const std::string& written) {
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
      return wrong(fmt::format("'{}' is no question to a {}", name, subjects[static_cast<std::size_t>(rule.of)]), name,
                   known);
    }
    condition.arguments.assign(parts.begin() + 1, parts.end());
    if (condition.arguments.size() != condition.question->arguments)
      return wrong(fmt::format("the question '{}' takes {} words after it, not {}", name, condition.question->arguments,
                               condition.arguments.size()));
    rule.when.push_back(std::move(condition));
  }

  template <class Candidates = std::array<std::string_view, 0>>
  void wrong(std::string problem, std::string_view name = {}, const Candidates& candidates = {}) {
    isSound_ = false;
    Diagnostic& d = diagnostics_.warning(
        "rule-file", {}, fmt::format("{}:{}: {}", file_, table_.source().begin.line, std::move(problem)));
    if (const auto meant = name.empty() ? std::nullopt : nearest(name, candidates))
      d.hint(fmt::format("did you mean '{}'?", *meant));
  }

  const toml::table& table_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  bool isSound_ = true;
};

}  // namespace

RuleBase::RuleBase() {
  Diagnostics diagnostics;
  for (const RuleText& rules : ruleTexts()) add(rules.text, std::string(rules.file), diagnostics);
  std::vector<std::string> faults;
  for (const Diagnostic& fault : diagnostics.all()) faults.push_back(fault.message);
  requireNoViolations("rules", faults);
}

void RuleBase::add(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  try {
    const toml::table all = toml::parse(text, file);
    const toml::array* rules = all["rule"].as_array();
    if (!rules) return;
    for (const toml::node& node : *rules)
      if (const toml::table* table = node.as_table())
        if (auto rule = RuleReader(*table, file, diagnostics).read()) rules_.push_back(std::move(*rule));
  } catch (const toml::parse_error& fault) {
    diagnostics.warning("rule-file", {}, fmt::format("{}:{}: {}", file, fault.source().begin.line, fault.description()))
        .note("none of its rules is looked at");
  }
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
