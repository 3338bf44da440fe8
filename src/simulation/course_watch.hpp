// simulation/course_watch.hpp
//
// Finds the points between two records that are needed so that straight lines tell the course: a span is halved while
// the solution misses the line through its ends by more than the tolerance, at its middle or at its first quarter (in
// the middle alone, a curve that turns there would not be noticed).
//
// The effort is bounded: no span is halved below a share of the run, which is the larger, the more outputs there are;
// only into four pieces any span may be divided. What that leaves is known: `largestMiss`.
#pragma once

#include "simulation/recorder.hpp"

#include <functional>
#include <optional>

namespace dashpot::simulation {

class CourseWatch {
 public:
  /// All outputs at a time within the last step; null where they are not defined.
  using Evaluate = std::function<const Vector*(double)>;
  using Record = std::function<void(double, ConstView)>;

  CourseWatch() = default;
  CourseWatch(std::vector<Followed> course, double duration);

  [[nodiscard]] bool isWanted() const { return !course_.empty(); }
  /// From here on the course is continuous.
  void start(double t, ConstView observed);
  /// Records what is needed between the last point and this one, from which on it goes.
  void reach(double t, ConstView observed, const Evaluate& evaluate, const Record& record);

  /// The share of a variable's size by which straight lines still miss where the effort was bounded; 0: nowhere more
  /// than allowed.
  [[nodiscard]] double largestMiss() const;
  [[nodiscard]] std::optional<double> lastTime() const { return lastTime_; }

 private:
  struct Point {
    double t = 0.0;
    Vector values;  // of the outputs that matter
  };
  [[nodiscard]] Vector pick(ConstView observed) const;
  void see(const Vector& values);
  /// Whether no variable is farther from the line through both ends than allowed.
  [[nodiscard]] bool isStraight(const Point& from, const Point& at, const Point& to) const;
  void noteMiss(const Point& from, const Point& at, const Point& to);
  void refine(const Point& from, const Point& to);

  std::vector<Followed> course_;
  double shortest_ = 0.0, shortestHere_ = 0.0;
  Vector lowest_, highest_;  // so far
  std::optional<double> lastTime_;
  Vector last_;
  Vector missed_;  // the largest distances that were left
  const Evaluate* evaluate_ = nullptr;
  const Record* record_ = nullptr;
};

}  // namespace dashpot::simulation
