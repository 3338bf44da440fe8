#include "explanation/edge_witness.hpp"

#include <algorithm>

namespace dashpot::explanation {

using codegen::Entry;

void EdgeWitness::begin(simulation::BoundModel& model, double t, ConstView y) {
  for (const auto& condition : model.model().events.silentConditions) texts_.push_back(condition.text);
  if (texts_.empty()) return;
  began_ = t;
  if (auto values = model.evaluate(Entry::silentConditions, t, y)) values_ = std::move(*values);
}

void EdgeWitness::see(const simulation::ObservedStep& step) {
  if (texts_.empty() || !step.model) return;
  auto values = step.model->evaluate(Entry::silentConditions, step.to, step.y);
  if (!values) return;
  ++since_;
  const bool isClose = passed_ > 0 && step.to - lastTurn_ <= closeBy * (step.to - began_);
  bool hasTurned = false;
  uncharged_.push_back(step.counts.rejected);
  if (uncharged_.size() > near) uncharged_.pop_front();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if ((*values)[i] == values_[i]) continue;
    Edge& edge = edges_[i];
    if (edge.turns++ == 0) edge.firstTime = step.to;
    if (passed_++ > 0 && step.to > lastTurn_)
      closest_ = closest_ == 0.0 ? step.to - lastTurn_ : std::min(closest_, step.to - lastTurn_);
    lastTurn_ = step.to;
    lastEdge_ = i, since_ = 0;
    hasTurned = true;
  }
  values_ = std::move(*values);
  const bool isHeld = isClose && (hasTurned || since_ > near);
  if (isHeld) ++held_;
  if (since_ > near && !isHeld) return;
  std::int64_t rejected = 0;
  for (const std::int64_t count : uncharged_) rejected += count;
  uncharged_.clear();
  charge(rejected);
}

void EdgeWitness::charge(std::int64_t rejected) {
  edges_[lastEdge_].rejected += rejected;
  rejected_ += rejected;
}

void EdgeWitness::tell(std::int64_t steps, Facts& facts) const {
  const auto worst =
      std::ranges::max_element(edges_, std::less{}, [](const auto& edge) { return edge.second.rejected; });
  if (worst == edges_.end() || rejected_ == 0) return;
  facts.set("edges.turns", static_cast<double>(passed_));
  facts.set("edges.rejected", static_cast<double>(rejected_));
  facts.set("edges.share", static_cast<double>(rejected_) / static_cast<double>(std::max<std::int64_t>(steps, 1)));
  facts.set("edges.perTurn", static_cast<double>(rejected_) / static_cast<double>(std::max<std::int64_t>(passed_, 1)));
  if (held_ > 0) {
    facts.set("edges.held", static_cast<double>(held_));
    facts.set("edges.heldShare", static_cast<double>(held_) / static_cast<double>(std::max<std::int64_t>(steps, 1)));
  }
  facts.set("edges.condition", texts_[worst->first]);
  facts.set("edges.first", worst->second.firstTime, "s");
  if (closest_ > 0.0) facts.set("edges.closest", closest_, "s");
}

}  // namespace dashpot::explanation
