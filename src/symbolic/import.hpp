// symbolic/import.hpp: copies expressions from one pool into another, with other numbers for their variables.
#pragma once

#include "symbolic/pool.hpp"

#include <functional>
#include <unordered_map>

namespace dashpot::symbolic {

class Import {
 public:
  /// `from` must not be `to`, and must stay as it is while this is in use.
  Import(const Pool& from, Pool& to, std::function<VariableId(VariableId)> renumber)
      : from_(from), to_(to), renumber_(std::move(renumber)), walker_(from) {}

  Expr operator()(Expr e);

 private:
  Expr copy(Expr at);

  const Pool& from_;
  Pool& to_;
  std::function<VariableId(VariableId)> renumber_;
  Walker walker_;
  std::unordered_map<Expr, Expr> copies_;
};

}  // namespace dashpot::symbolic
