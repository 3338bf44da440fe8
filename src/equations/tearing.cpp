#include "equations/tearing.hpp"

#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>
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
        isKnown_(block.unknownCount),
        growth_(block.unknownCount, 1.0),
        rank_(block.unknownCount) {
    for (std::uint32_t i = 0; i < block.equationCount(); ++i) {
      open_[i] = static_cast<std::uint32_t>(block.row(i).size());
      if (open_[i] == 1) makeReady(i);
    }
    if (strategy_ == Strategy::byFrequency)
      for (std::uint32_t unknown = 0; unknown < block.unknownCount; ++unknown) rankAnew(unknown);
  }

  std::optional<Tearing> run() {
    for (std::uint32_t unknown = 0; unknown < block_.unknownCount; ++unknown)
      if (!isSolvable(unknown) && !tearAt(unknown)) return std::nullopt;
    for (;;) {
      while (solveOne()) {
      }
      const std::uint32_t unknown = strategy_ == Strategy::byFrequency ? mostFrequent() : ofLargestEquation();
      if (unknown == noColumn) break;
      if (!tearAt(unknown)) return std::nullopt;
    }
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i)
      if (!isUsed_[i]) result_.residuals.push_back(i);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool isSolvable(std::uint32_t unknown) const {
    return std::ranges::any_of(equationsOf_[unknown], [&](std::uint32_t equation) {
      return solvability_(equation, unknown) != Solvability::no;
    });
  }

  /// False: they would be too many.
  bool tearAt(std::uint32_t unknown) {
    if (result_.torn.size() == limit_) return false;
    result_.torn.push_back(unknown);
    makeKnown(unknown);
    return true;
  }

  /// An equation with one unknown left: solved for it if that is safe, else it will be a residual.
  void makeReady(std::uint32_t equation) {
    std::uint32_t unknown = noColumn;
    for (const std::uint32_t candidate : block_.row(equation))
      if (!isKnown_[candidate]) unknown = candidate;
    if (growthBy(equation, unknown) > largestGrowth) return;
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
        rankUnknownsOf(next.equation);
        growth_[next.unknown] = growthBy(next.equation, next.unknown);
        result_.sequence.push_back(next);
        makeKnown(next.unknown);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] double growthBy(std::uint32_t equation, std::uint32_t unknown) const {
    double sum = 0.0;
    for (const std::uint32_t source : block_.row(equation))
      if (source != unknown) sum += growth_[source];
    return std::max(sum, 1.0);
  }

  void makeKnown(std::uint32_t unknown) {
    isKnown_[unknown] = true;
    for (const std::uint32_t equation : equationsOf_[unknown]) {
      --open_[equation];
      if (isUsed_[equation]) continue;
      if (open_[equation] == 1) makeReady(equation);
      if (open_[equation] <= 2) rankUnknownsOf(equation);
    }
  }

  [[nodiscard]] std::size_t frequency(std::uint32_t unknown) const {
    std::size_t count = 0;
    for (const std::uint32_t equation : equationsOf_[unknown]) count += isUsed_[equation] ? 0 : 1;
    return count;
  }

  /// How many equations could be solved for the one unknown they have left if this one were known.
  [[nodiscard]] std::size_t releases(std::uint32_t unknown) const {
    std::size_t count = 0;
    for (const std::uint32_t equation : equationsOf_[unknown]) {
      if (isUsed_[equation] || open_[equation] != 2) continue;
      for (const std::uint32_t other : block_.row(equation))
        if (!isKnown_[other] && other != unknown) count += solvability_(equation, other) != Solvability::no;
    }
    return count;
  }

  /// Of those it is shown, the unknown in most open equations; of several the one that releases most.
  class Choice {
   public:
    explicit Choice(const Tearer& tearer) : tearer_(tearer) {}
    void consider(std::uint32_t unknown) {
      const std::size_t f = tearer_.frequency(unknown);
      if (best != noColumn && f < frequency_) return;
      if (best == noColumn || f > frequency_) {
        best = unknown, frequency_ = f, isCounted_ = false;
        return;
      }
      if (!isCounted_) releases_ = tearer_.releases(best), isCounted_ = true;
      if (const std::size_t r = tearer_.releases(unknown); r > releases_) best = unknown, releases_ = r;
    }
    std::uint32_t best = noColumn;

   private:
    const Tearer& tearer_;
    std::size_t frequency_ = 0, releases_ = 0;
    bool isCounted_ = false;  // what the best releases: looked at only if there is another like it
  };

  /// The order in which unknowns are torn: first the one in most open equations, of several the one that releases most,
  /// then the first.
  struct Rank {
    std::size_t frequency = 0, releases = 0;
    std::uint32_t unknown = 0;
    bool operator<(const Rank& other) const {
      return std::tie(frequency, releases, other.unknown) < std::tie(other.frequency, other.releases, unknown);
    }
  };

  void rankAnew(std::uint32_t unknown) {
    rank_[unknown] = {frequency(unknown), releases(unknown), unknown};
    byRank_.push(rank_[unknown]);
  }

  /// After a change of the equation that their ranks depend on.
  void rankUnknownsOf(std::uint32_t equation) {
    if (strategy_ != Strategy::byFrequency) return;
    for (const std::uint32_t unknown : block_.row(equation))
      if (!isKnown_[unknown]) rankAnew(unknown);
  }

  /// Ranks that have changed are in the queue once more; those that hold no longer are thrown away here.
  [[nodiscard]] std::uint32_t mostFrequent() {
    while (!byRank_.empty()) {
      const Rank best = byRank_.top();
      const Rank& now = rank_[best.unknown];
      if (!isKnown_[best.unknown] && best.frequency == now.frequency && best.releases == now.releases)
        return best.unknown;
      byRank_.pop();
    }
    return noColumn;
  }

  [[nodiscard]] std::uint32_t anyOpen() const {
    Choice choice(*this);
    for (std::uint32_t unknown = 0; unknown < block_.unknownCount; ++unknown)
      if (!isKnown_[unknown]) choice.consider(unknown);
    return choice.best;
  }

  [[nodiscard]] std::uint32_t ofLargestEquation() const {
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i)
      if (!isUsed_[i]) most = std::max(most, open_[i]);
    if (most == 0) return anyOpen();  // in no equation that is left: torn, or none at all
    Choice choice(*this);
    for (std::uint32_t i = 0; i < block_.equationCount(); ++i) {
      if (isUsed_[i] || open_[i] != most) continue;
      for (const std::uint32_t unknown : block_.row(i))
        if (!isKnown_[unknown]) choice.consider(unknown);
    }
    return choice.best;
  }

  const Incidence& block_;
  const std::vector<std::vector<std::uint32_t>>& equationsOf_;
  const SolvabilityOf& solvability_;
  Strategy strategy_;
  std::size_t limit_;
  std::vector<std::uint32_t> open_;  // unknowns of the equation that are not known yet
  std::vector<bool> isUsed_, isKnown_;
  std::vector<double> growth_;  // by unknown
  std::deque<Tearing::Solved> readyByConstant_, readyByParameter_;
  std::vector<Rank> rank_;  // by unknown
  std::priority_queue<Rank> byRank_;
  Tearing result_;
};

// Beyond so many unknowns looking through all equations for each unknown that is torn costs more than a better choice
// is worth.
constexpr std::uint32_t largestForAllEquations = 2000;

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
  if (toBeat <= 1 || block.unknownCount > largestForAllEquations) return best;
  if (auto other = Tearer(block, equationsOf, remembered, Strategy::byEquation, toBeat - 1).run())
    best = std::move(other);
  return best;
}

}  // namespace dashpot::equations
