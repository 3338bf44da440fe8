// equations/guarded_calls.hpp
//
// Calls of functions in a branch that is not taken. What runs is a straight line, in which both branches of a
// conditional are evaluated (codegen/ir.hpp): cheap for operations, but not for a Fourier transform in `when
// terminal()`, which would be computed in each pass of each event and thrown away. In `if c then e else ...` a call
// f(x) in e becomes one of a function that takes c, too, calls f only if c is true, and else gives no numbers, which
// nobody takes.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/substitute.hpp"

#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

class GuardedCalls {
 public:
  explicit GuardedCalls(FlatModel& model) : model_(model) {}

  /// A value of the discrete part, if c1 then e1 else if c2 then e2 else ...: with the calls in each e guarded; also
  /// an assertion c or e, or c and e.
  Expr operator()(Expr value);

 private:
  Expr guarded(Expr value, Expr condition);
  symbolic::FunctionId guardedFunction(symbolic::FunctionId function);

  FlatModel& model_;
  // The calls of one condition: what a when-clause assigns are often the results of one.
  struct Condition {
    Expr condition = Expr::none;
    symbolic::Substitution guarded;
    std::unordered_set<Expr> seen;
  };
  std::optional<Condition> last_;
  std::unordered_map<symbolic::FunctionId, symbolic::FunctionId> made_;
};

}  // namespace dashpot::equations
