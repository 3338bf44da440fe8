// Fully implicit Runge-Kutta methods: Radau IIA and Lobatto IIIC, of fixed order or, as `radau`, of order 5, 9 and 13
// chosen step by step. The scheme of Hairer and Wanner (1996, RADAU5; 1999, RADAU):
//   - simplified Newton iteration on the stages, in the basis of scheme.hpp, its rate of convergence watched;
//     started from the polynomial of the last step;
//   - Jacobian and factorisations kept as linearisation.hpp says;
//   - error from an embedded formula of order s, filtered so that stiff components do not dominate it. As its order is
//     about half of the method's, the tolerance is translated: 0.05 tol^((q+1)/p), q embedded, p method, so that the
//     error at the end, not that of a step, is about the tolerance (RADAU5: 0.1 tol^((q+1)/(p+1))).
// Deviations:
//   - The slope at the start of a step is that of the last stage before, not another evaluation of F: they differ by
//     the residual of Newton's iteration only, which the filter damps.
//   - An iteration that fails with an old Jacobian is repeated with a new one before the step shrinks.
//   - A change of order keeps the polynomial as starting value.
//   - Newton's iteration is not stopped on a rate of contraction below 0.03.
//   - Even numbers of stages have no real eigenvalue: the estimate is filtered with a pair of complex ones,
//     |a|^2 (aM - J)^-1 M (conj(a)M - J)^-1 = -|a|^2 Im((aM - J)^-1) / Im(a).
#include "base/kept_number.hpp"
#include "base/rounding.hpp"
#include "integrators/implicit_runge_kutta/collocation_refinement.hpp"
#include "integrators/implicit_runge_kutta/kernels.hpp"
#include "integrators/implicit_runge_kutta/linearisation.hpp"
#include "integrators/implicit_runge_kutta/order_choice.hpp"
#include "integrators/implicit_runge_kutta/traits.hpp"
#include "integrators/implicit_runge_kutta/two_step_estimate.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "linalg/solvers.hpp"
#include "tableaux/implicit_rk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace dashpot::integrators {
namespace {

using Complex = std::complex<double>;

/// RADAU5 has a good rate of 1e-3.
constexpr Linearisation::Economy collocationEconomy{.goodRate = 3e-3, .leastGrowth = 1.2};

/// What an iteration may leave: of the estimate that steps are controlled by, as RADAU5 has it; and of the tolerance,
/// which is smaller, so much that it is again about what RADAU5 leaves, whose translated tolerance is twice as large.
constexpr double mostOfEstimate = 0.03, shareOfTolerance = 3;

/// The power of the tolerance with which an estimate of lower order than the method is compared.
double tolerancePower(const ImplicitScheme& scheme) { return (scheme.embeddedOrder + 1.0) / scheme.order; }

Tolerances translated(Tolerances tolerances, int size, double power) {
  const auto factor = [power](double relative) { return relative > 0 ? 0.05 * std::pow(relative, power - 1) : 1.0; };
  if (tolerances.scale == ErrorScale::absolute) return tolerances;
  if (tolerances.absoluteOf.empty()) tolerances.absoluteOf.assign(static_cast<std::size_t>(size), tolerances.absolute);
  if (tolerances.relativeOf.empty()) tolerances.relativeOf.assign(static_cast<std::size_t>(size), tolerances.relative);
  for (std::size_t i = 0; i < tolerances.relativeOf.size(); ++i) {
    const double f = factor(tolerances.relativeOf[i]);
    tolerances.relativeOf[i] *= f;
    tolerances.absoluteOf[i] *= f;
  }
  return tolerances;
}

double smallestRelative(const Tolerances& tolerances) {
  const double common =
      tolerances.relativeOf.empty() ? tolerances.relative : *std::ranges::min_element(tolerances.relativeOf);
  return tolerances.scale == ErrorScale::absolute || common <= 0 ? 1e-6 : common;
}

double largestRowSum(const ImplicitScheme::Square& matrix) {
  double largest = 0;
  for (const auto& row : matrix) {
    double sum = 0;
    for (const double entry : row) sum += std::abs(entry);
    largest = std::max(largest, sum);
  }
  return largest;
}

double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) result *= base;
  return result;
}

/// How many nodes an interpolant of order p - 1 needs; 0: the method's own s are enough.
int refinedStages(const ImplicitScheme& scheme) { return scheme.order - 1 > scheme.stages + 1 ? scheme.order - 2 : 0; }

/// One of the methods that may take the step.
struct Member {
  Member(const ImplicitScheme& s, const System& system, const Options& options, bool twoStep) : scheme(&s) {
    const double power = tolerancePower(s);
    const Tolerances used =
        options.step > 0 || twoStep ? options.tolerances : translated(options.tolerances, system.size(), power);
    measure = ErrorMeasure(system.size(), used);
    const double relative = smallestRelative(used);
    rounding = 10 * epsilon / relative * largestRowSum(s.toModes);
    // With a fixed step the tolerance means the iteration itself, for nothing else is controlled.
    newtonTolerance = options.step > 0
                          ? epsilon / relative
                          : std::max(10 * epsilon / relative,
                                     std::min(mostOfEstimate, shareOfTolerance * std::pow(relative, 1 / power - 1)));
    maxIterations = options.step > 0 ? 30 : 7 + 5 * std::max(s.stages - 3, 0) / 2;
  }

  const ImplicitScheme* scheme;
  ErrorMeasure measure;
  double newtonTolerance;  // in units of the measure
  double rounding;         // updates below this are noise, in the same units
  int maxIterations;
};

/// N > 0: size known at compile time, dense algebra inlined. N = 0: any size, any linear solver.
template <int N>
class FullyImplicit final : public OneStepMethod {
  using Solver = std::conditional_t<(N > 0), linalg::SmallDenseSolver<std::max(N, 1)>, LinearSolver>;

 public:
  template <class MakeSolver>
  FullyImplicit(std::vector<Member> members, std::optional<TwoStepEstimate> twoStep, System& system,
                const Options& options, const MakeSolver& makeSolver)
      : members_(std::move(members)),
        twoStep_(std::move(twoStep)),
        order_(static_cast<int>(members_.size())),
        system_(system),
        fixedStep_(options.step > 0),
        iterations_(options.newtonIterations),
        linearisation_(system, options, collocationEconomy, [this](double h, int index) { return factor(h, index); }),
        identity_(system.problem().mass.kind == MassMatrix::Kind::identity),
        n_(system.size()),
        options_(options) {
    const int most = members_.back().scheme->stages;
    for (int p = 0; p < most / 2; ++p) solvers_.push_back(makeSolver());
    const auto n = static_cast<std::size_t>(n_);
    const auto all = n * static_cast<std::size_t>(most);
    realModes_.resize(n);
    realRhs_.resize(n);
    pairModes_.resize(n * static_cast<std::size_t>(most / 2));
    pairRhs_.resize(pairModes_.size());
    arguments_.resize(all);
    slopes_.resize(all);
    stages_.resize(all);
    lastStages_.resize(all);
    inverseScale_.resize(n);
    error_.resize(n);
    work_.resize(n);
    massTimes_.resize(identity_ ? 0 : n);
  }

  void begin() override {
    linearisation_.begin();
    order_.reset();
    lastStep_ = 0;
    contraction_ = 1;
    newPoint_ = true;
    rejectedBefore_ = false;
    last_ = nullptr;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    chooseOrder(h);
    t_ = t;
    h_ = h;
    attempted_ = true;
    refined_ = Refined::notYet;
    // Two iterations at most, and an evaluation each at the start and for the estimate.
    const System::Series evaluations(system_, 2 * mostIterations() * scheme().stages + 2);
    if (const Trial trial = linearise(t, y); trial.outcome != Trial::Outcome::computed) return trial;
    Trial trial = solveStages(y);
    if (linearisation_.renewAfter(trial)) {
      if (const Trial again = linearise(t, y); again.outcome != Trial::Outcome::computed) return again;
      trial = solveStages(y);
    }
    newPoint_ = false;
    if (trial.outcome != Trial::Outcome::computed) {
      order_.iterationFailed();
      rejectedBefore_ = true;
      return trial;
    }
    const double* const last = stage(stages_, scheme().stages - 1);
    for (int k = 0; k < size(); ++k) y1[k] = y[k] + last[k];
    if (fixedStep_) return trial;
    trial = estimate(y, y1, trial.caution);
    if (!(trial.error <= 1)) rejectedBefore_ = true;
    return trial;
  }

  void accept() override {
    std::swap(stages_, lastStages_);
    last_ = &scheme();
    lastStep_ = h_;
    attempted_ = false;
    newPoint_ = true;
    rejectedBefore_ = false;
    order_.stepAccepted();
    linearisation_.accept(iterations_ > 0 ? std::numeric_limits<double>::infinity() : rate_);
    takeSlopeFromStages();
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    if (refine(y0)) return refinement_->interpolate(theta, y0, y1, y);
    polynomial(theta, y);
    for (int k = 0; k < size(); ++k) y[k] += y0[k];
  }

  void glimpse(ConstView thetas, ConstView y0, ConstView, View y) override {
    oneByOne(thetas, y, [&](double theta, View at) {
      polynomial(theta, at);
      for (int k = 0; k < size(); ++k) at[k] += y0[k];
    });
  }

  [[nodiscard]] bool keepsFactors() const override { return true; }
  bool solveWithFactors(View r) override {
    if (!linearisation_.factored() || !scheme().hasReal) return false;
    ++system_.statistics().solves;
    solvers_[0]->solve(r);
    return true;
  }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    return linearisation_.initialSlope().at(system_, t, y, f);
  }

  ConstView errorVector() const override { return fixedStep_ ? ConstView{} : ConstView(error_); }
  int errorOrder() const override {
    if (fixedStep_) return 0;
    return (twoStep_ ? twoStep_->order() : scheme().embeddedOrder) + 1;
  }
  int order() const override { return scheme().order; }
  double settle(double h, double proposed) const override { return linearisation_.settle(h, proposed); }

  const JacobianEvaluator* jacobian() const override { return &linearisation_.jacobian(); }

  void save(Vector& memory) const override {
    linearisation_.save(memory);
    order_.save(memory);
    memory.insert(memory.end(), {lastStep_, static_cast<double>(last_ ? indexOf(*last_) : -1), contraction_, rate_});
    memory.insert(memory.end(), lastStages_.begin(), lastStages_.end());
  }
  ConstView load(ConstView memory) override {
    memory = order_.load(linearisation_.load(memory));
    lastStep_ = memory[0];
    last_ = memory[1] < 0 ? nullptr : members_[keptNumber(memory[1], std::size_t{0}, members_.size() - 1)].scheme;
    contraction_ = memory[2];
    rate_ = memory[3];
    memory = memory.subspan(4);
    std::ranges::copy(memory.first(lastStages_.size()), lastStages_.begin());
    newPoint_ = true;
    attempted_ = false;
    refined_ = Refined::no;  // the last step's start is not known any more
    return memory.subspan(lastStages_.size());
  }

 private:
  int size() const { return N > 0 ? N : n_; }
  const Member& member() const { return members_[static_cast<std::size_t>(order_.member())]; }
  const ImplicitScheme& scheme() const { return *member().scheme; }
  int mostIterations() const { return iterations_ > 0 ? iterations_ : member().maxIterations; }
  int indexOf(const ImplicitScheme& s) const {
    return static_cast<int>(std::ranges::find(members_, &s, &Member::scheme) - members_.begin());
  }
  const double* stage(const Vector& stages, int i) const {
    return stages.data() + static_cast<std::size_t>(i) * size();
  }
  double* stage(Vector& stages, int i) { return stages.data() + static_cast<std::size_t>(i) * size(); }
  Modes modes() { return {realModes_.data(), pairModes_.data()}; }
  Modes rhs() { return {realRhs_.data(), pairRhs_.data()}; }

  void chooseOrder(double h) {
    if (lastStep_ == 0) return;
    // A kept factorisation belongs to the present order.
    const bool kept = newPoint_ && linearisation_.servesStep(h);
    if (!kept || order_.mayRise()) order_.choose(h / lastStep_);
  }

  // ---- between the ends of a step -----------------------------------------------------------------------------------

  const ImplicitScheme& schemeOfLastAttempt() const { return attempted_ ? scheme() : *last_; }

  /// The collocation polynomial of the last attempt, y(t + theta h) - y(t).
  void polynomial(double theta, View increment) const {
    const ImplicitScheme& s = schemeOfLastAttempt();
    const Vector& z = attempted_ ? stages_ : lastStages_;
    ImplicitScheme::Row weights;
    s.interpolation(theta, weights);
    std::ranges::fill(increment, 0.0);
    for (int i = 0; i < s.stages; ++i) {
      const double* const zi = stage(z, i);
      for (int k = 0; k < size(); ++k) increment[k] += weights[i] * zi[k];
    }
  }

  /// Whether there is a polynomial of higher degree for the last attempt; it is computed when first asked for.
  bool refine(ConstView y0) {
    const int stages = refinedStages(schemeOfLastAttempt());
    if (stages == 0 || refined_ == Refined::no) return false;
    if (refined_ == Refined::yes) return true;
    if (refinedStages_ != stages)
      refinement_ = std::make_unique<CollocationRefinement>(stages, system_, options_, [this] {
        return makeSolver(system_.problem(), linearisation_.jacobian().pattern());
      });
    refinedStages_ = stages;
    const bool solved = refinement_->solve(t_, y0, h_, linearisation_.jacobian().values(),
                                           [this](double theta, View increment) { polynomial(theta, increment); });
    refined_ = solved ? Refined::yes : Refined::no;
    return solved;
  }

  // ---- the matrices -------------------------------------------------------------------------------------------------

  /// F and J at the start of the step as far as they are needed, and the factors for this step length.
  Trial linearise(double t, ConstView y) {
    if (const Evaluation e = linearisation_.evaluate(t, y, /*slopeWanted=*/true); e != Evaluation::ok)
      return failedTrial(e);
    return linearisation_.factorFor(h_, order_.member());
  }

  bool factor(double h, int memberIndex) {
    if (memberIndex >= static_cast<int>(members_.size())) return false;  // of a damaged checkpoint
    const ImplicitScheme& s = *members_[static_cast<std::size_t>(memberIndex)].scheme;
    const ConstView jacobian = linearisation_.jacobian().values();
    if (s.hasReal && !solvers_[0]->factor(s.realEigenvalue / h, jacobian)) return false;
    for (int p = 0; p < s.pairs; ++p)
      if (!solvers_[static_cast<std::size_t>(p)]->factor(s.eigenvalues[p] / h, jacobian)) return false;
    return true;
  }

  // ---- the stages ---------------------------------------------------------------------------------------------------

  Trial solveStages(ConstView y) {
    return withKernels<(N > 0)>(scheme().stages, [&](auto kernels) { return this->newton<decltype(kernels)>(y); });
  }

  template <class Kernels>
  Trial newton(ConstView y) {
    const ImplicitScheme& s = scheme();
    const double tolerance = member().newtonTolerance;
    const int most = mostIterations();
    predict<Kernels>();
    setScale(y);
    // The contraction of the last step, with caution: RADAU's power 0.8, almost, but by two roots.
    const double root = std::sqrt(std::max(contraction_, epsilon));
    contraction_ = fixedStep_ ? 1.0 : root * std::sqrt(root);
    rate_ = collocationEconomy.goodRate;
    double previous = 0, previousRatio = 0;
    for (int iteration = 1; iteration <= most; ++iteration) {
      ++system_.statistics().newtonIterations;
      Kernels::toStages(s, modes(), y.data(), arguments_.data(), size());
      for (int i = 0; i < s.stages; ++i) {
        const auto n = static_cast<std::size_t>(size());
        if (const Evaluation e =
                system_.rhs(t_ + s.c[i] * h_, ConstView(stage(arguments_, i), n), View(stage(slopes_, i), n));
            e != Evaluation::ok)
          return failedTrial(e);
      }
      solveSystems<Kernels>();
      const double change = std::sqrt(Kernels::update(rhs(), inverseScale_.data(), modes(), size()) /
                                      (static_cast<double>(size()) * s.stages));
      if (!std::isfinite(change)) return {.outcome = Trial::Outcome::notConverged};
      if (iterations_ > 0) {
        if (iteration < most) continue;
        Kernels::toStages(s, modes(), nullptr, stages_.data(), size());
        return {};
      }
      if (iteration > 1 && iteration < most) {
        const double ratio = change / previous;
        rate_ = iteration == 2 ? ratio : std::sqrt(ratio * previousRatio);
        previousRatio = ratio;
        if (!(rate_ < 0.99) && change > member().rounding)
          return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.5};
        rate_ = std::min(rate_, 0.99);
        // With a fixed step the iteration goes on to the rounding level, where no further update tells anything.
        contraction_ = fixedStep_ ? rate_ / (1 - rate_) : std::max(rate_ / (1 - rate_), fastestTrusted);
        const int left = most - 1 - iteration;
        const double predicted = contraction_ * change * power(rate_, left) / tolerance;
        if (predicted >= 1 && change > member().rounding) {
          const double excess = std::clamp(predicted, 1e-4, 20.0);
          return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.8 * std::pow(excess, -1.0 / (4 + left))};
        }
      }
      previous = std::max(change, epsilon);
      if (contraction_ * change > tolerance && (iteration == 1 || change > member().rounding)) continue;
      order_.observe(rate_, iteration > 1);
      Kernels::toStages(s, modes(), nullptr, stages_.data(), size());
      return {.caution = (1.0 + 2 * most) / (iteration + 2 * most)};
    }
    return {.outcome = Trial::Outcome::notConverged, .retryFactor = 0.5};
  }

  /// Modes from the polynomial of the last step, continued into this one.
  template <class Kernels>
  void predict() {
    const ImplicitScheme& s = scheme();
    if (!last_) {
      std::ranges::fill(realModes_, 0.0);
      std::ranges::fill(pairModes_, Complex(0));
      return;
    }
    const double ratio = h_ / lastStep_;
    const auto extrapolate = [&](ImplicitScheme::Square& values) {
      for (int i = 0; i < s.stages; ++i) {
        last_->extrapolation(1 + s.c[i] * ratio, values[i]);
        values[i][last_->stages - 1] -= 1;
      }
    };
    if constexpr (N > 0 && N < Kernels::stageCount) {
      ImplicitScheme::Square values;
      extrapolate(values);
      Kernels::combineAndTransform(s, values, lastStages_.data(), last_->stages, modes(), size());
      return;
    }
    if (ratio != predictedRatio_ || predictedFrom_ != last_ || predictedFor_ != &s) {
      ImplicitScheme::Square values;
      extrapolate(values);
      for (int j = 0; j < s.stages; ++j)
        for (int m = 0; m < last_->stages; ++m) {
          double sum = 0;
          for (int i = 0; i < s.stages; ++i) sum += s.toModes[j][i] * values[i][m];
          prediction_[j][m] = sum;
        }
      predictedRatio_ = ratio;
      predictedFrom_ = last_;
      predictedFor_ = &s;
    }
    Kernels::combine(prediction_, lastStages_.data(), last_->stages, modes(), size());
  }

  template <class Kernels>
  void solveSystems() {
    const ImplicitScheme& s = scheme();
    ++system_.statistics().solves;
    if (identity_) {
      const Modes present = modes();
      Kernels::residuals(s, h_, slopes_.data(), &present, rhs(), size());
    } else {
      Kernels::residuals(s, h_, slopes_.data(), nullptr, rhs(), size());
      const MassMatrix& mass = system_.problem().mass;
      if (s.hasReal) addMassTimes(mass, -s.realEigenvalue / h_, realModes_, realRhs_);
      for (int p = 0; p < s.pairs; ++p)
        addMassTimes(mass, -s.eigenvalues[p] / h_, pair(pairModes_, p), pair(pairRhs_, p));
    }
    if (s.hasReal) solvers_[0]->solve(realRhs_);
    for (int p = 0; p < s.pairs; ++p) solvers_[static_cast<std::size_t>(p)]->solve(pair(pairRhs_, p));
  }

  std::span<Complex> pair(std::vector<Complex>& all, int p) {
    return {all.data() + static_cast<std::size_t>(p) * size(), static_cast<std::size_t>(size())};
  }

  /// 1 / scale at the start of the step, weighted by the unknowns' indices.
  void setScale(ConstView y) {
    const ErrorMeasure& measure = member().measure;
    for (int k = 0; k < size(); ++k)
      inverseScale_[k] =
          indexWeight(system_.problem().indices, k, h_) / measure.scale(static_cast<std::size_t>(k), std::abs(y[k]));
  }

  // ---- the estimate -------------------------------------------------------------------------------------------------

  Trial estimate(ConstView y, ConstView y1, double caution) {
    if (twoStep_ && last_) return {.error = twoStepError(y, y1), .caution = caution};
    combineStages();
    double error = filteredEstimate(linearisation_.slope(), y, y1);
    // At the start, and after a rejection, the estimate of stiff components is damped once more (Hairer and Wanner II,
    // IV.8.20).
    if (error > 1 && (rejectedBefore_ || !last_)) {
      for (int k = 0; k < size(); ++k) work_[k] = y[k] + error_[k];
      const View slope(arguments_.data(), static_cast<std::size_t>(size()));  // no longer needed for the stages
      if (system_.rhs(t_, work_, slope) == Evaluation::ok) error = filteredEstimate(slope, y, y1);
    }
    return {.error = error, .caution = caution};
  }

  double twoStepError(ConstView y, ConstView y1) {
    const TwoStepEstimate::Weights& weights = twoStep_->incrementWeights(h_ / lastStep_);
    std::ranges::fill(error_, 0.0);
    for (int i = 0; i < scheme().stages; ++i) {
      const double* const earlier = stage(lastStages_, i);
      const double* const later = stage(stages_, i);
      for (int k = 0; k < size(); ++k) error_[k] += weights.earlier[i] * earlier[k] + weights.later[i] * later[k];
    }
    weighByIndex();
    return member().measure.template of<N>(error_, y, y1);
  }

  /// M sum error_i Z_i, into the first n of slopes_.
  void combineStages() {
    const ImplicitScheme& s = scheme();
    Vector& sum = identity_ ? slopes_ : massTimes_;
    std::fill_n(sum.begin(), size(), 0.0);
    for (int i = 0; i < s.stages; ++i) {
      const double* const z = stage(stages_, i);
      for (int k = 0; k < size(); ++k) sum[k] += s.error[i] * z[k];
    }
    if (identity_) return;
    std::fill_n(slopes_.begin(), size(), 0.0);
    addMassTimes(system_.problem().mass, 1, massTimes_, View(slopes_.data(), static_cast<std::size_t>(size())));
  }

  double filteredEstimate(ConstView slope, ConstView y, ConstView y1) {
    const ImplicitScheme& s = scheme();
    if (s.hasReal) {
      const double scale = s.realEigenvalue / h_;
      for (int k = 0; k < size(); ++k) error_[k] = slope[k] + scale * slopes_[k];
      solvers_[0]->solve(error_);
    } else {
      const Complex alpha = s.eigenvalues[0] / h_;
      const std::span<Complex> b = pair(pairRhs_, 0);
      for (int k = 0; k < size(); ++k) b[k] = s.slopeWeight * h_ * slope[k] + slopes_[k];
      solvers_[0]->solve(b);
      const double scale = -std::norm(alpha) / alpha.imag();
      for (int k = 0; k < size(); ++k) error_[k] = scale * b[k].imag();
    }
    weighByIndex();
    return member().measure.template of<N>(error_, y, y1);
  }

  void weighByIndex() {
    if (system_.problem().indices.empty()) return;
    for (int k = 0; k < size(); ++k) error_[k] *= indexWeight(system_.problem().indices, k, h_);
  }

  /// F at the end of the step is M y' there, up to the residual of the iteration.
  void takeSlopeFromStages() {
    std::ranges::fill(work_, 0.0);
    for (int i = 0; i < last_->stages; ++i) {
      const double weight = last_->slope[i] / lastStep_;
      const double* const z = stage(lastStages_, i);
      for (int k = 0; k < size(); ++k) work_[k] += weight * z[k];
    }
    if (!identity_) {
      std::ranges::fill(massTimes_, 0.0);
      addMassTimes(system_.problem().mass, 1, work_, massTimes_);
      std::swap(work_, massTimes_);
    }
    linearisation_.takeSlopeFromStages(work_);
  }

  std::vector<Member> members_;
  std::optional<TwoStepEstimate> twoStep_;
  OrderChoice order_;
  System& system_;
  bool fixedStep_;
  int iterations_;  // of every step; 0: until they converge
  Linearisation linearisation_;
  bool identity_;  // M = I
  int n_;
  std::vector<std::unique_ptr<Solver>> solvers_;  // the first holds the real factors, too
  Vector realModes_, realRhs_;
  std::vector<Complex> pairModes_, pairRhs_;
  Vector arguments_;   // of F, stage by stage
  Vector slopes_;      // F there; after the iteration, the first n: M sum error_i Z_i
  Vector stages_;      // Z of the present attempt
  Vector lastStages_;  // Z of the last accepted step
  Vector inverseScale_;
  Vector error_;
  Vector work_;
  Vector massTimes_;
  ImplicitScheme::Square prediction_{};  // from the last stages to modes
  double predictedRatio_ = 0;
  const ImplicitScheme* predictedFrom_ = nullptr;
  const ImplicitScheme* predictedFor_ = nullptr;
  const ImplicitScheme* last_ = nullptr;  // the scheme of the last accepted step; null: there is none
  double t_ = 0;
  double h_ = 0;
  double lastStep_ = 0;
  double contraction_ = 1;  // error left over the last update
  double rate_ = 0;
  enum class Refined { notYet, yes, no };
  Refined refined_ = Refined::no;
  const Options& options_;
  std::unique_ptr<CollocationRefinement> refinement_;
  int refinedStages_ = 0;
  bool newPoint_ = true;
  bool rejectedBefore_ = false;
  bool attempted_ = false;  // an attempt that is not accepted (yet)
};

const ImplicitScheme* schemeOf(std::string_view name) {
  static const std::vector<std::pair<std::string_view, ImplicitScheme>> schemes = [] {
    std::vector<std::pair<std::string_view, ImplicitScheme>> all;
    for (const auto& table : tableaux::implicitTables())
      if (!table.diagonallyImplicit()) all.emplace_back(table.name, ImplicitScheme(table));
    return all;
  }();
  const auto found = std::ranges::find(schemes, name, [](const auto& entry) { return entry.first; });
  return found == schemes.end() ? nullptr : &found->second;
}

template <int N>
std::unique_ptr<OneStepMethod> makeSized(std::vector<Member> members, std::optional<TwoStepEstimate> twoStep,
                                         System& system, const Options& options) {
  const Problem& problem = system.problem();
  const SparsityPattern pattern = problem.jacobian ? problem.jacobian->pattern : SparsityPattern{};
  if constexpr (N <= linalg::maxSmallSize) {
    if (problem.size == N && !problem.linearSolver && members.front().scheme->hasReal)
      return std::make_unique<FullyImplicit<N>>(std::move(members), std::move(twoStep), system, options, [&] {
        return std::make_unique<linalg::SmallDenseSolver<N>>(N, pattern, problem.mass);
      });
    return makeSized<N + 1>(std::move(members), std::move(twoStep), system, options);
  } else {
    return std::make_unique<FullyImplicit<0>>(std::move(members), std::move(twoStep), system, options,
                                              [&] { return makeSolver(problem, pattern); });
  }
}

std::unique_ptr<OneStepMethod> make(std::span<const std::string_view> names, std::optional<TwoStepEstimate> twoStep,
                                    System& system, const Options& options) {
  std::vector<Member> members;
  for (const std::string_view name : names) members.emplace_back(*schemeOf(name), system, options, twoStep.has_value());
  return makeSized<1>(std::move(members), std::move(twoStep), system, options);
}

/// Radau methods of high order refine their interpolants to order p - 1 (collocation_refinement.hpp).
MethodTraits withRefinedInterpolant(MethodTraits traits) {
  traits.denseOrder = std::max(traits.denseOrder, traits.order - 1);
  return traits;
}

MethodDescriptor ofOneTable(const tableaux::ImplicitTable& table) {
  return {.traits = withRefinedInterpolant(traitsOf(table, Family::implicitRungeKutta)),
          .make = [name = table.name](System& system, const Options& options) {
            return make(std::array{name}, twoStepEstimateFor(name, options), system, options);
          }};
}

/// Radau IIA of order 5, 9 and 13 by turns (Hairer and Wanner 1999); order_choice.hpp decides.
MethodDescriptor radau() {
  MethodTraits traits =
      withRefinedInterpolant(traitsOf(*tableaux::findImplicit("radau13"), Family::implicitRungeKutta));
  traits.name = "radau";
  traits.daeOrder = 5;
  traits.fixedStep = false;
  traits.source = "Hairer and Wanner 1999: Radau IIA of order 5, 9 and 13, chosen step by step";
  return {.traits = std::move(traits), .make = [](System& system, const Options& options) {
            constexpr std::array<std::string_view, 3> names{"radau5", "radau9", "radau13"};
            return make(names, std::nullopt, system, options);
          }};
}

}  // namespace

std::vector<MethodDescriptor> fullyImplicitMethods() {
  std::vector<MethodDescriptor> all{radau()};
  for (const tableaux::ImplicitTable& table : tableaux::implicitTables())
    if (!table.diagonallyImplicit()) all.push_back(ofOneTable(table));
  return all;
}

}  // namespace dashpot::integrators
