// symbolic/essential_arguments.hpp
//
// Calls without the arguments that their function never looks at: these become zero. The value stays the same, and so
// do all partial derivatives; what the call seems to depend on becomes what it depends on. But a function's derivative
// by annotation may look at an argument that the function itself ignores, so this is for after index reduction, and for
// questions of structure before.
#pragma once

#include "symbolic/function.hpp"
#include "symbolic/substitute.hpp"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dashpot::symbolic {

class EssentialArguments {
 public:
  EssentialArguments(Pool& pool, const std::vector<Function>& functions)
      : pool_(pool), functions_(functions), walker_(pool), essential_(pool) {}

  Expr operator()(Expr e);

 private:
  Expr withoutIgnored(Expr call);
  /// By slot of the function's inputs: whether a statement reads it.
  const std::vector<bool>& readInputs(FunctionId id);

  Pool& pool_;
  const std::vector<Function>& functions_;
  Walker walker_;
  Substitution essential_;
  std::unordered_set<Expr> seen_;  // calls that it replaces
  std::unordered_map<FunctionId, std::vector<bool>> read_;
};

}  // namespace dashpot::symbolic
