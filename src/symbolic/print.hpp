// symbolic/print.hpp: expressions as Modelica text, with the parentheses that keep their meaning and no others.
#pragma once

#include "symbolic/pool.hpp"

#include <functional>
#include <string>

namespace dashpot::symbolic {

/// Gives the text of a variable.
using VariableNamer = std::function<std::string(VariableId)>;
using FunctionNamer = std::function<std::string(FunctionId)>;

[[nodiscard]] std::string print(const Pool& pool, Expr e, const VariableNamer& name,
                                const FunctionNamer& functionName = {});

/// The shortest text that reads back as the same number.
[[nodiscard]] std::string printNumber(double value);

}  // namespace dashpot::symbolic
