// codegen/elimination.hpp
//
// Gaussian elimination of W = alpha M - J as straight-line code for one pivot sequence: no indices, no loops, no
// operation with a zero. It is code like that of a model, so every back end runs it.
//
// Pivots are chosen on numbers: of the entries that are not much smaller than the largest of their column, the one
// that promises the least fill-in (Markowitz 1957, with the threshold of Duff, Erisman and Reid 1986, ch. 7), where
// rows and columns are scaled by nominal values. The scaling decides on pivots only; it costs no operation later. Among
// pivots that promise the same, one that waits for fewer eliminations before it comes first: a chain is eliminated from
// both of its ends, and solved in half the time.
#pragma once

#include "codegen/compiled_model.hpp"
#include "dashpot/problem.hpp"

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace dashpot::codegen {

/// Where the numbers of W come from; the same for all pivot sequences.
struct MatrixStructure {
  int size = 0;
  struct Entry {
    int row = 0, column = 0;
    int jacobian = -1;  // its place among the values of J; -1: none
    double mass = 0.0;
  };
  std::vector<Entry> entries;  // by columns
  bool isPlain = false;        // W is J itself
};
[[nodiscard]] MatrixStructure structureOf(int size, const SparsityPattern& jacobian, const MassMatrix& mass);
/// For a matrix that is given as it is.
[[nodiscard]] MatrixStructure plainStructure(int size, const SparsityPattern& matrix);

/// Equation rows[k] is solved for unknown columns[k] in step k.
struct PivotSequence {
  std::vector<int> rows, columns;
  auto operator<=>(const PivotSequence&) const = default;
};

/// Empty if W is singular to working precision, or if its elimination takes more than `mostOperations`.
struct Selection {
  std::optional<PivotSequence> pivots;
  std::vector<double> rowScale;  // by row: what the row was multiplied with
  bool isSingular = false;
};
template <class Scalar>
[[nodiscard]] Selection selectPivots(const MatrixStructure& structure, Scalar alpha, std::span<const double> jacobian,
                                     std::span<const double> nominal, int mostOperations);

/// Two functions, as entries of a compiled model:
///   rhs        factors from J (y) and alpha (parameters: real and imaginary part); the multipliers come first
///   jacobian   the solution from the right side (y) and the factors (parameters)
/// Complex numbers stand as real and imaginary part, one after the other.
struct Elimination {
  CompiledModel model;
  std::size_t multipliers = 0;                      // numbers at the beginning of the factors
  std::vector<std::pair<int, int>> multiplierRows;  // of each multiplier: the row that is reduced, and the pivot's
};
constexpr Entry factorEntry = Entry::rhs;
constexpr Entry solveEntry = Entry::jacobian;

enum class Field : std::uint8_t { real, complex };
[[nodiscard]] Elimination eliminate(const MatrixStructure& structure, const PivotSequence& pivots, Field field);

}  // namespace dashpot::codegen
