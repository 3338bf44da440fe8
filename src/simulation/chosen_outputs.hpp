// simulation/chosen_outputs.hpp: a few variables of a model, computed by themselves.
//
// `observed` computes every variable of a model. A real-time run sends a few of them in each step: the instructions
// that these need become a function of their own.
#pragma once

#include "simulation/bound_model.hpp"

#include <memory>

namespace dashpot::simulation {

class ChosenOutputs {
 public:
  ChosenOutputs(const codegen::CompiledModel& model, std::vector<codegen::VariableInfo> variables,
                const codegen::CodeOptions& options);
  ~ChosenOutputs();
  ChosenOutputs(const ChosenOutputs&) = delete;
  ChosenOutputs& operator=(const ChosenOutputs&) = delete;

  [[nodiscard]] const std::vector<codegen::VariableInfo>& variables() const { return variables_; }
  /// Native code, now.
  void prepare();
  /// Of the model at (t, y). A variable that is not defined there keeps its value; false: there is one.
  bool evaluate(BoundModel& model, double t, ConstView y, View values);

 private:
  std::vector<codegen::VariableInfo> variables_;
  codegen::CompiledModel pruned_;
  std::unique_ptr<codegen::CompiledFunctions> code_;
  std::unique_ptr<codegen::Executable> executable_;
  Vector observed_;
};

}  // namespace dashpot::simulation
