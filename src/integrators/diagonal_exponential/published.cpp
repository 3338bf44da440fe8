// The diagonal exponential methods in the forms in which a University of Bath thesis (1980s) published them, for
// reproduction; diagonal_exponential.cpp has the corrected ones. a and b are taken at the points that the formulas
// name.
//
//   diag-exp-e-published    E, two half steps; error by Richardson, (y_2 - y_1)/3 (4.16). That is 2/3 of the error of
//                           one half step: the true factor for it is 2.
//   diag-exp-i1-published   I1 (3.7), fixed steps
//   diag-exp-i2-published,  I2 (3.11) with a at the start, or at the end of the step, as the thesis allows; order 1,
//   ...-i2-end-published    with errors +-(h^2/2) a' y, not those of (4.11); fixed steps
//   diag-exp-pc-published   predictor E, corrector I1, error (c - p)/2 at the first correction (4.19); Newton-Jacobi,
//                           its matrix from perturbations, kept for 6 iterations, renewed once, then the step is cut to
//                           a quarter (App. C). The listing keeps the old time in the corrector; here it is t + h.
//   diag-exp-e-             for the heat equation: 2 M_e^2 - M_f (order 2, derived here) and the published
//   extrapolated[-published]  3 M_f - 2 M_e^2 (order 1; its derivation rests on wrong expansions)
//   diag-exp-trapezoid-     quadrature of the variation of constants with a half point (7.37, 7.38): E over two half
//   published, diag-exp-    steps, then the trapezoid, then Simpson's rule. The middle exponent of Simpson's rule is
//   simpson[-published]     damaged in print; it is read as Simpson's total less the trapezoid of the first half (order
//                           3). The consistent one, (k/24) (-a_n + 8 a_1/2 + 5 a_1), gives order 4 where a and b depend
//                           on t alone (derived here).
//
// Interpolation is linear, as published; the formulas of higher order use the cubic through both slopes.
#include "integrators/diagonal_exponential/splitting.hpp"
#include "integrators/diagonal_exponential/traits.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/scalar_phi.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dashpot::integrators {
namespace {

using linalg::phi1;
using linalg::phi2;

enum class Published {
  e,
  i1,
  i2,
  i2End,
  predictorCorrector,
  extrapolated,
  extrapolatedAsPrinted,
  trapezoid,
  simpson,
  simpsonAsPrinted
};

constexpr int iterationsPerMatrix = 6;

class PublishedDiagonal final : public OneStepMethod {
 public:
  PublishedDiagonal(Published formula, System& system, const Options& options)
      : formula_(formula),
        system_(system),
        errorWanted_(options.step == 0),
        jacobi_(options.diagonal.corrector == DiagonalOptions::Corrector::automatic
                    ? formula == Published::predictorCorrector
                    : options.diagonal.corrector == DiagonalOptions::Corrector::newtonJacobi),
        n_(static_cast<std::size_t>(system.size())),
        splitting_(system, options),
        derivative_(n_),
        measure_(system.size(), options.tolerances),
        start_(n_),
        middle_(n_),
        end_(n_),
        half_(n_),
        predicted_(n_),
        update_(n_),
        error_(n_),
        slope0_(n_),
        slope1_(n_) {}

  void begin() override { startKnown_ = coefficientsKnown_ = endKnown_ = false; }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    t_ = t;
    h_ = h;
    endSlopeKnown_ = endKnown_ = false;
    std::ranges::fill(error_, 0.0);
    if (const Evaluation e = evaluateStart(t, y); e != Evaluation::ok) return failedTrial(e);
    const Trial trial = step(t, y, y1);
    if (trial.outcome != Trial::Outcome::computed || !errorWanted_) return trial;
    return {Trial::Outcome::computed, endIsFinite() ? measure_(error_, y, y1) : NAN};
  }

  void accept() override {
    if (endKnown_) std::swap(start_, end_);
    coefficientsKnown_ = std::exchange(endKnown_, false);
    startKnown_ = false;
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    if (!cubic()) {
      for (std::size_t i = 0; i < n_; ++i) y[i] = std::lerp(y0[i], y1[i], theta);
      return;
    }
    if (!endSlopeKnown_ && system_.rhs(t_ + h_, y1, slope1_) != Evaluation::ok) std::ranges::fill(slope1_, NAN);
    endSlopeKnown_ = true;
    for (std::size_t i = 0; i < n_; ++i) {
      const double rise = y1[i] - y0[i], left = h_ * slope0_[i] - rise, right = rise - h_ * slope1_[i];
      y[i] = y0[i] + theta * (rise + (1 - theta) * ((1 - theta) * left + theta * right));
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    const Evaluation e = evaluateStart(t, y);
    std::ranges::copy(slope0_, f.begin());
    return e;
  }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return errorWanted_ ? 2 : 0; }
  Controller ownController() const override {
    const bool asPublished = formula_ == Published::e || formula_ == Published::predictorCorrector;
    return asPublished ? Controller::deadBand : Controller::automatic;
  }

  void save(Vector&) const override {}
  ConstView load(ConstView memory) override { return memory; }

 private:
  /// As far as the end was evaluated.
  bool endIsFinite() const {
    const auto finite = [](double v) { return std::isfinite(v); };
    return !endKnown_ || (std::ranges::all_of(end_.a, finite) && std::ranges::all_of(end_.b, finite));
  }

  bool cubic() const { return formula_ >= Published::extrapolated; }

  Evaluation evaluateStart(double t, ConstView y) {
    if (startKnown_) return Evaluation::ok;
    const Evaluation e = coefficientsKnown_ ? Evaluation::ok : splitting_.evaluate(t, y, start_);
    coefficientsKnown_ = e == Evaluation::ok;
    for (std::size_t i = 0; i < n_; ++i) slope0_[i] = start_.a[i] * y[i] + start_.b[i];
    startKnown_ = e == Evaluation::ok;
    return e;
  }

  Trial step(double t, ConstView y, View y1) {
    switch (formula_) {
      case Published::e:
      case Published::extrapolated:
      case Published::extrapolatedAsPrinted: return richardson(t, y, y1);
      case Published::i1:
      case Published::i2:
      case Published::i2End:
      case Published::predictorCorrector: return corrected(t, y, y1);
      case Published::trapezoid:
      case Published::simpson:
      case Published::simpsonAsPrinted: return quadrature(t, y, y1);
    }
    return {Trial::Outcome::fatal, 0};
  }

  /// E from y over k with the coefficients c.
  void explicitStep(const Coefficients& c, ConstView y, double k, View y1) const {
    for (std::size_t i = 0; i < n_; ++i) y1[i] = y[i] + k * phi1(c.a[i] * k) * (c.a[i] * y[i] + c.b[i]);
  }

  Trial richardson(double t, ConstView y, View y1) {
    explicitStep(start_, y, h_, predicted_);
    explicitStep(start_, y, h_ / 2, half_);
    if (const Evaluation e = splitting_.evaluate(t + h_ / 2, half_, middle_); e != Evaluation::ok)
      return failedTrial(e);
    explicitStep(middle_, half_, h_ / 2, y1);
    for (std::size_t i = 0; i < n_; ++i) {
      const double difference = y1[i] - predicted_[i];
      error_[i] = formula_ == Published::e ? difference / 3 : difference;
      if (formula_ == Published::extrapolated) y1[i] += difference;
      if (formula_ == Published::extrapolatedAsPrinted) y1[i] = predicted_[i] - 2 * difference;
    }
    // Where F is not defined at the end, this step must not be accepted; the next one needs it anyway.
    if (errorWanted_)
      if (const Evaluation e = splitting_.evaluate(t + h_, y1, end_); e != Evaluation::ok) return failedTrial(e);
    endKnown_ = errorWanted_;
    return {};
  }

  // ---- implicit formulas
  // ---------------------------------------------------------------------------------------------

  bool linearForcing() const { return formula_ == Published::i2 || formula_ == Published::i2End; }

  double target(std::size_t i, ConstView y) const {
    const double a = formula_ == Published::i2 ? start_.a[i] : end_.a[i];
    const double z = a * h_;
    if (!linearForcing()) return y[i] + h_ * phi1(z) * (a * y[i] + end_.b[i]);
    return y[i] + h_ * phi1(z) * (a * y[i] + start_.b[i]) + h_ * phi2(z) * (end_.b[i] - start_.b[i]);
  }

  Trial corrected(double t, ConstView y, View y1) {
    explicitStep(start_, y, h_, predicted_);
    std::ranges::copy(predicted_, y1.begin());
    bool first = true;
    for (int matrix = 0; matrix < 2; ++matrix) {
      if (const Trial trial = buildMatrix(t, y1); trial.outcome != Trial::Outcome::computed) return trial;
      for (int iteration = 0; iteration < iterationsPerMatrix; ++iteration) {
        ++system_.statistics().newtonIterations;
        if (iteration > 0)
          if (const Evaluation e = splitting_.evaluate(t + h_, y1, end_); e != Evaluation::ok) return failedTrial(e);
        for (std::size_t i = 0; i < n_; ++i) update_[i] = target(i, y) - y1[i];
        solve();
        for (std::size_t i = 0; i < n_; ++i) y1[i] += update_[i];
        if (first)
          for (std::size_t i = 0; i < n_; ++i) error_[i] = (y1[i] - predicted_[i]) / 2;
        first = false;
        const double size = measure_(update_, y1);
        if (!std::isfinite(size)) return {Trial::Outcome::notConverged, 0};
        if (size < 1) return {};
      }
    }
    return {Trial::Outcome::notConverged, 0};
  }

  /// I - diag(e^z - 1) X, with X of b and the factor h phi2 for I2; leaves the coefficients at y1 in end_.
  Trial buildMatrix(double t, ConstView y1) {
    ++system_.statistics().jacEvals;
    if (Evaluation e = splitting_.evaluate(t + h_, y1, end_); e != Evaluation::ok) return failedTrial(e);
    if (const Evaluation e = derivative_.evaluate(splitting_, t + h_, y1, end_); e != Evaluation::ok)
      return failedTrial(e);
    const auto entry = [&](std::size_t i, std::size_t j) {
      const double a = end_.a[i];
      const double x = derivative_(i, j);
      if (linearForcing()) return h_ * phi2(start_.a[i] * h_) * (a == 0 ? x : a * x);
      return a == 0 ? h_ * x : std::expm1(a * h_) * x;
    };
    if (jacobi_) {
      diagonal_.resize(n_);
      for (std::size_t i = 0; i < n_; ++i) diagonal_[i] = 1 - entry(i, i);
      return {};
    }
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(system_.size(), system_.size());
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < n_; ++i)
        matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) -= entry(i, j);
    ++system_.statistics().lu;
    lu_.emplace(matrix);
    return {};
  }

  void solve() {
    if (jacobi_) {
      for (std::size_t i = 0; i < n_; ++i) update_[i] /= diagonal_[i];
      return;
    }
    ++system_.statistics().solves;
    Eigen::Map<Eigen::VectorXd> b(update_.data(), system_.size());
    b = lu_->solve(b).eval();
  }

  // ---- quadrature
  // ----------------------------------------------------------------------------------------------------

  Trial quadrature(double t, ConstView y, View y1) {
    const double k = h_;
    explicitStep(start_, y, k / 2, half_);
    if (const Evaluation e = splitting_.evaluate(t + k / 2, half_, middle_); e != Evaluation::ok) return failedTrial(e);
    explicitStep(middle_, half_, k / 2, y1);
    if (const Evaluation e = splitting_.evaluate(t + k, y1, end_); e != Evaluation::ok) return failedTrial(e);
    for (std::size_t i = 0; i < n_; ++i) {
      const double a0 = start_.a[i], aM = middle_.a[i], a1 = end_.a[i];
      half_[i] = std::exp(k / 4 * (a0 + aM)) * (y[i] + k / 4 * start_.b[i]) + k / 4 * middle_.b[i];
      y1[i] = std::exp(k / 4 * (a0 + 2 * aM + a1)) * (y[i] + k / 4 * start_.b[i]) +
              k / 2 * middle_.b[i] * std::exp(k / 4 * (aM + a1)) + k / 4 * end_.b[i];
    }
    if (formula_ == Published::trapezoid) return {};
    if (const Evaluation e = splitting_.evaluate(t + k / 2, half_, middle_); e != Evaluation::ok) return failedTrial(e);
    if (const Evaluation e = splitting_.evaluate(t + k, y1, end_); e != Evaluation::ok) return failedTrial(e);
    for (std::size_t i = 0; i < n_; ++i) {
      const double a0 = start_.a[i], aM = middle_.a[i], a1 = end_.a[i];
      const double second =
          formula_ == Published::simpson ? k / 24 * (-a0 + 8 * aM + 5 * a1) : k / 12 * (-a0 + 5 * aM + 2 * a1);
      y1[i] = std::exp(k / 6 * (a0 + 4 * aM + a1)) * (y[i] + k / 6 * start_.b[i]) +
              2 * k / 3 * middle_.b[i] * std::exp(second) + k / 6 * end_.b[i];
    }
    return {};
  }

  Published formula_;
  System& system_;
  bool errorWanted_;
  bool jacobi_;
  std::size_t n_;
  Splitting splitting_;
  PerturbationJacobian derivative_;
  ErrorMeasure measure_;
  std::optional<Eigen::PartialPivLU<Eigen::MatrixXd>> lu_;
  Vector diagonal_;
  Coefficients start_, middle_, end_;
  Vector half_;
  Vector predicted_;
  Vector update_;
  Vector error_;
  Vector slope0_, slope1_;
  double t_ = 0;
  double h_ = 0;
  bool startKnown_ = false;         // coefficients and slope
  bool coefficientsKnown_ = false;  // at the start: kept over accept()
  bool endKnown_ = false;           // coefficients at the end
  bool endSlopeKnown_ = false;
};

}  // namespace

std::vector<MethodDescriptor> publishedDiagonalMethods() {
  const auto described = [](Published formula, const DiagonalFacts& facts) {
    return MethodDescriptor{.traits = traitsOf(facts), .make = [formula](System& system, const Options& options) {
                              return std::make_unique<PublishedDiagonal>(formula, system, options);
                            }};
  };
  return {
      described(Published::extrapolated, {"diag-exp-e-extrapolated", 2, 1, 2, 2, 2, 32, true,
                                          "2 M_e^2 - M_f from two half steps and one step of E"}),
      described(Published::simpson, {"diag-exp-simpson", 3, 0, 3, 3, 5, 0, false,
                                     "Simpson's rule in the variation of constants, consistent exponent"}),
      described(Published::e,
                {"diag-exp-e-published", 1, 2, 1, 2, 2, 45, true, "formula E with Richardson's estimate (4.16)"}),
      described(Published::i1, {"diag-exp-i1-published", 1, 0, 1, 1, 0, 90, false, "formula I1 (3.7)"}),
      described(Published::i2,
                {"diag-exp-i2-published", 1, 0, 1, 2, 0, 90, false, "formula I2 (3.11), a at the start of the step"}),
      described(Published::i2End,
                {"diag-exp-i2-end-published", 1, 0, 1, 2, 0, 90, false, "formula I2 (3.11), a at the end of the step"}),
      described(Published::predictorCorrector, {"diag-exp-pc-published", 1, 2, 1, 2, 0, 90, true,
                                                "predictor E, corrector I1, Milne's estimate (4.19)"}),
      described(Published::extrapolatedAsPrinted,
                {"diag-exp-e-extrapolated-published", 1, 0, 1, 2, 2, 18, false, "3 M_f - 2 M_e^2 (7.16)"}),
      described(Published::trapezoid, {"diag-exp-trapezoid-published", 2, 0, 2, 3, 3, 0, false,
                                       "trapezoid in the variation of constants (7.38)"}),
      described(Published::simpsonAsPrinted, {"diag-exp-simpson-published", 3, 0, 3, 3, 5, 0, false,
                                              "Simpson's rule in the variation of constants (7.20)"}),
  };
}

}  // namespace dashpot::integrators
