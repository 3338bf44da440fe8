// The fronts of a multifrontal elimination (Duff and Reid 1983; Liu 1992): which pivots share a dense block, which rows
// and columns stand in it beside them, and to which block its remainder goes.
//
// The pivot sequence is given. The pattern is taken as if it were symmetric, so that the rows and the columns of a block
// are the same; for matrices whose non-zeros lie far from symmetric that fills more than their elimination would, which
// operations() tells. Pivots come in a postorder of the elimination tree, which changes neither fill nor work. Neighbours
// in it share a block where their patterns agree, or differ by few zeros (Ashcraft and Grimes 1989).
#pragma once

#include "linalg/sparsity.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace dashpot::linalg {

class FrontTree {
 public:
  /// Equation rows[k] is to be solved for unknown columns[k] in step k. None if that takes more operations.
  static std::optional<FrontTree> find(int n, const SparsityPattern& pattern, std::span<const int> rows,
                                       std::span<const int> columns,
                                       double mostOperations = std::numeric_limits<double>::infinity());

  /// A dense block: its pivots are steps `first` and so on, and `below` rows and columns stand after them.
  struct Front {
    int first = 0, pivots = 0, below = 0;
    int parent = -1;             // the block that gets what is left; -1: none
    std::size_t belowStart = 0;  // into steps() and parentPlaces()
    std::size_t entryStart = 0;  // into entries(); they end where those of the next front begin
    [[nodiscard]] int size() const { return pivots + below; }
  };
  /// The k-th non-zero of the matrix goes to this place of the block, which is stored by columns.
  struct Entry {
    std::size_t nonZero = 0, place = 0;
  };

  [[nodiscard]] const std::vector<Front>& fronts() const { return fronts_; }  // children before their parents
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::span<const Entry> entriesOf(std::size_t front) const;
  /// When the rows and columns below the pivots are eliminated, and where they stand in the block of the parent.
  [[nodiscard]] std::span<const int> stepsBelow(const Front& front) const;
  [[nodiscard]] std::span<const int> parentPlaces(const Front& front) const;
  /// The pivot sequence in the order of the fronts.
  [[nodiscard]] const std::vector<int>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<int>& columns() const { return columns_; }

  /// Floating-point operations of a factorisation, and numbers in the factors.
  [[nodiscard]] double operations() const;
  [[nodiscard]] std::size_t factorSize() const;
  /// Numbers that wait for their parents at most, at any time.
  [[nodiscard]] std::size_t largestRemainders() const;
  [[nodiscard]] int largestFront() const;

 private:
  explicit FrontTree(int n) : n_(n) {}
  bool findFronts(std::span<const int> parent, const std::vector<std::vector<int>>& later, double mostOperations);
  void placeParts();
  void placeEntries(const SparsityPattern& pattern);

  int n_;
  std::vector<int> rows_, columns_;
  std::vector<Front> fronts_;
  std::vector<int> stepsBelow_, parentPlaces_;
  std::vector<Entry> entries_;
};

}  // namespace dashpot::linalg
