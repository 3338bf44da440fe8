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

/// A callable (t, y, out). A function that returns nothing always succeeds.
class VectorFunction {
 public:
  VectorFunction() = default;
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, VectorFunction> &&
           std::is_invocable_v<Callable&, double, ConstView, View>)
      VectorFunction(Callable&& callable) {  // NOLINT: a lambda is meant to convert
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

 private:
  std::function<Evaluation(double, ConstView, View)> function_;
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

  EventFunctions events{};
  Vector discontinuities{};  // times at which F or its derivatives jump; steps end there, and F is one-sided

  /// For real time: called with t, F must use the inputs as they are at that t until called again; called with nothing,
  /// F follows the time again. Needed only for Options::holdInputs.
  std::function<void(std::optional<double>)> holdInputs{};

  /// For diagonal exponential methods: F_i = a_i(t, y) y_i + b_i(t, y); writes a_1 .. a_n, then b_1 .. b_n.
  /// Absent: a_i = dF_i/dy_i. Given, these methods call it in the place of F, and must get the same F from it.
  VectorFunction diagonalSplitting{};

  std::vector<PositionVelocity> pairs{};
  std::vector<LinearPart> linearParts{};
  std::vector<std::string> names{};  // of the components, for messages; absent: y[0], y[1], ...
};

}  // namespace dashpot
