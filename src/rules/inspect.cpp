#include "rules/inspect.hpp"

#include "base/nearest.hpp"
#include "base/units.hpp"
#include "rules/questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace dashpot::rules {

namespace {

using Words = std::vector<std::pair<std::string_view, std::string>>;

/// Something that a rule speaks of: the parts concerned, the first of which has the warning.
struct Concern {
  std::vector<const Part*> parts;
  std::vector<PathId> ports;
  const Quantity* quantity = nullptr;
};

void addPart(Concern& concern, const Part* part) {
  if (std::ranges::find(concern.parts, part) == concern.parts.end()) concern.parts.push_back(part);
}

Concern concernOf(const Place& at, std::string_view role) {
  const auto isNamed = [&](const Port& port) { return role.empty() || has(port, role); };
  Concern concern;
  concern.quantity = at.quantity;
  if (at.part) {
    addPart(concern, at.part);
    concern.ports = at.part->openPorts;
  }
  if (at.line)
    for (const Port* port : at.line->ports) {
      if (isGauge(*port) || !isNamed(*port)) continue;
      concern.ports.push_back(port->path);
      addPart(concern, port->part);
    }
  if (at.network)
    for (const Line* line : at.network->lines)
      for (const Port* port : line->ports)
        if (isNamed(*port)) addPart(concern, port->part);
  // What was declared first has it.
  std::ranges::sort(concern.parts, {}, &Part::component);
  return concern;
}

/// "150 Pa"
std::string shown(const model::Variable& variable, double value) {
  const std::string& unit = variable.attributes.unit;
  return fmt::format("{:.6g}{}{}", value, unit.empty() || unit == "1" ? "" : " ", unit == "1" ? "" : unit);
}

/// Puts words into the places of a text that are marked {so}.
std::string filled(std::string text, const Words& words) {
  for (const auto& [name, word] : words) {
    const std::string mark = fmt::format("{{{}}}", name);
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + word.size()))
      text.replace(at, mark.size(), word);
  }
  return text;
}

class Inspection {
 public:
  Inspection(const model::FlatModel& model, const model::PartsList& list, const RuleBase& base,
             const Settings& settings)
      : model_(model), list_(list), base_(base), circuit_(model, list, settings) {}

  std::vector<Finding> run() {
    for (const Rule& rule : base_.rules()) apply(rule);
    return std::move(findings_);
  }

 private:
  void apply(const Rule& rule) {
    const auto isOfDomain = [&](const auto& it) { return rule.domain.empty() || rule.domain == it.domain; };
    switch (rule.of) {
      case Subject::component:
        for (const Part& part : circuit_.parts()) test(rule, {.part = &part});
        break;
      case Subject::parameter:
        for (const Part& part : circuit_.parts())
          for (const Quantity& quantity : part.quantities) test(rule, {.part = &part, .quantity = &quantity});
        break;
      case Subject::line:
        for (const Line& line : circuit_.lines())
          if (isOfDomain(line)) test(rule, {.line = &line});
        break;
      case Subject::network:
        for (const Network& network : circuit_.networks())
          if (isOfDomain(network)) test(rule, {.network = &network});
        break;
    }
  }

  void test(const Rule& rule, const Place& at) {
    const auto holds = [&](const Condition& condition) {
      const Answer given = condition.question->ask(circuit_, at, condition.arguments);
      return (condition.isNegated ? !given : given) == Answer::yes;
    };
    if (!std::ranges::all_of(rule.when, holds)) return;
    const Concern concern = concernOf(at, rule.names);
    if (!concern.parts.empty() && !isSilenced(rule, concern)) report(rule, concern);
  }

  /// A silence holds for a component and all below it; one of the parts concerned is enough.
  [[nodiscard]] bool isSilenced(const Rule& rule, const Concern& concern) const {
    const auto isAtOrBelow = [&](PathId path, PathId above) {
      while (path != above && path != PathId::root) path = model_.paths.parent(path);
      return path == above;
    };
    return std::ranges::any_of(list_.silences, [&](const model::Silence& silence) {
      return silence.rule == rule.name && std::ranges::any_of(concern.parts, [&](const Part* part) {
               return isAtOrBelow(part->component->path, silence.component);
             });
    });
  }

  /// Many instances share one text: the first of them speaks for all.
  void report(const Rule& rule, const Concern& concern) {
    const model::ListedPart& component = *concern.parts.front()->component;
    const std::string parameter = concern.quantity ? model_.nameOf(concern.quantity->variable) : std::string();
    const std::string_view last = concern.quantity ? model_.paths.name(model_[concern.quantity->variable].name) : "";
    if (!said_.emplace(rule.name, static_cast<std::uint32_t>(component.declared.source), component.declared.begin, last)
             .second)
      return;
    Words words{{"component", model_.paths.text(component.path)}};
    std::vector<std::string> ports;
    for (const PathId port : concern.ports) ports.push_back(fmt::format("'{}'", model_.paths.text(port)));
    const bool isOne = ports.size() == 1;
    words.emplace_back("ports", fmt::format("{}", fmt::join(ports, ", ")));
    words.emplace_back("are", isOne ? "is" : "are");
    words.emplace_back("them", isOne ? "it" : "them");
    if (concern.quantity) {
      const double value = concern.quantity->value.value_or(0.0);
      words.emplace_back("parameter", parameter);
      words.emplace_back("name", last);
      words.emplace_back("number", fmt::format("{:.6g}", value));
      words.emplace_back("value", shown(model_[concern.quantity->variable], value));
    }
    Diagnostic diagnostic{.severity = Severity::warning,
                          .code = rule.name,
                          .message = filled(rule.message, words),
                          .where = component.declared,
                          .notes = {filled(rule.reason, words)},
                          .hints = {filled(rule.remedy, words)}};
    findings_.push_back({words.front().second, rule.isSerious, std::move(diagnostic)});
  }

  const model::FlatModel& model_;
  const model::PartsList& list_;
  const RuleBase& base_;
  Circuit circuit_;
  std::vector<Finding> findings_;
  std::set<std::tuple<std::string, std::uint32_t, std::size_t, std::string>> said_;  // rule, place, parameter
};

}  // namespace

std::vector<Finding> inspect(const model::FlatModel& model, const model::PartsList& parts, const RuleBase& base,
                             const Settings& settings) {
  return Inspection(model, parts, base, settings).run();
}

void checkSilences(const model::PartsList& parts, const RuleBase& base, Diagnostics& diagnostics) {
  const std::vector<std::string_view> names = base.names();
  std::set<std::pair<std::uint32_t, std::size_t>> said;
  for (const model::Silence& silence : parts.silences) {
    if (std::ranges::find(names, silence.rule) != names.end()) continue;
    if (!said.emplace(static_cast<std::uint32_t>(silence.where.source), silence.where.begin).second) continue;
    Diagnostic& d =
        diagnostics.warning("unknown-rule", silence.where, fmt::format("there is no rule '{}'", silence.rule));
    if (const auto meant = nearest(silence.rule, names))
      d.hint(fmt::format("did you mean '{}'?", *meant));
    else
      d.hint("'dashpot check --rules' lists them");
  }
}

}  // namespace dashpot::rules
