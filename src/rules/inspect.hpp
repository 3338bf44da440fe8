// rules/inspect.hpp
//
// The front door of the stage: a flat model with its parts in, what is wrong with its circuit out, though its mathematics may be right.
//
//   rule_base.hpp   the rules, as data
//   circuit.hpp     the model as parts, ports, lines and networks
//   questions.hpp   what rules can ask of these
//   *.toml          the rules of the program
//
//   const rules::RuleBase base;
//   for (const rules::Finding& finding : rules::inspect(flat, parts, base)) ...
//
// Promise: silence before completeness. A rule speaks only where every one of its conditions is certain; of a component
// that has no roles nothing is assumed. Nothing here changes the model or keeps it from running.
#pragma once

#include "base/diagnostic.hpp"
#include "model/flat_model.hpp"
#include "rules/circuit.hpp"
#include "rules/rule_base.hpp"

#include <string>
#include <vector>

namespace dashpot::rules {

struct Finding {
  std::string component;  // "drive.relief"
  bool isSerious = false;
  Diagnostic diagnostic;  // a warning: code is the name of the rule, note the reason, hint the remedy
};

/// All findings that no annotation silences, rule by rule. `settings` are values that a run gives parameters.
[[nodiscard]] std::vector<Finding> inspect(const model::FlatModel& model, const model::PartsList& parts,
                                           const RuleBase& base, const Settings& settings = {});

/// Annotations that name no rule.
void checkSilences(const model::PartsList& parts, const RuleBase& base, Diagnostics& diagnostics);

}  // namespace dashpot::rules
