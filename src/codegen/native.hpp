// codegen/native.hpp
//
// The interface of a generator of native code. The generator itself (codegen/llvm) lives in a library of its own
// that is loaded when it is first needed: LLVM takes longer to load than most models take to run.
//
// A generator is given units: some pieces of a plan, or the procedures. It gives back addresses. It keeps the code
// alive; pieces refer to no data but what the frame points to, so any number of threads may run them.
#pragma once

#include "codegen/plan.hpp"
#include "codegen/procedure.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dashpot::codegen {

/// Bounds the calls of procedures; begins anew with each call from an equation.
struct CallContext {
  std::int64_t rounds = 0;
  double* registers = nullptr;            // mostRegisters of them
  const Procedure* procedures = nullptr;  // for those that are functions of the machine's own
};

/// The memory of a piece, besides the arrays that almost every piece uses, which it gets as arguments.
struct Frame {
  std::array<double*, spaceCount> base = {};
  CallContext* calls = nullptr;
  ProcedureMachine* procedures = nullptr;  // for code that has none of its own for procedures
};

/// A chunk ignores table and count. The result is the sum of the outputs that were written: it is finite only if all of
/// them are, and costs less than another look at each.
using Piece = double (*)(const double* y, const double* parameters, double* outputs, const Frame* frame,
                         const std::uint32_t* table, std::uint64_t count);
/// 0: done. The registers of this call begin at `used`.
using NativeProcedure = std::int32_t (*)(CallContext* context, const double* arguments, double* results,
                                         std::uint32_t used, std::uint32_t depth);

/// Fast to compile, or fast to run.
enum class Tier : std::uint8_t { fast, optimised };

/// Functions of the program that native code calls: those that the interpreter calls, so that the bits agree.
struct Runtime {
  const void* function(symbolic::Op op) const { return functions[static_cast<std::size_t>(op)]; }
  std::array<const void*, symbolic::opCount> functions = {};  // null: the generator knows the operation itself
  /// The same bits for four numbers in the first wide register, where the results come, too; null: there is none.
  std::array<const void*, symbolic::opCount> functionsOfFour = {};
  void (*solve)(double* matrix, double* right, std::uint64_t n, std::uint64_t rightLength) = nullptr;
  /// Calls a procedure from an equation; results that could not be computed are not numbers.
  void (*call)(NativeProcedure procedure, CallContext* context, const double* arguments, double* results,
               std::uint64_t resultCount) = nullptr;
  /// Does what a procedure does that is a function of the machine's own. 0: done.
  std::int32_t (*host)(const CallContext* context, std::uint32_t procedure, const double* arguments,
                       double* results) = nullptr;
};
[[nodiscard]] const Runtime& runtime();

/// Pieces of one plan, to be compiled together.
struct PieceUnit {
  const Function* function = nullptr;
  const Plan* plan = nullptr;
  std::uint32_t first = 0, count = 0;
  std::span<const Procedure> procedures = {};  // that chunks call; compiled before
};

class NativeGenerator {
 public:
  virtual ~NativeGenerator() = default;
  /// Thread safe. Throws std::runtime_error if the code cannot be made.
  virtual std::vector<Piece> compile(const PieceUnit& unit, Tier tier) = 0;
  /// All procedures of the model, once, before the pieces that call them.
  virtual std::vector<NativeProcedure> compile(std::span<const Procedure> procedures) = 0;

  struct CacheCounts {
    std::uint64_t found = 0, stored = 0, damaged = 0;
  };
  [[nodiscard]] virtual CacheCounts cacheCounts() const = 0;
};

struct GeneratorOptions {
  std::string cacheDirectory = {};                      // empty: no cache
  std::uint64_t cacheLimit = std::uint64_t{256} << 20;  // bytes: beyond, what was not used for longest goes
  std::string library = {};                             // another than the one that belongs to this program
};

/// Program and library hand each other the types above as they are, so they must agree on them. The first factor counts
/// changes that no size shows.
constexpr std::uint64_t generatorInterface = [] {
  std::uint64_t stamp = 7;
  for (const std::size_t part : {sizeof(Frame), sizeof(CallContext), sizeof(Runtime), sizeof(PieceUnit), sizeof(Plan),
                                 sizeof(Function), sizeof(Instruction), sizeof(Procedure), sizeof(GeneratorOptions),
                                 static_cast<std::size_t>(symbolic::opCount), spaceCount})
    stamp = stamp * 1000003 + part;
  return stamp;
}();

/// Null if this program was built without LLVM, or its library cannot be loaded; `why` then says so.
[[nodiscard]] std::unique_ptr<NativeGenerator> makeNativeGenerator(const GeneratorOptions& options, std::string* why);

}  // namespace dashpot::codegen
