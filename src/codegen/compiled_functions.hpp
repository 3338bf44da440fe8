// codegen/compiled_functions.hpp
//
// The functions of a compiled model as code, shared by all that run it. Each is run by the interpreter at first; native
// code takes its place when the run has lasted long enough for that to pay, and optimised code follows in the same way.
// All of them give the same bits, so nobody can tell from a result when that happened. Native code is made on a thread
// of its own, so a run never waits for it, unless it is asked to.
#pragma once

#include "codegen/executable.hpp"
#include "codegen/native.hpp"

#include <memory>

namespace dashpot::codegen {

enum class Backend : std::uint8_t { interpreter, llvm };

struct CodeOptions {
  Backend backend = Backend::llvm;
  GeneratorOptions generator = {};
  PlanOptions plan = {};
  bool assembles = true;  // fast code is made at once, where this machine has an assembler; else by LLVM
};

class CompiledFunctions {
 public:
  /// The model must outlive the code.
  explicit CompiledFunctions(const CompiledModel& model, CodeOptions options = {});
  ~CompiledFunctions();
  CompiledFunctions(const CompiledFunctions&) = delete;
  CompiledFunctions& operator=(const CompiledFunctions&) = delete;

  [[nodiscard]] const CompiledModel& model() const;
  /// For one thread; the code must outlive it.
  [[nodiscard]] std::unique_ptr<Executable> executable();

  /// Makes native code of a function now. False if there is none to be had; problem() says why.
  bool prepare(Entry entry, Tier tier);
  [[nodiscard]] std::string problem() const;
  /// No more native code is made. True: a piece is being made still, which can take seconds; the destructor waits for
  /// it.
  [[nodiscard]] bool stopMaking();

  /// The tier of native code that runs the function; none for the interpreter.
  [[nodiscard]] std::optional<Tier> tierOf(Entry entry) const;
  [[nodiscard]] NativeGenerator::CacheCounts cacheCounts() const;
  /// Whether code may be made at once.
  [[nodiscard]] bool assembles() const;

 private:
  class Shared;
  friend class NativeExecutable;
  std::unique_ptr<Shared> shared_;
};

}  // namespace dashpot::codegen
