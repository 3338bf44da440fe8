// model/equations/when_targets.hpp
//
// The variables that when-clauses assign. They change at events only, which must be known before any equation is read,
// so that pre() of such a variable is understood.
#pragma once

#include "model/flat_model.hpp"
#include "model/instances/names.hpp"

#include <unordered_set>

namespace dashpot::model {

struct Translator;

class WhenTargets {
 public:
  explicit WhenTargets(Translator& translator) : translator_(translator) {}

  /// Real variables that are assigned in when-clauses of an equation or algorithm section become discrete. To be called
  /// for all sections before any of them is translated.
  void mark(const ScopedStatements& statements);
  [[nodiscard]] bool contains(VariableId variable) const { return found_.contains(variable); }

 private:
  Translator& translator_;
  std::unordered_set<VariableId> found_;
};

}  // namespace dashpot::model
