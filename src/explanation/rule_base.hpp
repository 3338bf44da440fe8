// explanation/rule_base.hpp
//
// The diagnoses, as data: src/explanation/diagnoses.toml. A rule has
//
//   name      short and stable, for programs
//   kind      failure: why a run ended; doubt: why its result is not to be trusted; cost: what makes it slow;
//             remark: what could be otherwise without harm
//   when      conditions on facts, all of which must hold: "events.count >= 100", "failure.code is zeno", "chatter.count"
//             (known, and not zero), "not rest.time"
//   unless    other diagnoses that say it better
//   share     the fact that tells which share of the steps it accounts for; diagnoses of a kind are ordered by it
//   finding   one sentence with facts in braces, for an engineer
//   evidence  lines; one whose facts are not known is left out
//   remedy    what to change
//   try       changes that can be tried, explanation/change.hpp; one whose facts are not known is left out
#pragma once

#include "base/rule_file.hpp"
#include "explanation/facts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::explanation {

using Condition = FactCondition;
[[nodiscard]] bool holds(const Condition& condition, const Facts& facts);

enum class Kind { failure, doubt, cost, remark };
[[nodiscard]] std::string_view nameOf(Kind kind);

struct Rule {
  std::string name;
  Kind kind = Kind::cost;
  std::vector<Condition> when;
  std::vector<std::string> unless;
  std::string share;
  std::string finding;
  std::vector<std::string> evidence;
  std::string remedy;
  std::vector<std::string> attempts;

  [[nodiscard]] bool applies(const Facts& facts) const;
  /// The facts it asks for and shows.
  [[nodiscard]] std::vector<std::string> facts() const;
};

/// Reads rules from a text; what is wrong with them is reported, and such a rule left out.
[[nodiscard]] std::vector<Rule> readRules(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// Those of the program, in the order of their file.
[[nodiscard]] const std::vector<Rule>& allRules();

/// The rules that apply and that no other makes superfluous: failures first, then by share.
[[nodiscard]] std::vector<const Rule*> diagnose(const std::vector<Rule>& rules, const Facts& facts);

}  // namespace dashpot::explanation
