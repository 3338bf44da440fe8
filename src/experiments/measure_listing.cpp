// The published program of Treeaporn (2005, appendix B and listing 5.1), emulated: what its sequence of assignments really
// computes.
//
//   - Stage slopes are those of the stage values that the step before left: X(n) = x(n) + h A f(X(n-1)). Nothing is
//     iterated, the scheme is explicit and of order 1.
//   - The error formula takes stage data one step too old; only the last slope and the step values are current.
//   - The error is bounded below by a tenth of the tolerance, h changes after every second step, between h/2 and 2h, and
//     a step that was too inaccurate is kept.
//   - With c1 = 0 (Lobatto IIIC) the event of the first stage never comes again, so its slope stays as it was at the start.
//
//   `name`: a problem of STIFF DETEST; `method`, `tolerance`, `end`; `frozen_first_stage`; `estimate` = two-step, embedded;
//   quantity = steps, mean_step, or value of the component `output` (from 1) at the end
#include "experiments/measure.hpp"
#include "problems/detest.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/two_step_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::experiments {
namespace {

/// States and slopes of all stages of one step.
struct Stages {
  std::vector<Vector> states, slopes;
};

class LaggedProgram {
 public:
  LaggedProgram(const problems::DetestProblem& problem, const tableaux::ImplicitTable& table,
                const tableaux::TwoStepErrorMethod* error, bool isFirstFrozen)
      : test_(problem.test), table_(table), error_(error), isFirstFrozen_(isFirstFrozen) {
    const auto stages = static_cast<std::size_t>(table_.stages());
    now_ = {std::vector<Vector>(stages, test_.initial), std::vector<Vector>(stages, Vector(test_.initial.size(), 0.0))};
    old_ = older_ = now_;
  }

  std::int64_t run(double firstStep, double tolerance, double exponent, double end) {
    double t = 0, h = firstStep;
    int equalSteps = 0;
    std::int64_t steps = 0;
    for (; t + h <= end; ++steps, t += h, h = next_) {
      step(h);
      const double error = std::max(estimate(h), tolerance / 10);
      next_ = h;
      if (equalSteps == 2) {
        next_ = std::max(h / 2, std::min(2 * h, std::pow(tolerance / error, exponent) * h));
        equalSteps = 1;
      } else {
        ++equalSteps;
      }
      older_ = std::exchange(old_, now_);
    }
    return steps;
  }

  [[nodiscard]] const Vector& end() const { return now_.states.back(); }

 private:
  void step(double h) {
    const std::size_t stages = now_.states.size(), n = test_.initial.size();
    for (std::size_t i = isFirstFrozen_ ? 1 : 0; i < stages; ++i) test_.problem.rhs(0, now_.states[i], now_.slopes[i]);
    const Vector start = old_.states.back();
    for (std::size_t i = 0; i < stages; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < stages; ++j)
          sum += static_cast<double>(table_.a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) *
                 now_.slopes[j][k];
        now_.states[i][k] = start[k] + h * sum;
      }
  }

  /// The 2-norm of the difference to the error method.
  [[nodiscard]] double estimate(double h) const {
    double sum = 0;
    for (std::size_t k = 0; k < test_.initial.size(); ++k) {
      const double difference = error_ ? twoStepDifference(h, k) : embeddedDifference(h, k);
      sum += difference * difference;
    }
    return std::sqrt(sum);
  }

  [[nodiscard]] double twoStepDifference(double h, std::size_t k) const {
    using Kind = tableaux::StepDatum::Kind;
    const std::size_t last = now_.states.size() - 1;
    double value = -now_.states[last][k];
    for (std::size_t d = 0; d < error_->data.size(); ++d) {
      const tableaux::StepDatum& datum = error_->data[d];
      const auto stage = static_cast<std::size_t>(datum.stage);
      const Stages& lagged = datum.earlier ? older_ : old_;
      double number = 0;
      switch (datum.kind) {
        case Kind::start: number = lagged.states[last][k]; break;
        case Kind::state: number = lagged.states[stage][k]; break;
        case Kind::slope: number = h * (!datum.earlier && stage == last ? now_ : lagged).slopes[stage][k]; break;
      }
      value += static_cast<double>(error_->coefficients(static_cast<Eigen::Index>(d))) * number;
    }
    return value;
  }

  [[nodiscard]] double embeddedDifference(double h, std::size_t k) const {
    double value = 0;
    for (std::size_t j = 0; j < now_.states.size(); ++j) {
      const auto at = static_cast<Eigen::Index>(j);
      value += h * static_cast<double>(table_.bHat(at) - table_.b(at)) * now_.slopes[j][k];
    }
    return value;
  }

  const problems::TestProblem& test_;
  const tableaux::ImplicitTable& table_;
  const tableaux::TwoStepErrorMethod* error_;
  bool isFirstFrozen_;
  Stages now_, old_, older_;
  double next_ = 0;
};

}  // namespace

Measured measureListing(Settings& settings, Laboratory&) {
  const std::string name = settings.text("name"), method = settings.text("method");
  const auto problem = problems::findDetest(name);
  const tableaux::ImplicitTable* const table = tableaux::findImplicit(method);
  if (!problem) return Unexpected{fmt::format("there is no DETEST problem '{}'", name)};
  if (!table) return Unexpected{fmt::format("'{}' has no tableau", method)};
  const bool isEmbedded = settings.text("estimate", "two-step") == "embedded";
  const tableaux::TwoStepErrorMethod* const error = isEmbedded ? nullptr : tableaux::findTwoStepError(method);
  if (!isEmbedded && !error) return Unexpected{fmt::format("'{}' has no error method over two steps", method)};
  if (isEmbedded && table->bHat.size() == 0) return Unexpected{fmt::format("'{}' has no embedded formula", method)};
  const double exponent = 1.0 / (1 + (error ? error->linearOrder : table->embeddedOrder));
  const double tolerance = settings.number("tolerance"), end = settings.number("end");
  const std::string quantity = settings.text("quantity");
  const auto output = static_cast<std::size_t>(std::max(1, settings.integer("output", 1)));
  LaggedProgram program(*problem, *table, error, settings.flag("frozen_first_stage", false));
  if (const std::string complaint = settings.complaint(); !complaint.empty()) return Unexpected{complaint};
  const auto steps = static_cast<double>(program.run(problem->firstStep, tolerance, exponent, end));
  if (quantity == "steps") return Value{steps};
  if (quantity == "mean_step") return Value{end / steps};
  if (quantity == "value" && output <= program.end().size()) return Value{program.end()[output - 1]};
  return Unexpected{fmt::format("the listing has no quantity '{}'", quantity)};
}

}  // namespace dashpot::experiments
