#include "simulation/course_watch.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

// Numbers that refinement may add, and rows.
constexpr double mostNumbers = 1e6, mostRows = 20'000, fewestRows = 500;
// Into so many pieces a span may be divided even where it is short.
constexpr double piecesOfAnySpan = 4;

}  // namespace

CourseWatch::CourseWatch(Course course, double duration)
    : course_(std::move(course)), sizes_(course_.outputs.size(), 0.0) {
  if (!isWanted()) return;
  const double rows = mostNumbers / static_cast<double>(course_.outputs.size());
  shortest_ = duration / std::clamp(rows, fewestRows, mostRows);
}

Vector CourseWatch::pick(ConstView observed) const {
  Vector values;
  values.reserve(course_.outputs.size());
  for (const std::uint32_t output : course_.outputs) values.push_back(observed[output]);
  return values;
}

void CourseWatch::see(const Vector& values) {
  for (std::size_t i = 0; i < values.size(); ++i) sizes_[i] = std::max(sizes_[i], std::fabs(values[i]));
}

void CourseWatch::start(double t, ConstView observed) {
  if (!isWanted()) return;
  lastTime_ = t;
  last_ = pick(observed);
  see(last_);
}

void CourseWatch::reach(double t, ConstView observed, const Evaluate& evaluate, const Record& record) {
  if (!isWanted()) return;
  Point end{t, pick(observed)};
  see(end.values);
  if (lastTime_ && *lastTime_ < t) {
    evaluate_ = &evaluate, record_ = &record;
    shortestHere_ = std::min(shortest_, (t - *lastTime_) / piecesOfAnySpan);
    refine({*lastTime_, std::move(last_)}, end);
  }
  lastTime_ = t;
  last_ = std::move(end.values);
}

double CourseWatch::miss(const Point& from, const Point& at, const Point& to) const {
  const double share = (at.t - from.t) / (to.t - from.t);
  double largest = 0.0;
  for (std::size_t i = 0; i < at.values.size(); ++i) {
    const double line = from.values[i] + share * (to.values[i] - from.values[i]);
    const double distance = std::fabs(at.values[i] - line);
    if (distance > 0.0 && sizes_[i] > 0.0) largest = std::max(largest, distance / sizes_[i]);
  }
  return largest;
}

void CourseWatch::refine(const Point& from, const Point& to) {
  const double span = to.t - from.t;
  const auto within = [&](double share) -> std::optional<std::pair<Point, Vector>> {
    const double t = from.t + share * span;
    const Vector* const observed = t > from.t && t < to.t ? (*evaluate_)(t) : nullptr;
    if (!observed) return std::nullopt;
    return std::pair{Point{t, pick(*observed)}, *observed};
  };
  const auto middle = within(0.5);
  if (!middle) return;
  double missed = miss(from, middle->first, to);
  if (missed <= course_.tolerance)
    if (const auto quarter = within(0.25)) missed = miss(from, quarter->first, to);
  if (missed <= course_.tolerance) return;
  constexpr double roundOff = 1e-9;
  if (span < 2 * shortestHere_ * (1 - roundOff)) {
    largestMiss_ = std::max(largestMiss_, missed);
    return;
  }
  see(middle->first.values);
  refine(from, middle->first);
  (*record_)(middle->first.t, middle->second);
  refine(middle->first, to);
}

}  // namespace dashpot::simulation
