#include "simulation/delay_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

constexpr std::size_t nodeCount = DelayHistory::nodesPerStep;

/// Lagrange's polynomials for nodes 0, 1/4, 1/2, 3/4, 1, and their derivatives, at s.
struct Weights {
  std::array<double, nodeCount> value{}, slope{};
};

Weights weightsAt(double s) {
  Weights w;
  const double x = s * (nodeCount - 1);
  for (std::size_t k = 0; k < nodeCount; ++k) {
    double product = 1.0, sum = 0.0;
    for (std::size_t j = 0; j < nodeCount; ++j) {
      if (j == k) continue;
      const double span = static_cast<double>(k) - static_cast<double>(j);
      double rest = 1.0 / span;
      for (std::size_t i = 0; i < nodeCount; ++i)
        if (i != k && i != j) rest *= (x - static_cast<double>(i)) / (static_cast<double>(k) - static_cast<double>(i));
      sum += rest;
      product *= (x - static_cast<double>(j)) / span;
    }
    w.value[k] = product;
    w.slope[k] = sum * (nodeCount - 1);
  }
  return w;
}

}  // namespace

void DelayHistory::start(double t, ConstView values, ConstView ages) {
  steps_.clear();
  ages_.assign(ages.begin(), ages.end());
  Vector nodes;
  for (std::size_t k = 0; k < nodeCount; ++k) nodes.insert(nodes.end(), values.begin(), values.end());
  steps_.push_back({t, t, std::move(nodes)});
  jumps_ = {{t, 1}};  // what was constant begins to change: a kink
}

void DelayHistory::add(double from, double to, ConstView nodes, ConstView ages) {
  ages_.assign(ages.begin(), ages.end());
  steps_.push_back({from, to, Vector(nodes.begin(), nodes.end())});
}

void DelayHistory::forgetBefore(double t) {
  while (steps_.size() > 2 && steps_[1].from < t) steps_.pop_front();
  while (!jumps_.empty() && jumps_.front().time < t) jumps_.pop_front();
}

void DelayHistory::noteJump(double t, int level) {
  constexpr int smoothEnough = 5;  // the methods see no difference
  if (level < smoothEnough) jumps_.push_back({t, level});
}

ConstView DelayHistory::last() const { return ConstView(steps_.back().nodes).last(ages_.size()); }

void DelayHistory::evaluate(double t, View out) const {
  const std::size_t count = out.size() / 2;
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = out[count + k] = 0.0;
    if (steps_.empty()) continue;
    const double wanted = t - ages_[k];
    // The last step that begins no later: at a jump, what holds after it.
    auto step = std::ranges::upper_bound(steps_, wanted, {}, [](const Step& s) { return s.from; });
    if (step == steps_.begin()) {
      out[k] = step->nodes[k];
      continue;
    }
    --step;
    const double length = step->to - step->from;
    if (wanted >= step->to || length == 0.0) {  // not known yet
      out[k] = step->nodes[(nodeCount - 1) * count + k];
      continue;
    }
    const Weights w = weightsAt((wanted - step->from) / length);
    for (std::size_t node = 0; node < nodeCount; ++node) {
      out[k] += w.value[node] * step->nodes[node * count + k];
      out[count + k] += w.slope[node] / length * step->nodes[node * count + k];
    }
  }
}

double DelayHistory::between(ConstView nodes, std::size_t count, std::size_t k, double share) {
  const Weights w = weightsAt(share);
  double sum = 0.0;
  for (std::size_t node = 0; node < nodeCount; ++node) sum += w.value[node] * nodes[node * count + k];
  return sum;
}

double DelayHistory::shortest() const {
  double result = std::numeric_limits<double>::infinity();
  for (const double age : ages_)
    if (age > 0) result = std::min(result, age);
  return result;
}

DelayHistory::Break DelayHistory::nextBreak(double t) const {
  Break next;
  for (const auto& [jump, level] : jumps_)
    for (const double age : ages_) {
      if (!(age > 0) || !(jump + age > t) || jump + age >= next.at) continue;
      // The sum is rounded: what counts is on which side of the jump the delayed time lies.
      Break candidate{jump + age, jump + age, level};
      while (candidate.at - age < jump) candidate.at = std::nextafter(candidate.at, next.before);
      candidate.before = candidate.at;
      do candidate.before = std::nextafter(candidate.before, t);
      while (candidate.before - age >= jump && candidate.before > t);
      if (candidate.before > t) next = candidate;
    }
  return next;
}

Vector DelayHistory::save() const {
  Vector saved{static_cast<double>(ages_.size()), static_cast<double>(jumps_.size())};
  saved.insert(saved.end(), ages_.begin(), ages_.end());
  for (const Jump& jump : jumps_) saved.insert(saved.end(), {jump.time, static_cast<double>(jump.level)});
  for (const Step& step : steps_) {
    saved.insert(saved.end(), {step.from, step.to});
    saved.insert(saved.end(), step.nodes.begin(), step.nodes.end());
  }
  return saved;
}

void DelayHistory::load(ConstView saved) {
  *this = {};
  if (saved.size() < 2) return;
  const auto count = static_cast<std::size_t>(saved[0]), jumps = static_cast<std::size_t>(saved[1]);
  if (saved.size() < 2 + count + 2 * jumps) return;
  const auto take = [&](std::size_t size) {
    const ConstView part = saved.first(size);
    saved = saved.subspan(size);
    return part;
  };
  take(2);
  const ConstView ages = take(count);
  ages_.assign(ages.begin(), ages.end());
  for (std::size_t k = 0; k < jumps; ++k) {
    const ConstView jump = take(2);
    jumps_.push_back({jump[0], static_cast<int>(jump[1])});
  }
  const std::size_t perStep = 2 + nodeCount * count;
  while (count > 0 && saved.size() >= perStep) {
    const ConstView step = take(perStep);
    steps_.push_back({step[0], step[1], Vector(step.begin() + 2, step.end())});
  }
}

}  // namespace dashpot::simulation
