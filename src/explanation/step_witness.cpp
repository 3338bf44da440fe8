#include "explanation/step_witness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::explanation {
namespace {

template <class Counts>
std::int64_t totalOf(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

void StepWitness::see(const simulation::ObservedStep& step) {
  const double size = step.to - step.from;
  smallest_ = steps_ == 0 ? size : std::min(smallest_, size);
  largest_ = std::max(largest_, size);
  // A method may take several steps until the run looks at it; mostly it is one.
  const std::int64_t count = std::max<std::int64_t>(step.counts.steps, 1);
  steps_ += count;
  rejected_ += step.counts.rejected;
  unsolved_ += step.counts.unsolved;
  const std::size_t bin = binOf(step.to);
  all_[bin] += count;
  if (step.limiting >= 0) limiting_[step.limiting][bin] += count;
}

std::size_t StepWitness::binOf(double t) const {
  const double share = stop_ > start_ ? (t - start_) / (stop_ - start_) : 0.0;
  return static_cast<std::size_t>(std::clamp(share * bins, 0.0, bins - 1.0));
}

double StepWitness::timeOf(std::size_t bin) const {
  return start_ + (stop_ - start_) * static_cast<double>(bin) / static_cast<double>(bins);
}

std::pair<std::size_t, std::size_t> StepWitness::shortestStretch(const Counts& counts, double share) {
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(totalOf(counts))));
  std::pair<std::size_t, std::size_t> best{0, bins};
  std::int64_t inside = 0;
  for (std::size_t from = 0, to = 0; to < bins;) {
    inside += counts[to++];
    for (; inside - counts[from] >= wanted && from + 1 < to; ++from) inside -= counts[from];
    if (inside >= wanted && to - from < best.second - best.first) best = {from, to};
  }
  return best;
}

double StepWitness::limitShare(int unknown) const {
  const auto found = limiting_.find(unknown);
  return found == limiting_.end() || steps_ == 0
             ? 0.0
             : static_cast<double>(totalOf(found->second)) / static_cast<double>(steps_);
}

void StepWitness::tell(const Names& names, Facts& facts) const {
  facts.set("steps.accepted", static_cast<double>(steps_));
  facts.set("steps.rejected", static_cast<double>(rejected_));
  if (steps_ == 0) return;
  const auto tried = static_cast<double>(steps_ + rejected_);
  facts.set("steps.rejectedShare", static_cast<double>(rejected_) / tried);
  facts.set("steps.unsolved", static_cast<double>(unsolved_));
  facts.set("steps.unsolvedShare", static_cast<double>(unsolved_) / tried);
  facts.set("steps.smallest", smallest_, "s");
  facts.set("steps.largest", largest_, "s");
  tellLimits(names, facts);
  const auto [from, to] = shortestStretch(all_, 0.5);
  constexpr double worthAWord = 0.25;
  const double share = static_cast<double>(to - from) / static_cast<double>(bins);
  if (share > worthAWord) return;
  facts.set("steps.crowdedShare", share);
  facts.set("steps.crowdedFrom", timeOf(from), "s");
  facts.set("steps.crowdedTo", timeOf(to), "s");
}

void StepWitness::tellLimits(const Names& names, Facts& facts) const {
  std::vector<std::pair<int, std::int64_t>> order;
  for (const auto& [unknown, counts] : limiting_) order.emplace_back(unknown, totalOf(counts));
  std::ranges::stable_sort(order, std::greater{}, &std::pair<int, std::int64_t>::second);
  if (order.empty()) return;
  const int first = order.front().first;
  facts.set("limit.state", names.unknown(first));
  facts.set("limit.share", limitShare(first));
  constexpr double nearlyAll = 0.9;
  const auto [from, to] = shortestStretch(limiting_.at(first), nearlyAll);
  facts.set("limit.from", timeOf(from), "s");
  facts.set("limit.to", timeOf(to), "s");
  facts.set("limit.equation", names.equation(first));
  if (order.size() > 1) {
    facts.set("limit.next", names.unknown(order[1].first));
    facts.set("limit.nextShare", limitShare(order[1].first));
  }
}

}  // namespace dashpot::explanation
