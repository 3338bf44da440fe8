// export/step_source.hpp: the inlined step of a model as C: its parts one after the other, without a loop over them.
#pragma once

#include "codegen/print_c.hpp"
#include "export/start_numbers.hpp"

#include <string>
#include <utility>
#include <vector>

namespace dashpot::exporting {

struct SourceCounts;

/// Appends to the text of a model, in the words of the run-time part (export/c_runtime.hpp).
class StepSource {
 public:
  /// References must outlive this.
  StepSource(const codegen::CompiledModel& model, const StartNumbers& start, std::string prefix,
             codegen::CWriter& writer, std::string& text);

  static constexpr std::size_t mostIterations = 12;

  /// Whether some matrix is eliminated with pivots on the spot, always or where those of the start do not suit.
  [[nodiscard]] bool hasDense() const;
  [[nodiscard]] std::size_t longestPart() const;

  using Fields = std::vector<std::pair<std::string, std::size_t>>;  // names and sizes
  [[nodiscard]] Fields stateFields() const;
  [[nodiscard]] Fields workFields() const;
  [[nodiscard]] Fields integerFields() const;

  /// Functions of the IR.
  void writeFunctions();
  /// begin_steps, which forgets what earlier steps left, and advance, which takes one.
  void write();

  void count(SourceCounts& counts) const;

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments);
  void numbers(const std::string& name, ConstView list);
  template <class List>
  void places(const std::string& name, const List& list);

  [[nodiscard]] const codegen::StepPart& part(std::size_t k) const { return step().parts[k]; }
  [[nodiscard]] const codegen::CompiledStep& step() const { return *model_.step; }
  [[nodiscard]] bool hasOwnMatrix(std::size_t k) const;
  [[nodiscard]] const PartElimination* elimination(std::size_t k) const;
  [[nodiscard]] bool isDense(std::size_t k) const;
  [[nodiscard]] std::size_t owner(std::size_t k) const;
  [[nodiscard]] bool iterates() const;
  [[nodiscard]] std::size_t earlierCount() const;
  [[nodiscard]] std::string function(codegen::Entry entry) const;

  void solver(std::size_t k);
  void iteration(std::size_t k);
  void beginSteps();
  void advance();
  void perform(std::size_t k);

  const codegen::CompiledModel& model_;
  const StartNumbers& start_;
  std::string prefix_;
  codegen::CWriter& writer_;
  std::string& text_;
  std::vector<std::size_t> firstUnknown_;  // by part
};

}  // namespace dashpot::exporting
