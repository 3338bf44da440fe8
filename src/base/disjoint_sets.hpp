// base/disjoint_sets.hpp: numbers 0, 1, ... in sets that are joined two by two (Galler and Fischer 1964), each named by
// its smallest member.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace dashpot {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count = 0) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  /// A new set of one member; gives its number.
  std::size_t add() {
    parent_.push_back(parent_.size());
    return parent_.size() - 1;
  }
  [[nodiscard]] std::size_t size() const { return parent_.size(); }
  /// The set that has this member.
  std::size_t of(std::size_t member) {
    while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
    return member;
  }
  /// False: they are in one set already.
  bool unite(std::size_t a, std::size_t b) {
    a = of(a), b = of(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }
  /// The members of each set in ascending order, by the number of the set; empty at all others.
  [[nodiscard]] std::vector<std::vector<std::size_t>> members() {
    std::vector<std::vector<std::size_t>> sets(parent_.size());
    for (std::size_t i = 0; i < parent_.size(); ++i) sets[of(i)].push_back(i);
    return sets;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace dashpot
