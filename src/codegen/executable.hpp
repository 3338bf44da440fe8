// codegen/executable.hpp
//
// A compiled model made callable. The interpreter is the reference; other back ends implement the same interface and
// give the same bits (what is not a number is so in all of them; its payload means nothing). An executable has no state
// but work memory: one per thread, all sharing one compiled model.
#pragma once

#include "codegen/compiled_model.hpp"
#include "codegen/native.hpp"
#include "dashpot/problem.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <vector>

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

/// A function that is one piece of native code: short functions take no longer than the way to them, so that is short,
/// too.
struct DirectCall {
  std::uint32_t left = 0;  // calls, until somebody wants to know of them; 0: there is no such way
  bool readsDiscreteParts = false;
  Piece piece = nullptr;
  Frame frame;
  double time = 0.0;                   // of a series of calls
  const double* parameters = nullptr;  // that have only time and y to give

  /// One of them.
  static double inSeries(void* object, double t, const double* y, double* outputs) {
    auto& call = *static_cast<DirectCall*>(object);
    --call.left;
    call.time = t;
    call.point(Space::time, &call.time);  // which a call between two of them has pointed elsewhere
    return call.piece(y, call.parameters, outputs, &call.frame, nullptr, 1);
  }

  /// The sum of the outputs.
  double operator()(const Arguments& arguments, View outputs) {
    point(Space::time, &arguments.time);  // pieces write to work and outputs only
    if (readsDiscreteParts) pointToDiscreteParts(arguments);
    return piece(arguments.y.data(), arguments.parameters.data(), outputs.data(), &frame, nullptr, 1);
  }
  void pointToDiscreteParts(const Arguments& arguments) {
    point(Space::given, arguments.given.data());
    point(Space::modes, arguments.modes.data());
    point(Space::discrete, arguments.discrete.data());
    point(Space::pre, arguments.pre.data());
    point(Space::inputs, arguments.inputs.data());
    point(Space::delayed, arguments.delayed.data());
    point(Space::phases, arguments.phases.data());
  }
  void point(Space space, const double* at) { frame.base[static_cast<std::size_t>(space)] = const_cast<double*>(at); }
};

class Executable {
 public:
  virtual ~Executable() = default;
  /// Recoverable: one of the outputs is not a finite number.
  Evaluation run(Entry entry, const Arguments& arguments, View outputs) {
    DirectCall& direct = direct_[static_cast<std::size_t>(entry)];
    if (direct.left == 0) [[unlikely]]
      return runOtherwise(entry, arguments, outputs);
    --direct.left;
    if (std::isfinite(direct(arguments, outputs))) [[likely]]
      return Evaluation::ok;
    return judge(entry, outputs);
  }
  /// For so many calls at most, which differ in time and y only. None: there is no such way at present.
  DirectFunction series(Entry entry, const Arguments& arguments, int calls) {
    DirectCall& direct = direct_[static_cast<std::size_t>(entry)];
    if (direct.left < static_cast<std::uint32_t>(calls) && !promise(entry, static_cast<std::uint32_t>(calls)))
      return {};
    direct.parameters = arguments.parameters.data();
    if (direct.readsDiscreteParts) direct.pointToDiscreteParts(arguments);
    return {&DirectCall::inSeries, &direct};
  }
  /// So far, of this executable.
  [[nodiscard]] virtual EvaluationCounts evaluations() const = 0;

 protected:
  explicit Executable(const CompiledModel& model) : model_(model), direct_(model.functions.size()) {}

  [[nodiscard]] const CompiledModel& model() const { return model_; }
  [[nodiscard]] DirectCall& direct(Entry entry) { return direct_[static_cast<std::size_t>(entry)]; }
  [[nodiscard]] const DirectCall& direct(Entry entry) const { return direct_[static_cast<std::size_t>(entry)]; }
  /// Finite numbers, too, may have a sum that is not.
  [[nodiscard]] Evaluation judge(Entry entry, View outputs) const;

 private:
  virtual Evaluation runOtherwise(Entry entry, const Arguments& arguments, View outputs) = 0;
  /// Whether so many direct calls can be made from now on.
  virtual bool promise(Entry, std::uint32_t /*calls*/) { return false; }

  const CompiledModel& model_;
  std::vector<DirectCall> direct_;  // by function
};

/// The model, and the code of its procedures where there may be some, must outlive the interpreter.
[[nodiscard]] std::unique_ptr<Executable> makeInterpreter(const CompiledModel& model, ProcedureCode* code = nullptr);

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
