// codegen/procedure.hpp
//
// A function written in Modelica, as code: instructions over registers, with jumps. Equations call it (Code::call).
//
// Registers are the inputs, the outputs, the local variables and what is computed on the way; an array is a run of
// registers. Outputs and local variables begin as not-a-number, so that what was never assigned does not pass for a
// value. A conditional expression evaluates only the branch it takes: a function may call itself there.
//
// A call can fail: an index outside its array, an assertion that does not hold, a loop or recursion without end. Its
// results are then not numbers, and spread as such; what happened is found out only when somebody asks (trace).
//
// Invariants (check verifies them):
//   1 registers, constants, lists, messages and procedures that are referred to exist
//   2 jumps lead to instructions of the procedure; the last instruction is `finish`, a jump, or the only one, `host`
//   3 a call has the arguments the other procedure takes
#pragma once

#include "base/source.hpp"
#include "symbolic/function.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dashpot::codegen {

enum class Act : std::uint8_t {
  constant,   // target = constants[a]
  copy,       // target = a
  operation,  // target = op of a, b, c
  load,       // target = element number c, counted from 1, of the b registers from a
  store,      // that element = target
  look,       // target = element number c, counted from 1, of the b constants from a
  jump,       // go on at a
  unless,     // go on at a if target is zero
  round,      // a loop begins its next round
  call,       // a: offset of the arguments in lists, b: which procedure; results to the registers from target
  demand,     // target must not be zero; a: message
  finish,
  host,  // a function of the machine's own does it all; the only instruction of its procedure
};

struct Step {
  Act act = Act::finish;
  symbolic::Op op = symbolic::Op::constant;
  std::uint32_t target = 0, a = 0, b = 0, c = 0;
};

struct Procedure {
  std::string name;
  std::uint32_t inputCount = 0;
  std::uint32_t outputCount = 0;
  std::uint32_t slotCount = 0;  // inputs, outputs, local variables that vary; the other registers are temporary
  std::uint32_t registerCount = 0;
  std::vector<Step> code;
  std::vector<std::string> places;  // by instruction: where the user wrote it, "f.mo:7"
  std::vector<double> constants;
  std::vector<std::uint32_t> lists;
  std::vector<std::string> messages;
  std::shared_ptr<const symbolic::HostFunction> host = {};
};

// Limits for a call that does not come to an end by itself. The same in all back ends.
constexpr std::int64_t mostRounds = 10'000'000;  // of all loops together
constexpr std::uint32_t deepestCall = 1000;
constexpr std::size_t mostRegisters = 1 << 20;  // of all calls that are under way

[[nodiscard]] std::vector<Procedure> lowerFunctions(const std::vector<symbolic::Function>& functions,
                                                    const Sources& sources);

[[nodiscard]] std::vector<std::string> check(const std::vector<Procedure>& procedures);
[[nodiscard]] std::string print(const Procedure& procedure);

/// Native code of the procedures, which takes the place of the machine as soon as there is some.
class ProcedureCode {
 public:
  virtual ~ProcedureCode() = default;
  /// False: there is none. Results that could not be computed are not numbers.
  virtual bool call(std::uint32_t procedure, std::span<const double> arguments, std::span<double> results) = 0;
};

/// Runs procedures; keeps its memory between calls.
class ProcedureMachine {
 public:
  /// Without `code`, all are interpreted, and failure() is known. Both must outlive this.
  explicit ProcedureMachine(const std::vector<Procedure>& procedures, ProcedureCode* code = nullptr)
      : procedures_(&procedures), code_(code) {}

  /// Writes the results; after a failure they are not numbers, and failure() says why.
  bool call(std::uint32_t procedure, std::span<const double> arguments, std::span<double> results);
  /// "index 7 of an array with 3 elements in f (f.mo:7)"
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  bool run(std::uint32_t procedure, std::size_t base, std::uint32_t depth);
  bool fail(const Procedure& procedure, std::size_t at, const std::string& reason);

  const std::vector<Procedure>* procedures_;
  ProcedureCode* code_;
  std::vector<double> registers_;
  std::int64_t rounds_ = 0;
  std::string failure_;
};

}  // namespace dashpot::codegen
