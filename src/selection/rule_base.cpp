#include "selection/rule_base.hpp"

#include "selection/rule_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::selection {
namespace {

constexpr std::array<std::string_view, 14> candidateEntries{
    "name",     "between", "kind",  "evaluations", "jacobians",   "factorisations", "solves",
    "overhead", "steps",   "order", "stability",   "oscillating", "follows",        "shorter"};
constexpr std::array<std::string_view, 10> ruleEntries{"name", "moment",  "when",  "passing", "patience",
                                                       "only", "without", "other", "reason",  "source"};

std::optional<Kind> kindNamed(std::string_view name) {
  if (name == "explicit") return Kind::explicitFormula;
  if (name == "implicit") return Kind::implicitFormula;
  return std::nullopt;
}

std::optional<Candidate> readCandidate(RuleTable& table) {
  table.allowOnly(candidateEntries);
  const auto kind = kindNamed(table.text("kind"));
  if (!kind) table.wrong("a candidate is explicit or implicit");
  Candidate candidate{.name = table.text("name"),
                      .kind = kind.value_or(Kind::explicitFormula),
                      .evaluations = table.number("evaluations").value_or(0),
                      .jacobians = table.number("jacobians").value_or(0),
                      .factorisations = table.number("factorisations").value_or(0),
                      .solves = table.number("solves").value_or(0),
                      .between = table.number("between").value_or(0),
                      .shorter = table.number("shorter").value_or(1),
                      .overhead = table.number("overhead").value_or(1),
                      .steps = table.number("steps").value_or(0),
                      .order = table.number("order").value_or(0),
                      .follows = table.number("follows").value_or(0),
                      .stability = table.number("stability").value_or(0),
                      .oscillating = table.number("oscillating").value_or(0)};
  if (!(candidate.evaluations > 0 && candidate.steps > 0 && candidate.order > 0 && candidate.follows > 0))
    table.wrong(fmt::format("the candidate '{}' needs evaluations, steps, order and follows", candidate.name));
  if (kind == Kind::explicitFormula && !(candidate.stability > 0 && candidate.oscillating > 0))
    table.wrong(fmt::format("the explicit candidate '{}' needs its limits of stability", candidate.name));
  return table.isSound() ? std::optional(std::move(candidate)) : std::nullopt;
}

void readCondition(const std::string& written, Rule& rule, RuleTable& table) {
  const auto test = readFactCondition(written);
  if (!test) return table.wrong(fmt::format("'{}' is no condition", written));
  const auto fact = factNamed(test->fact);
  if (!fact) return table.wrong(fmt::format("there is no fact '{}'", test->fact));
  rule.when.push_back({*fact, test->test, test->number});
}

std::optional<Rule> readRule(RuleTable& table) {
  table.allowOnly(ruleEntries);
  Rule rule{.name = table.text("name"),
            .when = {},
            .isPassing = table.flag("passing"),
            .patience = static_cast<int>(std::clamp(table.number("patience").value_or(1), 1.0, 1000.0)),
            .only = {},
            .without = table.list("without"),
            .other = table.flag("other"),
            .reason = table.text("reason"),
            .source = table.text("source")};
  const std::string moment = table.text("moment");
  if (moment != "start" && moment != "running") table.wrong("the moment of a rule is start or running");
  rule.moment = moment == "running" ? Moment::running : Moment::start;
  for (const std::string& written : table.list("when")) readCondition(written, rule, table);
  if (rule.when.empty()) table.wrong(fmt::format("the rule '{}' has no conditions", rule.name));
  if (const std::string only = table.optionalText("only"); !only.empty()) {
    rule.only = kindNamed(only);
    if (!rule.only) table.wrong("a rule allows only what is explicit, or what is implicit");
  }
  if ((rule.only ? 1 : 0) + (rule.without.empty() ? 0 : 1) + (rule.other ? 1 : 0) != 1)
    table.wrong(fmt::format("the rule '{}' has one conclusion: only, without or other", rule.name));
  return table.isSound() ? std::optional(std::move(rule)) : std::nullopt;
}

}  // namespace

bool Rule::applies(const Facts& facts) const {
  return std::ranges::all_of(when, [&](const Condition& condition) { return condition.holds(facts); });
}

bool Rule::isLasting() const {
  return moment == Moment::start && !isPassing &&
         std::ranges::all_of(when, [](const Condition& condition) { return condition.fact < Fact::stabilityPrice; });
}

bool Rule::leaves(const Candidate& candidate) const {
  if (only) return candidate.kind == *only;
  return std::ranges::find(without, candidate.name) == without.end();
}

RuleBase readRuleBase(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  RuleBase base;
  const std::array kinds{RuleKind{"candidate", "a candidate",
                                  [&](RuleTable& table) {
                                    if (auto candidate = readCandidate(table))
                                      base.candidates.push_back(std::move(*candidate));
                                  }},
                         RuleKind{"rule", "a rule", [&](RuleTable& table) {
                                    if (auto rule = readRule(table)) base.rules.push_back(std::move(*rule));
                                  }}};
  readRuleFile(text, file, kinds, diagnostics);
  const auto running =
      std::ranges::stable_partition(base.rules, [](const Rule& rule) { return rule.moment == Moment::start; });
  base.firstRunning = static_cast<std::size_t>(running.begin() - base.rules.begin());
  if (base.candidates.size() > mostCandidates) {
    diagnostics.warning("rule-file", {}, fmt::format("{}: there are more than {} candidates", file, mostCandidates));
    base.candidates.resize(mostCandidates);
  }
  for (std::size_t i = 0; i < base.candidates.size(); ++i) {
    const Candidate& candidate = base.candidates[i];
    base.ofKind[static_cast<std::size_t>(candidate.kind)] |= CandidateSet{1} << i;
    for (Rule& rule : base.rules)
      if (!rule.leaves(candidate)) rule.excluded |= CandidateSet{1} << i;
  }
  return base;
}

const RuleBase& ruleBase() {
  static const RuleBase base = [] {
    Diagnostics diagnostics;
    RuleBase read = readRuleBase(rulesText(), "selection/rules.toml", diagnostics);
    requireSoundRules("rules of the automatic method", diagnostics);
    return read;
  }();
  return base;
}

}  // namespace dashpot::selection
