// simulation/ranges.hpp
//
// The ranges that a model gives its variables by min and max (Modelica 3.6, section 4.9.1).
//
// A parameter outside its range is an error. A start value outside it, and a variable that leaves it during the run,
// are warnings, one for each variable: what is computed then is the solution of the equations, but the model was not
// made for it. States are looked at after every accepted step, all others where they are recorded.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"

#include <array>
#include <limits>

namespace dashpot::simulation {

struct Range {
  std::uint32_t variable = 0;  // into the variables of the model
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double size = 0.0;  // by how much a value outside is measured
  std::optional<double> start = {};
  bool isOpen = false;  // the min itself lies outside: no matter has an absolute pressure or temperature of zero

  [[nodiscard]] bool contains(double value) const { return !(value < lowest()) && !(value > max); }
  [[nodiscard]] double lowest() const { return isOpen ? min + margin * size : min; }
  /// By how much a value lies outside, in units of the size; 0: it does not.
  [[nodiscard]] double excess(double value) const;

 private:
  // Of the size: as near to an open end a value is on it. A difference of pressures that some model calls an absolute
  // one may well be small.
  static constexpr double margin = 1e-9;
  static constexpr double excessAtOpenEnd = 1e-5;
};

/// Those of parameters, and those of variables.
struct Ranges {
  std::vector<Range> parameters, variables;
};
[[nodiscard]] Ranges rangesOf(const codegen::CompiledModel& model, ConstView attributes);

/// False, and an error for each, where parameters lie outside their ranges. `given` are those set for this run.
bool acceptParameters(const codegen::CompiledModel& model, ConstView parameters, ConstView given,
                      Diagnostics& diagnostics);

/// The largest excess of any variable that has a range; `observed` as the model computes it.
[[nodiscard]] double largestExcess(const codegen::CompiledModel& model, const Ranges& ranges, ConstView observed);

/// Remembers who leaves its range, when first and how far.
class RangeWatch {
 public:
  RangeWatch(BoundModel& model, double tolerance);

  /// Whether a state lies outside its range by more than a tenth of the tolerance: solutions that end at a bound do so
  /// within rounding.
  [[nodiscard]] bool isAnyOutside(ConstView y) const;

  /// After every accepted step.
  void seeState(double t, ConstView y);
  /// Wherever something is recorded.
  void seeObserved(double t, ConstView observed);
  /// The same at many times, by fours: for each variable four numbers, then the same for the next four times.
  void seeObserved(ConstView times, ConstView observed);
  /// Says it, once for each variable.
  void report(Diagnostics& diagnostics) const;

 private:
  /// All that has to be known of a variable within its range, in terms of the output of `observed`, which may be minus it.
  struct Bounds {
    std::uint32_t observed = 0;
    double lowest = 0.0, highest = 0.0;
    std::array<double, 4> largest{};  // |value| so far
  };
  struct Watched {
    Range range;
    bool negated = false;
    std::size_t bounds = 0;
    double firstTime = 0.0, firstValue = 0.0, worstTime = 0.0, worstValue = 0.0;
    bool isOutside = false;
  };
  [[nodiscard]] bool isConstant(const Watched& watched) const;
  void addBounds(Watched& watched);
  void see(std::size_t k, double t, double value);
  static bool leavesRange(std::span<Bounds> all, const double* observed, std::size_t count, std::size_t fours);

  const codegen::CompiledModel& model_;
  double tolerance_;
  std::vector<Watched> watched_;
  std::vector<Bounds> bounds_;                                 // of the watched: of those first that vary
  std::size_t varying_ = 0;                                    // so many
  bool areConstantsSeen_ = false;                              // which are what they are throughout the run
  std::vector<std::pair<std::size_t, std::uint32_t>> states_;  // of the watched, and where they stand in y
};

}  // namespace dashpot::simulation
