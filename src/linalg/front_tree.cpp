#include "linalg/front_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dashpot::linalg {
namespace {

std::vector<int> inverse(std::span<const int> order) {
  std::vector<int> result(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) result[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  return result;
}

/// For each step those later ones that it shares a non-zero with, in any order, some of them twice.
std::vector<std::vector<int>> laterSteps(int n, const SparsityPattern& pattern, std::span<const int> rows,
                                         std::span<const int> columns) {
  const std::vector<int> stepOfRow = inverse(rows), stepOfColumn = inverse(columns);
  std::vector<std::vector<int>> later(static_cast<std::size_t>(n));
  for (const Place p : places(n, pattern)) {
    const auto [first, second] = std::minmax(stepOfRow[p.row], stepOfColumn[p.column]);
    if (first != second) later[static_cast<std::size_t>(first)].push_back(second);
  }
  return later;
}

/// The elimination tree (Liu 1990, algorithm 4.2): the first step that waits for each; -1: none.
std::vector<int> eliminationTree(const std::vector<std::vector<int>>& later) {
  const std::size_t n = later.size();
  std::vector<std::vector<int>> earlier(n);
  for (std::size_t k = 0; k < n; ++k)
    for (const int step : later[k]) earlier[static_cast<std::size_t>(step)].push_back(static_cast<int>(k));
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (std::size_t k = 0; k < n; ++k)
    for (int step : earlier[k])
      while (step != -1 && step != static_cast<int>(k)) {
        const int next = std::exchange(ancestor[static_cast<std::size_t>(step)], static_cast<int>(k));
        if (next == -1) parent[static_cast<std::size_t>(step)] = static_cast<int>(k);
        step = next;
      }
  return parent;
}

/// Steps so that each tree beneath a step comes right before it.
std::vector<int> postorder(std::span<const int> parent) {
  const std::size_t n = parent.size();
  std::vector<int> firstChild(n, -1), sibling(n, -1), order, path;
  std::vector<int> roots;
  for (std::size_t k = n; k-- > 0;) {
    if (parent[k] == -1)
      roots.push_back(static_cast<int>(k));
    else
      sibling[k] = std::exchange(firstChild[static_cast<std::size_t>(parent[k])], static_cast<int>(k));
  }
  for (const int root : roots) {
    path.push_back(root);
    while (!path.empty()) {
      const auto step = static_cast<std::size_t>(path.back());
      if (firstChild[step] != -1) {
        path.push_back(std::exchange(firstChild[step], -1));
        continue;
      }
      order.push_back(path.back());
      path.pop_back();
      if (sibling[step] != -1) path.push_back(sibling[step]);
    }
  }
  return order;
}

/// A front while neighbours join it.
struct Growing {
  int first = 0, end = 0;  // steps
  std::vector<int> below;  // ascending
  double nonZeros = 0;     // on and below the diagonal, without the zeros that joining brought
};

/// With so many rows and columns after the pivot.
double operationsOfStep(double after) { return after * (2 * after + 1); }

double trapezoid(double pivots, double below) { return pivots * (pivots + 1) / 2 + pivots * below; }

/// Whether a block of both is worth the zeros in it: the limits of CHOLMOD (Chen, Davis, Hager and Rajamanickam 2008), with
/// half of them where it has four fifths, since our loops over small blocks start sooner than those of a BLAS.
bool joinsWell(const Growing& child, const Growing& next) {
  const int pivots = next.end - child.first;
  const double all = trapezoid(pivots, static_cast<double>(next.below.size()));
  const double zeros = 1 - (child.nonZeros + next.nonZeros) / all;
  if (pivots <= 4) return true;
  if (pivots <= 16) return zeros < 0.5;
  return zeros < (pivots <= 48 ? 0.1 : 0.05);
}

}  // namespace

std::optional<FrontTree> FrontTree::find(int n, const SparsityPattern& pattern, std::span<const int> rows,
                                         std::span<const int> columns, double mostOperations) {
  FrontTree tree(n);
  std::vector<std::vector<int>> later = laterSteps(n, pattern, rows, columns);
  const std::vector<int> parent = eliminationTree(later);
  const std::vector<int> order = postorder(parent), stepOf = inverse(order);
  std::vector<int> parentOf;
  std::vector<std::vector<int>> laterOf;
  for (const int step : order) {
    const auto k = static_cast<std::size_t>(step);
    tree.rows_.push_back(rows[k]), tree.columns_.push_back(columns[k]);
    parentOf.push_back(parent[k] == -1 ? -1 : stepOf[static_cast<std::size_t>(parent[k])]);
    laterOf.push_back(std::move(later[k]));
    for (int& other : laterOf.back()) other = stepOf[static_cast<std::size_t>(other)];
  }
  if (!tree.findFronts(parentOf, laterOf, mostOperations)) return std::nullopt;
  tree.placeParts();
  tree.placeEntries(pattern);
  if (tree.operations() > mostOperations) return std::nullopt;
  return tree;
}

bool FrontTree::findFronts(std::span<const int> parent, const std::vector<std::vector<int>>& later,
                           double mostOperations) {
  const auto n = static_cast<std::size_t>(n_);
  std::vector<std::vector<int>> structure(n);  // of columns that wait for their parents
  std::vector<std::vector<int>> children(n);
  std::vector<int> seenBy(n, -1);
  std::vector<Growing> growing;
  double operations = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const int step = static_cast<int>(k);
    std::vector<int> below;
    seenBy[k] = step;
    const auto see = [&](int other) {
      if (std::exchange(seenBy[static_cast<std::size_t>(other)], step) != step) below.push_back(other);
    };
    for (const int child : children[k]) {
      for (const int other : structure[static_cast<std::size_t>(child)]) see(other);
      structure[static_cast<std::size_t>(child)] = {};
    }
    const std::size_t ofChildren = below.size();
    for (const int other : later[k]) see(other);
    if (children[k].size() != 1 || below.size() != ofChildren) std::ranges::sort(below);
    children[k] = {};
    operations += operationsOfStep(static_cast<double>(below.size()));
    if (operations > mostOperations) return false;

    Growing next{step, step + 1, below, trapezoid(1, static_cast<double>(below.size()))};
    while (!growing.empty()) {
      Growing& last = growing.back();
      const bool isChild = !last.below.empty() && last.below.front() >= next.first && last.below.front() < next.end;
      if (!isChild || !joinsWell(last, next)) break;
      next.first = last.first, next.nonZeros += last.nonZeros;
      growing.pop_back();
    }
    growing.push_back(std::move(next));
    if (parent[k] != -1) {
      structure[k] = std::move(below);
      children[static_cast<std::size_t>(parent[k])].push_back(step);
    }
  }
  for (const Growing& each : growing) {
    fronts_.push_back({.first = each.first,
                       .pivots = each.end - each.first,
                       .below = static_cast<int>(each.below.size()),
                       .belowStart = stepsBelow_.size()});
    stepsBelow_.insert(stepsBelow_.end(), each.below.begin(), each.below.end());
  }
  return true;
}

void FrontTree::placeParts() {
  std::vector<int> frontOf(static_cast<std::size_t>(n_));
  for (std::size_t f = 0; f < fronts_.size(); ++f)
    std::fill_n(frontOf.begin() + fronts_[f].first, fronts_[f].pivots, static_cast<int>(f));
  for (Front& front : fronts_) {
    if (front.below == 0) continue;
    front.parent = frontOf[static_cast<std::size_t>(stepsBelow(front).front())];
    const Front& parentFront = fronts_[static_cast<std::size_t>(front.parent)];
    const std::span<const int> after = stepsBelow(parentFront);
    auto found = after.begin();
    for (const int step : stepsBelow(front)) {
      if (step < parentFront.first + parentFront.pivots) {
        parentPlaces_.push_back(step - parentFront.first);
        continue;
      }
      found = std::lower_bound(found, after.end(), step);
      parentPlaces_.push_back(parentFront.pivots + static_cast<int>(found - after.begin()));
    }
  }
}

void FrontTree::placeEntries(const SparsityPattern& pattern) {
  const std::vector<int> stepOfRow = inverse(rows_), stepOfColumn = inverse(columns_);
  std::vector<std::vector<std::size_t>> nonZerosOf(fronts_.size());
  std::vector<std::size_t> frontOf(static_cast<std::size_t>(n_));
  for (std::size_t f = 0; f < fronts_.size(); ++f)
    std::fill_n(frontOf.begin() + fronts_[f].first, fronts_[f].pivots, f);
  const std::vector<Place> all = places(n_, pattern);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int step = std::min(stepOfRow[all[k].row], stepOfColumn[all[k].column]);
    nonZerosOf[frontOf[static_cast<std::size_t>(step)]].push_back(k);
  }
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    Front& front = fronts_[f];
    front.entryStart = entries_.size();
    const auto place = [&](int step) {
      if (step < front.first + front.pivots) return static_cast<std::size_t>(step - front.first);
      const std::span<const int> after = stepsBelow(front);
      return static_cast<std::size_t>(front.pivots + (std::ranges::lower_bound(after, step) - after.begin()));
    };
    for (const std::size_t k : nonZerosOf[f])
      entries_.push_back({k, place(stepOfColumn[all[k].column]) * static_cast<std::size_t>(front.size()) +
                                 place(stepOfRow[all[k].row])});
  }
}

std::span<const FrontTree::Entry> FrontTree::entriesOf(std::size_t front) const {
  const std::size_t begin = fronts_[front].entryStart,
                    end = front + 1 < fronts_.size() ? fronts_[front + 1].entryStart : entries_.size();
  return std::span(entries_).subspan(begin, end - begin);
}

std::span<const int> FrontTree::stepsBelow(const Front& front) const {
  return std::span(stepsBelow_).subspan(front.belowStart, static_cast<std::size_t>(front.below));
}

std::span<const int> FrontTree::parentPlaces(const Front& front) const {
  return std::span(parentPlaces_).subspan(front.belowStart, static_cast<std::size_t>(front.below));
}

double FrontTree::operations() const {
  double sum = 0;
  for (const Front& front : fronts_)
    for (int k = 0; k < front.pivots; ++k) sum += operationsOfStep(front.size() - k - 1);
  return sum;
}

std::size_t FrontTree::factorSize() const {
  std::size_t sum = 0;
  for (const Front& front : fronts_)
    sum += static_cast<std::size_t>(front.pivots) * static_cast<std::size_t>(front.size() + front.below);
  return sum;
}

std::size_t FrontTree::largestRemainders() const {
  std::vector<std::size_t> ofChildren(fronts_.size(), 0);
  std::size_t waiting = 0, most = 0;
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    const auto below = static_cast<std::size_t>(fronts_[f].below);
    waiting += below * below;
    waiting -= ofChildren[f];
    most = std::max(most, waiting);
    if (fronts_[f].parent != -1) ofChildren[static_cast<std::size_t>(fronts_[f].parent)] += below * below;
  }
  return most;
}

int FrontTree::largestFront() const {
  int most = 0;
  for (const Front& front : fronts_) most = std::max(most, front.size());
  return most;
}

}  // namespace dashpot::linalg
