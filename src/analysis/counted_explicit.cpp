// Explicit Runge-Kutta, multistep and Nystroem methods.
#include "analysis/counted_method.hpp"
#include "base/place.hpp"
#include "integrators/multistep/formula.hpp"
#include "tableaux/explicit_rk.hpp"
#include "tableaux/nystrom.hpp"

namespace dashpot::analysis {
namespace {

using integrators::MultistepFormula;
using integrators::PairLayout;
using tableaux::ExplicitTable;
using tableaux::NystromTable;
using Numbers = CountedNumbers;

class CountedMultistep final : public CountedMethod {
 public:
  CountedMultistep(integrators::MultistepKind kind, Start start, const CountedProblem& problem, PairLayout layout)
      : formula_(kind, start, std::move(layout), problem.size), rhs_(problem.rhs) {
    formula_.begin(Numbers(problem.initial.begin(), problem.initial.end()));
  }
  std::string step(double t, double h) override {
    formula_.advance(t, h, rhs_);
    return {};
  }
  Numbers state() const override {
    const auto y = formula_.state(0);
    return {y.begin(), y.end()};
  }

 private:
  MultistepFormula<Counted> formula_;
  const CountedProblem::Rhs& rhs_;
};

/// y + h sum a_ij k_j, zero coefficients left out, as the integrator does it.
class CountedExplicit final : public CountedMethod {
 public:
  CountedExplicit(const ExplicitTable& table, const CountedProblem& problem)
      : table_(table),
        rhs_(problem.rhs),
        y_(problem.initial.begin(), problem.initial.end()),
        slopes_(at(table.stages), Numbers(y_.size())) {}

  std::string step(double t, double h) override {
    Numbers argument(y_.size());
    for (int i = firstKnown_ ? 1 : 0; i < table_.stages; ++i) {
      combine(h, table_.a[at(i)], i, argument);
      rhs_(t + table_.c[at(i)] * h, argument, slopes_[at(i)]);
    }
    if (table_.firstSameAsLast) {
      slopes_.front() = slopes_.back();
      firstKnown_ = true;
      y_ = argument;
    } else {
      combine(h, table_.b, table_.stages, argument);
      y_ = argument;
    }
    return {};
  }
  Numbers state() const override { return y_; }

 private:
  void combine(double h, const ExplicitTable::Row& row, int count, Numbers& target) {
    target = y_;
    for (int j = 0; j < count; ++j) {
      if (row[at(j)] == 0) continue;
      const double weight = h * row[at(j)];
      for (std::size_t i = 0; i < y_.size(); ++i) target[i] += weight * slopes_[at(j)][i];
    }
  }

  const ExplicitTable& table_;
  const CountedProblem::Rhs& rhs_;
  Numbers y_;
  std::vector<Numbers> slopes_;
  bool firstKnown_ = false;
};

/// For x'' = f(t, x): the last slope of a step is the first of the next.
class CountedNystrom final : public CountedMethod {
 public:
  CountedNystrom(const NystromTable& table, const CountedProblem& problem, PairLayout layout)
      : table_(table),
        rhs_(problem.rhs),
        layout_(std::move(layout)),
        y_(problem.initial.begin(), problem.initial.end()),
        slopes_(at(table.stages), Numbers(y_.size())) {}

  std::string step(double t, double h) override {
    if (!firstKnown_) rhs_(t, y_, slopes_.front());
    firstKnown_ = true;
    Numbers argument(y_);
    for (int i = 1; i < table_.stages; ++i) {
      positions(h, table_.c[at(i)] * h, table_.a[at(i)], i, argument);
      rhs_(t + table_.c[at(i)] * h, argument, slopes_[at(i)]);
    }
    positions(h, h, table_.b, table_.stages, argument);
    for (int j = 0; j < table_.stages; ++j)
      if (table_.bv[at(j)] != 0)
        for (const int v : layout_.v) argument[at(v)] += (h * table_.bv[at(j)]) * slopes_[at(j)][at(v)];
    y_ = argument;
    slopes_.front() = slopes_.back();
    return {};
  }
  Numbers state() const override { return y_; }

 private:
  void positions(double h, double time, const NystromTable::Row& row, int count, Numbers& target) {
    for (std::size_t k = 0; k < layout_.x.size(); ++k)
      target[at(layout_.x[k])] = y_[at(layout_.x[k])] + time * y_[at(layout_.v[k])];
    for (int j = 0; j < count; ++j)
      if (row[at(j)] != 0)
        for (std::size_t k = 0; k < layout_.x.size(); ++k)
          target[at(layout_.x[k])] += (h * h * row[at(j)]) * slopes_[at(j)][at(layout_.v[k])];
  }

  const NystromTable& table_;
  const CountedProblem::Rhs& rhs_;
  PairLayout layout_;
  Numbers y_;
  std::vector<Numbers> slopes_;
  bool firstKnown_ = false;
};

}  // namespace

std::unique_ptr<CountedMethod> countedExplicit(const std::string& method, const CountedProblem& problem, Start start) {
  Problem places;  // only what the layout needs
  places.size = problem.size;
  places.pairs = problem.pairs;
  PairLayout layout(places);
  if (const auto kind = integrators::multistepKind(method))
    return std::make_unique<CountedMultistep>(*kind, start, problem, std::move(layout));
  if (const ExplicitTable* const table = tableaux::findExplicit(method))
    return std::make_unique<CountedExplicit>(*table, problem);
  if (const NystromTable* const table = tableaux::findNystrom(method))
    return std::make_unique<CountedNystrom>(*table, problem, std::move(layout));
  return nullptr;
}

}  // namespace dashpot::analysis
