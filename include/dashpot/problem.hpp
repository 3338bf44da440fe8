// The system that integrators take:  M y' = F(t, y),  M constant, possibly singular.
//
// Only `size` and `rhs` are needed. Everything else is knowledge that makes the run faster or more accurate.
#pragma once

#include "dashpot/linear_solver.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dashpot {

using Vector = std::vector<double>;
using ConstView = std::span<const double>;
using View = std::span<double>;

/// The success of an evaluation. Recoverable (domain error, NaN) rejects the trial step; the run ends only when
/// the step cannot shrink further. Fatal ends the run at once.
enum class Evaluation { ok, recoverable, fatal };

/// A function of the machine that stands for a callable (t, y, out) while nothing else changes: the shortest way for
/// several calls in a row. Its result is finite if all that it has written is; else the callable itself says what is
/// wrong.
struct DirectFunction {
  double (*function)(void* object, double t, const double* y, double* out) = nullptr;
  void* object = nullptr;

  double operator()(double t, const double* y, double* out) const { return function(object, t, y, out); }
  explicit operator bool() const { return function != nullptr; }
};

/// A callable (t, y, out). A function that returns nothing always succeeds. One that has a member direct(calls) can be
/// had as a DirectFunction for so many calls, or for none now.
class VectorFunction {
 public:
  VectorFunction() = default;
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, VectorFunction> &&
           std::is_invocable_v<Callable&, double, ConstView, View>)
      VectorFunction(Callable&& callable) {  // NOLINT: a lambda is meant to convert
    if constexpr (requires(int calls) { callable.direct(calls); })
      direct_ = [f = callable](int calls) { return f.direct(calls); };
    if constexpr (std::is_void_v<std::invoke_result_t<Callable&, double, ConstView, View>>)
      function_ = [f = std::forward<Callable>(callable)](double t, ConstView y, View out) mutable {
        f(t, y, out);
        return Evaluation::ok;
      };
    else
      function_ = std::forward<Callable>(callable);
  }
  Evaluation operator()(double t, ConstView y, View out) const { return function_(t, y, out); }
  explicit operator bool() const { return static_cast<bool>(function_); }
  [[nodiscard]] DirectFunction direct(int calls) const { return direct_ ? direct_(calls) : DirectFunction{}; }

 private:
  std::function<Evaluation(double, ConstView, View)> function_;
  std::function<DirectFunction(int calls)> direct_;
};

/// dF/dy on a fixed pattern; `values` writes the non-zeros in the order of the pattern (dense: all, by columns).
struct Jacobian {
  SparsityPattern pattern{};
  VectorFunction values{};  // empty: finite differences on this pattern, one evaluation per colour
};

/// The constant matrix M.
struct MassMatrix {
  enum class Kind { identity, diagonal, sparse };
  Kind kind = Kind::identity;
  Vector values{};            // diagonal: n entries; sparse: the non-zeros of the pattern
  SparsityPattern pattern{};  // sparse only
};

enum class Crossing { falling = -1, either = 0, rising = 1 };

/// Zero-crossing functions g(t, y); the driver stops where one of them changes sign in the wanted direction.
struct EventFunctions {
  VectorFunction evaluate{};
  std::vector<Crossing> crossings{};  // one per function
};

/// y[position]' = y[velocity]: lets second-order methods work on the position directly.
struct PositionVelocity {
  int position;
  int velocity;
};

/// States x with x' = A x + B u(t, y), A and B constant: these can be advanced by their transition matrix.
struct LinearPart {
  std::vector<int> states{};
  Vector a{};  // by columns, states x states
  Vector b{};  // by columns, states x inputs
  VectorFunction inputs{};
};

/// One step of an integration formula that was worked into the equations before they were sorted (docs/inline.md). The
/// methods called inline:NAME run it: they control its length, estimate its error and interpolate. Its work memory is
/// allocated when it is made.
class InlinedStep {
 public:
  virtual ~InlinedStep() = default;

  [[nodiscard]] virtual std::string_view formula() const = 0;  // "radau5"
  [[nodiscard]] virtual int stages() const = 0;

  /// Forgets earlier steps: the next one starts at a new point, or with other equations.
  virtual void begin() = 0;

  enum class Outcome {
    computed,
    undefined,     // the equations cannot be evaluated on the way
    fatal,         // no evaluation will succeed any more
    singular,      // linear equations of the step have no unique solution
    notConverged,  // Newton's iteration
  };
  /// How accurately unknowns of nonlinear blocks are to be known: those that are components of y to a small part of
  /// `allowed`, others to a small part of `relative` times their size.
  struct Accuracy {
    ConstView allowed{};
    double relative = 0;
    bool isFixedStep = false;  // nothing but this accuracy is controlled
  };
  /// y1 at t + h from y at t; may be repeated with another h.
  virtual Outcome advance(double t, double h, ConstView y, const Accuracy& accuracy, View y1) = 0;
  /// The last step becomes part of the solution; the next starts from its end.
  virtual void accept() = 0;

  // Of the last step, by stage: y, and the derivatives of the states (0 for other components of y) or, of a linearly
  // implicit formula, what y grows by.
  virtual void stageState(int stage, View y) const = 0;
  virtual void stageSlope(int stage, View slope) const = 0;

  struct Work {
    long evaluations = 0;  // of the model's equations, once per stage
    long iterations = 0;
    long jacobians = 0;
    long factorisations = 0;
    long solves = 0;
  };
  /// Since it was made.
  [[nodiscard]] virtual const Work& work() const = 0;

  /// What earlier steps left to the next, for a bit-identical continuation.
  virtual void save(Vector& memory) const = 0;
  virtual ConstView load(ConstView memory) = 0;
};

struct Problem {
  int size = 0;
  VectorFunction rhs{};  // F

  std::optional<Jacobian> jacobian{};  // absent: dense finite differences
  VectorFunction timeDerivative{};     // dF/dt; absent: a difference in t, unless autonomous
  bool autonomous = false;             // F does not depend on t
  MassMatrix mass{};
  /// Differentiation index of each unknown, 1 to 3; absent: 1 for all. Local errors of index-2 and index-3 unknowns are
  /// larger by 1/h and 1/h^2, so the fully implicit methods weigh them with h and h^2 (Hairer, Lubich, Roche 1989).
  std::vector<int> indices{};
  std::function<std::unique_ptr<LinearSolver>()> linearSolver{};  // absent: chosen by size and density
  /// The same for W = alpha I - A with A made of parts of J, such as that of the algebraic unknowns alone, by size and
  /// pattern of A.
  std::function<std::unique_ptr<LinearSolver>(int size, const SparsityPattern&)> partSolver{};

  EventFunctions events{};
  Vector discontinuities{};  // times at which F or its derivatives jump; steps end there, and F is one-sided

  /// For real time: called with t, F must use the inputs as they are at that t until called again; called with nothing,
  /// F follows the time again. Needed only for Options::holdInputs.
  std::function<void(std::optional<double>)> holdInputs{};

  /// For diagonal exponential methods: F_i = a_i(t, y) y_i + b_i(t, y); writes a_1 .. a_n, then b_1 .. b_n.
  /// Absent: a_i = dF_i/dy_i. Given, these methods call it in the place of F, and must get the same F from it.
  VectorFunction diagonalSplitting{};

  /// For methods called inline:NAME, which cannot run without: a step of the formula of this name.
  std::function<std::unique_ptr<InlinedStep>()> inlinedStep{};

  std::vector<PositionVelocity> pairs{};
  std::vector<LinearPart> linearParts{};
  std::vector<std::string> names{};  // of the components, for messages; absent: y[0], y[1], ...
};

}  // namespace dashpot
