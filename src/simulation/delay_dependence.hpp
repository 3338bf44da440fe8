// simulation/delay_dependence.hpp: how breaks of delayed values pass on to what is delayed in turn.
#pragma once

#include "codegen/compiled_model.hpp"

#include <optional>
#include <vector>

namespace dashpot::simulation {

class DelayDependence {
 public:
  explicit DelayDependence(const codegen::CompiledModel& model);

  /// By how much a break of delayed value j is smoother in the argument of delay k: 0 where that follows
  /// algebraically, 1 where there is an integration between the two. Empty: it does not depend on it.
  [[nodiscard]] std::optional<int> smoothing(std::size_t k, std::size_t j) const;

 private:
  struct Argument {
    std::vector<bool> follows;  // by delayed value
    bool isIntegrated = false;  // depends on a state that depends on something delayed
  };
  std::vector<Argument> arguments_;
};

/// Whether a function takes something of delayed expressions.
[[nodiscard]] bool usesDelays(const codegen::Function& function);

}  // namespace dashpot::simulation
