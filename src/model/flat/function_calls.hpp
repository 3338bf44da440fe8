// model/flat/function_calls.hpp: which functions of a flat model are called; small ones have been written into what
// calls them, others have been evaluated.
#pragma once

#include "model/flat_model.hpp"

#include <set>
#include <utility>
#include <vector>

namespace dashpot::model {

struct FunctionCalls {
  std::vector<bool> isCalled;                                        // by function
  std::set<std::pair<symbolic::FunctionId, std::uint32_t>> results;  // that stand in expressions
};

[[nodiscard]] FunctionCalls functionCalls(const FlatModel& model);
/// The others get the numbers that become free.
void removeUncalledFunctions(FlatModel& model);

}  // namespace dashpot::model
