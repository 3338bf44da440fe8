// Linear parts by transition matrix, the rest by classical Runge-Kutta (Smith 1974, ch. V).
//
// The stages of RK4 lie at the start, the middle and the end of the step, so the linear parts advance in two half
// steps:
//
//   k1 = f(t, x, z);                    inputs of the parts at (t, x, z)
//   z over h/2;                         k2 = f(t + h/2, x + h/2 k1, z),  k3 = f(t + h/2, x + h/2 k2, z)
//                                       inputs at (t + h/2, x + h/2 k2, z)
//   z over h/2;                         k4 = f(t + h, x + h k3, z);  x + h/6 (k1 + 2 k2 + 2 k3 + k4)
//
// The block diagrams of this interface are lost; this is the reading that fits the text. The ramp with an end value
// inside a loop, which the thesis leaves open, is a predictor-corrector here: predict with held inputs, sample the
// inputs at the end, redo the half step with straight inputs.
//
// Order 1 with held inputs, 2 with ramps; without linear parts this is RK4. The error estimate is the difference
// between the two input models, carried through the second half, for the parts, and h/6 (k4 - f(t + h, y1)), of third
// order, for the rest. Between the steps the rest follows the third-order continuous extension of RK4, and the parts
// their transition matrices.
#include "integrators/linear_parts/transition_matrix.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Input = TransitionOptions::Input;
using Interface = TransitionOptions::Interface;
using Ordering = TransitionOptions::Ordering;

/// One linear part with the memory of its inputs.
struct Stiff {
  explicit Stiff(const LinearPart& linearPart)
      : part(linearPart),
        order(static_cast<Index>(part.states.size())),
        inputs(static_cast<Index>(part.b.size()) / order),
        transition(Eigen::Map<const MatrixXd>(part.a.data(), order, order),
                   Eigen::Map<const MatrixXd>(part.b.data(), order, inputs), 1),
        start(order),
        end(order),
        difference(order),
        input(VectorXd::Zero(inputs)),
        slope(VectorXd::Zero(inputs)),
        otherSlope(VectorXd::Zero(inputs)),
        endInput(VectorXd::Zero(inputs)),
        earlierInput(endInput),
        previousInput(endInput) {
    for (Half& half : halves) half = {VectorXd(order), VectorXd::Zero(inputs), VectorXd::Zero(inputs)};
  }

  void read(ConstView y, VectorXd& z) const {
    for (Index i = 0; i < order; ++i) z(i) = y[static_cast<std::size_t>(part.states[static_cast<std::size_t>(i)])];
  }
  void write(const VectorXd& z, View y) const {
    for (Index i = 0; i < order; ++i) y[static_cast<std::size_t>(part.states[static_cast<std::size_t>(i)])] = z(i);
  }

  LinearPart part;
  Index order, inputs;
  TransitionMatrix transition;
  VectorXd start, end;     // of the present substep
  VectorXd difference;     // between the two input models, so far
  VectorXd input, slope;   // at the start of the substep; zero slope: held
  VectorXd otherSlope;     // of the other input model
  VectorXd endInput;       // at its predicted end
  VectorXd earlierInput;   // at the start of the substep before
  VectorXd previousInput;  // the same, at the start of the step
  struct Half {
    VectorXd start, input, slope;
  };
  std::array<Half, 2> halves;  // for the interpolant
};

class Transition final : public OneStepMethod {
 public:
  Transition(System& system, const Options& options)
      : system_(system),
        options_(options.transition),
        measure_(system.size(), options.tolerances),
        errorWanted_(options.step == 0),
        n_(static_cast<std::size_t>(system.size())),
        slope0_(system.size()),
        last_(n_),
        work_(n_),
        error_(n_) {
    if (options_.input == Input::automatic) options_.input = errorWanted_ ? Input::rampCorrected : Input::step;
    if (options_.parts.empty()) options_.parts = system.problem().linearParts;
    for (Vector& k : slopes_) k.resize(n_);
  }

  void begin() override {
    slope0_.forget();
    previousSubstep_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    if (!prepared_) prepare(t, y);
    if (const Evaluation e = slope0_.at(system_, t, y); e != Evaluation::ok) return failedTrial(e);
    std::ranges::copy(slope0_.value(), slopes_[0].begin());
    for (Stiff& stiff : stiff_) stiff.difference.setZero();
    h_ = h;
    const Evaluation e = options_.interface == Interface::halfStep ? halfSteps(t, y, h) : wholeStep(t, y, h);
    if (e != Evaluation::ok) return failedTrial(e);
    for (const std::size_t i : rest_)
      y1[i] = y[i] + h / 6 * (slopes_[0][i] + 2 * slopes_[1][i] + 2 * slopes_[2][i] + slopes_[3][i]);
    for (const Stiff& stiff : stiff_) stiff.write(stiff.end, y1);
    if (!errorWanted_) return {Trial::Outcome::computed, 0};
    if (const Evaluation last = system_.rhs(t + h, y1, last_); last != Evaluation::ok) return failedTrial(last);
    for (const std::size_t i : rest_) error_[i] = h / 6 * (slopes_[3][i] - last_[i]);
    for (const Stiff& stiff : stiff_) stiff.write(stiff.difference, error_);
    return {Trial::Outcome::computed, measure_(error_, y, y1)};
  }

  void accept() override {
    if (errorWanted_)
      slope0_.exchange(last_);
    else
      slope0_.forget();
    previousSubstep_ = options_.interface == Interface::halfStep ? h_ / 2 : h_;
    for (Stiff& stiff : stiff_) stiff.previousInput = stiff.input;
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    // Hairer, Norsett and Wanner I, II.6, exercise 3.
    const double t2 = theta * theta, t3 = t2 * theta;
    const double weights[4] = {theta - 1.5 * t2 + 2.0 / 3 * t3, t2 - 2.0 / 3 * t3, t2 - 2.0 / 3 * t3,
                               -0.5 * t2 + 2.0 / 3 * t3};
    for (const std::size_t i : rest_) {
      y[i] = y0[i];
      for (std::size_t k = 0; k < 4; ++k) y[i] += h_ * weights[k] * slopes_[k][i];
    }
    const bool twoHalves = options_.interface == Interface::halfStep;
    const bool second = twoHalves && theta > 0.5;
    for (Stiff& stiff : stiff_) {
      if (theta == 1) {
        stiff.read(y1, stiff.start);
      } else {
        const Stiff::Half& half = stiff.halves[second ? 1 : 0];
        const auto step = stiff.transition.compute((second ? theta - 0.5 : theta) * h_);
        stiff.start = step.Phi * half.start + step.Theta.leftCols(stiff.inputs) * half.input +
                      step.Theta.rightCols(stiff.inputs) * half.slope;
      }
      stiff.write(stiff.start, y);
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return slope0_.at(system_, t, y, f); }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override {
    if (!errorWanted_) return 0;
    if (options_.parts.empty()) return 4;
    return options_.input == Input::step ? 2 : 3;
  }

  void save(Vector& memory) const override {
    slope0_.save(memory);
    memory.push_back(previousSubstep_);
    Vector inputs = restoredInputs_;
    if (prepared_) inputs.clear();
    for (const Stiff& stiff : stiff_)
      inputs.insert(inputs.end(), stiff.previousInput.begin(), stiff.previousInput.end());
    inputs.resize(inputCount());  // as many before the first step, when the parts are not known yet
    memory.insert(memory.end(), inputs.begin(), inputs.end());
  }
  ConstView load(ConstView memory) override {
    memory = slope0_.load(memory);
    previousSubstep_ = memory[0];
    memory = memory.subspan(1);
    restoredInputs_.assign(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(inputCount()));
    return memory.subspan(inputCount());
  }

 private:
  /// The partition, once a point is known around which connections can be probed.
  void prepare(double t, ConstView y) {
    prepared_ = true;
    const auto parts = options_.group ? groupConnectedParts(options_.parts, t, y) : options_.parts;
    std::vector<bool> linear(n_, false);
    for (const LinearPart& part : parts) {
      stiff_.emplace_back(part);
      for (const int state : part.states) linear[static_cast<std::size_t>(state)] = true;
    }
    for (std::size_t i = 0; i < n_; ++i)
      if (!linear[i]) rest_.push_back(i);
    auto next = restoredInputs_.begin();
    for (Stiff& stiff : stiff_)
      for (double& u : stiff.previousInput)
        if (next != restoredInputs_.end()) u = *next++;
  }

  /// Of all parts; grouping does not change it.
  std::size_t inputCount() const {
    std::size_t count = 0;
    for (const LinearPart& part : options_.parts) count += part.b.size() / part.states.size();
    return count;
  }

  Evaluation halfSteps(double t, ConstView y, double h) {
    const double middle = t + h / 2;
    for (Stiff& stiff : stiff_) stiff.read(y, stiff.start);
    std::ranges::copy(y, work_.begin());
    if (const Evaluation e = sample(t); e != Evaluation::ok) return e;
    for (Stiff& stiff : stiff_) stiff.earlierInput = stiff.previousInput;
    const End first{t + h / 2, y, h / 2, slopes_[0]};
    if (const Evaluation e = advance(0, t, h / 2, previousSubstep_, first); e != Evaluation::ok) return e;

    setRest(y, h / 2, slopes_[0]);
    setStiff();
    if (const Evaluation e = system_.rhs(middle, work_, slopes_[1]); e != Evaluation::ok) return e;
    setRest(y, h / 2, slopes_[1]);
    if (const Evaluation e = system_.rhs(middle, work_, slopes_[2]); e != Evaluation::ok) return e;

    for (Stiff& stiff : stiff_) {
      stiff.start = stiff.end;
      stiff.earlierInput = stiff.input;
    }
    if (const Evaluation e = sample(middle); e != Evaluation::ok) return e;
    if (const Evaluation e = advance(1, middle, h / 2, h / 2, {t + h, y, h, slopes_[2]}); e != Evaluation::ok) return e;

    setRest(y, h, slopes_[2]);
    setStiff();
    return system_.rhs(t + h, work_, slopes_[3]);
  }

  Evaluation wholeStep(double t, ConstView y, double h) {
    for (Stiff& stiff : stiff_) stiff.read(y, stiff.start);
    std::ranges::copy(y, work_.begin());
    if (const Evaluation e = sample(t); e != Evaluation::ok) return e;
    const struct {
      double step;
      std::size_t from, to;
    } stages[] = {{h / 2, 0, 1}, {h / 2, 1, 2}, {h, 2, 3}};
    for (const auto& [step, from, to] : stages) {
      setRest(y, step, slopes_[from]);
      if (const Evaluation e = system_.rhs(t + step, work_, slopes_[to]); e != Evaluation::ok) return e;
    }
    for (const std::size_t i : rest_) work_[i] = y[i];
    for (Stiff& stiff : stiff_) stiff.earlierInput = stiff.previousInput;
    return advance(0, t, h, previousSubstep_, {t + h, y, h, slopes_[2]});
  }

  /// Inputs of all parts at work_.
  Evaluation sample(double t) {
    for (Stiff& stiff : stiff_)
      if (const Evaluation e = sample(stiff, t, stiff.input); e != Evaluation::ok) return e;
    return Evaluation::ok;
  }
  Evaluation sample(Stiff& stiff, double t, VectorXd& u) {
    if (stiff.inputs == 0) return Evaluation::ok;
    return system_.inputs(stiff.part, t, work_, View(u.data(), static_cast<std::size_t>(stiff.inputs)));
  }

  /// Where a substep ends: the time, and the rest as y + step k.
  struct End {
    double t;
    ConstView y;
    double step;
    const Vector& k;
  };

  /// All parts over one substep that starts at t; `before` is the length of the substep before, 0: there was none.
  Evaluation advance(std::size_t half, double t, double substep, double before, const End& end) {
    // A ramp between a start and an end needs the inputs at the very start.
    const bool inOrder = options_.ordering == Ordering::gaussSeidel && options_.input != Input::rampCorrected;
    for (Stiff& stiff : stiff_) {
      if (inOrder && &stiff != stiff_.data())
        if (const Evaluation e = sample(stiff, t, stiff.input); e != Evaluation::ok) return e;
      stiff.otherSlope.setZero();
      if (options_.input != Input::step && before != 0) stiff.otherSlope = (stiff.input - stiff.earlierInput) / before;
      stiff.slope.setZero();
      if (options_.input == Input::rampExtrapolated) stiff.slope = stiff.otherSlope;
      propagate(stiff, substep);
      if (inOrder) stiff.write(stiff.end, work_);
    }
    if (options_.input == Input::rampCorrected || errorWanted_)
      if (const Evaluation e = correct(substep, end); e != Evaluation::ok) return e;
    for (Stiff& stiff : stiff_) {
      stiff.halves[half].start = stiff.start;
      stiff.halves[half].input = stiff.input;
      stiff.halves[half].slope = options_.input == Input::rampCorrected ? stiff.slope : stiff.otherSlope;
      if (!errorWanted_) continue;
      const auto& step = stiff.transition.at(substep);
      stiff.slope -= stiff.otherSlope;
      stiff.difference = (step.Phi * stiff.difference + step.Theta.rightCols(stiff.inputs) * stiff.slope).eval();
    }
    return Evaluation::ok;
  }

  /// The ramp to the inputs at the predicted end. Other input models want only its slope, for the error estimate.
  Evaluation correct(double substep, const End& end) {
    setRest(end.y, end.step, end.k);
    setStiff();
    const bool corrected = options_.input == Input::rampCorrected;
    const int passes = corrected ? options_.corrections : 1;
    for (int pass = 0; pass < passes; ++pass) {
      for (Stiff& stiff : stiff_) {
        if (const Evaluation e = sample(stiff, end.t, stiff.endInput); e != Evaluation::ok) return e;
        stiff.slope = (stiff.endInput - stiff.input) / substep;
        if (!corrected) continue;
        propagate(stiff, substep);
        if (options_.ordering == Ordering::gaussSeidel) stiff.write(stiff.end, work_);
      }
      setStiff();
    }
    return Evaluation::ok;
  }

  static void propagate(Stiff& stiff, double substep) {
    const auto& step = stiff.transition.at(substep);
    stiff.end.noalias() = step.Phi * stiff.start;
    stiff.end.noalias() += step.Theta.leftCols(stiff.inputs) * stiff.input;
    stiff.end.noalias() += step.Theta.rightCols(stiff.inputs) * stiff.slope;
  }

  void setRest(ConstView y, double h, const Vector& k) {
    for (const std::size_t i : rest_) work_[i] = y[i] + h * k[i];
  }
  void setStiff() {
    for (const Stiff& stiff : stiff_) stiff.write(stiff.end, work_);
  }

  System& system_;
  TransitionOptions options_;
  ErrorMeasure measure_;
  bool errorWanted_;
  std::size_t n_;
  InitialSlope slope0_;
  std::array<Vector, 4> slopes_;  // k1 .. k4
  Vector last_;                   // F at the end
  Vector work_;                   // arguments of F and of the inputs
  Vector error_;
  std::vector<Stiff> stiff_;
  std::vector<std::size_t> rest_;  // components that RK4 takes
  Vector restoredInputs_;          // from a checkpoint, until the parts are known
  bool prepared_ = false;
  double previousSubstep_ = 0;  // 0: none
  double h_ = 0;
};

}  // namespace

std::vector<MethodDescriptor> transitionMethods() {
  // Order and dense order with held inputs, which is the default with a fixed step.
  return {
      {.traits = {.name = "transition",
                  .family = Family::transition,
                  .order = 1,
                  .embeddedOrder = 2,
                  .denseOrder = 1,
                  .stages = 4,
                  .rhsPerStep = 4,
                  .rInfinity = infinity,
                  .source = "Smith (1974): linear parts by transition matrix, the rest by RK4"},
       .make = [](System& system, const Options& options) { return std::make_unique<Transition>(system, options); }}};
}

}  // namespace dashpot::integrators
