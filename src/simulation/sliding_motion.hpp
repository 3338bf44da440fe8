// simulation/sliding_motion.hpp
//
// The motion along switching surfaces sigma_i(t, y) = 0 that every side drives the solution to (Filippov 1988, ch. 2).
// Where regions c meet there, with F_c for F,
//
//   M y' = F = sum_c w_c(alpha) F_c(t, y),    0 = d sigma_i/dt + kappa sigma_i   for each surface i,
//
// in which alpha_i is the share of the side above surface i, between 0 and 1: the limit of the means over switches that
// come ever faster. Of one surface, w = (1 - alpha, alpha) and alpha has a closed form. Several surfaces leave a choice;
// w is taken multilinear in the shares, w_c = prod_i (alpha_i or 1 - alpha_i) (Alexander and Seidman 1998; Dieci and
// Lopez 2012, sec. 3), which is the only choice where each relation adds a term of its own to F. Then the regions next to
// one of them are enough, and w is linear. The kappa, as small as the run allows, keeps errors from adding up.
//
// sigma is known by its values; its derivatives are differences, exact but for rounding where it is linear in y. With
// them,
//
//   dF/dy = sum_c w_c dF_c/dy + sum_i dF/dalpha_i dalpha_i/dy
//
// is as exact as the model's own derivatives, on the model's pattern and the rows that jump times the columns that
// d sigma/dt depends on.
#pragma once

#include "simulation/switching_surface.hpp"

#include <Eigen/Core>

namespace dashpot::simulation {

class SlidingMotion {
 public:
  /// With the model as it is at this point, which lies on the surfaces. None if what jumps there cannot be combined:
  /// regionOf has none, a surface itself or algebraic unknowns jump, or there are too many of them.
  static std::unique_ptr<SlidingMotion> make(BoundModel& model, std::vector<SwitchingSurface> surfaces, double t,
                                             ConstView y, double duration);

  [[nodiscard]] const std::vector<SwitchingSurface>& surfaces() const { return surfaces_; }
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  /// Where it was made, for a run that is interrupted: made there again it is the same.
  [[nodiscard]] double madeAtTime() const { return madeAtTime_; }
  [[nodiscard]] const Vector& madeAt() const { return madeAt_; }

  /// The share of the side above each surface; none: the equations for them have no solution.
  [[nodiscard]] std::optional<Vector> shares(double t, ConstView y);
  /// Whether all of them lie between 0 and 1, and whatever leaves a surface is driven back to it.
  [[nodiscard]] bool holds(double t, ConstView y);
  /// Of one surface alone: how fast its function grows below it and above it.
  struct Rates {
    double below = 0.0, above = 0.0;
  };
  [[nodiscard]] std::optional<Rates> rates(double t, ConstView y);

  /// The functions that are combined; others are those of one side. Of `actions`, which are true or false, assertions about
  /// what jumps hold: they cannot be judged here.
  [[nodiscard]] static bool combines(codegen::Entry entry);
  Evaluation evaluate(codegen::Entry entry, double t, ConstView y, View outputs);

  [[nodiscard]] bool dependsOnTime() const { return dependsOnTime_; }
  [[nodiscard]] const SparsityPattern& pattern() const { return pattern_; }
  Evaluation jacobian(double t, ConstView y, View values);
  Evaluation timeDerivative(double t, ConstView y, View outputs);

  /// Writes the event functions of the relations of the surfaces: where a share leaves its range, one changes its sign.
  Evaluation exits(double t, ConstView y, View functions);
  /// These relations stay what they are taken for.
  void keepTruth(ConstView modes, View truth) const;
  /// The nearest point on the surfaces, in units of the sizes of the states. False: there is none near.
  bool project(double t, Vector& y);

 private:
  SlidingMotion(BoundModel& model, std::vector<SwitchingSurface> surfaces, double duration);
  bool findRegions(double t, ConstView y);
  [[nodiscard]] bool isAdditive(double t, ConstView y);
  bool findPlaces();
  Evaluation judge(double t, ConstView y, View outputs);
  void weigh(const Eigen::VectorXd& shares);
  Evaluation combine(double t, ConstView y);
  bool differentiateSurfaces(double t, ConstView y);
  [[nodiscard]] std::optional<double> curvature(std::size_t surface, std::size_t variable, double t, ConstView y);
  [[nodiscard]] double sizeOf(std::size_t variable, ConstView y) const;
  [[nodiscard]] bool surfaceAt(std::size_t variable, double by, double along, double t, ConstView y);

  BoundModel& model_;
  std::vector<SwitchingSurface> surfaces_;
  std::vector<Region> regions_;
  std::vector<std::size_t> above_;  // by region: the surfaces it lies above, as bits
  std::size_t held_ = 0;            // the region with the present modes
  bool isLinear_ = false;           // in the shares
  double duration_;
  double madeAtTime_ = 0.0;
  Vector madeAt_;
  bool dependsOnTime_ = false;
  std::vector<std::size_t> states_;  // that any of the surfaces depends on
  std::vector<bool> actionJumps_;    // by output of `actions`
  std::vector<bool> isWhole_;        // by output of `observed`: a Boolean, an Integer or an enumeration

  // Where the derivatives by way of the shares stand.
  std::vector<std::size_t> rows_, columns_;
  SparsityPattern pattern_;
  std::vector<int> modelPlaces_;          // of the non-zeros of the model's Jacobian
  std::vector<std::size_t> outerPlaces_;  // of rows x columns, by columns

  // Of the last combination.
  std::vector<Vector> fields_;  // by region
  Vector field_;
  Eigen::MatrixXd rates_;  // surfaces x regions
  Eigen::VectorXd sigma_, shares_, weights_;
  Eigen::MatrixXd byShare_;      // of the weights: regions x surfaces
  Eigen::MatrixXd rateByShare_;  // surfaces x surfaces
  Eigen::MatrixXd gradients_;    // of the surfaces: surfaces x (states_, then time)
  Vector values_, there_, work_;
};

}  // namespace dashpot::simulation
