// Pair control: a step of the driver is two equal steps of the method, and the error is that of the second, estimated
// from the stages of both (Treeaporn 2005, section 2.5, where the step may change only after two equal ones). Unlike
// the published programs, a pair whose error is too large is repeated from its start.
//
// A pair counts as one step, of twice the length. Nothing is carried over from one pair to the next.
#include "integrators/driver/step_pairs.hpp"

#include "tableaux/two_step_error.hpp"

#include <array>
#include <cmath>

namespace dashpot::integrators {
namespace {

class StepPairs final : public OneStepMethod {
 public:
  StepPairs(std::unique_ptr<OneStepMethod> inner, int size, int errorOrder)
      : inner_(std::move(inner)), errorOrder_(errorOrder), middle_(static_cast<std::size_t>(size)) {
    for (Vector& sample : samples_) sample.resize(static_cast<std::size_t>(size));
  }

  void begin() override { inner_->begin(); }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    inner_->begin();
    const Trial first = inner_->attempt(t, y, h / 2, middle_);
    if (first.outcome != Trial::Outcome::computed) return first;
    inner_->accept();
    for (std::size_t k = 0; k < samples_.size(); ++k) inner_->interpolate(nodeOf(k), y, middle_, samples_[k]);
    return inner_->attempt(t + h / 2, middle_, h / 2, y1);
  }

  void accept() override {}

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    if (theta >= 0.5) return inner_->interpolate(2 * theta - 1, middle_, y1, y);
    // The first half is a polynomial of degree four at most, known from samples.
    std::ranges::copy(y0, y.begin());
    for (std::size_t k = 0; k < samples_.size(); ++k) {
      double weight = 2 * theta / nodeOf(k);
      for (std::size_t j = 0; j < samples_.size(); ++j)
        if (j != k) weight *= (2 * theta - nodeOf(j)) / (nodeOf(k) - nodeOf(j));
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += weight * (samples_[k][i] - y0[i]);
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return inner_->initialSlope(t, y, f); }
  ConstView errorVector() const override { return inner_->errorVector(); }
  int errorOrder() const override { return errorOrder_; }
  void save(Vector&) const override {}
  ConstView load(ConstView memory) override { return memory; }

 private:
  static double nodeOf(std::size_t k) { return 0.25 * static_cast<double>(k + 1); }

  std::unique_ptr<OneStepMethod> inner_;
  int errorOrder_;
  Vector middle_;
  std::array<Vector, 4> samples_;  // of the first step, at a quarter, a half, three quarters and its end
};

}  // namespace

std::unique_ptr<OneStepMethod> inPairs(std::unique_ptr<OneStepMethod> method, std::string_view name, int size) {
  return std::make_unique<StepPairs>(std::move(method), size, tableaux::findTwoStepError(name)->linearOrder + 1);
}

}  // namespace dashpot::integrators
