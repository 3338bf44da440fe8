// Runge-Kutta-Nystroem methods and velocity Verlet, from the tables of tableaux/nystrom.hpp.
#include "tableaux/nystrom.hpp"

#include "base/place.hpp"
#include "integrators/method.hpp"
#include "integrators/second_order/pairs.hpp"
#include "integrators/system/error_measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

using tableaux::NystromTable;

class Nystrom final : public OneStepMethod {
 public:
  Nystrom(const NystromTable& table, System& system, const Options& options)
      : table_(table),
        system_(system),
        layout_(system.problem()),
        measure_(system.size(), options.tolerances),
        errorWanted_(options.step == 0 && table.embeddedOrder > 0),
        isRealTime_(options.realTime),
        n_(at(system.size())),
        slopes_(n_ * at(table.stages)),
        start_(n_),
        end_(n_),
        error_(n_) {}

  void begin() override { firstKnown_ = takeLast_ = endKnown_ = reuseKnown_ = false; }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    t_ = t;
    h_ = h;
    if (const Evaluation e = initialSlope(t, y, start_); e != Evaluation::ok) return failedTrial(e);
    if (!reuseKnown_) {
      lastSlopeIsNextFirst_ = !table_.velocityCoupling || !mayFeelVelocities(t, y);
      reuseKnown_ = true;
    }
    for (int i = 1; i < table_.stages; ++i) {
      stageArgument(i, y);
      if (const Evaluation e = system_.rhs(t + table_.c[at(i)] * h, end_, slope(i)); e != Evaluation::ok)
        return failedTrial(e);
    }
    solution(y, y1);
    endKnown_ = false;
    return {Trial::Outcome::computed, errorWanted_ ? estimate(y, y1) : finiteness(y1)};
  }

  void accept() override {
    firstKnown_ = false;
    takeLast_ = lastSlopeIsNextFirst_;
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    completeEnd(y1);
    interpolatePairs(layout_, theta, h_, y0, start_, y1, end_, y);
  }

  bool isExplicit() const override { return true; }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    if (takeLast_) {
      std::ranges::copy(slope(table_.stages - 1), slopes_.begin());
      firstKnown_ = true;
      takeLast_ = false;
    }
    if (!firstKnown_) {
      if (const Evaluation e = system_.rhs(t, y, slope(0)); e != Evaluation::ok) return e;
      firstKnown_ = true;
    }
    std::ranges::copy(slope(0), f.begin());
    setSlopesOfPositions(layout_, y, f);
    return Evaluation::ok;
  }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return errorWanted_ ? table_.embeddedOrder + 1 : 0; }

  void save(Vector& memory) const override {
    const std::size_t stage = takeLast_ ? at(table_.stages - 1) : 0;
    memory.push_back(firstKnown_ || takeLast_);
    memory.push_back(lastSlopeIsNextFirst_);
    memory.push_back(reuseKnown_);
    const ConstView first = ConstView(slopes_).subspan(stage * n_, n_);
    memory.insert(memory.end(), first.begin(), first.end());
  }
  ConstView load(ConstView memory) override {
    firstKnown_ = memory[0] != 0;
    lastSlopeIsNextFirst_ = memory[1] != 0;
    reuseKnown_ = memory[2] != 0;
    takeLast_ = false;
    std::ranges::copy(memory.subspan(3, n_), slopes_.begin());
    return memory.subspan(3 + n_);
  }

 private:
  /// To try takes memory, and time now and then: in real time the answer is yes.
  bool mayFeelVelocities(double t, ConstView y) const {
    return isRealTime_ || feelsVelocities(system_.problem(), t, y);
  }

  View slope(int i) { return View(slopes_).subspan(at(i) * n_, n_); }

  /// end_ = the point at which stage i is evaluated.
  void stageArgument(int i, ConstView y) {
    const double ch = table_.c[at(i)] * h_;
    std::ranges::copy(y, end_.begin());
    for (std::size_t k = 0; k < layout_.x.size(); ++k) end_[at(layout_.x[k])] += ch * y[at(layout_.v[k])];
    for (int j = 0; j < i; ++j) {
      const double forPosition = h_ * h_ * table_.a[at(i)][at(j)];
      if (forPosition != 0) addAccelerations(forPosition, j, end_);
      if (!table_.velocityCoupling) continue;
      addRates(h_ * table_.av[at(i)][at(j)], j, end_);
    }
  }

  void solution(ConstView y, View y1) {
    std::ranges::copy(y, y1.begin());
    for (std::size_t k = 0; k < layout_.x.size(); ++k) y1[at(layout_.x[k])] += h_ * y[at(layout_.v[k])];
    for (int j = 0; j < table_.stages; ++j) {
      if (table_.b[at(j)] != 0) addAccelerations(h_ * h_ * table_.b[at(j)], j, y1);
      if (table_.bv[at(j)] != 0) addRates(h_ * table_.bv[at(j)], j, y1);
    }
  }

  /// x += weight k_j
  void addAccelerations(double weight, int j, View target) {
    const ConstView k = slope(j);
    for (std::size_t i = 0; i < layout_.x.size(); ++i) target[at(layout_.x[i])] += weight * k[at(layout_.v[i])];
  }
  /// v += weight k_j, w += weight k_j
  void addRates(double weight, int j, View target) {
    const ConstView k = slope(j);
    for (const int v : layout_.v) target[at(v)] += weight * k[at(v)];
    for (const int w : layout_.w) target[at(w)] += weight * k[at(w)];
  }

  double estimate(ConstView y, ConstView y1) {
    std::ranges::fill(error_, 0.0);
    for (int j = 0; j < table_.stages; ++j) {
      if (table_.e[at(j)] != 0) addAccelerations(h_ * h_ * table_.e[at(j)], j, error_);
      if (table_.ev[at(j)] != 0) addRates(h_ * table_.ev[at(j)], j, error_);
    }
    return measure_(error_, y, y1);
  }

  static double finiteness(ConstView y) {
    const bool finite = std::ranges::all_of(y, [](double v) { return std::isfinite(v); });
    return finite ? 0 : std::numeric_limits<double>::quiet_NaN();
  }

  /// end_ = F at the end of the step.
  void completeEnd(ConstView y1) {
    if (endKnown_) return;
    if (lastSlopeIsNextFirst_)
      std::ranges::copy(slope(takeLast_ || !firstKnown_ ? table_.stages - 1 : 0), end_.begin());
    else if (system_.rhs(t_ + h_, y1, end_) != Evaluation::ok)
      std::ranges::fill(end_, std::numeric_limits<double>::quiet_NaN());
    endKnown_ = true;
  }

  const NystromTable& table_;
  System& system_;
  PairLayout layout_;
  ErrorMeasure measure_;
  bool errorWanted_;
  bool isRealTime_;
  std::size_t n_;
  Vector slopes_;  // F at the stages, one after the other; the rows of positions are not used
  Vector start_;   // F at the start of the last attempt
  Vector end_;     // argument of a stage; then F at the end
  Vector error_;
  bool firstKnown_ = false;            // slope(0) belongs to the point from which the next attempt starts
  bool takeLast_ = false;              // the last slope of the accepted step does
  bool lastSlopeIsNextFirst_ = false;  // f does not feel velocities
  bool reuseKnown_ = false;
  bool endKnown_ = false;
  double t_ = 0;
  double h_ = 0;
};

}  // namespace

std::vector<MethodDescriptor> nystromMethods() {
  std::vector<MethodDescriptor> all;
  for (const NystromTable& table : tableaux::nystromTables())
    all.push_back({.traits = {.name = std::string(table.name),
                              .family = Family::secondOrder,
                              .order = table.order,
                              .embeddedOrder = table.embeddedOrder,
                              .denseOrder = std::min(table.order, 5),  // of the quintic
                              .stages = table.stages,
                              .rhsPerStep = static_cast<double>(table.stages - 1),
                              .rInfinity = infinity,
                              .variableStep = table.embeddedOrder > 0,
                              .source = std::string(table.source)},
                   .make = [&table](System& system, const Options& options) {
                     return std::make_unique<Nystrom>(table, system, options);
                   }});
  return all;
}

}  // namespace dashpot::integrators
