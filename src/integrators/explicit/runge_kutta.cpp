// Explicit Runge-Kutta methods from the tables of tableaux/explicit_rk.hpp.
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/step_polynomial.hpp"
#include "integrators/system/error_measure.hpp"
#include "tableaux/explicit_rk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace dashpot::integrators {
namespace {

using tableaux::ExplicitTable;

/// Two stages at the same time: the difference of their slopes over that of their arguments tells of J (Shampine 1977;
/// Hairer and Wanner II, IV.2). `later` may be the first stage of the next step, written as `stages`. A formula whose last
/// stage is that first one may have no two (ode23): then `earlier` is none, and the last stage is compared with F at the
/// embedded solution, which is evaluated for it when somebody asks.
struct WatchedStages {
  int earlier = -1;
  int later = -1;
};

WatchedStages stagesAtEqualTimes(const ExplicitTable& table) {
  for (int later = table.stages - 1; later > 0; --later)
    for (int earlier = later - 1; earlier > 0; --earlier)
      if (table.c[earlier] == table.c[later]) return {earlier, later};
  if (table.firstSameAsLast) return {-1, table.stages - 1};
  for (int earlier = table.stages - 1; earlier > 0; --earlier)
    if (table.c[earlier] == 1) return {earlier, table.stages};
  return {};
}

class ExplicitRungeKutta final : public OneStepMethod {
 public:
  ExplicitRungeKutta(const ExplicitTable& table, System& system, const Options& options, bool watching = false)
      : table_(table),
        system_(system),
        measure_(system.size(), options.tolerances),
        errorWanted_(options.step == 0 && table.embeddedOrder > 0),
        twoEstimates_(std::ranges::any_of(table.errorThird, [](double e) { return e != 0; })),
        n_(static_cast<std::size_t>(system.size())),
        polynomial_(n_, table.denseDegree),
        slopes_(n_ * static_cast<std::size_t>(table.denseStages)),
        argument_(n_),
        error_(n_),
        errorThird_(n_),
        watched_(watching ? stagesAtEqualTimes(table) : WatchedStages{}),
        distance_(watching ? n_ : 0) {}

  void begin() override {
    firstKnown_ = lastIsNextFirst_ = isStepKept_ = isDistanceKept_ = false;
    spectral_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    t_ = t;
    h_ = h;
    isStepKept_ = false;
    polynomial_.forget();
    takeOverFirst();
    if (const Evaluation e = evaluateFirst(t, y); e != Evaluation::ok) return failedTrial(e);
    for (int i = 1; i < table_.stages; ++i) {
      const bool last = table_.firstSameAsLast && i == table_.stages - 1;
      const View argument = last ? y1 : View(argument_);
      combine(y, table_.a[i], i, argument);
      if (const Evaluation e = system_.rhs(t + table_.c[i] * h, argument, slope(i)); e != Evaluation::ok)
        return failedTrial(e);
    }
    if (!table_.firstSameAsLast) combine(y, table_.b, table_.stages, y1);
    return {Trial::Outcome::computed, errorWanted_ ? estimate(y, y1) : finiteness(y1)};
  }

  void accept() override {
    firstKnown_ = false;
    lastIsNextFirst_ = table_.firstSameAsLast;
    isStepKept_ = true;
    if (!comparesWithNextStep()) return;
    distanceBetween(table_.a[watched_.earlier], table_.b, table_.stages);
    isDistanceKept_ = true;
  }

  void interpolate(double theta, ConstView y0, ConstView, View y) override {
    if (!polynomial_.isFormed()) formPolynomial(y0);
    polynomial_.at(theta, y0, y);
  }
  void interpolateMany(ConstView thetas, ConstView y0, ConstView, View y) override {
    if (!polynomial_.isFormed()) formPolynomial(y0);
    polynomial_.atMany(thetas, y0, y);
  }
  void interpolateWithSlope(double theta, ConstView y0, ConstView, View y, View slopeOfTheta) override {
    if (!polynomial_.isFormed()) formPolynomial(y0);
    polynomial_.withSlope(theta, y0, y, slopeOfTheta);
  }

  /// Those of tsit5 are at 0.33 and 0.9.
  [[nodiscard]] double betweenStages() const override { return 0.7; }
  bool isExplicit() const override { return true; }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    if (!lastIsNextFirst_)
      if (const Evaluation e = evaluateFirst(t, y); e != Evaluation::ok) return e;
    std::ranges::copy(slope(lastIsNextFirst_ ? table_.stages - 1 : 0), f.begin());
    return Evaluation::ok;
  }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  /// Compared only when asked for: norms cost as much as a stage of a small system.
  double spectralEstimate(ConstView y) override {
    if (comparesWithNextStep() || !isStepKept_ || watched_.later < 0) return spectral_;
    if (watched_.earlier < 0) return withEmbedded(y);
    distanceBetween(table_.a[watched_.earlier], table_.a[watched_.later], watched_.later);
    return growth(slope(watched_.earlier), slope(watched_.later), distance_, y);
  }
  int errorOrder() const override {
    if (!errorWanted_) return 0;
    return twoEstimates_ ? table_.order : std::min(table_.order, table_.embeddedOrder) + 1;
  }

  void save(Vector& memory) const override {
    const std::size_t stage = lastIsNextFirst_ ? static_cast<std::size_t>(table_.stages) - 1 : 0;
    const ConstView first = ConstView(slopes_).subspan(stage * n_, n_);
    memory.push_back(firstKnown_ || lastIsNextFirst_);
    memory.insert(memory.end(), first.begin(), first.end());
    if (!comparesWithNextStep()) return;
    memory.insert(memory.end(), {spectral_, isDistanceKept_ ? 1.0 : 0.0});
    for (const ConstView kept : {ConstView(distance_), slope(watched_.earlier)})
      memory.insert(memory.end(), kept.begin(), kept.end());
  }
  ConstView load(ConstView memory) override {
    firstKnown_ = memory[0] != 0;
    lastIsNextFirst_ = false;
    std::ranges::copy(memory.subspan(1, n_), slopes_.begin());
    memory = memory.subspan(1 + n_);
    if (!comparesWithNextStep()) return memory;
    spectral_ = memory[0];
    isDistanceKept_ = memory[1] != 0;
    std::ranges::copy(memory.subspan(2, n_), distance_.begin());
    std::ranges::copy(memory.subspan(2 + n_, n_), slope(watched_.earlier).begin());
    return memory.subspan(2 + 2 * n_);
  }

 private:
  ConstView slope(int i) const { return ConstView(slopes_).subspan(static_cast<std::size_t>(i) * n_, n_); }
  View slope(int i) { return View(slopes_).subspan(static_cast<std::size_t>(i) * n_, n_); }

  /// The last slope of an accepted step is the first of the next; copied late, because the interpolant needs the old
  /// one.
  void takeOverFirst() {
    if (!lastIsNextFirst_) return;
    std::ranges::copy(slope(table_.stages - 1), slopes_.begin());
    firstKnown_ = true;
    lastIsNextFirst_ = false;
  }

  Evaluation evaluateFirst(double t, ConstView y) {
    if (firstKnown_) return Evaluation::ok;
    if (watched_.earlier >= 0 && isStepKept_) spectralEstimate(y);  // the slope that is replaced here is part of it
    isStepKept_ = false;
    if (const Evaluation e = system_.rhs(t, y, slope(0)); e != Evaluation::ok) return e;
    firstKnown_ = true;
    if (std::exchange(isDistanceKept_, false)) spectral_ = growth(slope(watched_.earlier), slope(0), distance_, y);
    return Evaluation::ok;
  }

  /// The later of the two stages is the first one of the next step.
  bool comparesWithNextStep() const { return watched_.later == table_.stages; }

  /// From the argument of one stage to that of another, at the same time: h sum_{j<count} (to_j - from_j) k_j.
  void distanceBetween(const ExplicitTable::Row& from, const ExplicitTable::Row& to, int count) {
    ExplicitTable::Row difference{};
    for (int j = 0; j < count; ++j) difference[j] = to[j] - from[j];
    weighted(difference, distance_);
  }

  double withEmbedded(ConstView y) {
    isStepKept_ = false;
    for (std::size_t i = 0; i < n_; ++i) argument_[i] = y[i] - error_[i];
    if (system_.rhs(t_ + h_, argument_, distance_) != Evaluation::ok) return spectral_;
    return growth(distance_, slope(watched_.later), error_, y);
  }

  /// Of slopes over that of arguments, which lie `distance` apart.
  double growth(ConstView earlier, ConstView later, ConstView distance, ConstView y) {
    for (std::size_t i = 0; i < n_; ++i) errorThird_[i] = later[i] - earlier[i];
    const double apart = measure_(distance, y);
    return spectral_ = apart > 0 ? measure_(errorThird_, y) / apart : 0;
  }

  /// target = y + h sum_{j<count} row_j k_j
  void combine(ConstView y, const ExplicitTable::Row& row, int count, View target) {
    std::ranges::copy(y, target.begin());
    for (int j = 0; j < count; ++j) {
      if (row[j] == 0) continue;
      const double weight = h_ * row[j];
      const ConstView k = slope(j);
      for (std::size_t i = 0; i < n_; ++i) target[i] += weight * k[i];
    }
  }

  void weighted(const ExplicitTable::Row& row, Vector& target) {
    std::ranges::fill(target, 0.0);
    for (int j = 0; j < table_.stages; ++j) {
      if (row[j] == 0) continue;
      const double weight = h_ * row[j];
      const ConstView k = slope(j);
      for (std::size_t i = 0; i < n_; ++i) target[i] += weight * k[i];
    }
  }

  double estimate(ConstView y, ConstView y1) {
    weighted(table_.error, error_);
    const double fifth = measure_(error_, y, y1);
    if (!twoEstimates_) return fifth;
    // Hairer, Norsett and Wanner I, eq. II.10.17: the product of both estimates behaves like h^8.
    weighted(table_.errorThird, errorThird_);
    const double third = measure_(errorThird_, y, y1);
    const double denominator = std::sqrt(fifth * fifth + 0.01 * third * third);
    return denominator == 0 ? 0 : fifth * fifth / denominator;
  }

  static double finiteness(ConstView y) {
    const bool finite = std::ranges::all_of(y, [](double v) { return std::isfinite(v); });
    return finite ? 0 : std::numeric_limits<double>::quiet_NaN();
  }

  /// With the stages that the interpolant needs besides those of the step.
  void formPolynomial(ConstView y0) {
    for (int i = table_.stages; i < table_.denseStages; ++i) {
      combine(y0, table_.a[i], i, argument_);
      if (system_.rhs(t_ + table_.c[i] * h_, argument_, slope(i)) != Evaluation::ok)
        std::ranges::fill(slope(i), std::numeric_limits<double>::quiet_NaN());
    }
    polynomial_.clear();
    for (int i = 0; i < table_.denseStages; ++i)
      for (int d = 1; d <= table_.denseDegree; ++d)
        if (const double weight = table_.dense[i][d - 1]; weight != 0) polynomial_.add(d, h_ * weight, slope(i));
  }

  const ExplicitTable& table_;
  System& system_;
  ErrorMeasure measure_;
  bool errorWanted_;
  bool twoEstimates_;
  std::size_t n_;
  StepPolynomial polynomial_;
  Vector slopes_;  // k_1 .. k_s, one after the other
  Vector argument_;
  Vector error_;
  Vector errorThird_;
  WatchedStages watched_;
  Vector distance_;              // between the arguments of the stages that are compared
  double spectral_ = 0;          // the last estimate
  bool isStepKept_ = false;      // slopes are those of the step that was accepted last
  bool isDistanceKept_ = false;  // and F at its end is still to come
  bool firstKnown_ = false;
  bool lastIsNextFirst_ = false;
  double t_ = 0;
  double h_ = 0;
};

MethodDescriptor described(const ExplicitTable& table, Family family) {
  return {.traits = {.name = std::string(table.name),
                     .family = family,
                     .order = table.order,
                     .embeddedOrder = table.embeddedOrder,
                     .denseOrder = interpolatedOrder(table.order, table.denseOrder),
                     .stages = table.stages,
                     .rhsPerStep = static_cast<double>(table.stages - (table.firstSameAsLast ? 1 : 0)),
                     .rInfinity = infinity,
                     .variableStep = table.embeddedOrder > 0,
                     .source = std::string(table.source)},
          .make = [&table](System& system, const Options& options) {
            return std::make_unique<ExplicitRungeKutta>(table, system, options);
          }};
}

}  // namespace

std::unique_ptr<OneStepMethod> makeWatchingExplicit(std::string_view name, System& system, const Options& options) {
  return std::make_unique<ExplicitRungeKutta>(*tableaux::findExplicit(name), system, options, true);
}

std::vector<MethodDescriptor> explicitMethods() {
  std::vector<MethodDescriptor> all;
  for (const ExplicitTable& table : tableaux::explicitTables())
    all.push_back(described(table, Family::explicitRungeKutta));
  all.push_back(described(*tableaux::findExplicit("rk4-published"), Family::published));
  return all;
}

}  // namespace dashpot::integrators
