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
#include "integrators/switching/fastest_mode.hpp"
#include "integrators/switching/problem_work.hpp"
#include "integrators/system/jacobian.hpp"
#include "selection/decide.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

using selection::Candidate;
using selection::Decision;
using selection::Fact;
using selection::Kind;
using selection::Rule;

constexpr double stableShare = 0.65;  // of the limit of stability that an explicit method can count on
constexpr double oscillates = 0.1;    // damping below which the limit is that of the imaginary axis
constexpr int observeEvery = 2;       // steps of an explicit method of six evaluations or more; of less, more steps
constexpr int observeRarely = 6;      // where they are below the limit of stability
constexpr int observeAtLeast = 24;    // and where they have been far below it for long
constexpr double farFromLimit = 0.3;
constexpr int lookEvery = 24;        // observations of an explicit method with a long way to go
constexpr int assessEvery = 4;       // steps of an implicit one
constexpr int assessRarely = 16;     // where nothing speaks for a change, ever more rarely, up to so many
constexpr int assessAtLeast = 64;    // and up to so many where the problem is very stiff
constexpr double veryStiff = 3;      // the price of stability
constexpr double mayChange = 0.6;    // the price below which an explicit method may soon pay
constexpr double hardlyStiff = 0.6;  // the price with a bound of the fastest mode below which nothing speaks against
constexpr double hardlyStiffIfLinear = 0.36;  // the same where J is constant
constexpr double fewDigits = 2.5;
constexpr double fastChange = 1.7;        // of the step between two looks: a transient passes by itself
constexpr int mostPatience = 8;           // the factor by which patience grows with the changes
constexpr std::size_t mostChoices = 100;  // that the trail keeps

struct Member {
  const Candidate* candidate = nullptr;
  const MethodTraits* traits = nullptr;
  bool isAllowed = false;
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

/// The fastest mode, or a bound of it.
struct KnownMode : linalg::DominantMode {
  bool isBound = false;
};

struct Noted {
  double time;
  Decision decision;
  selection::Facts facts;
};

class Automatic final : public Stepper {
 public:
  Automatic(System& system, const Options& options)
      : system_(system),
        options_(options),
        base_(selection::ruleBase()),
        fastestMode_(system.size(), options.tolerances) {
    const auto& traits = traitsOfCandidates();
    members_.reserve(traits.size());
    for (std::size_t i = 0; i < traits.size(); ++i)
      members_.push_back({&base_.candidates[i], traits[i], suits(*traits[i]), nullptr, nullptr});
    mayBeExplicit_ = options.step == 0 && std::ranges::any_of(members_, [](const Member& member) {
                       return member.isAllowed && member.candidate->kind == Kind::explicitFormula;
                     });
    evidence_.assign(base_.rules.size(), 0);
    const selection::Work work = workOf(system.problem(), options);
    gatherFactsOfProblem(work);
    forecasts_ = selection::forecastsOf(base_, work, facts_[Fact::digits]);
    for (const Member& member : members_)
      if (member.isAllowed && member.candidate->kind == Kind::implicitFormula)
        implicitCost_ = std::min(implicitCost_, forecasts_[indexOf(*member.candidate)].cost());
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
    return active().stepper->begin(t, y, end, stepHint);
  }

  StepOutcome step(double limit) override {
    if (pending_ >= 0 && !change()) return StepOutcome::failed;
    StepOutcome outcome = active().stepper->step(limit);
    if (outcome == StepOutcome::failed) outcome = tryOthers(limit);
    if (outcome == StepOutcome::failed) return outcome;
    if (isImplicit()) ++system_.statistics().stiffSteps;
    if (++sinceObserved_ >= interval_ && options_.step == 0) observe();
    return outcome;
  }

  void inputsChanged() override {
    system_.forgetJacobian();
    if (active_ >= 0) active().stepper->inputsChanged();
  }
  double previousTime() const override { return active().stepper->previousTime(); }
  double time() const override { return active().stepper->time(); }
  ConstView state() const override { return active().stepper->state(); }
  void interpolate(double t, View y) override { active().stepper->interpolate(t, y); }
  void interpolateMany(ConstView times, View y) override { active().stepper->interpolateMany(times, y); }
  void glimpse(ConstView times, View y) override { active().stepper->glimpse(times, y); }
  double nextStep() const override { return active().stepper->nextStep(); }
  int limitingComponent() const override { return active().stepper->limitingComponent(); }
  int order() const override {
    const int varying = active().stepper->order();
    return varying > 0 ? varying : active().traits->order;
  }
  const Failure& failure() const override { return active().stepper->failure(); }
  const MethodTrail* trail() const override {
    while (trail_.choices.size() < noted_.size()) trail_.choices.push_back(inWords(noted_[trail_.choices.size()]));
    return &trail_;
  }

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
                  static_cast<double>(jacobiansSeen_),
                  rate_,
                  static_cast<double>(observations_ % lookEvery)};
    for (const int count : evidence_) memory.push_back(count);
    const Vector inner = active().stepper->saveMemory();
    memory.insert(memory.end(), inner.begin(), inner.end());
    return memory;
  }

  bool fits(ConstView memory) override {
    if (memory.size() < ownMemory()) return false;
    const auto isAllowedMember = [&](double number) {
      const int index = keptNumber(number, 0, static_cast<int>(members_.size()) - 1);
      return static_cast<double>(index) == number && members_[static_cast<std::size_t>(index)].isAllowed;
    };
    if (!isAllowedMember(memory[0]) || (memory[1] != -1 && !isAllowedMember(memory[1]))) return false;
    Member& member = made(static_cast<int>(memory[0]));
    if (member.stepper->begin(time(), Vector(state().begin(), state().end()), end_, nextStep()) !=
        StepOutcome::accepted)
      return false;
    return member.stepper->fits(memory.subspan(ownMemory()));
  }

  void restoreMemory(ConstView memory) override {
    const int last = static_cast<int>(members_.size()) - 1;
    active_ = keptNumber(memory[0], 0, last);
    tellMethod();
    pending_ = keptNumber(memory[1], -1, last);
    changes_ = keptNumber(memory[2], 0, 1'000'000'000);
    pendingStep_ = memory[3];
    sinceObserved_ = keptNumber(memory[4], 0, assessAtLeast);
    interval_ = keptNumber(memory[5], observeEvery, assessAtLeast);
    lastStep_ = memory[6];
    start_ = memory[7];
    isPiecewise_ = memory[8] != 0;
    mode_ = {{memory[9], memory[10]}, memory[11] != 0};
    jacobiansSeen_ = memory[12] >= 0 && memory[12] < 1e15 ? static_cast<std::int64_t>(memory[12]) : unseen;
    rate_ = memory[13];
    observations_ = keptNumber(memory[14], 0, lookEvery);
    for (std::size_t i = 0; i < evidence_.size(); ++i) evidence_[i] = keptNumber(memory[fixedMemory + i], 0, 1'000'000);
    active().stepper->restoreMemory(memory.subspan(ownMemory()));
    noted_.back().decision.candidate = active().candidate;  // what led there belongs to the run that was saved
  }

 private:
  static constexpr std::size_t fixedMemory = 15;
  std::size_t ownMemory() const { return fixedMemory + evidence_.size(); }

  const Member& active() const { return members_[static_cast<std::size_t>(active_)]; }
  Member& active() { return members_[static_cast<std::size_t>(active_)]; }
  const selection::Forecast& ownForecast() const { return forecasts_[static_cast<std::size_t>(active_)]; }
  bool isImplicit() const { return active().candidate->kind == Kind::implicitFormula; }

  std::size_t indexOf(const Candidate& candidate) const {
    return static_cast<std::size_t>(&candidate - base_.candidates.data());
  }

  // ---- the candidates -----------------------------------------------------------------------------------------------

  bool suits(const MethodTraits& traits) const {
    const MassMatrix& mass = system_.problem().mass;
    if (options_.step > 0 && !traits.fixedStep) return false;
    if (mass.kind == MassMatrix::Kind::identity) return true;
    if (!traits.takesMass) return false;
    const bool isSingular = mass.kind == MassMatrix::Kind::sparse || std::ranges::count(mass.values, 0.0) > 0;
    return !isSingular || (traits.daeOrder && traits.stifflyAccurate);
  }

  bool isAllowed(const Candidate& candidate) const { return members_[indexOf(candidate)].isAllowed; }

  /// The member with its stepper, which is made when it is first needed.
  Member& made(int index) {
    Member& member = members_[static_cast<std::size_t>(index)];
    if (member.stepper) return member;
    const std::string& name = member.candidate->name;
    auto formula = member.candidate->kind == Kind::explicitFormula ? makeWatchingExplicit(name, system_, options_)
                                                                   : makeFormula(name, system_, options_);
    if (!formula) {
      member.stepper = makeStepper(name, system_, options_);
      return member;
    }
    member.formula = formula.get();
    member.stepper = makeOneStepStepper(std::move(formula), *member.traits, system_, options_);
    return member;
  }

  // ---- the start ----------------------------------------------------------------------------------------------------

  void gatherFactsOfProblem(const selection::Work& work) {
    const Problem& problem = system_.problem();
    facts_.set(Fact::size, static_cast<double>(problem.size));
    const bool isDiagonal = problem.mass.kind == MassMatrix::Kind::diagonal;
    facts_.set(Fact::algebraic, isDiagonal ? static_cast<double>(std::ranges::count(problem.mass.values, 0.0)) : 0.0);
    facts_.set(Fact::mass, problem.mass.kind != MassMatrix::Kind::identity);
    facts_.set(Fact::events, static_cast<double>(problem.events.crossings.size() + problem.discontinuities.size()));
    facts_.set(Fact::forced, !problem.autonomous);
    facts_.set(Fact::digits, digitsOf(options_.tolerances));
    facts_.set(Fact::fixedStep, options_.step > 0);
    facts_.set(Fact::between, work.asksBetween);
    facts_.set(Fact::delays, options_.isDelayed);
  }

  static double digitsOf(const Tolerances& tolerances) {
    double relative = tolerances.relative;
    if (!tolerances.relativeOf.empty()) relative = *std::ranges::min_element(tolerances.relativeOf);
    if (!(relative > 0)) relative = tolerances.absolute;
    return std::clamp(-std::log10(std::max(relative, 1e-300)), 0.0, 16.0);
  }

  void chooseStart(double t, ConstView y) {
    if (mayBeExplicit_) {
      mode_ = modeAtStart(t, y);
      facts_.set(Fact::stabilityPrice, priceOf(mode_));
      facts_.set(Fact::stabilityDamping, mode_.damping);
    }
    Decision decision = selection::decideStart(base_, facts_, mayBeExplicit_ ? confinedToStability(mode_) : forecasts_,
                                               [this](const Candidate& c) { return isAllowed(c); });
    for (const Rule* rule : decision.rules) {
      if (!rule->isLasting()) continue;
      for (std::size_t i = 0; i < members_.size(); ++i)
        if (rule->excluded >> i & 1) members_[i].isAllowed = false;
    }
    active_ = static_cast<int>(decision.candidate - base_.candidates.data());
    made(active_);
    note(t, std::move(decision));
    tellMethod();
    // Where the price is next to nothing, the first steps need not be watched as closely.
    if (!isImplicit() && priceOf(mode_) <= hardlyStiff) interval_ = byWork(observeRarely);
  }

  /// J is handed over to the method that begins.
  KnownMode modeAtStart(double t, ConstView y) {
    Vector jacobian = jacobianAt(system_, t, y);
    if (jacobian.empty()) return {modeByDifferences(system_, options_, t, y)};
    const auto price = [this](const linalg::DominantMode& mode) { return priceOf(mode); };
    const SparsityPattern& pattern = system_.problem().jacobian->pattern;
    KnownMode mode{{linalg::mostSpectralRadius(system_.size(), pattern, jacobian), 1}, true};
    if (price(mode) > hardlyStiff) mode = modeOrLowerBound(pattern, jacobian, y, price);
    const double p = price(mode);
    if (p > hardlyStiffIfLinear && (p < veryStiff || linearityDecidesOrder())) {
      const bool isLinear = isJacobianConstant(system_, options_, t, y, jacobian);
      facts_.set(Fact::linear, isLinear);
      if (isLinear && mode.isBound) mode = {fastestMode_(pattern, jacobian, y)};
    }
    system_.keepJacobian(t, y, std::move(jacobian));
    return mode;
  }

  /// To few digits methods of low order are left out where it is linear equations that are driven.
  bool linearityDecidesOrder() const { return facts_[Fact::digits] < fewDigits && facts_[Fact::forced] != 0; }

  /// The fastest mode of J as closely as matters: a lower bound, where that tells already that explicit methods are out
  /// of the question.
  KnownMode modeOrLowerBound(const SparsityPattern& pattern, ConstView jacobian, ConstView y, const auto& price) {
    const KnownMode slowest{{linalg::leastSpectralRadius(system_.size(), pattern, jacobian), 1}, true};
    if (price(slowest) > veryStiff) return slowest;
    return {fastestMode_(pattern, jacobian, y)};
  }

  /// The longest stable h |lambda| of a mode.
  static double limitOf(const Candidate& candidate, const linalg::DominantMode& mode) {
    return mode.damping < oscillates ? candidate.oscillating : candidate.stability;
  }

  /// Explicit methods take the steps that stability demands besides those for accuracy: now one limits them, now the
  /// other.
  double confinedSteps(const Candidate& candidate, const linalg::DominantMode& mode) const {
    const double steps = forecasts_[indexOf(candidate)].steps;
    if (candidate.kind == Kind::implicitFormula) return steps;
    const double turns = mode.size * std::abs(end_ - start_);
    return steps + turns / (stableShare * limitOf(candidate, mode)) / selection::typicalSteps;
  }

  selection::Forecasts confinedToStability(const linalg::DominantMode& mode) const {
    selection::Forecasts forecasts = forecasts_;
    for (const Candidate& c : base_.candidates) forecasts[indexOf(c)].steps = confinedSteps(c, mode);
    return forecasts;
  }

  /// Of a run with the best explicit method, over that with the best implicit one.
  double priceOf(const linalg::DominantMode& mode) const {
    double explicitCost = infinity;
    forEachExplicit([&](const Candidate& c) {
      const selection::Forecast confined{forecasts_[indexOf(c)].costPerStep, confinedSteps(c, mode)};
      explicitCost = std::min(explicitCost, confined.cost());
    });
    return explicitCost / implicitCost_;
  }

  // ---- during the run -----------------------------------------------------------------------------------------------

  void tellMethod() {
    facts_.set(Fact::isExplicit, !isImplicit());
    facts_.set(Fact::isImplicit, isImplicit());
    facts_.set(Fact::hasFailed, false);
    interval_ = isImplicit() ? 2 * assessEvery : byWork(observeEvery);
    for (const Fact unknown :
         {Fact::stabilityPrice, Fact::stabilityRest, Fact::stabilityDamping, Fact::stabilityReach, Fact::ahead})
      facts_.set(unknown, std::numeric_limits<double>::quiet_NaN());
  }

  /// So many steps, or more where they are cheaper than those of tsit5: what counts is the work between two looks.
  int byWork(int steps) const {
    constexpr double evaluationsOfTsit5 = 6;
    return static_cast<int>(steps * std::max(1.0, evaluationsOfTsit5 / active().candidate->evaluations));
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
    const double h = std::abs(time() - previousTime());
    if (isImplicit()) {
      assessStability(h);
    } else {
      const double rest = costOfRest(h, *active().candidate) / implicitCost_;
      if (rest >= 1) lookAtJacobian();
      const double rate = std::max(active().formula->spectralEstimate(state()), rate_);
      const double reach = h * rate / limitOf(*active().candidate, mode_);
      interval_ = nextObservation(reach);
      facts_.set(Fact::stabilityReach, reach);
      facts_.set(Fact::stabilityRest, rest);
    }
    weighRules(h);
  }

  /// Steps of an explicit method until it is looked at again.
  int nextObservation(double reach) const {
    if (reach >= stableShare) return byWork(observeEvery);
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
    mode_ = {fastestMode_(system_.problem().jacobian->pattern, jacobian, y)};
    rate_ = mode_.size;
  }

  /// An implicit method is at work: what would the best explicit one cost here?
  void assessStability(double h) {
    const bool isSteady = h < fastChange * lastStep_ && lastStep_ < fastChange * h;
    lastStep_ = h;
    const JacobianEvaluator* const jacobian = active().formula ? active().formula->jacobian() : nullptr;
    for (const Fact unknown : {Fact::stabilityPrice, Fact::stabilityRest, Fact::ahead})
      facts_.set(unknown, std::numeric_limits<double>::quiet_NaN());
    if (isSteady) facts_.set(Fact::ahead, rest() / h);
    if (!mayBeExplicit_ || !isSteady || !jacobian || jacobian->values().empty()) return;
    const auto priceNow = [&](const linalg::DominantMode& mode) {
      double least = infinity;
      forEachExplicit([&](const Candidate& c) { least = std::min(least, priceHere(c, mode, h)); });
      return least;
    };
    const bool isKnown =
        jacobiansSeen_ == system_.statistics().jacEvals && (!mode_.isBound || priceNow(mode_) > veryStiff);
    if (!isKnown) {
      mode_ = modeOrLowerBound(jacobian->pattern(), jacobian->values(), state(), priceNow);
      jacobiansSeen_ = system_.statistics().jacEvals;
    }
    const double price = priceNow(mode_);
    double rest = infinity;
    forEachExplicit([&](const Candidate& c) {
      rest = std::min(rest, mode_.size > 0 ? costOfRest(stableShare * limitOf(c, mode_) / mode_.size, c) : 0.0);
    });
    interval_ =
        price <= mayChange ? assessEvery : std::min(2 * interval_, price > veryStiff ? assessAtLeast : assessRarely);
    facts_.set(Fact::stabilityPrice, price);
    facts_.set(Fact::stabilityRest, rest / implicitCost_);
    facts_.set(Fact::stabilityDamping, mode_.damping);
  }

  /// To the end with steps of the length h.
  double costOfRest(double h, const Candidate& candidate) const {
    return rest() / h * forecasts_[indexOf(candidate)].costPerStep;
  }

  /// A run that is made piece by piece, from one time event to the next, has an end that is not known here: as much
  /// again as there was.
  double rest() const {
    const double toEnd = std::abs(end_ - time());
    return isPiecewise_ ? std::max(toEnd, std::abs(time() - start_)) : toEnd;
  }

  void forEachExplicit(const auto& action) const {
    for (const Member& member : members_)
      if (member.isAllowed && member.candidate->kind == Kind::explicitFormula) action(*member.candidate);
  }

  /// Cost per time of an explicit method over that of the one at work, whose steps have the length h.
  double priceHere(const Candidate& candidate, const linalg::DominantMode& mode, double h) const {
    return forecasts_[indexOf(candidate)].costPerStep / explicitStep(candidate, mode, h) * h /
           ownForecast().costPerStep;
  }

  /// The step that an explicit method would take where the one at work takes h.
  double explicitStep(const Candidate& candidate, const linalg::DominantMode& mode, double h) const {
    const double byAccuracy = h * ownForecast().steps / forecasts_[indexOf(candidate)].steps;
    return mode.size > 0 ? std::min(byAccuracy, stableShare * limitOf(candidate, mode) / mode.size) : byAccuracy;
  }

  /// As far as the last assessment of an implicit method knows, with steps of the length h.
  selection::Forecasts forecastsHere(double h) const {
    selection::Forecasts here = forecasts_;
    if (!isImplicit()) return here;
    for (const Member& member : members_)
      if (member.candidate->kind == Kind::explicitFormula)
        here[indexOf(*member.candidate)].steps = ownForecast().steps * h / explicitStep(*member.candidate, mode_, h);
    return here;
  }

  void weighRules(double h) {
    for (std::size_t i = 0; i < base_.rules.size(); ++i) {
      const Rule& rule = base_.rules[i];
      if (rule.moment != selection::Moment::running) continue;
      evidence_[i] = rule.applies(facts_) ? evidence_[i] + 1 : std::max(evidence_[i] - 1, 0);
      if (evidence_[i] < rule.patience * std::min(1 + changes_ / 2, mostPatience)) continue;
      evidence_[i] = 0;
      const Decision decision = selection::decideChange(
          base_, rule, forecastsHere(h), [this](const Candidate& c) { return isAllowed(c); }, *active().candidate);
      if (!decision.candidate || decision.candidate == active().candidate) continue;
      pending_ = static_cast<int>(decision.candidate - base_.candidates.data());
      pendingStep_ = std::abs(nextStep());
      if (decision.candidate->kind == Kind::explicitFormula && isImplicit())
        pendingStep_ = explicitStep(*decision.candidate, mode_, pendingStep_);
      note(time(), decision);
      return;
    }
  }

  // ---- changes ------------------------------------------------------------------------------------------------------

  /// Makes the pending member the active one.
  void carryOut() {
    made(pending_);
    active_ = std::exchange(pending_, -1);
    ++changes_;
    ++system_.statistics().switches;
    observeAnew();
  }

  /// At the end of a step. False: the new method cannot begin here.
  bool change() {
    const double t = time();
    const Vector y(state().begin(), state().end());
    carryOut();
    return active().stepper->begin(t, y, end_, std::copysign(pendingStep_, end_ - t)) == StepOutcome::accepted;
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
    for (const Rule& rule : base_.rules) {
      if (rule.moment != selection::Moment::running || !rule.applies(facts_)) continue;
      Decision decision = selection::decideChange(
          base_, rule, forecasts_, [this](const Candidate& c) { return isAllowed(c); }, *active().candidate);
      for (const selection::Alternative& alternative : decision.alternatives) {
        pending_ = static_cast<int>(alternative.candidate - base_.candidates.data());
        carryOut();
        if (active().stepper->begin(t, y, end_, 0) == StepOutcome::accepted &&
            active().stepper->step(limit) == StepOutcome::accepted) {
          decision.candidate = alternative.candidate;
          note(t, decision);
          return StepOutcome::accepted;
        }
      }
    }
    active_ = failed;
    tellMethod();
    return StepOutcome::failed;
  }

  void note(double t, Decision decision) {
    if (noted_.size() < mostChoices)
      noted_.push_back({t, std::move(decision), facts_});
    else
      ++trail_.left;
  }

  /// Put into words only when somebody asks: that takes longer than some dozens of steps.
  static MethodTrail::Choice inWords(const Noted& noted) {
    MethodTrail::Choice choice{.time = noted.time, .method = noted.decision.candidate->name};
    for (const Rule* rule : noted.decision.rules) {
      choice.rules.push_back(rule->name);
      choice.reasons.push_back(rule->reason);
    }
    for (std::size_t i = 0; i < selection::factCount; ++i)
      if (const auto value = noted.facts.known(static_cast<Fact>(i)))
        choice.facts.push_back({std::string(selection::nameOf(static_cast<Fact>(i))), *value});
    for (const selection::Alternative& alternative : noted.decision.alternatives)
      choice.alternatives.push_back({alternative.candidate->name, alternative.cost});
    return choice;
  }

  System& system_;
  const Options& options_;
  const selection::RuleBase& base_;
  selection::Forecasts forecasts_;
  std::vector<Member> members_;  // in the order of the candidates
  selection::Facts facts_;
  std::vector<Noted> noted_;   // the choices
  mutable MethodTrail trail_;  // the same in words, as far as somebody has asked
  bool mayBeExplicit_ = false;
  double start_ = 0, end_ = 0;
  bool isPiecewise_ = false;        // the end has changed on the way
  double implicitCost_ = infinity;  // the least of a typical run
  KnownMode mode_;                  // the fastest, at the last assessment
  static constexpr std::int64_t unseen = -1;
  std::int64_t jacobiansSeen_ = unseen;  // up to the one that it is of
  double rate_ = 0;       // of the fastest mode, at the last look of an explicit method; 0: there was none
  int observations_ = 0;  // of an explicit method with a long way to go
  FastestMode fastestMode_;

  int active_ = -1;         // none before the start
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
