// Newmark's method and the generalised-alpha method for x'' = f(t, x, v, w), w' = g(t, x, v, w).
//
//   x1 = x0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1),   v1 = v0 + h ((1 - gamma) a0 + gamma a1),
//   (1 - alpha_m) a1 + alpha_m a0 = f at t, x, v, w = (1 - alpha_f) end + alpha_f start   (Chung and Hulbert 1993)
//
// Newmark (1959): alpha_m = alpha_f = 0, by default beta = 1/4, gamma = 1/2 (average acceleration).
// Generalised-alpha: all from rho, the spectral radius for h omega to infinity. First-order unknowns follow the
// first-order version of Jansen, Whiting and Hulbert (2000), with the same rho and alpha_f:
//   w1 = w0 + h ((1 - gamma_w) w'0 + gamma_w w'1),   (1 - alpha_mw) w'1 + alpha_mw w'0 = g.
//
// a is a quantity of its own, carried from step to step: it satisfies the weighted equation, not f at the ends. Newton
// iterates on z = (a1, w'1) with W = alpha M - J, J the Jacobian of (f, g) in which positions move with velocities.
//
// Error estimate: position h^2 |beta - 1/6| (a1 - a0) (Zienkiewicz and Xie 1991); velocity and first-order unknowns
// h^3/12 times the second divided difference of their rates over the last two steps, as for the trapezoidal rule.
#include "base/place.hpp"
#include "integrators/method.hpp"
#include "integrators/second_order/pairs.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr int mostNewtonIterations = 15;
/// Newton stops when its error is this share of the tolerance.
constexpr double newtonShare = 1e-3;

struct Coefficients {
  double beta = 0.25;
  double gamma = 0.5;
  double alphaF = 0;
  double alphaM = 0;
  double alphaMFirstOrder = 0;
  double gammaFirstOrder = 0.5;
};

Coefficients newmarkCoefficients(const NewmarkOptions& options) {
  return {.beta = options.beta, .gamma = options.gamma, .gammaFirstOrder = options.gamma};
}

Coefficients generalizedAlphaCoefficients(double rho) {
  Coefficients c;
  c.alphaM = (2 * rho - 1) / (rho + 1);
  c.alphaF = rho / (rho + 1);
  c.gamma = 0.5 - c.alphaM + c.alphaF;
  c.beta = std::pow(1 - c.alphaM + c.alphaF, 2) / 4;
  c.alphaMFirstOrder = (3 * rho - 1) / (2 * (1 + rho));
  c.gammaFirstOrder = 0.5 - c.alphaMFirstOrder + c.alphaF;
  return c;
}

class Newmark final : public OneStepMethod {
 public:
  Newmark(const Coefficients& coefficients, System& system, const Options& options)
      : c_(coefficients),
        system_(system),
        layout_(system.problem()),
        jacobian_(system, options, layout_),
        measure_(system.size(), options.tolerances),
        errorWanted_(options.step == 0),
        n_(at(system.size())),
        solver_(linalg::makeSolver(jacobian_.size(), jacobian_.pattern(), weights())),
        rate0_(system.size()),
        rate1_(n_),
        rateBefore_(n_),
        startRate_(n_),
        between_(n_),
        slope_(n_),
        update_(at(jacobian_.size())),
        correction_(n_),
        error_(n_) {}

  void begin() override {
    rate0_.forget();
    stepBefore_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    h_ = h;
    if (const Evaluation e = rate0_.at(system_, t, y); e != Evaluation::ok) return failedTrial(e);
    startRate_ = rate0_.value();
    rate1_ = rate0_.value();
    const double tBetween = t + (1 - c_.alphaF) * h;
    double previous = 0;
    for (int iteration = 0; iteration < mostNewtonIterations; ++iteration) {
      ++system_.statistics().newtonIterations;
      endOfStep(y, y1);
      for (std::size_t i = 0; i < n_; ++i) between_[i] = (1 - c_.alphaF) * y1[i] + c_.alphaF * y[i];
      if (const Evaluation e = system_.rhs(tBetween, between_, slope_); e != Evaluation::ok) return failedTrial(e);
      if (iteration == 0) {
        if (const Trial trial = factor(tBetween, h); trial.outcome != Trial::Outcome::computed) return trial;
      }
      const double size = correct(y, y1, h);
      if (!std::isfinite(size)) return {Trial::Outcome::notConverged, 0};
      const double rate = iteration == 0 ? 1 : size / previous;
      if (size < 1e-3 * newtonShare || updateIsRounding() ||
          (iteration > 0 && rate < 1 && rate / (1 - rate) * size < newtonShare)) {
        endOfStep(y, y1);
        return {Trial::Outcome::computed, errorWanted_ ? estimate(y, y1) : 0.0};
      }
      if (iteration > 1 && rate >= 1 && size > newtonShare) break;
      previous = size;
    }
    return {Trial::Outcome::notConverged, 0};
  }

  void accept() override {
    rate0_.exchange(rate1_);
    std::swap(rateBefore_, rate1_);
    stepBefore_ = h_;
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    interpolatePairs(layout_, theta, h_, y0, startRate_, y1, rate0_.value(), y);
  }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    const Evaluation e = rate0_.at(system_, t, y, f);
    setSlopesOfPositions(layout_, y, f);
    return e;
  }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return errorWanted_ ? 3 : 0; }

  void save(Vector& memory) const override {
    rate0_.save(memory);
    memory.push_back(stepBefore_);
    memory.insert(memory.end(), rateBefore_.begin(), rateBefore_.end());
  }
  ConstView load(ConstView memory) override {
    memory = rate0_.load(memory);
    stepBefore_ = memory[0];
    std::ranges::copy(memory.subspan(1, n_), rateBefore_.begin());
    return memory.subspan(1 + n_);
  }

 private:
  /// The M of W = alpha M - J: 1 - alpha_m for velocities, 1 - alpha_mw for first-order unknowns.
  MassMatrix weights() const {
    MassMatrix mass{
        .kind = MassMatrix::Kind::diagonal, .values = Vector(layout_.v.size(), 1 - c_.alphaM), .pattern = {}};
    mass.values.resize(layout_.v.size() + layout_.w.size(), 1 - c_.alphaMFirstOrder);
    return mass;
  }

  double alpha(double h) const { return 1 / ((1 - c_.alphaF) * h * c_.gamma); }

  Trial factor(double t, double h) {
    if (const Evaluation e = jacobian_.evaluate(t, between_, slope_); e != Evaluation::ok) return failedTrial(e);
    ++system_.statistics().lu;
    const ConstView values = jacobian_.values(h * c_.beta / c_.gamma, c_.gammaFirstOrder / c_.gamma);
    return solver_->factor(alpha(h), values) ? Trial{} : Trial{Trial::Outcome::singular, 0};
  }

  /// y1 from the present rates.
  void endOfStep(ConstView y, View y1) const {
    for (std::size_t k = 0; k < layout_.x.size(); ++k) {
      const std::size_t x = at(layout_.x[k]), v = at(layout_.v[k]);
      y1[x] = y[x] + h_ * y[v] + h_ * h_ * ((0.5 - c_.beta) * startRate_[v] + c_.beta * rate1_[v]);
      y1[v] = y[v] + h_ * ((1 - c_.gamma) * startRate_[v] + c_.gamma * rate1_[v]);
    }
    for (const int place : layout_.w) {
      const std::size_t w = at(place);
      y1[w] = y[w] + h_ * ((1 - c_.gammaFirstOrder) * startRate_[w] + c_.gammaFirstOrder * rate1_[w]);
    }
  }

  /// One Newton correction of the rates; returns its size as a change of y1.
  double correct(ConstView y, ConstView y1, double h) {
    const auto residual = [&](std::size_t i, double alphaM) {
      return slope_[i] - (1 - alphaM) * rate1_[i] - alphaM * startRate_[i];
    };
    std::size_t row = 0;
    for (const int v : layout_.v) update_[row++] = alpha(h) * residual(at(v), c_.alphaM);
    for (const int w : layout_.w) update_[row++] = alpha(h) * residual(at(w), c_.alphaMFirstOrder);
    ++system_.statistics().solves;
    solver_->solve(update_);
    row = 0;
    for (std::size_t k = 0; k < layout_.v.size(); ++k) {
      const double change = update_[row++];
      rate1_[at(layout_.v[k])] += change;
      correction_[at(layout_.v[k])] = h * c_.gamma * change;
      correction_[at(layout_.x[k])] = h * h * c_.beta * change;
    }
    for (const int w : layout_.w) {
      rate1_[at(w)] += update_[row];
      correction_[at(w)] = h * c_.gammaFirstOrder * update_[row++];
    }
    return measure_(correction_, y, y1);
  }

  /// Very stiff forces leave rounding in the residual that no iteration removes; in the rates it is small.
  bool updateIsRounding() const {
    constexpr double rounding = 1e-13;
    double largest = 0;
    for (const int v : layout_.v) largest = std::max(largest, std::abs(rate1_[at(v)]));
    for (const int w : layout_.w) largest = std::max(largest, std::abs(rate1_[at(w)]));
    return std::ranges::all_of(update_, [&](double u) { return std::abs(u) <= rounding * largest; });
  }

  double estimate(ConstView y, ConstView y1) {
    const double positionWeight = h_ * h_ * std::abs(c_.beta - 1.0 / 6);
    for (std::size_t k = 0; k < layout_.x.size(); ++k) {
      const std::size_t v = at(layout_.v[k]);
      error_[at(layout_.x[k])] = positionWeight * (rate1_[v] - startRate_[v]);
      error_[v] = rateError(v);
    }
    for (const int w : layout_.w) error_[at(w)] = rateError(at(w));
    return measure_(error_, y, y1);
  }

  double rateError(std::size_t i) const {
    const double first = (rate1_[i] - startRate_[i]) / h_;
    if (stepBefore_ == 0) return h_ * h_ / 12 * first;
    const double before = (startRate_[i] - rateBefore_[i]) / stepBefore_;
    return h_ * h_ * h_ / 6 * (first - before) / (h_ + stepBefore_);
  }

  Coefficients c_;
  System& system_;
  PairLayout layout_;
  ReducedJacobian jacobian_;
  ErrorMeasure measure_;
  bool errorWanted_;
  std::size_t n_;
  std::unique_ptr<LinearSolver> solver_;
  InitialSlope rate0_;  // a and w' from which the next attempt starts; positions' rows are not used
  Vector rate1_;        // at its end
  Vector rateBefore_;   // at the start of the step before
  Vector startRate_;    // at the start of the last attempt
  Vector between_;
  Vector slope_;
  Vector update_;
  Vector correction_;
  Vector error_;
  double h_ = 0;
  double stepBefore_ = 0;  // 0: the step about to be tried is the first
};

}  // namespace

std::vector<MethodDescriptor> newmarkMethods() {
  const auto traits = [](std::string name, double rInfinity, std::string source) {
    return MethodTraits{.name = std::move(name),
                        .family = Family::secondOrder,
                        .order = 2,
                        .embeddedOrder = 2,
                        .denseOrder = 2,
                        .aStable = true,
                        .lStable = rInfinity == 0,
                        .rInfinity = rInfinity,
                        .alphaDegrees = 90,
                        .source = std::move(source)};
  };
  return {{.traits = traits("newmark", 1, "Newmark (1959), beta = 1/4, gamma = 1/2"),
           .make =
               [](System& system, const Options& options) {
                 return std::make_unique<Newmark>(newmarkCoefficients(options.newmark), system, options);
               }},
          {.traits = traits("generalized-alpha", NewmarkOptions{}.rhoInfinity, "Chung and Hulbert (1993)"),
           .make = [](System& system, const Options& options) {
             return std::make_unique<Newmark>(generalizedAlphaCoefficients(options.newmark.rhoInfinity), system,
                                              options);
           }}};
}

}  // namespace dashpot::integrators
