#include "equations/stage_tearing.hpp"

#include <algorithm>
#include <map>

namespace dashpot::equations {

namespace {

class StageTearer {
 public:
  explicit StageTearer(const DirectedBlock& block)
      : block_(block), definition_(block.incidence.unknownCount, noColumn), isTorn_(block.incidence.unknownCount) {
    for (std::uint32_t row = 0; row < block.incidence.equationCount(); ++row)
      if (block.meantFor[row] != noColumn) definition_[block.meantFor[row]] = row;
    for (std::uint32_t k = 0; k < block.incidence.unknownCount; ++k) {
      if (block.state[k] != noColumn) copies_[block.state[k]].push_back(k);
      isTorn_[k] = definition_[k] == noColumn || block.state[k] != noColumn;
    }
  }

  std::optional<Tearing> run() {
    if (!block_.tearsAllStates)
      for (const auto& [state, copies] : copies_) release(copies);
    Tearing result;
    std::vector<bool> isKnown(isTorn_);
    for (std::uint32_t k = 0; k < block_.incidence.unknownCount; ++k) {
      if (isTorn_[k])
        result.torn.push_back(k), result.residuals.push_back(definition_[k]);
      else if (!solve(k, isKnown, result.sequence))
        return std::nullopt;
    }
    fillResiduals(result.residuals);
    return result;
  }

 private:
  /// What an unknown is computed from; itself is among them only if a loop goes through it alone.
  [[nodiscard]] std::span<const std::uint32_t> sources(std::uint32_t unknown) const {
    return block_.incidence.row(definition_[unknown]);
  }

  /// Torn no longer, unless that closes a loop.
  void release(const std::vector<std::uint32_t>& copies) {
    if (std::ranges::any_of(copies, [&](std::uint32_t k) { return definition_[k] == noColumn; })) return;
    for (const std::uint32_t k : copies) isTorn_[k] = false;
    if (std::ranges::any_of(copies, [&](std::uint32_t k) { return leadsBack(k); }))
      for (const std::uint32_t k : copies) isTorn_[k] = true;
  }

  /// Whether an unknown that is not torn depends on itself.
  [[nodiscard]] bool leadsBack(std::uint32_t unknown) const {
    std::vector<bool> isSeen(isTorn_);
    std::vector<std::uint32_t> stack{unknown};
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      for (const std::uint32_t source : sources(at)) {
        if (source == at) continue;
        if (source == unknown) return true;
        if (!isSeen[source]) isSeen[source] = true, stack.push_back(source);
      }
    }
    return false;
  }

  /// Appends what an unknown needs, and itself; false if it needs itself.
  bool solve(std::uint32_t unknown, std::vector<bool>& isKnown, std::vector<Tearing::Solved>& sequence) const {
    std::vector<std::uint32_t> stack{unknown};
    std::vector<bool> isOpen(isKnown.size());
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      const std::size_t before = stack.size();
      if (!isKnown[at])
        for (const std::uint32_t source : sources(at))
          if (source != at && !isKnown[source]) stack.push_back(source);
      if (stack.size() > before) {
        if (isOpen[at]) return false;
        isOpen[at] = true;
        continue;
      }
      stack.pop_back();
      if (isKnown[at]) continue;
      isKnown[at] = true;
      sequence.push_back({definition_[at], at});
    }
    return true;
  }

  /// What has no definition takes one of the equations that are meant for nothing.
  void fillResiduals(std::vector<std::uint32_t>& residuals) const {
    std::uint32_t row = 0;
    for (std::uint32_t& residual : residuals) {
      if (residual != noColumn) continue;
      while (block_.meantFor[row] != noColumn) ++row;
      residual = row++;
    }
  }

  const DirectedBlock& block_;
  std::vector<std::uint32_t> definition_;  // by unknown: the equation that is meant for it
  std::vector<bool> isTorn_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> copies_;  // by state
};

}  // namespace

std::optional<Tearing> tearAtStates(const DirectedBlock& block) { return StageTearer(block).run(); }

}  // namespace dashpot::equations
