// auto: the method that suits the problem, and another one where that suits better. What it knows are the rules of
// selection/rules.toml; here facts are gathered from what the methods compute anyway, and changes are carried out.
//
//   before     size, algebraic unknowns, M, tolerance, the cost of F, J and LU from their patterns; the fastest mode at
//              the start, by power iterations
//   explicit   h rho against the limit of stability, rho from two stages at equal times (Shampine 1977; Hairer and
//              Wanner II, IV.2); and what it would cost to go on with such steps to the end
//   implicit   what the best explicit method would cost here, kept to its limit of stability: rho from the J of the last
//              step, every few steps, more rarely where the problem is very stiff
//
// A rule that speaks for a change must do so `patience` times more often than not, and the more changes there have been
// the more often, so that a problem between the two kinds does not pay for being watched. The step size is handed over.
// A method that cannot go on gives way to the others, one after the other. Everything is decided from counts and
// numbers of the run, never from a clock, and kept in checkpoints: runs are reproducible to the bit.
#include "base/kept_number.hpp"
#include "integrators/driver/one_step_stepper.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/registry.hpp"
#include "integrators/switching/decision_trail.hpp"
#include "integrators/switching/fastest_mode.hpp"
#include "integrators/switching/predicted_costs.hpp"
#include "integrators/switching/problem_facts.hpp"
#include "integrators/system/jacobian.hpp"
#include "selection/decide.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

using selection::Candidate;
using selection::CandidateSet;
using selection::Decision;
using selection::Fact;
using selection::Kind;
using selection::Rule;

constexpr int observeOften = 1;     // steps of an explicit method of six evaluations or more; of less, more steps
constexpr int observeAtFirst = 2;   // where nothing is known of the limit of stability
constexpr int observeRarely = 6;    // where steps are below it
constexpr int observeAtLeast = 12;  // and where they have been far below it for long
constexpr int smallestGrid = 20;    // unknowns from which on they may be those of a grid
constexpr double nearLimit = 0.65, farFromLimit = 0.3;
constexpr int lookEvery = 24;        // observations of an explicit method with a long way to go
constexpr int assessEvery = 4;       // steps of an implicit one
constexpr int assessRarely = 16;     // where nothing speaks for a change, ever more rarely, up to so many
constexpr int assessAtLeast = 64;    // and up to so many where the problem is very stiff
constexpr double veryStiff = 3;      // the price of stability
constexpr double mayChange = 0.6;    // the price below which an explicit method may soon pay
constexpr double hardlyStiff = 0.6;  // the price with a bound of the fastest mode below which nothing speaks against
constexpr double hardlyStiffIfLinear = 0.32;  // the same where J is constant,
constexpr double hardlyInExcess = 0.5;        // where stability demands at least so many steps more than accuracy
constexpr double fewDigits = 2.5;
constexpr double fastChange = 1.7;  // of the step between two looks: a transient passes by itself
constexpr int mostPatience = 8;     // the factor by which patience grows with the changes
constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

struct Member {
  const MethodTraits* traits = nullptr;
  std::unique_ptr<Stepper> stepper;  // none: it was not needed so far
  OneStepMethod* formula = nullptr;  // of the stepper
};

/// In the order of the candidates.
const std::vector<const MethodTraits*>& traitsOfCandidates() {
  static const std::vector<const MethodTraits*> all = [] {
    std::vector<const MethodTraits*> found;
    for (const Candidate& candidate : selection::ruleBase().candidates) found.push_back(findMethod(candidate.name));
    return found;
  }();
  return all;
}

class Automatic final : public Stepper {
 public:
  Automatic(System& system, const Options& options)
      : system_(system),
        options_(options),
        base_(selection::ruleBase()),
        facts_(factsOf(system.problem(), options)),
        costs_(base_, workOf(system.problem(), options), facts_[Fact::digits], facts_[Fact::forced] != 0),
        fastestMode_(system.size(), options.tolerances),
        evidence_(base_.running().size(), 0) {
    const auto& traits = traitsOfCandidates();
    members_.resize(traits.size());
    for (std::size_t i = 0; i < traits.size(); ++i) {
      members_[i].traits = traits[i];
      if (suits(*traits[i])) allowed_ |= CandidateSet{1} << i;
    }
    allowedAtFirst_ = allowed_;
    costs_.allow(allowed_);
    mayBeExplicit_ = options.step == 0 && (allowed_ & base_.only(Kind::explicitFormula)) != 0;
  }

  StepOutcome begin(double t, ConstView y, double end, double stepHint) override {
    const double endBefore = std::exchange(end_, end);
    if (active_ < 0) {
      start_ = t;
      chooseStart(t, y);
    } else {
      isPiecewise_ = isPiecewise_ || end != endBefore;
      system_.forgetJacobian();  // after an event F is another one
      if (pending_ >= 0) carryOut();
    }
    return atWork_->begin(t, y, end, stepHint);
  }

  StepOutcome step(double limit) override {
    if (pending_ >= 0 && !change()) return StepOutcome::failed;
    StepOutcome outcome = atWork_->step(limit);
    if (outcome == StepOutcome::failed) outcome = tryOthers(limit);
    if (outcome == StepOutcome::failed) return outcome;
    if (isImplicit_) ++system_.statistics().stiffSteps;
    if (++sinceObserved_ >= interval_) [[unlikely]]
      observe();
    return outcome;
  }

  void inputsChanged() override {
    system_.forgetJacobian();
    if (active_ >= 0) atWork_->inputsChanged();
  }
  double previousTime() const override { return atWork_->previousTime(); }
  double time() const override { return atWork_->time(); }
  ConstView state() const override { return atWork_->state(); }
  void interpolate(double t, View y) override { atWork_->interpolate(t, y); }
  void interpolateMany(ConstView times, View y) override { atWork_->interpolateMany(times, y); }
  void glimpse(ConstView times, View y) override { atWork_->glimpse(times, y); }
  double nextStep() const override { return atWork_->nextStep(); }
  int limitingComponent() const override { return atWork_->limitingComponent(); }
  int order() const override {
    const int varying = atWork_->order();
    return varying > 0 ? varying : active().traits->order;
  }
  const Failure& failure() const override { return atWork_->failure(); }
  const MethodTrail* trail() const override { return &trail_.inWords(); }

  Vector saveMemory() const override {
    Vector memory{static_cast<double>(active_),
                  static_cast<double>(pending_),
                  static_cast<double>(changes_),
                  pendingStep_,
                  static_cast<double>(sinceObserved_),
                  static_cast<double>(interval_),
                  lastStep_,
                  start_,
                  isPiecewise_ ? 1.0 : 0.0,
                  mode_.size,
                  mode_.damping,
                  mode_.isBound ? 1.0 : 0.0,
                  mode_.atMost,
                  static_cast<double>(jacobiansSeen_),
                  rate_,
                  static_cast<double>(observations_ % lookEvery),
                  isKeptStable_ ? 1.0 : 0.0,
                  facts_.known(Fact::linear).value_or(-1.0),
                  static_cast<double>(allowed_)};
    for (const int count : evidence_) memory.push_back(count);
    const Vector inner = atWork_->saveMemory();
    memory.insert(memory.end(), inner.begin(), inner.end());
    return memory;
  }

  bool fits(ConstView memory) override {
    if (memory.size() < ownMemory()) return false;
    const auto isAllowedMember = [&](double number) {
      const int index = keptNumber(number, 0, lastCandidate());
      return static_cast<double>(index) == number && selection::contains(allowed_, static_cast<std::size_t>(index));
    };
    if (!isAllowedMember(memory[0]) || (memory[1] != -1 && !isAllowedMember(memory[1]))) return false;
    Member& member = made(static_cast<int>(memory[0]));
    if (member.stepper->begin(time(), Vector(state().begin(), state().end()), end_, nextStep()) !=
        StepOutcome::accepted)
      return false;
    return member.stepper->fits(memory.subspan(ownMemory()));
  }

  void restoreMemory(ConstView memory) override {
    take(keptNumber(memory[0], 0, lastCandidate()));
    tellMethod();
    pending_ = keptNumber(memory[1], -1, lastCandidate());
    changes_ = keptNumber(memory[2], 0, 1'000'000'000);
    pendingStep_ = memory[3];
    sinceObserved_ = keptNumber(memory[4], 0, assessAtLeast);
    interval_ = keptNumber(memory[5], observeOften, assessAtLeast);
    lastStep_ = memory[6];
    start_ = memory[7];
    isPiecewise_ = memory[8] != 0;
    mode_ = {{memory[9], memory[10]}, memory[11] != 0, memory[12]};
    jacobiansSeen_ = memory[13] >= 0 && memory[13] < 1e15 ? static_cast<std::int64_t>(memory[13]) : unseen;
    rate_ = memory[14];
    observations_ = keptNumber(memory[15], 0, lookEvery);
    isKeptStable_ = memory[16] != 0;
    // Of the problem is kept what was found out at the start of the run: here J may look otherwise.
    facts_.set(Fact::linear, memory[17] >= 0 ? memory[17] : notKnown);
    allowed_ = keptNumber(memory[18], CandidateSet{0}, base_.all()) & allowedAtFirst_;
    costs_.allow(allowed_);
    for (std::size_t i = 0; i < evidence_.size(); ++i) evidence_[i] = keptNumber(memory[fixedMemory + i], 0, 1'000'000);
    atWork_->restoreMemory(memory.subspan(ownMemory()));
    trail_.correctLast(candidate());  // what led there belongs to the run that was saved
  }

 private:
  static constexpr std::size_t fixedMemory = 19;
  std::size_t ownMemory() const { return fixedMemory + evidence_.size(); }

  int lastCandidate() const { return static_cast<int>(base_.candidates.size()) - 1; }
  const Member& active() const { return members_[static_cast<std::size_t>(active_)]; }
  const Candidate& candidate() const { return base_.candidates[static_cast<std::size_t>(active_)]; }
  double length() const { return std::abs(end_ - start_); }

  // ---- the candidates -----------------------------------------------------------------------------------------------

  bool suits(const MethodTraits& traits) const {
    const MassMatrix& mass = system_.problem().mass;
    if (options_.step > 0 && !traits.fixedStep) return false;
    if (mass.kind == MassMatrix::Kind::identity) return true;
    if (!traits.takesMass) return false;
    const bool isSingular = mass.kind == MassMatrix::Kind::sparse || std::ranges::count(mass.values, 0.0) > 0;
    return !isSingular || (traits.daeOrder && traits.stifflyAccurate);
  }

  /// The member with its stepper, which is made when it is first needed.
  Member& made(int index) {
    Member& member = members_[static_cast<std::size_t>(index)];
    if (member.stepper) return member;
    const Candidate& candidate = base_.candidates[static_cast<std::size_t>(index)];
    auto formula = candidate.kind == Kind::explicitFormula ? makeWatchingExplicit(candidate.name, system_, options_)
                                                           : makeFormula(candidate.name, system_, options_);
    if (!formula) {
      member.stepper = makeStepper(candidate.name, system_, options_);
      return member;
    }
    member.formula = formula.get();
    member.stepper = makeOneStepStepper(std::move(formula), *member.traits, system_, options_);
    return member;
  }

  void take(int index) {
    active_ = index;
    atWork_ = made(index).stepper.get();
    isImplicit_ = candidate().kind == Kind::implicitFormula;
  }

  // ---- the start ----------------------------------------------------------------------------------------------------

  void chooseStart(double t, ConstView y) {
    PredictedCosts::Confined costs{.forecasts = costs_.typical()};
    if (mayBeExplicit_) {
      costs = costsAtStart(t, y);
      facts_.set(Fact::stabilityPrice, costs.price);
      facts_.set(Fact::stabilityExcess, costs.excess);
      facts_.set(Fact::stabilityDamping, mode_.damping);
    }
    const Decision decision = selection::decideStart(base_, facts_, costs.forecasts, allowed_);
    for (const Rule* rule : decision.rules)
      if (rule->isLasting()) allowed_ &= ~rule->excluded;
    costs_.allow(allowed_);
    take(static_cast<int>(base_.indexOf(*decision.candidate)));
    trail_.note(t, decision, facts_);
    tellMethod();
    keepStable();
    // Where the price is next to nothing, the first steps need not be watched as closely.
    if (!isImplicit_ && costs.price <= hardlyStiff) interval_ = byWork(observeRarely);
  }

  /// With the fastest mode, as closely as matters. J is handed over to the method that begins.
  PredictedCosts::Confined costsAtStart(double t, ConstView y) {
    Vector jacobian = jacobianAt(system_, t, y);
    const auto with = [this](const KnownMode& mode) { return costs_.with(mode_ = mode, length()); };
    if (jacobian.empty()) return with({modeByDifferences(system_, options_, t, y)});
    const SparsityPattern& pattern = system_.problem().jacobian->pattern;
    PredictedCosts::Confined costs = with(fastestMode_.bound(pattern, jacobian, y));
    if (mode_.isBound && (costs.price > hardlyStiff || mayOscillateOnGrid(mode_, pattern, jacobian)))
      costs = with(modeOrLowerBound(pattern, jacobian, y,
                                    [this](const KnownMode& mode) { return costs_.with(mode, length()).price; }));
    const bool isLinearSoonStiff = costs.price > hardlyStiffIfLinear && costs.excess > hardlyInExcess;
    if (mode_.oscillates() || (isLinearSoonStiff && (costs.price < veryStiff || linearityDecidesOrder()))) {
      const bool isLinear = isJacobianConstant(system_, options_, t, y, jacobian);
      facts_.set(Fact::linear, isLinear);
      if (isLinear && mode_.isBound) costs = with(fastestMode_.exactly(pattern, jacobian, y));
    }
    system_.keepJacobian(t, y, std::move(jacobian));
    if (costs.price < hardlyStiff && facts_[Fact::linear] != 1 && system_.size() < smallestGrid) lookAhead(t, y, costs);
    return costs;
  }

  /// A problem may begin where its stiff parts are at rest, as reactions do whose products are not there yet. So J is
  /// looked at a little way on as well, where Euler's method leads: it is stable there if nothing is stiff at the start.
  void lookAhead(double t, ConstView y, PredictedCosts::Confined& costs) {
    constexpr double littleWay = 1e-3;  // of the whole
    Vector ahead(y.size());
    if (system_.rhs(t, y, ahead) != Evaluation::ok) return;
    for (std::size_t i = 0; i < y.size(); ++i) ahead[i] = y[i] + littleWay * (end_ - t) * ahead[i];
    const Vector jacobian = jacobianAt(system_, t, ahead);
    if (jacobian.empty()) return;
    const SparsityPattern& pattern = system_.problem().jacobian->pattern;
    KnownMode mode = fastestMode_.bound(pattern, jacobian, ahead);
    PredictedCosts::Confined later = costs_.with(mode, length());
    if (later.price <= std::max(hardlyStiff, costs.price)) return;
    if (mode.isBound) later = costs_.with(mode = fastestMode_.exactly(pattern, jacobian, ahead), length());
    if (later.price > costs.price) mode_ = mode, costs = later;
  }

  /// Eigenvalues whose mean is nothing beside the largest lie on both sides, or along the imaginary axis.
  bool mayOscillateOnGrid(const KnownMode& most, const SparsityPattern& pattern, ConstView jacobian) const {
    return system_.size() >= smallestGrid && linalg::leastSpectralRadius(system_.size(), pattern, jacobian) <
                                                 0.5 * linalg::DominantMode::leastDamping * most.size;
  }

  /// To few digits methods of low order are left out where it is linear equations that are driven.
  bool linearityDecidesOrder() const { return facts_[Fact::digits] < fewDigits && facts_[Fact::forced] != 0; }

  /// The fastest mode of J as closely as matters: a lower bound, where that tells already that explicit methods are out
  /// of the question.
  KnownMode modeOrLowerBound(const SparsityPattern& pattern, ConstView jacobian, ConstView y, const auto& price) {
    const KnownMode slowest{{linalg::leastSpectralRadius(system_.size(), pattern, jacobian), 1}, true};
    if (price(slowest) > veryStiff) return slowest;
    return fastestMode_.exactly(pattern, jacobian, y);
  }

  /// Where a mode oscillates for ever, an explicit method with steps beyond its limit of stability lets it grow until
  /// the error shows, and again after that: results are off by hundreds of tolerances, and no step is the longer for it.
  /// (Where J varies, the limit is that of a moment.)
  void keepStable() {
    const bool errorKeepsItSo = costs_.takesPart(mode_) && facts_[Fact::digits] < fewDigits;
    isKeptStable_ = facts_[Fact::linear] == 1 && !isImplicit_ && !mode_.isBound && !mode_.isDamped() &&
                    mode_.size > 0 && !errorKeepsItSo;
    if (isKeptStable_) atWork_->keepStepsBelow(costs_.limit(static_cast<std::size_t>(active_), mode_) / mode_.atMost);
  }

  // ---- during the run -----------------------------------------------------------------------------------------------

  void tellMethod() {
    facts_.set(Fact::isExplicit, !isImplicit_);
    facts_.set(Fact::isImplicit, isImplicit_);
    facts_.set(Fact::hasFailed, false);
    interval_ = isImplicit_ ? 2 * assessEvery : byWork(observeAtFirst);
    for (const Fact unknown : {Fact::stabilityPrice, Fact::stabilityExcess, Fact::stabilityRest, Fact::stabilityDamping,
                               Fact::stabilityReach, Fact::stabilityOrder, Fact::ahead})
      facts_.set(unknown, notKnown);
  }

  /// So many steps, or more where they are cheaper than those of tsit5: what counts is the work between two looks.
  int byWork(int steps) const {
    constexpr double evaluationsOfTsit5 = 6;
    return static_cast<int>(steps * std::max(1.0, evaluationsOfTsit5 / candidate().evaluations));
  }

  /// What was observed of one method says nothing of another.
  void observeAnew() {
    tellMethod();
    sinceObserved_ = 0;
    lastStep_ = 0;
    jacobiansSeen_ = unseen;
    rate_ = 0;
    observations_ = 0;
    std::ranges::fill(evidence_, 0);
  }

  void observe() {
    sinceObserved_ = 0;
    if (options_.step > 0) return;
    const double h = std::abs(time() - previousTime());
    if (isImplicit_)
      assessStability(h);
    else
      watchStability(h);
    weighRules(h);
  }

  /// An explicit method is at work: does stability limit its steps? That is asked only where the answer may matter.
  void watchStability(double h) {
    const double rest = costOfRest(h);
    facts_.set(Fact::stabilityRest, rest);
    facts_.set(Fact::stabilityReach, infinity);
    const auto at = static_cast<std::size_t>(active_);
    if (isKeptStable_) facts_.set(Fact::stabilityOrder, costs_.priceOfOrder(at, forecastsHere(h)));
    if (std::ranges::none_of(base_.running(), [this](const Rule& rule) { return rule.applies(facts_); })) {
      interval_ = std::min(2 * interval_, byWork(observeAtLeast));
      return;
    }
    if (rest >= 1) lookAtJacobian();
    const double rate = std::max(active().formula->spectralEstimate(state()), rate_);
    const double reach = h * rate / costs_.limit(at, mode_);
    interval_ = nextObservation(reach);
    facts_.set(Fact::stabilityReach, reach);
  }

  /// Steps of an explicit method until it is looked at again.
  int nextObservation(double reach) const {
    if (reach >= nearLimit) return byWork(observeOften);
    return reach < farFromLimit ? std::min(2 * interval_, byWork(observeAtLeast)) : byWork(observeRarely);
  }

  /// An explicit method has a long way to go. Where its fastest mode is at rest, two stages tell little of it: J does,
  /// every now and then.
  void lookAtJacobian() {
    if (observations_++ % lookEvery != 0) return;
    const double t = time();
    const Vector y(state().begin(), state().end());
    const Vector jacobian = jacobianAt(system_, t, y);
    if (jacobian.empty()) return;
    mode_ = fastestMode_.exactly(system_.problem().jacobian->pattern, jacobian, y);
    rate_ = mode_.size;
  }

  /// An implicit method is at work: what would the best explicit one cost here?
  void assessStability(double h) {
    const bool isSteady = h < fastChange * lastStep_ && lastStep_ < fastChange * h;
    lastStep_ = h;
    const JacobianEvaluator* const jacobian = active().formula ? active().formula->jacobian() : nullptr;
    for (const Fact unknown : {Fact::stabilityPrice, Fact::stabilityRest, Fact::ahead}) facts_.set(unknown, notKnown);
    if (isSteady) facts_.set(Fact::ahead, rest() / h);
    if (!mayBeExplicit_ || !isSteady || !jacobian || jacobian->values().empty()) return;
    const auto priceNow = [&](const linalg::DominantMode& mode) {
      return costs_.priceInPlaceOf(static_cast<std::size_t>(active_), h, mode);
    };
    const bool isKnown =
        jacobiansSeen_ == system_.statistics().jacEvals && (!mode_.isBound || priceNow(mode_) > veryStiff);
    if (!isKnown) {
      mode_ = modeOrLowerBound(jacobian->pattern(), jacobian->values(), state(), priceNow);
      jacobiansSeen_ = system_.statistics().jacEvals;
    }
    const double price = priceNow(mode_);
    interval_ =
        price <= mayChange ? assessEvery : std::min(2 * interval_, price > veryStiff ? assessAtLeast : assessRarely);
    facts_.set(Fact::stabilityPrice, price);
    facts_.set(Fact::stabilityRest, costs_.leastStable(mode_, rest()) / costs_.leastImplicit());
    facts_.set(Fact::stabilityDamping, mode_.damping);
  }

  /// To the end with steps of the length h, over that of a typical run with an implicit method.
  double costOfRest(double h) const {
    return rest() / h * costs_.perStep(static_cast<std::size_t>(active_)) / costs_.leastImplicit();
  }

  /// A run that is made piece by piece, from one time event to the next, has an end that is not known here: as much
  /// again as there was.
  double rest() const {
    const double toEnd = std::abs(end_ - time());
    return isPiecewise_ ? std::max(toEnd, std::abs(time() - start_)) : toEnd;
  }

  /// What candidates would cost with the steps that they would take here, as far as that is known.
  selection::Forecasts forecastsHere(double h) const {
    const auto at = static_cast<std::size_t>(active_);
    if (isImplicit_) return costs_.inPlaceOf(at, h, mode_);
    return isKeptStable_ ? costs_.keptStable(at, std::abs(atWork_->accurateStep()), mode_, mode_.atMost)
                         : costs_.typical();
  }

  void weighRules(double h) {
    for (std::size_t i = 0; i < evidence_.size(); ++i) {
      const Rule& rule = base_.running()[i];
      evidence_[i] = rule.applies(facts_) ? evidence_[i] + 1 : std::max(evidence_[i] - 1, 0);
      if (evidence_[i] < rule.patience * std::min(1 + changes_ / 2, mostPatience)) continue;
      evidence_[i] = 0;
      const auto at = static_cast<std::size_t>(active_);
      const selection::Forecasts forecasts = forecastsHere(h);
      const Candidate* const next = selection::cheapestChange(base_, rule, forecasts, allowed_, candidate());
      if (!next || next == &candidate()) continue;
      pending_ = static_cast<int>(base_.indexOf(*next));
      pendingStep_ = std::abs(nextStep());
      if (next->kind == Kind::explicitFormula && isImplicit_)
        pendingStep_ = costs_.stepInPlaceOf(at, pendingStep_, base_.indexOf(*next), mode_);
      trail_.note(time(), selection::decideChange(base_, rule, forecasts, allowed_, candidate()), facts_);
      return;
    }
  }

  // ---- changes ------------------------------------------------------------------------------------------------------

  /// Makes the pending member the active one.
  void carryOut() {
    take(std::exchange(pending_, -1));
    ++changes_;
    ++system_.statistics().switches;
    keepStable();
    observeAnew();
  }

  /// At the end of a step. False: the new method cannot begin here.
  bool change() {
    const double t = time();
    const Vector y(state().begin(), state().end());
    carryOut();
    return atWork_->begin(t, y, end_, std::copysign(pendingStep_, end_ - t)) == StepOutcome::accepted;
  }

  /// The active method has failed: the others are tried, cheapest first. If none succeeds, the failure is that of the
  /// first.
  StepOutcome tryOthers(double limit) {
    const FailureKind kind = failure().kind;
    if (kind == FailureKind::fatalEvaluation || kind == FailureKind::exception || options_.step > 0)
      return StepOutcome::failed;
    const int failed = active_;
    const double t = time();
    const Vector y(state().begin(), state().end());
    facts_.set(Fact::hasFailed, true);
    for (const Rule& rule : base_.running()) {
      if (!rule.applies(facts_)) continue;
      Decision decision = selection::decideChange(base_, rule, costs_.typical(), allowed_, candidate());
      for (const selection::Alternative& alternative : decision.alternatives) {
        pending_ = static_cast<int>(base_.indexOf(*alternative.candidate));
        carryOut();
        if (atWork_->begin(t, y, end_, 0) == StepOutcome::accepted && atWork_->step(limit) == StepOutcome::accepted) {
          decision.candidate = alternative.candidate;
          trail_.note(t, decision, facts_);
          return StepOutcome::accepted;
        }
      }
    }
    take(failed);
    tellMethod();
    return StepOutcome::failed;
  }

  System& system_;
  const Options& options_;
  const selection::RuleBase& base_;
  selection::Facts facts_;
  PredictedCosts costs_;
  std::vector<Member> members_;                    // in the order of the candidates
  CandidateSet allowed_ = 0, allowedAtFirst_ = 0;  // now, and by what the methods can do
  DecisionTrail trail_;
  bool mayBeExplicit_ = false;
  double start_ = 0, end_ = 0;
  bool isPiecewise_ = false;   // the end has changed on the way
  KnownMode mode_;             // the fastest, at the last assessment
  bool isKeptStable_ = false;  // steps of an explicit method
  static constexpr std::int64_t unseen = -1;
  std::int64_t jacobiansSeen_ = unseen;  // up to the one that it is of
  double rate_ = 0;       // of the fastest mode, at the last look of an explicit method; 0: there was none
  int observations_ = 0;  // of an explicit method with a long way to go
  FastestMode fastestMode_;

  int active_ = -1;            // none before the start
  Stepper* atWork_ = nullptr;  // that of the active one
  bool isImplicit_ = false;
  int pending_ = -1;        // takes over with the next step
  double pendingStep_ = 0;  // with this length; 0: it chooses
  int changes_ = 0;
  std::vector<int> evidence_;                       // by rule: how much more often than not it applied
  int sinceObserved_ = 0, interval_ = assessEvery;  // steps
  double lastStep_ = 0;                             // at the last assessment
};

}  // namespace

std::vector<MethodDescriptor> automaticMethods() {
  return {
      {.traits = {.name = "auto",
                  .family = Family::switching,
                  .order = 5,
                  .embeddedOrder = 4,
                  .denseOrder = 3,
                  .daeOrder = 3,
                  .takesMass = true,
                  .stifflyAccurate = true,
                  .aStable = true,
                  .lStable = true,
                  .alphaDegrees = 90,
                  .source = "chooses and changes the method itself: explicit Runge-Kutta, Rosenbrock, ESDIRK or Radau, "
                            "by rules (Petzold 1983; Hairer and Wanner 1996, 1999)"},
       .make = [](System& system, const Options& options) -> std::unique_ptr<Stepper> {
         return std::make_unique<Automatic>(system, options);
       }}};
}

}  // namespace dashpot::integrators
