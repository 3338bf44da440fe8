// model/functions/component_order.hpp
//
// The order in which the values that components of a function or record are declared with are to be evaluated: what a
// value uses comes before it, wherever it is declared (Modelica 3.6, section 12.4.4).
#pragma once

#include "model/instances/names.hpp"

#include <vector>

namespace dashpot::model {

struct ComponentOrder {
  std::vector<const ComponentDescription*> components = {};
  std::vector<const ComponentDescription*> circle = {};  // not empty: their values use one another
};

/// The names that an expression begins references with, iterators of its own left out.
[[nodiscard]] std::vector<Symbol> freeNames(const syntax::Tree& tree, syntax::ExpressionId expression);

[[nodiscard]] ComponentOrder orderOf(const std::vector<ComponentDescription>& components);

}  // namespace dashpot::model
