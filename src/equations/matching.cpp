#include "equations/matching.hpp"

#include <algorithm>

namespace dashpot::equations {

namespace {

/// Depth-first search for augmenting paths with lookahead; the stack is explicit because paths are as long as models.
class Matcher {
 public:
  explicit Matcher(const Incidence& incidence)
      : incidence_(incidence),
        lookahead_(incidence.equationCount()),
        cursor_(incidence.equationCount()),
        visited_(incidence.equationCount(), 0) {
    result_.unknownOf.assign(incidence.equationCount(), unmatched);
    result_.equationOf.assign(incidence.unknownCount, unmatched);
    std::copy_n(incidence.start.begin(), lookahead_.size(), lookahead_.begin());
  }

  Matching run() {
    for (std::uint32_t equation = 0; equation < incidence_.equationCount(); ++equation)
      if (augment(equation)) ++result_.size;
    return std::move(result_);
  }

 private:
  /// An unknown of the equation that nobody has yet. Each place of the row is looked at once in the whole run.
  std::uint32_t freeUnknown(std::uint32_t equation) {
    for (std::uint32_t& at = lookahead_[equation]; at < incidence_.start[equation + 1]; ++at)
      if (const std::uint32_t unknown = incidence_.columns[at]; result_.equationOf[unknown] == unmatched)
        return unknown;
    return unmatched;
  }

  bool augment(std::uint32_t root) {
    ++search_;
    entered_.clear();
    path_.assign(1, root);
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t equation = path_.back();
      if (const std::uint32_t unknown = freeUnknown(equation); unknown != unmatched) {
        flip(unknown);
        return true;
      }
      if (!descend(equation)) path_.pop_back();
    }
    // No later search finds a free unknown from here: all that can be reached is matched, and stays so.
    for (const std::uint32_t equation : entered_) visited_[equation] = deadEnd;
    return false;
  }

  void enter(std::uint32_t equation) {
    visited_[equation] = search_;
    entered_.push_back(equation);
    cursor_[equation] = incidence_.start[equation];
  }

  /// Goes on to the equation that holds one of this equation's unknowns.
  bool descend(std::uint32_t equation) {
    for (std::uint32_t& at = cursor_[equation]; at < incidence_.start[equation + 1];) {
      const std::uint32_t holder = result_.equationOf[incidence_.columns[at++]];
      if (visited_[holder] == search_ || visited_[holder] == deadEnd) continue;
      path_.push_back(holder);
      enter(holder);
      return true;
    }
    return false;
  }

  /// Along the path every equation hands its unknown to the one before it; the last takes the free one.
  void flip(std::uint32_t unknown) {
    for (auto it = path_.rbegin(); it != path_.rend(); ++it) {
      const std::uint32_t given = result_.unknownOf[*it];
      result_.unknownOf[*it] = unknown;
      result_.equationOf[unknown] = *it;
      unknown = given;
    }
  }

  static constexpr std::uint32_t deadEnd = 0xffffffff;

  const Incidence& incidence_;
  std::vector<std::uint32_t> lookahead_;
  std::vector<std::uint32_t> cursor_;
  std::vector<std::uint32_t> visited_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> entered_;  // in the search at hand
  std::uint32_t search_ = 0;
  Matching result_;
};

std::vector<std::vector<std::uint32_t>> equationsByUnknown(const Incidence& incidence) {
  std::vector<std::vector<std::uint32_t>> result(incidence.unknownCount);
  for (std::uint32_t i = 0; i < incidence.equationCount(); ++i)
    for (const std::uint32_t unknown : incidence.row(i)) result[unknown].push_back(i);
  return result;
}

}  // namespace

Matching match(const Incidence& incidence) { return Matcher(incidence).run(); }

IllPosed illPosedParts(const Incidence& incidence, const Matching& matching) {
  IllPosed result;
  std::vector<bool> seenUnknown(incidence.unknownCount), seenEquation(incidence.equationCount());

  // Over-determined: from an unmatched equation to its unknowns, from an unknown to the equation that holds it.
  std::vector<std::uint32_t> stack;
  for (std::uint32_t i = 0; i < incidence.equationCount(); ++i)
    if (matching.unknownOf[i] == unmatched) stack.push_back(i), seenEquation[i] = true;
  while (!stack.empty()) {
    const std::uint32_t equation = stack.back();
    stack.pop_back();
    result.overDeterminedEquations.push_back(equation);
    for (const std::uint32_t unknown : incidence.row(equation)) {
      if (seenUnknown[unknown]) continue;
      seenUnknown[unknown] = true;
      result.overDeterminedUnknowns.push_back(unknown);
      const std::uint32_t holder = matching.equationOf[unknown];
      if (holder != unmatched && !seenEquation[holder]) stack.push_back(holder), seenEquation[holder] = true;
    }
  }

  // Under-determined: from an unmatched unknown to its equations, from an equation to the unknown it holds.
  const auto byUnknown = equationsByUnknown(incidence);
  seenUnknown.assign(seenUnknown.size(), false);
  seenEquation.assign(seenEquation.size(), false);
  for (std::uint32_t u = 0; u < incidence.unknownCount; ++u)
    if (matching.equationOf[u] == unmatched) stack.push_back(u), seenUnknown[u] = true;
  while (!stack.empty()) {
    const std::uint32_t unknown = stack.back();
    stack.pop_back();
    result.underDeterminedUnknowns.push_back(unknown);
    for (const std::uint32_t equation : byUnknown[unknown]) {
      if (seenEquation[equation]) continue;
      seenEquation[equation] = true;
      result.underDeterminedEquations.push_back(equation);
      const std::uint32_t held = matching.unknownOf[equation];
      if (held != unmatched && !seenUnknown[held]) stack.push_back(held), seenUnknown[held] = true;
    }
  }
  for (auto* list : {&result.overDeterminedEquations, &result.overDeterminedUnknowns, &result.underDeterminedUnknowns,
                     &result.underDeterminedEquations})
    std::ranges::sort(*list);
  return result;
}

}  // namespace dashpot::equations
