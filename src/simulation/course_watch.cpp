#include "simulation/course_watch.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

// Numbers that refinement may add, and rows.
constexpr double mostNumbers = 1e6, mostRows = 20'000, fewestRows = 500;
// Into so many pieces a span may be divided even where it is short.
constexpr double piecesOfAnySpan = 4;
// A change below this is standstill; a share of a variable's size.
constexpr double standstill = 1e-12;

/// Also of nothing: an infinite share is no bound.
double shareOf(double amount, double share) { return std::isinf(share) ? share : share * amount; }

double distanceFromLine(double from, double at, double to, double share) {
  return std::fabs(at - (from + share * (to - from)));
}

}  // namespace

CourseWatch::CourseWatch(std::vector<Followed> course, double duration)
    : course_(std::move(course)),
      lowest_(course_.size(), INFINITY),
      highest_(course_.size(), -INFINITY),
      missed_(course_.size(), 0.0) {
  if (!isWanted()) return;
  const double rows = mostNumbers / static_cast<double>(course_.size());
  shortest_ = duration / std::clamp(rows, fewestRows, mostRows);
}

Vector CourseWatch::pick(ConstView observed) const {
  Vector values;
  values.reserve(course_.size());
  for (const Followed& followed : course_) values.push_back(observed[followed.output]);
  return values;
}

void CourseWatch::see(const Vector& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    lowest_[i] = std::min(lowest_[i], values[i]), highest_[i] = std::max(highest_[i], values[i]);
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

bool CourseWatch::isStraight(const Point& from, const Point& at, const Point& to) const {
  const double share = (at.t - from.t) / (to.t - from.t);
  for (std::size_t i = 0; i < course_.size(); ++i) {
    const double size = std::max(std::fabs(lowest_[i]), std::fabs(highest_[i]));
    const double allowed =
        std::min(shareOf(size, course_[i].ofSize), shareOf(highest_[i] - lowest_[i], course_[i].ofRange));
    if (distanceFromLine(from.values[i], at.values[i], to.values[i], share) > std::max(allowed, standstill * size))
      return false;
  }
  return true;
}

void CourseWatch::noteMiss(const Point& from, const Point& at, const Point& to) {
  const double share = (at.t - from.t) / (to.t - from.t);
  for (std::size_t i = 0; i < course_.size(); ++i)
    missed_[i] = std::max(missed_[i], distanceFromLine(from.values[i], at.values[i], to.values[i], share));
}

double CourseWatch::largestMiss() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < course_.size(); ++i) {
    const double size = std::max(std::fabs(lowest_[i]), std::fabs(highest_[i]));
    if (missed_[i] > shareOf(size, std::max(course_[i].ofSize, standstill)))
      largest = std::max(largest, missed_[i] / size);
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
  bool isStraightLine = isStraight(from, middle->first, to);
  if (isStraightLine)
    if (const auto quarter = within(0.25)) isStraightLine = isStraight(from, quarter->first, to);
  if (isStraightLine) return;
  constexpr double roundOff = 1e-9;
  if (span < 2 * shortestHere_ * (1 - roundOff)) return noteMiss(from, middle->first, to);
  see(middle->first.values);
  refine(from, middle->first);
  (*record_)(middle->first.t, middle->second);
  refine(middle->first, to);
}

}  // namespace dashpot::simulation
