#include "simulation/inlined_step.hpp"

#include "base/finite.hpp"
#include "base/rounding.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace dashpot::simulation {

namespace {

using codegen::CompiledStep;
using codegen::Entry;
using codegen::StepPart;

// Straight-line elimination is tried up to this size; how many operations it takes is known only when pivots are chosen.
constexpr std::uint32_t largestStraightPart = 150;

// Newton's iteration ends when its error is this share of what is allowed.
constexpr double iterationShare = 1e-3;
constexpr int mostStageIterations = 12, mostFixedStepIterations = 30;
// Below the first rate of contraction factors serve another step; above the second each iterate gets its own.
constexpr double goodStageRate = 0.02, slowStageRate = 0.25;
// Two updates in a row are not trusted to show a faster contraction than this.
constexpr double fastestTrusted = 0.02;

InlinedStep::Outcome failedStep(Evaluation evaluation) {
  return evaluation == Evaluation::fatal ? InlinedStep::Outcome::fatal : InlinedStep::Outcome::undefined;
}

/// General solvers factor alpha M - J; here M is none, and J the matrix.
class PlainSolver final : public LinearSolver {
 public:
  explicit PlainSolver(std::unique_ptr<LinearSolver> negative) : negative_(std::move(negative)) {}
  bool factor(double, std::span<const double> matrix) override { return negative_->factor(0.0, matrix); }
  void solve(std::span<double> b) override {
    negative_->solve(b);
    for (double& x : b) x = -x;
  }
  bool factor(std::complex<double>, std::span<const double> matrix) override {
    return negative_->factor(std::complex<double>(), matrix);
  }
  void solve(std::span<std::complex<double>> b) override {
    negative_->solve(b);
    for (std::complex<double>& x : b) x = -x;
  }
  [[nodiscard]] std::vector<double> savePivots() const override { return negative_->savePivots(); }
  void restorePivots(std::span<const double> saved) override { negative_->restorePivots(saved); }

 private:
  std::unique_ptr<LinearSolver> negative_;
};

MassMatrix none(const StepPart& part) { return {.kind = MassMatrix::Kind::diagonal, .values = Vector(part.count)}; }

std::unique_ptr<LinearSolver> generalSolver(const StepPart& part) {
  return std::make_unique<PlainSolver>(linalg::makeSolver(static_cast<int>(part.count), part.pattern, none(part)));
}

bool hasOwnMatrix(const StepPart& part) { return part.kind != StepPart::Kind::values && part.kin == StepPart::itself; }

}  // namespace

std::vector<std::shared_ptr<codegen::Eliminations>> stepEliminations(const codegen::CompiledModel& model,
                                                                     const codegen::CodeOptions& options) {
  std::vector<std::shared_ptr<codegen::Eliminations>> result;
  if (!model.step) return result;
  for (const StepPart& part : model.step->parts) {
    auto& eliminations = result.emplace_back();
    if (hasOwnMatrix(part) && part.count <= largestStraightPart)
      eliminations = std::make_shared<codegen::Eliminations>(
          codegen::plainStructure(static_cast<int>(part.count), part.pattern), options);
  }
  return result;
}

std::unique_ptr<LinearSolver> spareSolver(int n, const SparsityPattern& pattern, const MassMatrix& mass) {
  constexpr int largestDense = 64;
  return n <= largestDense ? linalg::makeSolver(linalg::SolverKind::dense, n, pattern, mass)
                           : linalg::makeSolver(n, pattern, mass);
}

std::unique_ptr<LinearSolver> spareSolver(const StepPart& part) {
  return std::make_unique<PlainSolver>(spareSolver(static_cast<int>(part.count), part.pattern, none(part)));
}

StepSolvers makeStepSolvers(const CompiledStep& step,
                            const std::vector<std::shared_ptr<codegen::Eliminations>>& eliminations) {
  StepSolvers result;
  for (std::size_t k = 0; k < step.parts.size(); ++k) {
    auto& solver = result.byPart.emplace_back();
    const StepPart& part = step.parts[k];
    if (!hasOwnMatrix(part)) continue;
    if (k < eliminations.size() && eliminations[k])
      solver = codegen::makeGeneratedSolver(eliminations[k], {}, [&part] { return generalSolver(part); });
    else
      solver = generalSolver(part);
  }
  return result;
}

ModelStep::ModelStep(BoundModel& model, StepSolvers solvers)
    : model_(model), step_(*model.model().step), solvers_(std::move(solvers)), predictor_(step_), w_(step_.size) {
  std::size_t unknowns = 0, longest = 0, numbers = 0;
  std::set<std::uint32_t> inParts;
  for (const StepPart& part : step_.parts) {
    auto& factors = factors_.emplace_back();
    firstUnknown_.push_back(unknowns);
    if (hasOwnMatrix(part)) factors.matrix.resize(part.pattern.rows.size());
    std::set<std::uint32_t> stages;
    if (part.kind == StepPart::Kind::nonlinear) {
      for (std::uint32_t k = 0; k < part.count; ++k) stages.insert(step_.stageOf[unknowns++]);
      longest = std::max<std::size_t>(longest, part.count);
      numbers = std::max(numbers, part.count + part.pattern.rows.size());
    }
    inParts.insert(stages.begin(), stages.end());
    stagesOf_.push_back(static_cast<long>(stages.size()));
  }
  stagesOutside_ = static_cast<long>(step_.nodes.size() - inParts.size());
  inputs_.resize(step_.nodes.size() * model_.inputs.size());
  linearised_.resize(numbers);
  update_.resize(longest);
  guess_.resize(unknowns), nominal_.resize(unknowns), largest_.resize(unknowns);
  const std::vector<bool>& isDifferential = model_.model().states.isDifferential;
  for (std::uint32_t i = 0; i < isDifferential.size(); ++i)
    if (isDifferential[i]) differential_.push_back(i);
  if (step_.inputSlopes > step_.earlier) earlier_.resize(differential_.size());
  // What is not given has no nominal value; what cannot be evaluated is treated alike.
  if (model_.evaluate(step_.nominal, 0.0, {}, nominal_) != Evaluation::ok) std::ranges::fill(nominal_, 0.0);
}

void ModelStep::begin() {
  predictor_.begin();
  isGuessed_ = false;
  earlierStep_ = 0.0;
  for (Factors& factors : factors_) factors.isFactored = false, factors.contraction = 1.0;
}

Evaluation ModelStep::evaluate(Entry entry, View outputs) {
  return model_.evaluateStep(entry, t_, w_, inputs_, outputs);
}

// ---- a step ---------------------------------------------------------------------------------------------------------

InlinedStep::Outcome ModelStep::advance(double t, double h, ConstView y, const Accuracy& accuracy, View y1) {
  if (t != t_) isGuessed_ = false;
  setStart(t, h, y);
  work_.evaluations += stagesOutside_;
  for (std::size_t part = 0; part < step_.parts.size(); ++part)
    if (const Outcome outcome = perform(part, accuracy); outcome != Outcome::computed) return outcome;
  for (std::size_t i = 0; i < y1.size(); ++i) y1[i] = w_[step_.end[i]];
  return allFinite(y1) ? Outcome::computed : Outcome::undefined;
}

void ModelStep::setStart(double t, double h, ConstView y) {
  t_ = t, h_ = h;
  w_[0] = h;
  setCoefficients(h);
  std::ranges::copy(y, w_.begin() + step_.start);
  std::ranges::copy(earlier_, w_.begin() + step_.earlier);
  if (model_.inputs.empty()) return;
  if (step_.begun > step_.inputSlopes) {
    const View slopes = View(w_).subspan(step_.inputSlopes, model_.inputs.size());
    std::ranges::fill(slopes, 0.0);
    model_.inputData.slopes(t, slopes);
  }
  for (std::size_t stage = 0; stage < step_.nodes.size(); ++stage) {
    const View inputs = View(inputs_).subspan(stage * model_.inputs.size(), model_.inputs.size());
    std::ranges::copy(model_.inputs, inputs.begin());
    model_.inputData.evaluate(t + step_.nodes[stage] * h, inputs);
  }
}

/// y1 = p y + q y_before + r h y1' with steps of different lengths (Hairer, Norsett and Wanner I, III.5).
void ModelStep::setCoefficients(double h) {
  if (earlier_.empty()) return;
  const double ratio = earlierStep_ == 0.0 ? 0.0 : h / earlierStep_;
  w_[step_.coefficients] = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
  w_[step_.coefficients + 1] = -ratio * ratio / (1.0 + 2.0 * ratio);
  w_[step_.coefficients + 2] = slopeCoefficient_ = (1.0 + ratio) / (1.0 + 2.0 * ratio);
}

InlinedStep::Outcome ModelStep::perform(std::size_t part, const Accuracy& accuracy) {
  const StepPart& at = step_.parts[part];
  switch (at.kind) {
    case StepPart::Kind::linear: return solveLinear(part);
    case StepPart::Kind::nonlinear: return iterate(part, accuracy);
    case StepPart::Kind::values: break;
  }
  const Evaluation result = evaluate(at.function, made(at));
  return result == Evaluation::ok ? Outcome::computed : failedStep(result);
}

bool ModelStep::factor(std::size_t part, ConstView matrix) {
  Factors& factors = factors_[part];
  ++work_.factorisations;
  factors.isFactored = solvers_.byPart[part]->factor(0.0, matrix);
  factors.step = h_, factors.coefficient = slopeCoefficient_;
  return factors.isFactored;
}

bool ModelStep::areOfThisStep(const Factors& factors) const {
  return factors.isFactored && factors.step == h_ && factors.coefficient == slopeCoefficient_;
}

InlinedStep::Outcome ModelStep::solveLinear(std::size_t part) {
  const StepPart& at = step_.parts[part];
  const std::size_t owner = at.kin == StepPart::itself ? part : at.kin;
  if (owner == part) {
    Factors& factors = factors_[part];
    if (!at.isConstant) {
      if (!factor(part, ConstView(w_).subspan(at.matrixAt, at.pattern.rows.size()))) return Outcome::singular;
    } else if (!areOfThisStep(factors)) {
      if (const Evaluation result = evaluate(at.matrix, factors.matrix); result != Evaluation::ok)
        return failedStep(result);
      if (!factor(part, factors.matrix)) return Outcome::singular;
    }
  }
  std::copy_n(w_.begin() + at.rightSideAt, at.count, w_.begin() + at.first);
  ++work_.solves;
  solvers_.byPart[owner]->solve(made(at));
  return Outcome::computed;
}

// ---- Newton ---------------------------------------------------------------------------------------------------------

void ModelStep::guess(std::size_t part) {
  const StepPart& at = step_.parts[part];
  if (predictor_.isReady()) return predictor_.predict(part, h_, w_);
  if (!isGuessed_) {
    const ConstView y = ConstView(w_).subspan(step_.start, model_.model().size());
    if (model_.evaluate(step_.guess, t_, y, guess_) != Evaluation::ok)
      for (double& value : guess_)
        if (!std::isfinite(value)) value = 0.0;
    isGuessed_ = true;
  }
  std::copy_n(guess_.begin() + static_cast<std::ptrdiff_t>(firstUnknown_[part]), at.count, made(at).begin());
}

/// With the factors at hand; if these do not do, once more with new ones.
InlinedStep::Outcome ModelStep::iterate(std::size_t part, const Accuracy& accuracy) {
  bool isNew = false;
  const Outcome outcome = newton(part, accuracy, isNew);
  if (outcome == Outcome::computed || outcome == Outcome::fatal || isNew) return outcome;
  const StepPart& at = step_.parts[part];
  factors_[at.kin == StepPart::itself ? part : at.kin].isStale = true;
  return newton(part, accuracy, isNew);
}

InlinedStep::Outcome ModelStep::newton(std::size_t part, const Accuracy& accuracy, bool& isNew) {
  const StepPart& at = step_.parts[part];
  const std::size_t owner = at.kin == StepPart::itself ? part : at.kin;
  Factors& factors = factors_[owner];
  LinearSolver& solver = *solvers_.byPart[owner];
  guess(part);
  const View z = made(at), update = View(update_).first(at.count), residual = View(linearised_).first(at.count);
  bool isWanted = factors.isStale || !areOfThisStep(factors);
  isNew = isWanted;
  double previous = 0.0, worst = 0.0;
  double contraction = accuracy.isFixedStep || isWanted ? 1.0 : std::max(factors_[part].contraction, fastestTrusted);
  const int most = accuracy.isFixedStep ? mostFixedStepIterations : mostStageIterations;
  for (int iteration = 1; iteration <= most; ++iteration) {
    ++work_.iterations;
    work_.evaluations += stagesOf_[part];
    const Evaluation result =
        evaluate(isWanted ? at.linearised : at.function,
                 isWanted ? View(linearised_).first(at.count + at.pattern.rows.size()) : residual);
    if (result != Evaluation::ok) return failedStep(result);
    if (isWanted) {
      ++work_.jacobians;
      std::copy_n(linearised_.begin() + at.count, factors.matrix.size(), factors.matrix.begin());
      if (!factor(owner, factors.matrix)) return Outcome::singular;
      factors.isStale = isWanted = false;
    }
    std::ranges::copy(residual, update.begin());
    ++work_.solves;
    solver.solve(update);
    for (std::size_t k = 0; k < z.size(); ++k) z[k] -= update[k];
    const double size = sizeOfUpdate(at, firstUnknown_[part], accuracy);
    if (!std::isfinite(size)) return Outcome::notConverged;
    if (iteration > 1) {
      const double rate = size / previous;
      worst = std::max(worst, rate);
      const bool isNoise = std::ranges::all_of(update, [&, k = std::size_t{0}](double x) mutable {
        return std::fabs(x) <= 8 * epsilon * std::max(std::fabs(z[k++]), std::numeric_limits<double>::min());
      });
      if (rate >= 2.0 && !isNoise && !isNew) return Outcome::notConverged;
      isWanted = rate > slowStageRate && !isNoise;
      isNew = isNew || isWanted;
      contraction = isNoise ? 0.0 : rate < 1.0 ? std::max(rate / (1.0 - rate), fastestTrusted) : 1.0 / epsilon;
    }
    if (contraction * size <= iterationShare || size == 0.0) {
      factors_[part].contraction = std::min(contraction, 1.0);
      factors.isStale = worst > goodStageRate;
      for (std::size_t k = 0; k < z.size(); ++k)
        largest_[firstUnknown_[part] + k] = std::max(largest_[firstUnknown_[part] + k], std::fabs(z[k]));
      return Outcome::computed;
    }
    previous = size;
  }
  return Outcome::notConverged;
}

double ModelStep::sizeOfUpdate(const StepPart& part, std::size_t firstUnknown, const Accuracy& accuracy) {
  double sum = 0.0;
  for (std::size_t k = 0; k < part.count; ++k) {
    const std::size_t unknown = firstUnknown + k;
    const std::uint32_t inY = step_.placeInY[unknown];
    const double size = std::max({std::fabs(w_[part.first + k]), nominal_[unknown], largest_[unknown]});
    const double allowed = inY != CompiledStep::noPlaceInY
                               ? accuracy.allowed[inY]
                               : std::max(accuracy.relative * size, std::numeric_limits<double>::min());
    sum += update_[k] / allowed * (update_[k] / allowed);
  }
  return std::sqrt(sum / static_cast<double>(part.count));
}

// ---- the step is taken ----------------------------------------------------------------------------------------------

void ModelStep::accept() {
  predictor_.accept(h_, w_);
  isGuessed_ = false;
  for (std::size_t k = 0; k < earlier_.size(); ++k) earlier_[k] = w_[step_.start + differential_[k]];
  if (!earlier_.empty()) earlierStep_ = h_;
}

void ModelStep::stageState(int stage, View y) const {
  const auto& places = step_.states[static_cast<std::size_t>(stage)];
  for (std::size_t i = 0; i < places.size(); ++i) y[i] = w_[places[i]];
}

void ModelStep::stageSlope(int stage, View slope) const {
  const auto at = static_cast<std::size_t>(stage);
  if (!step_.increments.empty()) {
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = w_[step_.increments[at][i]];
    return;
  }
  std::ranges::fill(slope, 0.0);
  for (std::size_t k = 0; k < differential_.size(); ++k) slope[differential_[k]] = w_[step_.slopes[at][k]];
}

ConstView ModelStep::matrix(std::size_t part) const {
  const StepPart& at = step_.parts[part];
  if (!hasOwnMatrix(at) || !factors_[part].isFactored) return {};
  const bool isInW = at.kind == StepPart::Kind::linear && !at.isConstant;
  return isInW ? ConstView(w_).subspan(at.matrixAt, at.pattern.rows.size()) : ConstView(factors_[part].matrix);
}

// ---- continuation ---------------------------------------------------------------------------------------------------

void ModelStep::save(Vector& memory) const {
  predictor_.save(memory);
  memory.push_back(earlierStep_);
  memory.insert(memory.end(), earlier_.begin(), earlier_.end());
  memory.insert(memory.end(), largest_.begin(), largest_.end());
  for (const Factors& factors : factors_) {
    memory.insert(memory.end(), {factors.isFactored ? 1.0 : 0.0, factors.isStale ? 1.0 : 0.0, factors.step,
                                 factors.coefficient, factors.contraction});
    memory.insert(memory.end(), factors.matrix.begin(), factors.matrix.end());
  }
}

ConstView ModelStep::load(ConstView memory) {
  memory = predictor_.load(memory);
  earlierStep_ = memory[0];
  std::ranges::copy(memory.subspan(1, earlier_.size()), earlier_.begin());
  memory = memory.subspan(1 + earlier_.size());
  std::ranges::copy(memory.first(largest_.size()), largest_.begin());
  memory = memory.subspan(largest_.size());
  for (std::size_t part = 0; part < factors_.size(); ++part) {
    Factors& factors = factors_[part];
    factors.isFactored = memory[0] != 0.0, factors.isStale = memory[1] != 0.0;
    factors.step = memory[2], factors.coefficient = memory[3], factors.contraction = memory[4];
    std::ranges::copy(memory.subspan(5, factors.matrix.size()), factors.matrix.begin());
    memory = memory.subspan(5 + factors.matrix.size());
    const bool isKept = hasOwnMatrix(step_.parts[part]) &&
                        (step_.parts[part].kind == StepPart::Kind::nonlinear || step_.parts[part].isConstant);
    if (isKept && factors.isFactored) factors.isFactored = solvers_.byPart[part]->factor(0.0, factors.matrix);
  }
  return memory;
}

}  // namespace dashpot::simulation
