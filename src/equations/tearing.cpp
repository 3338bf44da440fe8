#include "equations/tearing.hpp"

#include <deque>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using SolvabilityOf = std::function<Solvability(std::uint32_t, std::uint32_t)>;

enum class Strategy : std::uint8_t { byFrequency, byEquation };

class Tearer {
 public:
  Tearer(const Incidence& block, const std::vector<std::vector<std::uint32_t>>& equationsOf,
         const SolvabilityOf& solvability, Strategy strategy, std::size_t limit)
      : block_(block),
        equationsOf_(equationsOf),
        solvability_(solvability),
        strategy_(strategy),
        limit_(limit),
        open_(block.equationCount()),
        isUsed_(block.equationCount()),
        isKnown_(block.unknownCount) {
    for (std::uint32_t i = 0; i < block.equationCount(); ++i) {
      open_[i] = static_cast<std::uint32_t>(block.row(i).size());
      if (open_[i] == 1) makeReady(i);
    }
  }

  std::optional<Tearing> run() {
    for (;;) {
      while (solveOne()) {
      }
      const std::uint32_t unknown = strategy_ == Strategy::byFrequency ? mostFrequent() : ofLargestEquation();
      if (unknown == noColumn) break;
      if (result_.torn.size() == limit_) return std::nullopt;
      result_.torn.push_back(unknown);
      makeKnown(unknown);
    }
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i)
      if (!isUsed_[i]) result_.residuals.push_back(i);
    return std::move(result_);
  }

 private:
  /// An equation with one unknown left: solved for it if that is safe, else it will be a residual.
  void makeReady(std::uint32_t equation) {
    std::uint32_t unknown = noColumn;
    for (const std::uint32_t candidate : block_.row(equation))
      if (!isKnown_[candidate]) unknown = candidate;
    const Solvability how = solvability_(equation, unknown);
    if (how == Solvability::byConstant) readyByConstant_.push_back({equation, unknown});
    if (how == Solvability::byParameter) readyByParameter_.push_back({equation, unknown});
  }

  bool solveOne() {
    for (auto* ready : {&readyByConstant_, &readyByParameter_}) {
      while (!ready->empty()) {
        const Tearing::Solved next = ready->front();
        ready->pop_front();
        if (isKnown_[next.unknown]) continue;  // another equation was faster
        isUsed_[next.equation] = true;
        result_.sequence.push_back(next);
        makeKnown(next.unknown);
        return true;
      }
    }
    return false;
  }

  void makeKnown(std::uint32_t unknown) {
    isKnown_[unknown] = true;
    for (const std::uint32_t equation : equationsOf_[unknown])
      if (--open_[equation] == 1 && !isUsed_[equation]) makeReady(equation);
  }

  [[nodiscard]] std::size_t frequency(std::uint32_t unknown) const {
    std::size_t count = 0;
    for (const std::uint32_t equation : equationsOf_[unknown]) count += isUsed_[equation] ? 0 : 1;
    return count;
  }

  [[nodiscard]] std::uint32_t mostFrequent() const {
    std::uint32_t best = noColumn;
    std::size_t bestCount = 0;
    for (std::uint32_t unknown = 0; unknown < block_.unknownCount; ++unknown) {
      if (isKnown_[unknown]) continue;
      const std::size_t count = frequency(unknown) + 1;
      if (count > bestCount) best = unknown, bestCount = count;
    }
    return best;
  }

  /// How many equations would have one unknown left if this one were known.
  [[nodiscard]] std::size_t releases(std::uint32_t unknown) const {
    std::size_t count = 0;
    for (const std::uint32_t equation : equationsOf_[unknown]) count += !isUsed_[equation] && open_[equation] == 2;
    return count;
  }

  [[nodiscard]] std::uint32_t ofLargestEquation() const {
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i)
      if (!isUsed_[i]) most = std::max(most, open_[i]);
    if (most == 0) return mostFrequent();  // in no equation that is left: torn, or none at all
    std::uint32_t best = noColumn;
    std::size_t bestFrequency = 0, bestReleases = 0;
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i) {
      if (isUsed_[i] || open_[i] != most) continue;
      for (const std::uint32_t unknown : block_.row(i)) {
        if (isKnown_[unknown]) continue;
        const std::size_t f = frequency(unknown), r = releases(unknown);
        if (best != noColumn && (f < bestFrequency || (f == bestFrequency && r <= bestReleases))) continue;
        best = unknown, bestFrequency = f, bestReleases = r;
      }
    }
    return best;
  }

  const Incidence& block_;
  const std::vector<std::vector<std::uint32_t>>& equationsOf_;
  const SolvabilityOf& solvability_;
  Strategy strategy_;
  std::size_t limit_;
  std::vector<std::uint32_t> open_;  // unknowns of the equation that are not known yet
  std::vector<bool> isUsed_, isKnown_;
  std::deque<Tearing::Solved> readyByConstant_, readyByParameter_;
  Tearing result_;
};

}  // namespace

std::optional<Tearing> tear(const Incidence& block, const SolvabilityOf& solvability, std::size_t limit) {
  std::vector<std::vector<std::uint32_t>> equationsOf(block.unknownCount);
  for (std::uint32_t i = 0; i < block.equationCount(); ++i)
    for (const std::uint32_t unknown : block.row(i)) equationsOf[unknown].push_back(i);

  std::unordered_map<std::uint64_t, Solvability> asked;  // looking at an equation costs more than remembering
  const SolvabilityOf remembered = [&](std::uint32_t equation, std::uint32_t unknown) {
    const std::uint64_t key = static_cast<std::uint64_t>(equation) << 32 | unknown;
    const auto found = asked.find(key);
    return found != asked.end() ? found->second : asked.emplace(key, solvability(equation, unknown)).first->second;
  };
  std::optional<Tearing> best = Tearer(block, equationsOf, remembered, Strategy::byFrequency, limit).run();
  const std::size_t toBeat = best ? best->torn.size() : limit + 1;
  if (toBeat <= 1) return best;
  if (auto other = Tearer(block, equationsOf, remembered, Strategy::byEquation, toBeat - 1).run())
    best = std::move(other);
  return best;
}

}  // namespace dashpot::equations
