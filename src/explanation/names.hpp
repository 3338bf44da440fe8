// explanation/names.hpp: the unknowns of a run as an engineer knows them: names, units, and the equations he wrote.
#pragma once

#include "codegen/compiled_model.hpp"
#include "equations/solvable_system.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::explanation {

class Names {
 public:
  /// The model must outlive this. States that are chosen during the run are called by what they are chosen from, where
  /// the system is given.
  explicit Names(const codegen::CompiledModel& model, const equations::SolvableSystem* system = nullptr);
  /// Of a problem that is given by functions: there are names only.
  explicit Names(std::vector<std::string> unknowns) : unknowns_(std::move(unknowns)) {}

  [[nodiscard]] std::size_t size() const { return unknowns_.size(); }
  /// Of unknown i; empty if there is none.
  [[nodiscard]] std::string unknown(int i) const;
  [[nodiscard]] std::string unit(std::string_view variable) const;
  [[nodiscard]] std::string displayUnit(std::string_view variable) const;
  /// "valve (circuit.mo:12): q = ..."; empty where it is not known.
  [[nodiscard]] std::string equation(int i) const;
  /// The number of an unknown by the name that the model has for it; -1: none.
  [[nodiscard]] int find(std::string_view unknown) const;
  /// What the user calls an unknown that the model calls so.
  [[nodiscard]] std::string shown(std::string_view unknown) const;

 private:
  [[nodiscard]] const codegen::VariableInfo* info(std::string_view variable) const;

  const codegen::CompiledModel* model_ = nullptr;
  std::vector<std::string> unknowns_;
  std::map<std::string, std::string, std::less<>> chosen_;  // from what states are chosen
};

/// An equation that would fill the page is cut off.
[[nodiscard]] std::string shortened(const std::string& equation);

}  // namespace dashpot::explanation
