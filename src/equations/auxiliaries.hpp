// equations/auxiliaries.hpp: variables made along the way, each with the step that assigns it.
#pragma once

#include "equations/solvable_system.hpp"

#include <string>
#include <unordered_map>

namespace dashpot::equations {

class Auxiliaries {
 public:
  Auxiliaries(Pool& pool, std::vector<SystemVariable>& variables, std::vector<Step>& steps)
      : pool_(pool), variables_(variables), steps_(steps) {}

  /// A name for a value that is used more than once. What is a constant or a variable already needs none; `label` is
  /// asked for its text only then.
  template <class Label>
  Expr name(Expr value, const Label& label, EquationId equation) {
    if (value == Expr::none || symbolic::isLeaf(pool_.op(value))) return value;
    const VariableId id = add(label());
    steps_.push_back(Assignment{id, value, equation});
    return pool_.variable(id);
  }

  /// A name for the derivative of `of` by another variable.
  Expr nameSlope(Expr value, VariableId of, VariableId by, EquationId equation) {
    if (value == Expr::none || symbolic::isLeaf(pool_.op(value))) return value;
    const VariableId id = addSlope(of, by);
    steps_.push_back(Assignment{id, value, equation});
    return pool_.variable(id);
  }

  /// The same as name(), but equal values share a name.
  template <class Label>
  Expr shared(Expr value, const Label& label, EquationId equation) {
    const auto found = shared_.find(value);
    return found != shared_.end() ? found->second : shared_.emplace(value, name(value, label, equation)).first->second;
  }

  VariableId addSlope(VariableId of, VariableId by) {
    variables_.push_back({.role = Role::auxiliary, .of = of, .by = by});
    return static_cast<VariableId>(variables_.size() - 1);
  }

  VariableId add(std::string label) {
    variables_.push_back({.role = Role::auxiliary, .label = std::move(label)});
    return static_cast<VariableId>(variables_.size() - 1);
  }

 private:
  Pool& pool_;
  std::vector<SystemVariable>& variables_;
  std::vector<Step>& steps_;
  std::unordered_map<Expr, Expr> shared_;  // values, and their names
};

}  // namespace dashpot::equations
