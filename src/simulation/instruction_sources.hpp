// simulation/instruction_sources.hpp: what outputs of a function of the model depend on, by its instructions.
#pragma once

#include "codegen/compiled_model.hpp"

#include <cstddef>
#include <vector>

namespace dashpot::simulation {

/// The instructions that outputs are made of.
class InstructionSources {
 public:
  explicit InstructionSources(const codegen::Function& function)
      : function_(function), seenFor_(function.code.size(), 0) {}

  std::vector<const codegen::Instruction*> of(std::size_t output) {
    ++number_;
    std::vector<const codegen::Instruction*> found;
    visit(function_.outputs[output]);
    while (!open_.empty()) {
      found.push_back(&function_.code[open_.back()]);
      open_.pop_back();
      codegen::forOperands(function_, *found.back(), [this](std::uint32_t operand) { visit(operand); });
    }
    return found;
  }

 private:
  void visit(std::uint32_t i) {
    if (seenFor_[i] == number_) return;
    seenFor_[i] = number_;
    open_.push_back(i);
  }

  const codegen::Function& function_;
  std::vector<std::size_t> seenFor_;  // by instruction: the last question in which it was met
  std::size_t number_ = 0;
  std::vector<std::uint32_t> open_;
};

/// By output: whether an instruction that it depends on is of this kind.
template <class IsSuch>
std::vector<bool> outputsThatDependOn(const codegen::Function& function, const IsSuch& isSuch) {
  std::vector<bool> depends(function.code.size(), false), result;
  for (std::size_t i = 0; i < function.code.size(); ++i) {
    bool is = isSuch(function.code[i]);
    codegen::forOperands(function, function.code[i], [&](std::uint32_t operand) { is = is || depends[operand]; });
    depends[i] = is;
  }
  for (const std::uint32_t output : function.outputs) result.push_back(depends[output]);
  return result;
}

}  // namespace dashpot::simulation
