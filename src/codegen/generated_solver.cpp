#include "codegen/generated_solver.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dashpot::codegen {

std::shared_ptr<Eliminations::Code> Eliminations::find(const PivotSequence& pivots, Field field) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Code>& known = known_[{pivots, field}];
  if (!known) {
    known = std::make_shared<Code>();
    known->elimination = eliminate(structure_, pivots, field);
    known->code = std::make_unique<CompiledFunctions>(known->elimination.model, options_);
  }
  return known;
}

void Eliminations::prepare(Tier tier) {
  const std::lock_guard lock(mutex_);
  for (const auto& [pivots, known] : known_)
    if (known->code->prepare(factorEntry, tier)) (void)known->code->prepare(solveEntry, tier);
}

bool Eliminations::stopMaking() {
  const std::lock_guard lock(mutex_);
  bool isMaking = false;
  for (const auto& [pivots, known] : known_) isMaking |= known->code->stopMaking();
  return isMaking;
}

std::size_t Eliminations::count() const {
  const std::lock_guard lock(mutex_);
  return known_.size();
}

namespace {

constexpr double largestMultiplier = 1e3;  // in scaled rows; the threshold of the selection allows 10
constexpr int mostSelections = 50;         // of one solver: then the matrix is not of the kind this is good for

/// One of the two fields.
template <class Scalar>
class Factors {
 public:
  static constexpr Field field = std::is_same_v<Scalar, double> ? Field::real : Field::complex;
  static constexpr std::size_t width = field == Field::real ? 1 : 2;

  /// Runs the elimination at hand; false if there is none or its pivots do not suit.
  bool run(Scalar alpha, std::span<const double> jacobian) {
    if (!executable_) return false;
    const std::array<double, 2> parameters{std::real(alpha), std::imag(alpha)};
    solutionsLeft_ = 0;
    return executable_->run(factorEntry, {.y = jacobian, .parameters = parameters}, values_) == Evaluation::ok &&
           pivotsSuit();
  }

  void use(std::shared_ptr<Eliminations::Code> code, const std::vector<double>& rowScale) {
    code_ = std::move(code);
    solutionsLeft_ = 0;
    executable_ = code_->code->executable();
    const Elimination& elimination = code_->elimination;
    values_.resize(elimination.model[factorEntry].outputCount());
    solution_.resize(elimination.model[solveEntry].outputCount());
    bound_.clear();
    // A multiplier of unscaled rows is that of scaled ones times the ratio of their scales.
    for (const auto& [row, pivot] : elimination.multiplierRows)
      bound_.push_back(largestMultiplier * rowScale[static_cast<std::size_t>(pivot)] /
                       rowScale[static_cast<std::size_t>(row)]);
  }

  void solve(std::span<Scalar> b) {
    if (general) return general->solve(b);
    if (isSpareInUse) return spare->solve(b);
    // A complex number is laid out as its real and its imaginary part (C++ standard, [complex.numbers]).
    auto* const numbers = reinterpret_cast<double*>(b.data());
    const std::span<double> right(numbers, b.size() * width);
    if (solutionsLeft_ == 0) expectSolutions();
    if (--solutionsLeft_; direct_)
      direct_(0.0, numbers, solution_.data());
    else
      executable_->run(solveEntry, {.y = right, .parameters = values_}, solution_);
    std::copy(solution_.begin(), solution_.end(), right.begin());
  }

  bool prepare(Tier tier) {
    return !code_ || (code_->code->prepare(factorEntry, tier) && code_->code->prepare(solveEntry, tier));
  }

  /// The matrix that the pivots at hand were chosen for, if there are any.
  [[nodiscard]] std::optional<std::pair<Scalar, std::span<const double>>> chosenMatrix() const {
    if (chosenFor.size() <= 2) return std::nullopt;
    Scalar alpha{chosenFor[0]};
    if constexpr (field == Field::complex) alpha = {chosenFor[0], chosenFor[1]};
    return std::pair(alpha, std::span<const double>(chosenFor).subspan(2));
  }

  std::unique_ptr<LinearSolver> general;  // once it has taken over
  std::unique_ptr<LinearSolver> spare;    // once pivots are fixed
  bool isSpareInUse = false;              // for the matrix at hand
  int selections = 0;
  int spared = 0;
  Vector chosenFor;  // alpha and J that the pivots at hand were chosen for

 private:
  [[nodiscard]] bool pivotsSuit() const {
    bool suit = true;
    for (std::size_t k = 0; k < bound_.size(); ++k) suit &= std::fabs(values_[k]) <= bound_[k];
    return suit;
  }

  /// The shortest way to the next few, if there is one.
  void expectSolutions() {
    constexpr int few = 8;
    solutionsLeft_ = few;
    direct_ = executable_->series(solveEntry, {.parameters = values_}, few);
  }

  std::shared_ptr<Eliminations::Code> code_;
  std::unique_ptr<Executable> executable_;
  DirectFunction direct_;
  int solutionsLeft_ = 0;  // by this way, or without it
  Vector values_, solution_, bound_;
};

class Solver final : public GeneratedSolver {
 public:
  Solver(std::shared_ptr<Eliminations> eliminations, Vector nominal,
         std::function<std::unique_ptr<LinearSolver>()> makeGeneral)
      : eliminations_(std::move(eliminations)), nominal_(std::move(nominal)), makeGeneral_(std::move(makeGeneral)) {}

  bool factor(double alpha, std::span<const double> jacobian) override { return factor(real_, alpha, jacobian); }
  void solve(std::span<double> b) override { real_.solve(b); }
  bool factor(std::complex<double> alpha, std::span<const double> jacobian) override {
    return factor(complex_, alpha, jacobian);
  }
  void solve(std::span<std::complex<double>> b) override { complex_.solve(b); }

  [[nodiscard]] SolverCounts counts() const override {
    return {real_.selections + complex_.selections, real_.spared + complex_.spared, real_.general || complex_.general};
  }
  bool prepare(Tier tier) override { return real_.prepare(tier) && complex_.prepare(tier); }
  void fixPivots(const std::function<std::unique_ptr<LinearSolver>()>& spare) override {
    fixPivots(real_, spare);
    fixPivots(complex_, spare);
  }

  [[nodiscard]] Vector savePivots() const override {
    Vector saved;
    save(real_, saved);
    save(complex_, saved);
    return saved;
  }
  void restorePivots(std::span<const double> saved) override {
    saved = restore(real_, saved);
    (void)restore(complex_, saved);
  }

 private:
  /// selections, |chosenFor|, |pivots of the general solver| or -1, chosenFor, these pivots
  template <class Scalar>
  static void save(const Factors<Scalar>& factors, Vector& saved) {
    const Vector inner = factors.general ? factors.general->savePivots() : Vector{};
    saved.push_back(factors.selections);
    saved.push_back(static_cast<double>(factors.chosenFor.size()));
    saved.push_back(factors.general ? static_cast<double>(inner.size()) : -1.0);
    saved.insert(saved.end(), factors.chosenFor.begin(), factors.chosenFor.end());
    saved.insert(saved.end(), inner.begin(), inner.end());
  }
  template <class Scalar>
  std::span<const double> restore(Factors<Scalar>& factors, std::span<const double> saved) {
    constexpr std::size_t header = 3;
    if (saved.size() < header) return {};
    const std::size_t chosen = keptNumber(saved[1], std::size_t{0}, saved.size()),
                      inner = keptNumber(saved[2], std::size_t{0}, saved.size());
    if (saved.size() < header + chosen + inner) return {};
    const bool isGeneral = saved[2] >= 0;
    const int selections = keptNumber(saved[0], 0, 1'000'000'000);
    saved = saved.subspan(header);
    if (isGeneral) {
      factors.general = makeGeneral_();
      factors.general->restorePivots(saved.subspan(chosen, inner));
    } else if (chosen > 2) {
      Scalar alpha{saved[0]};
      if constexpr (Factors<Scalar>::field == Field::complex) alpha = {saved[0], saved[1]};
      (void)factor(factors, alpha, saved.subspan(2, chosen - 2));
    }
    factors.selections = selections;
    return saved.subspan(chosen + inner);
  }

  /// Of a field that was never factored nothing is fixed: whoever takes the other one does not want it.
  template <class Scalar>
  static void fixPivots(Factors<Scalar>& factors, const std::function<std::unique_ptr<LinearSolver>()>& spare) {
    const auto matrix = factors.chosenMatrix();
    if (!matrix || factors.general) return;
    factors.spare = spare();
    (void)factors.spare->factor(matrix->first, matrix->second);  // what it allocates when it is first used
  }

  template <class Scalar>
  bool factor(Factors<Scalar>& factors, Scalar alpha, std::span<const double> jacobian) {
    if (factors.general) return factors.general->factor(alpha, jacobian);
    factors.isSpareInUse = false;
    if (factors.run(alpha, jacobian)) return true;
    if (factors.spare) {
      factors.isSpareInUse = true;
      ++factors.spared;
      return factors.spare->factor(alpha, jacobian);
    }
    if (factors.selections < mostSelections) {
      ++factors.selections;
      const Selection selection =
          selectPivots(eliminations_->structure(), alpha, jacobian, nominal_, mostEliminationOperations);
      if (selection.isSingular) return false;
      if (selection.pivots) {
        factors.use(eliminations_->find(*selection.pivots, Factors<Scalar>::field), selection.rowScale);
        factors.chosenFor = {std::real(alpha), std::imag(alpha)};
        factors.chosenFor.insert(factors.chosenFor.end(), jacobian.begin(), jacobian.end());
        if (factors.run(alpha, jacobian)) return true;
      }
    }
    factors.general = makeGeneral_();
    return factors.general->factor(alpha, jacobian);
  }

  std::shared_ptr<Eliminations> eliminations_;
  Vector nominal_;
  std::function<std::unique_ptr<LinearSolver>()> makeGeneral_;
  Factors<double> real_;
  Factors<std::complex<double>> complex_;
};

}  // namespace

std::unique_ptr<GeneratedSolver> makeGeneratedSolver(std::shared_ptr<Eliminations> eliminations, Vector nominal,
                                                     std::function<std::unique_ptr<LinearSolver>()> general) {
  return std::make_unique<Solver>(std::move(eliminations), std::move(nominal), std::move(general));
}

}  // namespace dashpot::codegen
