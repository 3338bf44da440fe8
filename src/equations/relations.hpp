// equations/relations.hpp
//
// Relations become modes: a truth value that is held while the system is integrated and switched where its
// zero-crossing function changes sign. Relations between parameters, and those inside noEvent(), are evaluated where
// they stand.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/substitute.hpp"

#include <functional>
#include <unordered_map>

namespace dashpot::equations {

class RelationExtractor {
 public:
  /// `isKnownBeforeRun` tells parameters from variables.
  RelationExtractor(Pool& pool, std::function<bool(VariableId)> isKnownBeforeRun, std::vector<Mode>& modes);

  /// The expression with modes for relations and without noEvent().
  Expr operator()(Expr e, const model::Origin& origin);

 private:
  [[nodiscard]] std::vector<Expr> outsideNoEvent(Expr root) const;
  [[nodiscard]] bool varies(Expr e);

  Pool& pool_;
  std::function<bool(VariableId)> isKnownBeforeRun_;
  std::vector<Mode>& modes_;
  symbolic::Walker walker_;
  symbolic::Substitution withModes_;
  symbolic::Substitution withoutNoEvent_;
  std::unordered_map<Expr, bool> done_;
};

}  // namespace dashpot::equations
