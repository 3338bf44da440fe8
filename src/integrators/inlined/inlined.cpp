// Methods called inline:NAME: a formula that was worked into the equations of the problem before they were sorted
// (Elmqvist, Otter and Cellier 1995; docs/inline.md). The problem itself performs the step (Problem::inlinedStep); here
// it gets its error estimate and its interpolant, from the stages as the formula has them.
//
// Estimates are those of the method that is not inlined, except that the fully implicit ones and hw-sdirk take theirs
// from the stages of two steps (tableaux/two_step_error.hpp), which costs no evaluation, no solve and no matrix. After
// each start, when there is no step before, and where a formula has no such estimate, it is the embedded one; where
// that does not damp stiff components, it is filtered with a matrix made for this purpose.
#include "integrators/hermite.hpp"
#include "integrators/implicit_runge_kutta/traits.hpp"
#include "integrators/implicit_runge_kutta/two_step_estimate.hpp"
#include "integrators/inlined/error_filter.hpp"
#include "integrators/inlined/stage_form.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/registry.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"
#include "tableaux/explicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

using Kind = StageForm::Kind;

/// Of Rosenbrock methods: after so many attempts from one point the estimate is filtered, for parts of it may not
/// shrink with the step (rosenbrock/rosenbrock.cpp).
constexpr int attemptsBeforeFilter = 8;

double smallestRelative(const Tolerances& tolerances) {
  if (tolerances.scale == ErrorScale::absolute) return std::max(tolerances.absolute, 1e-12);
  return tolerances.relativeOf.empty() ? tolerances.relative : *std::ranges::min_element(tolerances.relativeOf);
}

/// The two-step estimate, unless something else is asked for.
Options withTwoSteps(Options options) {
  if (options.estimate == ErrorEstimate::automatic) options.estimate = ErrorEstimate::twoStep;
  return options;
}

std::string_view tableOf(std::string_view formula) { return formula == "hw-sdirk-alt" ? "hw-sdirk" : formula; }

class Inlined final : public OneStepMethod {
 public:
  Inlined(std::string_view formula, System& system, const Options& options)
      : form_(stageFormOf(tableOf(formula))),
        twoStep_(twoStepEstimateFor(tableOf(formula), withTwoSteps(options))),
        system_(system),
        isFixedStep_(options.step > 0),
        step_(system.problem().inlinedStep()),
        measure_(system.size(), options.tolerances),
        relative_(smallestRelative(options.tolerances)),
        n_(static_cast<std::size_t>(system.size())),
        stages_(n_ * static_cast<std::size_t>(form_.stages)),
        earlierStages_(stages_.size()),
        slope0_(system.size()),
        slope1_(n_),
        slopeBefore_(n_),
        allowed_(n_),
        error_(n_) {
    const MassMatrix& mass = system.problem().mass;
    if (mass.kind == MassMatrix::Kind::diagonal)
      for (std::size_t i = 0; i < n_; ++i)
        if (mass.values[i] == 0) algebraic_.push_back(i);
    if (!isFixedStep_ && form_.kind != Kind::explicitRungeKutta) filter_.emplace(system, options);
  }

  void begin() override {
    step_->begin();
    slope0_.forget();
    if (filter_) filter_->forget();
    earlierStep_ = 0;
    attempts_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    t_ = t;
    h_ = h;
    ++attempts_;
    isEndSlopeKnown_ = false;
    for (std::size_t i = 0; i < n_; ++i) allowed_[i] = measure_.scale(i, std::abs(y[i]));
    const InlinedStep::Outcome outcome = step_->advance(t, h, y, {allowed_, relative_, isFixedStep_}, y1);
    count();
    if (outcome != InlinedStep::Outcome::computed) return trialAfter(outcome);
    takeStages(y);
    if (isFixedStep_) return {};
    const std::optional<double> error = estimate(t, y, y1);
    return error ? Trial{.error = *error} : Trial{.outcome = Trial::Outcome::undefined};
  }

  void accept() override {
    step_->accept();
    attempts_ = 0;
    if (filter_) filter_->forget();
    std::swap(stages_, earlierStages_);
    isStageDataEarlier_ = true;
    earlierStep_ = h_;
    slopeBefore_ = slope0_.value();
    // F at the end of the step, where the formula knows it; components without a derivative have a residual of zero.
    if (isEndSlopeKnown_)
      slope0_.exchange(slope1_);
    else
      slope0_.forget();
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    if (form_.dense.size() == 0) return interpolateFromEnds(theta, y0, y1, y);
    std::ranges::copy(y0, y.begin());
    const Vector& stages = isStageDataEarlier_ ? earlierStages_ : stages_;
    for (int i = 0; i < form_.stages; ++i) {
      double weight = 0;
      for (Eigen::Index k = form_.dense.cols(); k-- > 0;) weight = (weight + form_.dense(i, k)) * theta;
      const double* const s = stages.data() + static_cast<std::size_t>(i) * n_;
      for (std::size_t k = 0; k < n_; ++k) y[k] += weight * s[k];
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return slope0_.at(system_, t, y, f); }
  ConstView errorVector() const override { return isFixedStep_ ? ConstView{} : ConstView(error_); }
  int errorOrder() const override {
    if (isFixedStep_) return 0;
    return twoStep_ ? twoStep_->order() + 1 : form_.errorOrder;
  }

  void save(Vector& memory) const override {
    step_->save(memory);
    slope0_.save(memory);
    memory.insert(memory.end(), {earlierStep_});
    const Vector& last = isStageDataEarlier_ ? earlierStages_ : stages_;
    memory.insert(memory.end(), last.begin(), last.end());
    memory.insert(memory.end(), slopeBefore_.begin(), slopeBefore_.end());
  }
  ConstView load(ConstView memory) override {
    memory = slope0_.load(step_->load(memory));
    earlierStep_ = memory[0];
    h_ = earlierStep_;
    memory = memory.subspan(1);
    std::ranges::copy(memory.first(earlierStages_.size()), earlierStages_.begin());
    isStageDataEarlier_ = true;
    memory = memory.subspan(earlierStages_.size());
    std::ranges::copy(memory.first(n_), slopeBefore_.begin());
    return memory.subspan(n_);
  }

 private:
  /// What the step has cost since this was last asked.
  void count() {
    const InlinedStep::Work& now = step_->work();
    Statistics& all = system_.statistics();
    all.rhsEvals += now.evaluations - counted_.evaluations;
    all.newtonIterations += now.iterations - counted_.iterations;
    all.jacEvals += now.jacobians - counted_.jacobians;
    all.lu += now.factorisations - counted_.factorisations;
    all.solves += now.solves - counted_.solves;
    counted_ = now;
  }

  static Trial trialAfter(InlinedStep::Outcome outcome) {
    switch (outcome) {
      case InlinedStep::Outcome::fatal: return {.outcome = Trial::Outcome::fatal};
      case InlinedStep::Outcome::singular: return {.outcome = Trial::Outcome::singular};
      case InlinedStep::Outcome::notConverged: return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.5};
      case InlinedStep::Outcome::computed:
      case InlinedStep::Outcome::undefined: break;
    }
    return {.outcome = Trial::Outcome::undefined};
  }

  View stage(int i) { return View(stages_).subspan(static_cast<std::size_t>(i) * n_, n_); }

  // ---- stages -------------------------------------------------------------------------------------------------------

  /// S_i of all components.
  void takeStages(ConstView y) {
    isStageDataEarlier_ = false;
    for (int i = 0; i < form_.stages; ++i) step_->stageSlope(i, stage(i));
    if (form_.kind == Kind::rosenbrock) return;
    for (double& s : stages_) s *= h_;
    if (!algebraic_.empty() && form_.slopesOf.size() > 0) algebraicSlopes(y);
    const bool endsInStage = form_.kind == Kind::theta || form_.kind == Kind::backwardDifference;
    if (!endsInStage) return;
    const ConstView last = stage(form_.stages - 1);
    for (std::size_t i = 0; i < n_; ++i) slope1_[i] = last[i] / h_;
    for (const std::size_t i : algebraic_) slope1_[i] = 0;
    isEndSlopeKnown_ = true;
  }

  /// Unknowns without a derivative have slopes in the sense of the formula.
  void algebraicSlopes(ConstView y) {
    const Eigen::Index s = form_.slopesOf.rows(), first = form_.stages - s;
    states_.resize(n_ * static_cast<std::size_t>(form_.stages));
    for (int i = 0; i < form_.stages; ++i)
      step_->stageState(i, View(states_).subspan(static_cast<std::size_t>(i) * n_, n_));
    for (const std::size_t k : algebraic_) {
      const double firstSlope =
          first == 0 || earlierStep_ == 0
              ? 0
              : earlierStages_[static_cast<std::size_t>(form_.stages - 1) * n_ + k] * h_ / earlierStep_;
      if (first > 0) stage(0)[k] = firstSlope;
      for (Eigen::Index i = 0; i < s; ++i) {
        double slope = 0;
        for (Eigen::Index j = 0; j < s; ++j) {
          double z = states_[static_cast<std::size_t>(first + j) * n_ + k] - y[k];
          if (first > 0) z -= form_.firstColumn(j) * firstSlope;
          slope += form_.slopesOf(i, j) * z;
        }
        stage(static_cast<int>(first + i))[k] = slope;
      }
    }
  }

  // ---- the estimate -------------------------------------------------------------------------------------------------

  std::optional<double> estimate(double t, ConstView y, ConstView y1) {
    switch (form_.kind) {
      case Kind::implicitRungeKutta: return twoStep_ && earlierStep_ != 0 ? twoSteps(y, y1) : embedded(t, y, y1);
      case Kind::rosenbrock: return embedded(t, y, y1);
      case Kind::explicitRungeKutta: return explicitly(t, y, y1);
      case Kind::theta: return differenceOfSlopes(t, y, y1, form_.theta == 0.5, 1.0 / 6, form_.theta - 0.5);
      case Kind::backwardDifference: break;
    }
    const double ratio = earlierStep_ == 0 ? 0 : h_ / earlierStep_, k = ratio == 0 ? 0 : 1 + 1 / ratio;
    const double third = ((1 + ratio) * (1 + ratio) - ratio * ratio * k * k * k) / (1 + 2 * ratio) / 6;
    return differenceOfSlopes(t, y, y1, earlierStep_ != 0, 2 * std::abs(third), 0.5);
  }

  double twoSteps(ConstView y, ConstView y1) {
    const TwoStepEstimate::Weights& weights = twoStep_->slopeWeights(h_ / earlierStep_);
    std::ranges::fill(error_, 0.0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(form_.stages); ++i)
      for (std::size_t k = 0; k < n_; ++k)
        error_[k] += weights.earlier[i] * earlierStages_[i * n_ + k] + weights.later[i] * stages_[i * n_ + k];
    return measure_(error_, y, y1);
  }

  void weighStages() {
    std::ranges::fill(error_, 0.0);
    for (int i = 0; i < form_.stages; ++i)
      for (std::size_t k = 0; k < n_; ++k) error_[k] += form_.error(i) * stage(i)[k];
  }

  std::optional<double> embedded(double t, ConstView y, ConstView y1) {
    weighStages();
    const bool isFiltered = form_.isFiltered || attempts_ > attemptsBeforeFilter;
    if (form_.slopeWeight != 0 && slope0_.at(system_, t, y) != Evaluation::ok) return std::nullopt;
    if (!isFiltered) {
      if (form_.slopeWeight != 0)
        for (std::size_t k = 0; k < n_; ++k) error_[k] += form_.slopeWeight * h_ * slope0_.value()[k];
      return measure_(error_, y, y1);
    }
    if (!filter_->apply(t, y, h_ * form_.gamma, form_.slopeWeight / form_.gamma, slopeIfWanted(), error_))
      return std::nullopt;
    double error = measure_(error_, y, y1);
    if (error > 1 && (attempts_ > 2 || earlierStep_ == 0) &&
        filter_->apply(t, y, h_ * form_.gamma, 0, slopeIfWanted(), error_))
      error = measure_(error_, y, y1);
    return error;
  }
  [[nodiscard]] ConstView slopeIfWanted() const {
    return form_.slopeWeight != 0 ? ConstView(slope0_.value()) : ConstView{};
  }

  std::optional<double> explicitly(double t, ConstView y, ConstView y1) {
    weighStages();
    if (form_.endsWithSlope) {
      if (system_.rhs(t + h_, y1, slope1_) != Evaluation::ok) return std::nullopt;
      isEndSlopeKnown_ = true;
      for (std::size_t k = 0; k < n_; ++k) error_[k] += form_.error(form_.stages) * h_ * slope1_[k];
    }
    for (const std::size_t k : algebraic_) error_[k] = 0;
    return measure_(error_, y, y1);
  }

  /// The second derivative from F at both ends, weight2 h (F1 - F0); with the step before, if there is one, the third:
  /// weight3 h^3 y'''.
  std::optional<double> differenceOfSlopes(double t, ConstView y, ConstView y1, bool isSecondOrder, double weight3,
                                           double weight2) {
    if (slope0_.at(system_, t, y) != Evaluation::ok) return std::nullopt;
    const bool isThird = isSecondOrder && earlierStep_ != 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double first = (slope1_[i] - slope0_.value()[i]) / h_;
      const double before = isThird ? (slope0_.value()[i] - slopeBefore_[i]) / earlierStep_ : 0;
      error_[i] = isThird ? h_ * h_ * h_ * weight3 * (first - before) / (h_ + earlierStep_)
                          : h_ * h_ * (isSecondOrder ? 0.5 : weight2) * first;
    }
    if (form_.isFiltered &&
        !filter_->apply(t, y, h_ * (form_.theta > 0 ? form_.theta : form_.gamma), 0, slope0_.value(), error_))
      return std::nullopt;
    for (const std::size_t k : algebraic_) error_[k] = 0;
    return measure_(error_, y, y1);
  }

  // ---- between the ends of a step -----------------------------------------------------------------------------------

  /// Explicit formulas: the cubic through both ends; bdf2: the parabola with the slope at the end. Components without a
  /// derivative on a straight line: their equations determine them there.
  void interpolateFromEnds(double theta, ConstView y0, ConstView y1, View y) {
    const Vector& stages = isStageDataEarlier_ ? earlierStages_ : stages_;
    if (form_.kind == Kind::backwardDifference) {
      for (std::size_t i = 0; i < n_; ++i) {
        const double difference = y1[i] - y0[i];
        y[i] = y0[i] + theta * difference + theta * (theta - 1) * (stages[i] - difference);
      }
    } else {
      if (slopeOfEnd_.empty() || endOfSlope_ != t_ + h_) {
        slopeOfEnd_.resize(n_);
        endOfSlope_ = t_ + h_;
        if (system_.rhs(endOfSlope_, y1, slopeOfEnd_) != Evaluation::ok)
          for (std::size_t i = 0; i < n_; ++i) slopeOfEnd_[i] = (y1[i] - y0[i]) / h_;
      }
      for (std::size_t i = 0; i < n_; ++i) y[i] = cubic(theta, h_, y0[i], stages[i] / h_, y1[i], slopeOfEnd_[i]);
    }
    for (const std::size_t i : algebraic_) y[i] = y0[i] + theta * (y1[i] - y0[i]);
  }

  StageForm form_;
  std::optional<TwoStepEstimate> twoStep_;
  System& system_;
  bool isFixedStep_;
  std::unique_ptr<InlinedStep> step_;
  ErrorMeasure measure_;
  double relative_;
  std::size_t n_;
  std::vector<std::size_t> algebraic_;  // components without a derivative
  std::optional<ErrorFilter> filter_;
  Vector stages_;         // S_1 .. S_s of the present attempt
  Vector earlierStages_;  // of the step before; once a step is accepted, its own
  Vector states_;         // Y_1 .. Y_s, where they are needed
  InitialSlope slope0_;
  Vector slope1_;       // F at the end, if isEndSlopeKnown_
  Vector slopeBefore_;  // F at the start of the step before
  Vector slopeOfEnd_;   // F at the end of the last step, for the interpolant
  double endOfSlope_ = 0;
  Vector allowed_;
  Vector error_;
  InlinedStep::Work counted_;
  double t_ = 0, h_ = 0;
  double earlierStep_ = 0;  // 0: there is none
  int attempts_ = 0;        // from the present point
  bool isEndSlopeKnown_ = false;
  bool isStageDataEarlier_ = false;
};

constexpr std::string_view backwardDifference = "bdf2";

MethodTraits traitsOfInlined(MethodTraits traits) {
  traits.name = std::string(inlinedPrefix) + traits.name;
  traits.family = Family::inlined;
  traits.daeOrder = traits.daeOrder.value_or(traits.order);
  traits.takesMass = true;
  traits.source += "; worked into the equations";
  return traits;
}

MethodDescriptor inlinedOf(MethodTraits traits) {
  return {.traits = traitsOfInlined(traits), .make = [formula = traits.name](System& system, const Options& options) {
            return std::make_unique<Inlined>(formula, system, options);
          }};
}

}  // namespace

std::vector<MethodDescriptor> inlinedFormulas() {
  std::vector<MethodDescriptor> all;
  for (const auto family : {explicitMethods, thetaMethods, fullyImplicitMethods, sdirkMethods, rosenbrockMethods})
    for (const MethodDescriptor& method : family()) {
      const std::string& name = method.traits.name;
      const bool isTable =
          tableaux::findImplicit(name) || tableaux::findRosenbrock(name) || tableaux::findExplicit(name);
      if (!isTable) continue;  // `radau` is several
      MethodTraits traits = method.traits;
      const bool isExplicit = tableaux::findExplicit(name) != nullptr;
      if (isExplicit) traits.denseOrder = std::min(traits.denseOrder, 3);
      traits.variableStep = stageFormOf(name).errorOrder > 0 || tableaux::findImplicit(name) != nullptr;
      all.push_back(inlinedOf(std::move(traits)));
    }
  all.push_back(inlinedOf({.name = std::string(backwardDifference),
                           .order = 2,
                           .embeddedOrder = 3,
                           .denseOrder = 2,
                           .daeOrder = 2,
                           .stifflyAccurate = true,
                           .stages = 1,
                           .aStable = true,
                           .lStable = true,
                           .alphaDegrees = 90,
                           .source = "Curtiss and Hirschfelder 1952; error estimate from the third derivative"}));
  return all;
}

}  // namespace dashpot::integrators
