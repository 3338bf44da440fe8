#include "equations/tearing.hpp"

#include <deque>

namespace dashpot::equations {

namespace {

class Tearer {
 public:
  Tearer(const Incidence& block, const std::function<Solvability(std::uint32_t, std::uint32_t)>& solvability)
      : block_(block),
        solvability_(solvability),
        open_(block.equationCount()),
        isUsed_(block.equationCount()),
        isKnown_(block.unknownCount),
        equationsOf_(block.unknownCount) {
    for (std::uint32_t i = 0; i < block.equationCount(); ++i) {
      open_[i] = static_cast<std::uint32_t>(block.row(i).size());
      for (const std::uint32_t unknown : block.row(i)) equationsOf_[unknown].push_back(i);
      if (open_[i] == 1) ready_.push_back(i);
    }
  }

  Tearing run() {
    for (;;) {
      while (solveOne()) {
      }
      const std::uint32_t unknown = mostFrequentUnknown();
      if (unknown == noColumn) break;
      result_.torn.push_back(unknown);
      makeKnown(unknown);
    }
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i)
      if (!isUsed_[i]) result_.residuals.push_back(i);
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::uint32_t lastUnknown(std::uint32_t equation) const {
    for (const std::uint32_t unknown : block_.row(equation))
      if (!isKnown_[unknown]) return unknown;
    return noColumn;
  }

  /// Solves a ready equation, one with a constant coefficient if there is any.
  bool solveOne() {
    for (std::size_t i = 0; i < ready_.size();) {
      const std::uint32_t equation = ready_[i];
      const std::uint32_t unknown = lastUnknown(equation);
      const Solvability how = unknown == noColumn ? Solvability::no : solvability_(equation, unknown);
      if (how == Solvability::byConstant) return take(i, unknown);
      if (how == Solvability::no) {
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(i));  // becomes a residual
        continue;
      }
      ++i;
    }
    return !ready_.empty() && take(0, lastUnknown(ready_[0]));
  }

  bool take(std::size_t i, std::uint32_t unknown) {
    const std::uint32_t equation = ready_[i];
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(i));
    isUsed_[equation] = true;
    result_.sequence.push_back({equation, unknown});
    makeKnown(unknown);
    return true;
  }

  void makeKnown(std::uint32_t unknown) {
    isKnown_[unknown] = true;
    for (const std::uint32_t equation : equationsOf_[unknown])
      if (--open_[equation] == 1 && !isUsed_[equation]) ready_.push_back(equation);
  }

  [[nodiscard]] std::uint32_t mostFrequentUnknown() const {
    std::uint32_t best = noColumn;
    std::size_t bestCount = 0;
    for (std::uint32_t unknown = 0; unknown < block_.unknownCount; ++unknown) {
      if (isKnown_[unknown]) continue;
      std::size_t count = 1;
      for (const std::uint32_t equation : equationsOf_[unknown]) count += isUsed_[equation] ? 0 : 1;
      if (count > bestCount) best = unknown, bestCount = count;
    }
    return best;
  }

  const Incidence& block_;
  const std::function<Solvability(std::uint32_t, std::uint32_t)>& solvability_;
  std::vector<std::uint32_t> open_;  // unknowns of the equation that are not known yet
  std::vector<bool> isUsed_, isKnown_;
  std::vector<std::vector<std::uint32_t>> equationsOf_;
  std::deque<std::uint32_t> ready_;  // equations with one unknown left
  Tearing result_;
};

}  // namespace

Tearing tear(const Incidence& block, const std::function<Solvability(std::uint32_t, std::uint32_t)>& solvability) {
  return Tearer(block, solvability).run();
}

}  // namespace dashpot::equations
