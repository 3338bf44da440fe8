#include "base/rule_file.hpp"

#include "base/invariants.hpp"
#include "base/nearest.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>

namespace dashpot {

struct RuleTable::Content {
  const toml::table& table;
};

void RuleTable::allowOnly(std::span<const std::string_view> entries) {
  for (const auto& [key, value] : content_.table)
    if (std::ranges::find(entries, key.str()) == entries.end())
      wrong(fmt::format("{} has no entry '{}'", noun_, key.str()), key.str(), entries);
}

std::string RuleTable::text(std::string_view key) {
  const std::string value = optionalText(key);
  if (value.empty()) wrong(fmt::format("{} needs the text '{}'", noun_, key));
  return value;
}

std::string RuleTable::optionalText(std::string_view key) const { return content_.table[key].value_or(std::string()); }

bool RuleTable::flag(std::string_view key) const { return content_.table[key].value_or(false); }

std::optional<double> RuleTable::number(std::string_view key) const { return content_.table[key].value<double>(); }

std::vector<std::string> RuleTable::list(std::string_view key) const {
  std::vector<std::string> texts;
  if (const toml::array* const array = content_.table[key].as_array())
    for (const toml::node& node : *array) texts.push_back(node.value_or(std::string()));
  return texts;
}

void RuleTable::wrong(const std::string& problem, std::string_view written,
                      std::span<const std::string_view> candidates) {
  isSound_ = false;
  Diagnostic& d = diagnostics_.warning("rule-file", {},
                                       fmt::format("{}:{}: {}", file_, content_.table.source().begin.line, problem));
  if (const auto meant = written.empty() ? std::nullopt : nearest(written, candidates))
    d.hint(fmt::format("did you mean '{}'?", *meant));
}

void readRuleFile(std::string_view text, const std::string& file, std::span<const RuleKind> kinds,
                  Diagnostics& diagnostics) {
  try {
    const toml::table all = toml::parse(text, file);
    for (const RuleKind& kind : kinds) {
      const toml::array* const tables = all[kind.key].as_array();
      if (!tables) continue;
      for (const toml::node& node : *tables)
        if (const toml::table* const table = node.as_table()) {
          const RuleTable::Content content{*table};
          RuleTable rule(content, kind.noun, file, diagnostics);
          kind.read(rule);
        }
    }
  } catch (const toml::parse_error& fault) {
    diagnostics.warning("rule-file", {}, fmt::format("{}:{}: {}", file, fault.source().begin.line, fault.description()))
        .note("none of its rules is looked at");
  }
}

void readRuleFile(std::string_view text, const std::string& file, std::string_view key, std::string_view noun,
                  Diagnostics& diagnostics, const std::function<void(RuleTable&)>& read) {
  const RuleKind kind{key, noun, read};
  readRuleFile(text, file, {&kind, 1}, diagnostics);
}

void requireSoundRules(std::string_view stage, const Diagnostics& diagnostics) {
  std::vector<std::string> faults;
  for (const Diagnostic& fault : diagnostics.all()) faults.push_back(fault.message);
  requireNoViolations(stage, faults);
}

std::optional<FactCondition> readFactCondition(const std::string& written) {
  using Test = FactCondition::Test;
  std::istringstream stream(written);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() == 1) return FactCondition{.fact = words[0]};
  if (words.size() == 2 && words[0] == "not") return FactCondition{.fact = words[1], .test = Test::unknown};
  if (words.size() != 3) return std::nullopt;
  if (words[1] == "is") return FactCondition{.fact = words[0], .test = Test::is, .word = words[2]};
  double number = 0.0;
  const char* const last = words[2].data() + words[2].size();
  const auto [end, fault] = std::from_chars(words[2].data(), last, number);
  if (fault != std::errc() || end != last || (words[1] != ">=" && words[1] != "<=")) return std::nullopt;
  return FactCondition{.fact = words[0], .test = words[1] == ">=" ? Test::atLeast : Test::atMost, .number = number};
}

}  // namespace dashpot
