// codegen/lower.hpp: expressions to instructions. Only what the outputs need is emitted, and equal expressions once.
#pragma once

#include "codegen/ir.hpp"
#include "equations/solvable_system.hpp"

#include <functional>
#include <unordered_map>

namespace dashpot::codegen {

/// How the variables of a system are come by: loaded, or computed by a step.
class Definitions {
 public:
  void load(symbolic::VariableId id, Code code, std::uint32_t index) { loads_[id] = {code, index}; }
  void forget(symbolic::VariableId id) { loads_.erase(id); }
  /// The steps must outlive the definitions.
  void compute(const std::vector<equations::Step>& steps);

  struct Load {
    Code code = Code::state;
    std::uint32_t index = 0;
  };
  struct Solved {
    const equations::LinearSolve* step = nullptr;
    std::uint32_t element = 0;
  };
  [[nodiscard]] const Load* loaded(symbolic::VariableId id) const { return find(loads_, id); }
  [[nodiscard]] const equations::Assignment* assigned(symbolic::VariableId id) const;
  [[nodiscard]] const Solved* solved(symbolic::VariableId id) const { return find(solves_, id); }

 private:
  template <class Value>
  static const Value* find(const std::unordered_map<symbolic::VariableId, Value>& map, symbolic::VariableId id) {
    const auto found = map.find(id);
    return found == map.end() ? nullptr : &found->second;
  }
  std::unordered_map<symbolic::VariableId, Load> loads_;
  std::unordered_map<symbolic::VariableId, const equations::Assignment*> assignments_;
  std::unordered_map<symbolic::VariableId, Solved> solves_;
};

struct Output {
  symbolic::Expr value = symbolic::Expr::none;  // none: zero
  equations::EquationId equation = equations::EquationId::none;
};

[[nodiscard]] Function lower(std::string name, const symbolic::Pool& pool, const Definitions& definitions,
                             std::span<const Output> outputs);

}  // namespace dashpot::codegen
