// codegen/lower.hpp: expressions to instructions. Only what the outputs need is emitted, and equal expressions once.
#pragma once

#include "codegen/ir.hpp"
#include "equations/solvable_system.hpp"

#include <span>
#include <string>
#include <vector>

namespace dashpot::codegen {

/// How the variables of a system are come by: loaded, or else computed by a step.
class Definitions {
 public:
  enum class Kind : std::uint8_t { none, loaded, assigned, solved, givenOrAssigned };
  struct Definition {
    Kind kind = Kind::none;
    Code code = Code::state;                // loaded
    std::uint32_t index = 0;                // loaded: from where; solved: which element; givenOrAssigned: into p
    const equations::Step* step = nullptr;  // assigned, solved, givenOrAssigned
  };

  void load(symbolic::VariableId id, Code code, std::uint32_t index) { at(id) = {Kind::loaded, code, index, nullptr}; }
  /// A parameter that has the value given from outside, or else that of the step, which must outlive this.
  void assignUnlessGiven(symbolic::VariableId id, std::uint32_t index, const equations::Step& step) {
    at(id) = {Kind::givenOrAssigned, Code::parameter, index, &step};
  }
  void forget(symbolic::VariableId id) { at(id) = {}; }
  /// The steps must outlive the definitions.
  void compute(const std::vector<equations::Step>& steps);

  [[nodiscard]] Definition operator[](symbolic::VariableId id) const {
    return symbolic::index(id) < known_.size() ? known_[symbolic::index(id)] : Definition{};
  }

 private:
  Definition& at(symbolic::VariableId id);
  std::vector<Definition> known_;
};

struct Output {
  Output(symbolic::Expr of = symbolic::Expr::none, equations::EquationId from = equations::EquationId::none)
      : value(of), equation(from) {}
  Output(symbolic::VariableId of, equations::EquationId from = equations::EquationId::none)
      : variable(of), equation(from) {}

  symbolic::Expr value = symbolic::Expr::none;                 // none: zero
  symbolic::VariableId variable = symbolic::VariableId::none;  // instead of a value
  equations::EquationId equation;
};

/// Work memory: as large as the pool, so it is kept from function to function.
struct LoweringMemory {
  std::vector<std::uint32_t> result;    // by expression: the instruction that makes it
  std::vector<symbolic::Expr> lowered;  // the expressions that have one
};

[[nodiscard]] Function lower(std::string name, const symbolic::Pool& pool, const Definitions& definitions,
                             std::span<const Output> outputs, LoweringMemory& memory);

}  // namespace dashpot::codegen
