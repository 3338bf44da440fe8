// equations/start_rank.hpp
//
// Which of several start values counts where they meet in one variable: of aliases, and of variables that constraints
// tie together. Modelica 3.6, section 8.6.2: the one that is written furthest out. A start value that is exactly a
// parameter is as strong as what gives the parameter its value, so that a modification of the parameter counts.
#pragma once

#include "model/flat_model.hpp"

#include <vector>

namespace dashpot::equations {

struct StartRank {
  bool isFixed = false;
  bool isGiven = false;  // by the model itself, or from outside the component: not the default of a declaration
  model::Level level = model::noLevel;
  std::vector<symbolic::VariableId> parameters = {};  // those that it is, one after the other

  [[nodiscard]] bool isStrongerThan(const StartRank& other) const {
    return isFixed != other.isFixed ? isFixed : level < other.level;
  }
};

[[nodiscard]] StartRank rankOfStart(const model::FlatModel& model, symbolic::VariableId variable);

}  // namespace dashpot::equations
