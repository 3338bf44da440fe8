// Diagonally implicit Runge-Kutta methods with one and the same diagonal entry: SDIRK, and ESDIRK with an explicit
// first stage. Stage i is an implicit Euler step from a known point,
//
//   M (Y_i - base_i) = h gamma F(t + c_i h, Y_i),
//   base_i = y + h sum_{j<i} a_ij k_j,   k_i = (Y_i - base_i) / (h gamma),
//
// solved by simplified Newton iteration with W = M/(h gamma) - J, one LU for all stages and, while the step hardly
// changes, for several steps. Slopes k follow from the stages, not from F: their errors do not grow with stiffness, and
// M may be singular.
//
// Where the embedded formula does not damp stiff components (that of hw-sdirk tends to 10/3), the error estimate is
// filtered, W^-1 M e / (h gamma) (Hairer and Wanner II, IV.8.20); those of Cash and of Kennedy and Carpenter need none.
#include "base/rounding.hpp"
#include "integrators/implicit_runge_kutta/linearisation.hpp"
#include "integrators/implicit_runge_kutta/traits.hpp"
#include "integrators/implicit_runge_kutta/two_step_estimate.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/stability_function.hpp"
#include "tableaux/two_step_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dashpot::integrators {
namespace {

using tableaux::ImplicitTable;

constexpr int maxIterations = 10;
/// Newton stops when its error is this share of the tolerance.
constexpr double stageShare = 1e-2;
constexpr Linearisation::Economy stageEconomy{.goodRate = 0.05, .leastGrowth = 1.1};

/// An embedded formula with |R(infinity)| below this needs no filter.
constexpr double mostUnfiltered = 0.7;

/// The table in double precision.
struct SdirkScheme {
  explicit SdirkScheme(const ImplicitTable& table)
      : stages(table.stages()),
        gamma(static_cast<double>(table.a(table.stages() - 1, table.stages() - 1))),
        explicitFirst(table.a(0, 0) == 0),
        stifflyAccurate(table.stifflyAccurate()),
        order(table.order),
        embeddedOrder(table.embeddedOrder),
        a(table.a.cast<double>()),
        b(table.b.cast<double>()),
        c(table.c.cast<double>()),
        error((table.bHat - table.b).cast<double>()),
        slopeWeight(static_cast<double>(table.slopeWeight)),
        dense(table.dense.cast<double>()),
        filtered(std::abs((*tableaux::embeddedStabilityFunction(tableaux::formulaOf(table)))(-1e9)) > mostUnfiltered) {}

  int stages;
  double gamma;
  bool explicitFirst;
  bool stifflyAccurate;
  int order;
  int embeddedOrder;
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  Eigen::VectorXd c;
  Eigen::VectorXd error;  // embedded formula minus method
  double slopeWeight;     // of the slope at the start in the embedded formula
  Eigen::MatrixXd dense;
  bool filtered;
};

class Sdirk final : public OneStepMethod {
 public:
  Sdirk(const ImplicitTable& table, std::optional<TwoStepEstimate> twoStep, System& system, const Options& options)
      : scheme_(table),
        twoStep_(std::move(twoStep)),
        system_(system),
        fixedStep_(options.step > 0),
        iterations_(options.newtonIterations),
        linearisation_(system, options, stageEconomy, [this](double h, int) { return factor(h); }),
        measure_(system.size(), options.tolerances),
        identity_(system.problem().mass.kind == MassMatrix::Kind::identity),
        n_(static_cast<std::size_t>(system.size())),
        solver_(makeSolver(system.problem(), linearisation_.jacobian().pattern())),
        slopes_(n_ * static_cast<std::size_t>(scheme_.stages)),
        earlierSlopes_(twoStep_ ? slopes_.size() : 0),
        lastSlope_(n_),
        endSlope_(n_),
        base_(n_),
        increment_(n_),
        argument_(n_),
        update_(n_),
        scaled_(n_),
        error_(n_) {}

  void begin() override {
    linearisation_.begin();
    lastSlopeKnown_ = false;
    contraction_ = 1;
    attempts_ = 0;
    earlierStep_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    h_ = h;
    ++attempts_;
    if (const Trial trial = linearise(t, y); trial.outcome != Trial::Outcome::computed) return trial;
    Trial trial = solveStages(t, y, y1);
    if (linearisation_.renewAfter(trial)) {
      if (const Trial again = linearise(t, y); again.outcome != Trial::Outcome::computed) return again;
      trial = solveStages(t, y, y1);
    }
    if (trial.outcome != Trial::Outcome::computed || fixedStep_) return trial;
    trial.error = estimate(y, y1);
    return trial;
  }

  void accept() override {
    attempts_ = 0;
    if (twoStep_) {
      earlierSlopes_ = slopes_;
      earlierStep_ = h_;
    }
    linearisation_.accept(iterations_ > 0 ? std::numeric_limits<double>::infinity() : worstRate_);
    if (scheme_.stifflyAccurate) {
      std::copy_n(slope(scheme_.stages - 1), n_, lastSlope_.begin());
      lastSlopeKnown_ = true;
    }
    if (scheme_.stifflyAccurate && scheme_.slopeWeight != 0) {
      std::ranges::fill(endSlope_, 0.0);
      addMassTimes(system_.problem().mass, 1, lastSlope_, endSlope_);
      linearisation_.takeSlopeFromStages(endSlope_);
    } else {
      linearisation_.forgetSlope();
    }
  }

  void interpolate(double theta, ConstView y0, ConstView, View y) override {
    std::ranges::copy(y0, y.begin());
    for (int i = 0; i < scheme_.stages; ++i) {
      double weight = 0;
      for (Eigen::Index k = scheme_.dense.cols(); k-- > 0;) weight = (weight + scheme_.dense(i, k)) * theta;
      add(h_ * weight, slope(i), y.data());
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    return linearisation_.initialSlope().at(system_, t, y, f);
  }

  ConstView errorVector() const override { return fixedStep_ ? ConstView{} : ConstView(error_); }
  int errorOrder() const override {
    if (fixedStep_) return 0;
    return (twoStep_ ? twoStep_->order() : std::min(scheme_.order, scheme_.embeddedOrder)) + 1;
  }
  const JacobianEvaluator* jacobian() const override { return &linearisation_.jacobian(); }
  double settle(double h, double proposed) const override { return linearisation_.settle(h, proposed); }

  void save(Vector& memory) const override {
    linearisation_.save(memory);
    memory.insert(memory.end(), {contraction_, worstRate_, lastSlopeKnown_ ? 1.0 : 0.0, earlierStep_});
    memory.insert(memory.end(), earlierSlopes_.begin(), earlierSlopes_.end());
    memory.insert(memory.end(), lastSlope_.begin(), lastSlope_.end());
  }
  ConstView load(ConstView memory) override {
    memory = linearisation_.load(memory);
    contraction_ = memory[0];
    worstRate_ = memory[1];
    lastSlopeKnown_ = memory[2] != 0;
    earlierStep_ = memory[3];
    memory = memory.subspan(4);
    std::ranges::copy(memory.first(earlierSlopes_.size()), earlierSlopes_.begin());
    memory = memory.subspan(earlierSlopes_.size());
    std::ranges::copy(memory.first(n_), lastSlope_.begin());
    return memory.subspan(n_);
  }

 private:
  double* slope(int i) { return slopes_.data() + static_cast<std::size_t>(i) * n_; }
  void add(double weight, const double* x, double* target) const {
    for (std::size_t k = 0; k < n_; ++k) target[k] += weight * x[k];
  }

  /// F at the start is needed for an explicit first stage, the estimate of some methods, and difference Jacobians.
  Trial linearise(double t, ConstView y) {
    const bool forStage = scheme_.explicitFirst && !lastSlopeKnown_;
    if (const Evaluation e = linearisation_.evaluate(t, y, forStage || scheme_.slopeWeight != 0); e != Evaluation::ok)
      return failedTrial(e);
    if (forStage) slopeFromRightHandSide();
    return linearisation_.factorFor(h_);
  }

  bool factor(double h) { return solver_->factor(1 / (h * scheme_.gamma), linearisation_.jacobian().values()); }

  /// y' at the start where no step before has left it: M^-1 F for a diagonal M. Algebraic unknowns, and all of them
  /// when M is not diagonal, start as if at rest; only the predictor and the interpolant of the first step see that.
  void slopeFromRightHandSide() {
    const MassMatrix& mass = system_.problem().mass;
    for (std::size_t k = 0; k < n_; ++k) {
      const double f = linearisation_.slope()[k];
      switch (mass.kind) {
        case MassMatrix::Kind::identity: lastSlope_[k] = f; break;
        case MassMatrix::Kind::diagonal: lastSlope_[k] = mass.values[k] != 0 ? f / mass.values[k] : 0; break;
        case MassMatrix::Kind::sparse: lastSlope_[k] = 0; break;
      }
    }
  }

  Trial solveStages(double t, ConstView y, View y1) {
    int iterations = 0;
    worstRate_ = 0;
    for (int i = 0; i < scheme_.stages; ++i) {
      if (i == 0 && scheme_.explicitFirst) {
        std::ranges::copy(lastSlope_, slope(0));
        continue;
      }
      std::ranges::copy(y, base_.begin());
      for (int j = 0; j < i; ++j)
        if (scheme_.a(i, j) != 0) add(h_ * scheme_.a(i, j), slope(j), base_.data());
      predict(i);
      const Trial trial = newton(t + scheme_.c(i) * h_, y, slope(i), iterations);
      if (trial.outcome != Trial::Outcome::computed) return trial;
    }
    if (scheme_.stifflyAccurate) {
      std::ranges::copy(argument_, y1.begin());
    } else {
      std::ranges::copy(y, y1.begin());
      for (int i = 0; i < scheme_.stages; ++i) add(h_ * scheme_.b(i), slope(i), y1.data());
    }
    const double mean = static_cast<double>(iterations) / scheme_.stages;
    return {.caution = (1.0 + 2 * maxIterations) / (mean + 2 * maxIterations)};
  }

  /// Y_i from the slope of the nearest stage before (in time), or of the last step.
  void predict(int i) {
    const double* guess = lastSlopeKnown_ ? lastSlope_.data() : nullptr;
    double nearest = lastSlopeKnown_ ? scheme_.c(i) : std::numeric_limits<double>::infinity();
    for (int j = 0; j < i; ++j)
      if (const double distance = std::abs(scheme_.c(i) - scheme_.c(j)); distance < nearest) {
        nearest = distance;
        guess = slope(j);
      }
    const double weight = h_ * scheme_.gamma;
    for (std::size_t k = 0; k < n_; ++k) increment_[k] = guess ? weight * guess[k] : 0.0;
  }

  /// Solves for argument_ = Y_i; writes k_i.
  Trial newton(double t, ConstView y, double* k, int& iterations) {
    const double alpha = 1 / (h_ * scheme_.gamma);
    const double share = fixedStep_ ? 1e-3 : stageShare;
    double previous = 0;
    // As in the stage before, but never so fast that a first update far above the tolerance would pass unseen.
    double contraction = fixedStep_ ? 1 : std::clamp(contraction_, 0.02, 1.0);
    const int most = iterations_ > 0 ? iterations_ : fixedStep_ ? 3 * maxIterations : maxIterations;
    for (int iteration = 1; iteration <= most; ++iteration) {
      ++system_.statistics().newtonIterations;
      ++iterations;
      for (std::size_t i = 0; i < n_; ++i) argument_[i] = base_[i] + increment_[i];
      if (const Evaluation e = system_.rhs(t, argument_, update_); e != Evaluation::ok) return failedTrial(e);
      // W d = F - M (Y - base) / (h gamma)
      if (identity_)
        for (std::size_t i = 0; i < n_; ++i) update_[i] -= alpha * increment_[i];
      else
        addMassTimes(system_.problem().mass, -alpha, increment_, update_);
      ++system_.statistics().solves;
      solver_->solve(update_);
      for (std::size_t i = 0; i < n_; ++i) increment_[i] += update_[i];
      const double size = measure_(update_, y, argument_);
      if (!std::isfinite(size)) return {.outcome = Trial::Outcome::notConverged};
      if (iterations_ > 0) {
        if (iteration < most) continue;
        takeStage(alpha, k);
        return {};
      }
      if (iteration > 1) {
        const double rate = size / previous;
        worstRate_ = std::max(worstRate_, rate);
        const bool noise = largest(update_) <= 4 * epsilon * largest(argument_);
        if (rate >= 0.9 && !noise) return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.5};
        contraction = noise ? 0 : rate / (1 - rate);
        contraction_ = contraction;
      }
      if (contraction * size <= share || size == 0) {
        takeStage(alpha, k);
        return {};
      }
      previous = size;
    }
    return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.5};
  }

  void takeStage(double alpha, double* k) {
    for (std::size_t i = 0; i < n_; ++i) {
      argument_[i] = base_[i] + increment_[i];
      k[i] = alpha * increment_[i];
    }
  }

  static double largest(const Vector& v) {
    double most = 0;
    for (const double x : v) most = std::max(most, std::abs(x));
    return most;
  }

  double estimate(ConstView y, ConstView y1) {
    std::ranges::fill(error_, 0.0);
    if (twoStep_ && earlierStep_ != 0) {
      const TwoStepEstimate::Weights& weights = twoStep_->slopeWeights(h_ / earlierStep_);
      for (int i = 0; i < scheme_.stages; ++i) {
        const auto k = static_cast<std::size_t>(i);
        add(earlierStep_ * weights.earlier[k], earlierSlopes_.data() + k * n_, error_.data());
        add(h_ * weights.later[k], slope(i), error_.data());
      }
      return measure_(error_, y, y1);
    }
    for (int i = 0; i < scheme_.stages; ++i)
      if (scheme_.error(i) != 0) add(h_ * scheme_.error(i), slope(i), error_.data());
    if (scheme_.filtered) filter(scheme_.slopeWeight / scheme_.gamma);
    const double error = measure_(error_, y, y1);
    if (!(error > 1) || attempts_ <= 2) return error;
    filter(0);  // stiff components that no step resolves are damped once more
    return measure_(error_, y, y1);
  }

  /// error = W^-1 (M error / (h gamma) + slopeShare F(t, y)).
  void filter(double slopeShare) {
    std::swap(error_, scaled_);
    for (std::size_t k = 0; k < n_; ++k) error_[k] = slopeShare == 0 ? 0 : slopeShare * linearisation_.slope()[k];
    addMassTimes(system_.problem().mass, 1 / (h_ * scheme_.gamma), scaled_, error_);
    ++system_.statistics().solves;
    solver_->solve(error_);
  }

  SdirkScheme scheme_;
  std::optional<TwoStepEstimate> twoStep_;
  System& system_;
  bool fixedStep_;
  int iterations_;  // of every stage; 0: until they converge
  Linearisation linearisation_;
  ErrorMeasure measure_;
  bool identity_;  // M = I
  std::size_t n_;
  std::unique_ptr<LinearSolver> solver_;
  Vector slopes_;         // k_1 .. k_s, one after the other
  Vector earlierSlopes_;  // of the step before, for the two-step estimate
  Vector lastSlope_;      // y' at the start of the step
  Vector endSlope_;
  Vector base_;
  Vector increment_;  // Y - base, kept apart: their difference would lose digits
  Vector argument_;
  Vector update_;
  Vector scaled_;
  Vector error_;
  double h_ = 0;
  double contraction_ = 1;  // error left over the last update
  double worstRate_ = 0;    // of the iterations of a step
  double earlierStep_ = 0;  // its length; 0: there is none
  int attempts_ = 0;
  bool lastSlopeKnown_ = false;
};

}  // namespace

std::unique_ptr<OneStepMethod> makeSdirk(std::string_view name, System& system, const Options& options) {
  Options used = options;
  if (name == "hw-sdirk-alt") {
    name = "hw-sdirk";
    if (used.estimate == ErrorEstimate::automatic) used.estimate = ErrorEstimate::twoStep;
  }
  return std::make_unique<Sdirk>(*tableaux::findImplicit(name), twoStepEstimateFor(name, used), system, options);
}

std::vector<MethodDescriptor> sdirkMethods() {
  std::vector<MethodDescriptor> all;
  for (const ImplicitTable& table : tableaux::implicitTables()) {
    const bool estimates = table.bHat.size() > 0 || tableaux::findTwoStepError(table.name);
    if (!table.diagonallyImplicit() || !estimates) continue;
    all.push_back(
        {.traits = traitsOf(table, Family::sdirk), .make = [name = table.name](System& system, const Options& options) {
           return makeSdirk(name, system, options);
         }});
  }
  return all;
}

}  // namespace dashpot::integrators
