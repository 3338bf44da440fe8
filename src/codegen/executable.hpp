// codegen/executable.hpp
//
// A compiled model made callable. The interpreter is the reference; other back ends implement the same interface and
// give the same bits (what is not a number is so in all of them; its payload means nothing). An executable has no state
// but work memory: one per thread, all sharing one compiled model.
#pragma once

#include "codegen/compiled_model.hpp"
#include "dashpot/problem.hpp"

#include <array>
#include <memory>

namespace dashpot::codegen {

/// Neither initial nor terminal, and no homotopy.
inline constexpr std::array<double, phaseCount> usualPhases{0.0, 0.0, 1.0};

/// The arguments of the functions. `y` holds z where the initial system is evaluated.
struct Arguments {
  double time = 0.0;
  ConstView y = {};
  ConstView parameters = {};
  ConstView modes = {};
  ConstView given = {};     // Entry::parameters only
  ConstView discrete = {};  // d
  ConstView pre = {};       // d before the event
  ConstView inputs = {};    // u, of the model as a whole
  ConstView delayed = {};
  ConstView phases = usualPhases;
};

/// How many evaluations which kind of code has done.
struct EvaluationCounts {
  std::uint64_t interpreted = 0, fast = 0, optimised = 0;
  EvaluationCounts& operator+=(const EvaluationCounts& other) {
    interpreted += other.interpreted, fast += other.fast, optimised += other.optimised;
    return *this;
  }
};

class Executable {
 public:
  virtual ~Executable() = default;
  /// Recoverable: one of the outputs is not a finite number.
  virtual Evaluation run(Entry entry, const Arguments& arguments, View outputs) = 0;
  /// So far, of this executable.
  [[nodiscard]] virtual EvaluationCounts evaluations() const = 0;
};

/// The model must outlive the interpreter.
[[nodiscard]] std::unique_ptr<Executable> makeInterpreter(const CompiledModel& model);

/// Why an output is not finite: the operation that first went wrong on the way to it, and the equation it comes from.
struct Fault {
  std::uint32_t output = 0;
  std::uint32_t origin = noOrigin;  // into CompiledModel::origins
  std::string reason;               // "square root of a negative number (-0.25)"
  bool isFailedCall = false;        // a function gave up: an assertion in it, an index outside of an array
  bool isSingularLoop = false;      // linear equations that are solved together do not determine their unknowns
};
[[nodiscard]] std::optional<Fault> trace(const CompiledModel& model, Entry entry, const Arguments& arguments);

}  // namespace dashpot::codegen
