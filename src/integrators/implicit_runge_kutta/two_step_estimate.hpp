// The local error from the stages of two consecutive steps (tableaux/two_step_error.hpp): no evaluation, no solve.
#pragma once

#include "dashpot/integrate.hpp"
#include "tableaux/implicit_rk.hpp"

#include <optional>
#include <string_view>

namespace dashpot::integrators {

class TwoStepEstimate {
 public:
  /// `honest`: an estimate of the method's own order is far smaller than the local error (by 6.5 for radau3, 20 for
  /// radau5, 29 for lobatto4, on linear problems) and is multiplied by that factor.
  /// `published`: the order is taken for that on linear problems, as in print.
  TwoStepEstimate(std::string_view method, bool honest, bool published = false);

  int order() const { return order_; }
  int linearOrder() const { return linearOrder_; }

  /// error = sum earlier_i (h k_i of the step before) + sum later_i (h k_i of this step).
  struct Weights {
    Vector earlier;
    Vector later;
  };
  /// For a step that is `ratio` times as long as the one before. Remembers the last ratio.
  const Weights& slopeWeights(double ratio);
  /// The same for stage increments Z = h A k.
  const Weights& incrementWeights(double ratio);

 private:
  void update(double ratio);

  std::string_view method_;
  int order_;
  int linearOrder_;
  double factor_ = 1;
  tableaux::ExtendedMatrix inverse_;  // A^-1; empty where A is singular
  std::optional<double> ratio_;
  Weights slopes_;
  Weights increments_;
};

/// The two-step estimate that the options ask for; empty: none, or the method is one without.
std::optional<TwoStepEstimate> twoStepEstimateFor(std::string_view method, const Options& options);

}  // namespace dashpot::integrators
