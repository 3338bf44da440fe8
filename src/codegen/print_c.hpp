// codegen/print_c.hpp
//
// Functions of the IR as self-contained C99: no headers but freestanding ones and math.h, no memory of their own, no
// state. For real-time targets and exchange with other tools. Compiled without contraction (-ffp-contract=off), on a
// machine with the same math library, double precision gives the bits of the interpreter. exp(x) in double precision
// needs no library: it is written out.
//
//   struct PREFIX_inputs { double time; const double *y, *p, ...; };
//   int PREFIX_rhs(const struct PREFIX_inputs *in, double *work, double *out);
//
// one function for each of the model's, which returns 0, or 1 if an output is not finite; `work` has PREFIX_WORK_SIZE
// numbers.
#pragma once

#include "codegen/compiled_model.hpp"
#include "codegen/plan.hpp"

#include <fmt/format.h>

#include <string>

namespace dashpot::codegen {

struct CStyle {
  bool isSingle = false;                           // float instead of double
  bool isStatic = false;                           // functions are seen in their own file only
  std::size_t procedureRegisters = mostRegisters;  // of all calls that are under way
  PlanOptions plan = {};
};

/// Writes functions one after the other. `prefix` must be a C identifier; it begins the names of all that can be seen
/// from outside.
class CWriter {
 public:
  /// The procedures are those that functions call, and must outlive this.
  CWriter(std::string prefix, const std::vector<Procedure>& procedures, CStyle style);

  /// As PREFIX_NAME.
  void add(const Function& function, const std::string& name);

  /// What comes first: helpers, sizes, the inputs, procedures.
  [[nodiscard]] std::string head() const;
  /// The functions.
  [[nodiscard]] const std::string& functions() const { return text_; }
  /// Numbers of `work`.
  [[nodiscard]] std::uint32_t workSize() const;

  [[nodiscard]] std::string_view real() const { return style_.isSingle ? "float" : "double"; }
  /// A number that reads back as itself.
  [[nodiscard]] std::string number(double value) const;

 private:
  friend class ProcedureWriter;
  [[nodiscard]] std::string apply(symbolic::Op op, const std::string& a, const std::string& b,
                                  const std::string& c) const;
  void chunk(const Function& function, const Plan& plan, const Chunk& chunk);
  void kernel(const Kernel& kernel);
  template <class List>
  void table(const std::string& id, std::string_view type, const List& list);
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments);

  std::string prefix_;
  const std::vector<Procedure>& procedures_;
  CStyle style_;
  std::vector<std::uint32_t> resultCounts_;
  std::uint32_t registers_ = 0;  // of functions, before those of procedures
  std::string text_;
  std::vector<bool> isHere_;
};

/// All functions of a model.
[[nodiscard]] std::string printC(const CompiledModel& model, const std::string& prefix, const PlanOptions& plan = {});

}  // namespace dashpot::codegen
