#include "simulation/delay_history.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::simulation {

namespace {

constexpr std::size_t nodeCount = DelayHistory::nodesPerStep;
constexpr std::size_t degreeCount = 5;
// An open stretch is continued by at most so many of its lengths; a step that grows as much as it may is within that.
constexpr double mostContinued = 1.25 * DelayHistory::mostGrowth;

/// In lengths of the stretch, from its last node but one.
double valueAt(const std::array<double, degreeCount>& c, double x) {
  double sum = c.back();
  for (std::size_t k = degreeCount - 1; k-- > 0;) sum = c[k] + x * sum;
  return sum;
}

}  // namespace

/// By differences, so that what does not change comes back with every bit. With p the number of nodes passed since the
/// last but one (p = -3 .. 1), Newton's form is  f + d1 p + d2 p(p-1)/2 + d3 p(p-1)(p+1)/6 + d4 p(p-1)(p+1)(p+2)/24.
std::array<double, 5> DelayHistory::polynomial(ConstView nodes, std::size_t k) const {
  const std::size_t count = isDiscrete_.size();
  std::array<double, nodeCount> f{};
  for (std::size_t node = 0; node < nodeCount; ++node) f[node] = nodes[node * count + k];
  if (isDiscrete_[k]) return {f.front()};
  const double d1 = f[4] - f[3];
  const double d2 = d1 - (f[3] - f[2]);
  const double d3 = d2 - ((f[3] - f[2]) - (f[2] - f[1]));
  const double before = ((f[3] - f[2]) - (f[2] - f[1])) - ((f[2] - f[1]) - (f[1] - f[0]));
  const double d4 = d3 - before;
  constexpr double perLength = nodeCount - 1;  // nodes passed per length of the stretch
  const double q1 = perLength, q2 = q1 * perLength, q3 = q2 * perLength, q4 = q3 * perLength;
  return {f[3], q1 * (d1 - d2 / 2 - d3 / 6 - d4 / 12), q2 * (d2 / 2 - d4 / 24), q3 * (d3 / 6 + d4 / 12), q4 * d4 / 24};
}

DelayHistory::Stretch& DelayHistory::append(double from, double to) {
  // The dead ones are as many as the living: each is moved at most once for each that was added.
  if (last_ == slots_.size() && first_ > 0 && 2 * first_ >= last_) {
    for (std::size_t i = first_; i < last_; ++i) std::swap(slots_[i - first_], slots_[i]);
    last_ -= first_;
    first_ = 0;
  }
  if (last_ == slots_.size()) slots_.emplace_back();
  Stretch& result = slots_[last_++];
  result.from = from, result.to = to;
  result.coefficients.clear();
  return result;
}

void DelayHistory::reserve(std::size_t stretches) {
  slots_.resize(std::max(slots_.size(), 2 * stretches + 2));
  for (Stretch& slot : slots_) slot.coefficients.reserve(degreeCount * isDiscrete_.size());
}

void DelayHistory::start(double t, ConstView values, std::vector<bool> isDiscrete) {
  isDiscrete_ = std::move(isDiscrete);
  first_ = last_ = 0;
  Vector& coefficients = append(-std::numeric_limits<double>::infinity(), t).coefficients;
  coefficients.assign(degreeCount * values.size(), 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) coefficients[degreeCount * k] = values[k];
  present_.assign(values.begin(), values.end());
}

void DelayHistory::add(double from, double to, ConstView nodes) {
  const std::size_t count = isDiscrete_.size();
  Vector& coefficients = append(from, to).coefficients;
  for (std::size_t k = 0; k < count; ++k) {
    const auto c = polynomial(nodes, k);
    coefficients.insert(coefficients.end(), c.begin(), c.end());
  }
  const ConstView last = nodes.last(count);
  present_.assign(last.begin(), last.end());
}

void DelayHistory::jumpTo(ConstView values) { present_.assign(values.begin(), values.end()); }

void DelayHistory::forgetBefore(double t) {
  while (last_ - first_ > 2 && slots_[first_ + 1].from < t) ++first_;
}

DelayedNumbers DelayHistory::stretch(std::size_t k, double wanted, double t, const DelayWindow& window,
                                     bool mayBeOpen) const {
  const bool reachesPresent = mayBeOpen && window.until == std::numeric_limits<double>::infinity();
  const auto numbers = [&](const Stretch& s, bool isOpen) {
    const double length = std::isinf(s.from) ? 0.0 : s.to - s.from;
    DelayedNumbers result{.anchor = s.to - nodeDistance * length, .perLength = length > 0.0 ? 1.0 / length : 0.0};
    std::copy_n(s.coefficients.begin() + static_cast<std::ptrdiff_t>(degreeCount * k), degreeCount,
                result.coefficients.begin());
    result.isOpen = isOpen ? 1.0 : 0.0;
    return result;
  };
  const auto known = stretches();
  const auto first = std::ranges::lower_bound(known, window.since, {}, &Stretch::from);
  auto behind = std::ranges::upper_bound(first, known.end(), window.until, {}, &Stretch::to);
  // Nothing to speak of is known of the window yet.
  const auto guess = [&] {
    const double distance = std::max(firstReach, std::numeric_limits<double>::min());
    DelayedNumbers result{
        .anchor = end() - distance, .perLength = 1.0 / distance, .isOpen = reachesPresent ? 1.0 : 0.0};
    result.coefficients[0] = present_[k];
    return result;
  };
  if (first == behind) return guess();
  const Stretch& newest = *std::prev(behind);
  if (reachesPresent && t >= newest.to) {
    const bool isOpen = isInstant ? wanted >= t : isDiscrete_[k] ? wanted >= newest.to : wanted > newest.from;
    if (isOpen) return mostContinued * (newest.to - newest.from) < firstReach ? guess() : numbers(newest, true);
  }
  auto at = std::ranges::upper_bound(first, behind, wanted, {}, &Stretch::from);
  return numbers(at == first ? *first : *std::prev(at), false);
}

double DelayHistory::reach(const DelayWindow& window) const {
  const Stretch& newest = stretches().back();
  const bool isKnown = newest.from >= window.since && !std::isinf(newest.from);
  return std::max(firstReach, isKnown ? mostContinued * (newest.to - newest.from) : 0.0);
}

double DelayHistory::between(ConstView nodes, std::size_t k, double share) const {
  return valueAt(polynomial(nodes, k), share - (1.0 - nodeDistance));
}

Vector DelayHistory::save() const {
  Vector saved{static_cast<double>(isDiscrete_.size()), firstReach};
  for (const bool isDiscrete : isDiscrete_) saved.push_back(isDiscrete ? 1.0 : 0.0);
  saved.insert(saved.end(), present_.begin(), present_.end());
  for (const Stretch& stretch : stretches()) {
    saved.insert(saved.end(), {stretch.from, stretch.to});
    saved.insert(saved.end(), stretch.coefficients.begin(), stretch.coefficients.end());
  }
  return saved;
}

void DelayHistory::load(ConstView saved) {
  *this = {};
  if (saved.size() < 2) return;
  const std::size_t count = keptNumber(saved[0], std::size_t{0}, saved.size());
  firstReach = saved[1];
  if (count == 0 || (saved.size() - 2) / 2 < count) return;
  for (std::size_t k = 0; k < count; ++k) isDiscrete_.push_back(saved[2 + k] != 0.0);
  saved = saved.subspan(2 + count);
  present_.assign(saved.begin(), saved.begin() + static_cast<std::ptrdiff_t>(count));
  saved = saved.subspan(count);
  const std::size_t perStretch = 2 + degreeCount * count;
  for (; saved.size() >= perStretch; saved = saved.subspan(perStretch))
    append(saved[0], saved[1])
        .coefficients.assign(saved.begin() + 2, saved.begin() + static_cast<std::ptrdiff_t>(perStretch));
}

}  // namespace dashpot::simulation
