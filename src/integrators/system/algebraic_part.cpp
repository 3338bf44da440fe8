#include "integrators/system/algebraic_part.hpp"

#include <limits>

namespace dashpot::integrators {

using linalg::NewtonEnd;

namespace {

using linalg::NewtonLimits;

constexpr double harmless = 0.01;  // in units of the tolerance

NewtonLimits chordLimits(double accuracy) {
  return {.accuracy = accuracy, .mostSteps = 8, .slowContraction = 0.3, .harmless = harmless};
}

/// Down the slope of a diode it goes in steps of its thermal voltage: there are many.
NewtonLimits dampedLimits(double accuracy) {
  return {.accuracy = accuracy, .mostSteps = 100, .smallestDamping = 1e-6, .harmless = harmless};
}

/// Whether nothing else can be tried.
bool isFinal(NewtonEnd end) { return end == NewtonEnd::converged || end == NewtonEnd::fatal; }

/// Tolerances to solve algebraic equations to: mixed in any case, since an unknown may be zero, and never so small that
/// rounding decides.
Tolerances solvable(Tolerances tolerances) {
  constexpr double leastRelative = 1e-12, leastAbsolute = std::numeric_limits<double>::min();
  tolerances.scale = ErrorScale::mixed;
  tolerances.relative = std::max(tolerances.relative, leastRelative);
  tolerances.absolute = std::max(tolerances.absolute, leastAbsolute);
  for (double& relative : tolerances.relativeOf) relative = std::max(relative, leastRelative);
  for (double& absolute : tolerances.absoluteOf) absolute = std::max(absolute, leastAbsolute);
  return tolerances;
}

}  // namespace

Split::Split(const Problem& problem, const SparsityPattern& jacobian) {
  const auto isState = [&](int i) { return problem.mass.values[static_cast<std::size_t>(i)] != 0; };
  for (int i = 0; i < problem.size; ++i) {
    auto& group = isState(i) ? states : algebraic;
    placeOf.push_back(static_cast<int>(group.size()));
    group.push_back(i);
  }
  gzPattern.columnStart.assign(algebraic.size() + 1, 0);
  int value = 0;
  for (const linalg::Place& at : linalg::places(problem.size, jacobian)) {
    const bool inF = isState(at.row), byX = isState(at.column);
    auto& block = inF ? (byX ? fx : fz) : (byX ? gx : gz);
    block.push_back({value++, placeOf[static_cast<std::size_t>(at.row)], placeOf[static_cast<std::size_t>(at.column)]});
    if (inF || byX) continue;
    ++gzPattern.columnStart[static_cast<std::size_t>(block.back().column) + 1];
    gzPattern.rows.push_back(block.back().row);
  }
  for (std::size_t j = 0; j < algebraic.size(); ++j) gzPattern.columnStart[j + 1] += gzPattern.columnStart[j];
}

AlgebraicPart::AlgebraicPart(System& whole, const Split& split, const Options& options)
    : whole_(whole),
      split_(split),
      jacobian_(whole, options),
      measure_(whole.size(), solvable(options.tolerances)),
      iterations_(options.newtonIterations),
      solver_(makePartSolver(whole.problem(), static_cast<int>(split.algebraic.size()), split.gzPattern)) {
  for (Vector* v : {&step_, &following_}) v->resize(split.algebraic.size());
  for (Vector* v : {&last_, &recent_, &factoredY_, &factoredF_, &trialY_, &keptY_, &keptF_, &wayY_, &endY_})
    v->resize(static_cast<std::size_t>(whole.size()));
  gz_.resize(split.gz.size());
}

/// G at the point that is being searched, as Newton's iterations ask for it. A correction is computed to judge the point
/// it would be added to: where it is small enough, that point is the solution, and F is known there.
struct AlgebraicPart::Equations {
  AlgebraicPart& part;
  double t;
  View y, f;

  Evaluation evaluate() { return part.whole_.rhs(t, y, f); }
  NewtonEnd linearise() {
    const Evaluation e = part.evaluateJacobian(t, y, f);
    return e == Evaluation::ok ? NewtonEnd::converged : linalg::endOf(e);
  }
  bool correction(Vector& step) { return part.correction(f, step); }
  double size(const Vector& step) { return part.sizeOf(step, y); }
  void add(const Vector& step) {
    for (std::size_t i = 0; i < step.size(); ++i) y[part.split_.algebraic[i]] += step[i];
    ++part.whole_.statistics().newtonIterations;
  }
  void finish(const Vector& /*step*/) {}
  void aim(const Vector& /*step*/) {
    std::ranges::copy(y, part.trialY_.begin());
    ++part.whole_.statistics().newtonIterations;
  }
  double sizeBehind(const Vector& step) { return part.sizeOf(step, part.trialY_); }
  void go(double damping, const Vector& step) {
    for (std::size_t i = 0; i < step.size(); ++i)
      y[part.split_.algebraic[i]] = part.trialY_[part.split_.algebraic[i]] + damping * step[i];
  }
};

NewtonEnd AlgebraicPart::iterate(ConstView from, double t, View y, View f, double accuracy) {
  const auto takeGuess = [&] {
    for (const int i : split_.algebraic) y[i] = from[i];
  };
  takeGuess();
  if (iterations_ > 0) return correct(t, y, f);
  factorsFailed_ = false;
  Equations equations{*this, t, y, f};
  if (isFactored_)
    if (const NewtonEnd end = linalg::chord(equations, chordLimits(accuracy), step_); isFinal(end)) return end;
  takeGuess();
  factorsFailed_ = true;
  return linalg::dampedNewton(equations, dampedLimits(accuracy), step_, following_);
}

/// The fixed number of corrections with G_z at the guess, and F where they lead to.
NewtonEnd AlgebraicPart::correct(double t, View y, View f) {
  Equations equations{*this, t, y, f};
  if (const Evaluation e = equations.evaluate(); e != Evaluation::ok) return linalg::endOf(e);
  if (const NewtonEnd end = equations.linearise(); end != NewtonEnd::converged) return end;
  for (int k = 0; k < iterations_; ++k) {
    if (!correction(f, step_)) return NewtonEnd::singular;
    equations.add(step_);
    if (const Evaluation e = equations.evaluate(); e != Evaluation::ok) return linalg::endOf(e);
  }
  return NewtonEnd::converged;
}

/// Along the straight line from the last solution to this point, in steps that are halved where they fail.
NewtonEnd AlgebraicPart::follow(double t, View y, View f, double accuracy) {
  constexpr double shortest = 1.0 / 256;
  constexpr int mostSteps = 100;
  std::ranges::copy(y, endY_.begin());
  std::ranges::copy(last_, wayY_.begin());
  double done = 0, step = 0.25;
  for (int k = 0; k < mostSteps && step >= shortest; ++k) {
    const double share = std::min(1.0, done + step);
    for (const int i : split_.states) y[i] = share == 1 ? endY_[i] : last_[i] + share * (endY_[i] - last_[i]);
    const NewtonEnd result = iterate(wayY_, share == 1 ? t : lastAt_ + share * (t - lastAt_), y, f, accuracy);
    if (result == NewtonEnd::fatal || (result == NewtonEnd::converged && share == 1)) return result;
    if (result == NewtonEnd::converged) {
      std::ranges::copy(y, wayY_.begin());
      done = share;
      step *= 2;
    } else {
      step /= 2;
    }
  }
  return NewtonEnd::stuck;
}

Evaluation AlgebraicPart::solve(double t, View y, View f, double accuracy) {
  NewtonEnd result = iterate(last_, t, y, f, accuracy);
  if (!isFinal(result)) result = iterate(recent_, t, y, f, accuracy);
  if (result == NewtonEnd::converged) std::ranges::copy(y, recent_.begin());
  if (!isFinal(result)) isFactored_ = false;  // whatever the factors are of, they do not suit
  return evaluationOf(result);
}

Evaluation AlgebraicPart::peek(double t, View y, View f, double accuracy, const AlgebraicPart& other) {
  const bool wasFactored = isFactored_;
  const double keptAt = factoredAt_;
  std::ranges::copy(factoredY_, keptY_.begin());
  std::ranges::copy(factoredF_, keptF_.begin());
  NewtonEnd result = iterate(last_, t, y, f, accuracy);
  if (!isFinal(result)) result = iterate(other.recent_, t, y, f, accuracy);
  if (!isFinal(result) && iterations_ == 0) result = follow(t, y, f, accuracy);
  isFactored_ = wasFactored && evaluateJacobian(keptAt, keptY_, keptF_) == Evaluation::ok;
  return evaluationOf(result);
}

Evaluation AlgebraicPart::evaluationOf(NewtonEnd result) {
  if (result == NewtonEnd::converged) return Evaluation::ok;
  return result == NewtonEnd::fatal ? Evaluation::fatal : Evaluation::recoverable;
}

void AlgebraicPart::moveTo(double t, ConstView y, ConstView f) {
  searchFrom(t, y);
  if (!isFactored_ || factorsFailed_) isFactored_ = evaluateJacobian(t, y, f) == Evaluation::ok;
}

void AlgebraicPart::begin(double t, ConstView y) {
  searchFrom(t, y);
  isFactored_ = false;
}

void AlgebraicPart::searchFrom(double t, ConstView y) {
  lastAt_ = t;
  std::ranges::copy(y, last_.begin());
  std::ranges::copy(y, recent_.begin());
}

/// step = -G_z^-1 g
bool AlgebraicPart::correction(ConstView f, Vector& step) {
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = f[split_.algebraic[k]];
  ++whole_.statistics().solves;
  solver_->solve(step);
  return std::ranges::all_of(step, [](double s) { return std::isfinite(s); });
}

double AlgebraicPart::sizeOf(const Vector& step, ConstView y) const {
  double largest = 0;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const auto i = static_cast<std::size_t>(split_.algebraic[k]);
    const double size = std::abs(step[k]) / measure_.scale(i, std::abs(y[i]));
    if (!(size <= largest)) largest = size;  // keeps a NaN
  }
  return largest;
}

Evaluation AlgebraicPart::evaluateJacobian(double t, ConstView y, ConstView f) {
  if (isFactored_ && factoredAt_ == t && std::ranges::equal(factoredY_, y)) return Evaluation::ok;
  isFactored_ = false;
  if (const Evaluation e = jacobian_.evaluate(t, y, f); e != Evaluation::ok) return e;
  factoredAt_ = t;
  std::ranges::copy(y, factoredY_.begin());
  std::ranges::copy(f, factoredF_.begin());
  return factor() ? Evaluation::ok : Evaluation::recoverable;
}

bool AlgebraicPart::factor() {
  for (std::size_t k = 0; k < gz_.size(); ++k)
    gz_[k] = jacobian_.values()[static_cast<std::size_t>(split_.gz[k].value)];
  ++whole_.statistics().lu;
  isFactored_ = solver_->factor(0.0, gz_);  // W = alpha I - G_z with alpha = 0
  wasSingular_ = !isFactored_;
  return isFactored_;
}

void AlgebraicPart::applyInverse(View b) {
  ++whole_.statistics().solves;
  solver_->solve(b);
  for (double& value : b) value = -value;
}

std::size_t AlgebraicPart::memorySize() const {
  return 3 + last_.size() + recent_.size() + factoredY_.size() + factoredF_.size();
}

void AlgebraicPart::saveTo(Vector& memory) const {
  memory.push_back(isFactored_ ? 1.0 : 0.0);
  memory.push_back(factoredAt_);
  memory.push_back(lastAt_);
  for (const Vector* v : {&last_, &recent_, &factoredY_, &factoredF_})
    memory.insert(memory.end(), v->begin(), v->end());
}

void AlgebraicPart::restore(ConstView memory) {
  lastAt_ = memory[2];
  std::size_t at = 3;
  const auto take = [&](Vector& v) {
    std::ranges::copy(memory.subspan(at, v.size()), v.begin());
    at += v.size();
  };
  Vector y(factoredY_.size()), f(factoredF_.size());
  take(last_), take(recent_), take(y), take(f);
  isFactored_ = false;
  if (memory[0] != 0.0) evaluateJacobian(memory[1], y, f);
}

}  // namespace dashpot::integrators
