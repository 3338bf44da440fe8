#include "simulation/sliding_motion.hpp"

#include "linalg/decompositions.hpp"
#include "linalg/sparsity.hpp"
#include "simulation/instruction_sources.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

using codegen::Code;
using codegen::Entry;

namespace {

// Regions of surfaces whose terms do not simply add up; surfaces whose terms do.
constexpr std::size_t mostMultilinear = 4, mostLinear = 32;
// The stabilisation returns to the surface within such a part of the run.
constexpr double returnsPerRun = 100.0;
// A share that is as near as this to the end of its range has reached it.
constexpr double insideBy = 1e-8;
// For first and second differences, of the sizes of states; of the run, for time.
constexpr double firstShare = 1e-5, secondShare = 1e-4, timeShare = 1e-3;

bool isNegligible(double value, double size) { return std::fabs(value) <= 1e-9 * size; }

}  // namespace

SlidingMotion::SlidingMotion(BoundModel& model, std::vector<SwitchingSurface> surfaces, double duration)
    : model_(model), surfaces_(std::move(surfaces)), duration_(duration) {
  for (const SwitchingSurface& surface : surfaces_) {
    states_.insert(states_.end(), surface.states.begin(), surface.states.end());
    dependsOnTime_ = dependsOnTime_ || surface.dependsOnTime;
  }
  std::ranges::sort(states_);
  const auto again = std::ranges::unique(states_);
  states_.erase(again.begin(), again.end());
  const codegen::CompiledModel& compiled = model.model();
  isWhole_.resize(compiled[Entry::observed].outputCount(), false);
  for (const codegen::VariableInfo& variable : compiled.recorded.variables)
    if (!isParameter(variable) && (variable.isBoolean || variable.isInteger || !variable.literals.empty()))
      isWhole_[variable.index] = true;
  field_.resize(compiled.size());
  values_.resize(compiled.modeCount());
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  sigma_.resize(count), rateByShare_.resize(count, count);
  gradients_.resize(count, static_cast<Eigen::Index>(states_.size() + 1));
}

std::unique_ptr<SlidingMotion> SlidingMotion::make(BoundModel& model, std::vector<SwitchingSurface> surfaces, double t,
                                                   ConstView y, double duration) {
  if (surfaces.empty() || surfaces.size() > mostLinear) return nullptr;
  std::unique_ptr<SlidingMotion> motion(new SlidingMotion(model, std::move(surfaces), duration));
  motion->madeAtTime_ = t, motion->madeAt_.assign(y.begin(), y.end());
  if (!motion->findRegions(t, y) || !motion->findPlaces()) return nullptr;
  return motion;
}

/// All of them, or those next to the one that lies below every surface.
bool SlidingMotion::findRegions(double t, ConstView y) {
  const std::size_t count = surfaces_.size();
  isLinear_ = count == 1 || (count > 2 && isAdditive(t, y));
  if (!isLinear_ && count > mostMultilinear) return false;
  above_.push_back(0);
  if (isLinear_)
    for (std::size_t i = 0; i < count; ++i) above_.push_back(std::size_t{1} << i);
  else
    for (std::size_t above = 1; above < (std::size_t{1} << count); ++above) above_.push_back(above);
  for (const std::size_t above : above_) {
    auto region = regionOf(model_, surfaces_, above, t, y);
    if (!region) return false;
    regions_.push_back(std::move(*region));
  }
  fields_.assign(regions_.size(), Vector(model_.model().size()));
  rates_.resize(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(regions_.size()));
  weights_.resize(static_cast<Eigen::Index>(regions_.size()));
  byShare_.resize(static_cast<Eigen::Index>(regions_.size()), static_cast<Eigen::Index>(count));
  return true;
}

/// Whether no two relations have a term in common: F_ij - F_i - F_j + F = 0, here and at a point nearby.
bool SlidingMotion::isAdditive(double t, ConstView y) {
  const std::size_t count = surfaces_.size();
  Vector nearby(y.begin(), y.end());
  for (std::size_t i = 0; i < nearby.size(); ++i) nearby[i] += 1e-3 * sizeOf(i, y);
  const auto fieldsAt = [&](std::size_t above) -> std::optional<std::pair<Vector, Vector>> {
    const auto region = regionOf(model_, surfaces_, above, t, y);
    if (!region) return std::nullopt;
    auto here = model_.in(*region, [&] { return model_.evaluate(Entry::rhs, t, y); });
    auto there = model_.in(*region, [&] { return model_.evaluate(Entry::rhs, t, nearby); });
    if (!here || !there) return std::nullopt;
    return std::pair{std::move(*here), std::move(*there)};
  };
  const auto none = fieldsAt(0);
  std::vector<std::optional<std::pair<Vector, Vector>>> single;
  for (std::size_t i = 0; i < count; ++i) single.push_back(fieldsAt(std::size_t{1} << i));
  if (!none || !std::ranges::all_of(single, [](const auto& fields) { return fields.has_value(); })) return false;
  const auto addsUp = [](const Vector& both, const Vector& a, const Vector& b, const Vector& neither) {
    for (std::size_t k = 0; k < both.size(); ++k) {
      const double size = std::fabs(both[k]) + std::fabs(a[k]) + std::fabs(b[k]) + std::fabs(neither[k]);
      if (!isNegligible(both[k] - a[k] - b[k] + neither[k], size)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto both = fieldsAt(std::size_t{1} << i | std::size_t{1} << j);
      if (!both || !addsUp(both->first, single[i]->first, single[j]->first, none->first) ||
          !addsUp(both->second, single[i]->second, single[j]->second, none->second))
        return false;
    }
  return true;
}

/// The rows of F that jump, the unknowns that the shares depend on, and where in a pattern their products stand. False:
/// a surface, or an equation for algebraic unknowns, jumps itself: then regions cannot be combined.
bool SlidingMotion::findPlaces() {
  const codegen::CompiledModel& model = model_.model();
  const Region& first = regions_.front();
  std::vector<bool> modeDiffers(first.modes.size(), false), discreteDiffers(first.d.size(), false);
  for (const Region& region : regions_) {
    for (std::size_t i = 0; i < first.modes.size(); ++i)
      modeDiffers[i] = modeDiffers[i] || region.modes[i] != first.modes[i];
    for (std::size_t i = 0; i < first.d.size(); ++i)
      discreteDiffers[i] = discreteDiffers[i] || region.d[i] != first.d[i] || region.pre[i] != first.pre[i];
    if (region.modes == model_.modes) held_ = static_cast<std::size_t>(&region - regions_.data());
  }
  const auto differs = [&](const codegen::Instruction& at) {
    return at.code == Code::mode ? modeDiffers[at.a]
                                 : (at.code == Code::discrete || at.code == Code::pre) && discreteDiffers[at.a];
  };
  const std::vector<bool> jumping = outputsThatDependOn(model[Entry::events], differs);
  for (const SwitchingSurface& surface : surfaces_)
    if (jumping[surface.mode]) return false;
  actionJumps_ = outputsThatDependOn(model[Entry::actions], differs);
  const std::vector<bool> rows = outputsThatDependOn(model[Entry::rhs], differs);
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (rows[row]) rows_.push_back(row);
  if (std::ranges::any_of(rows_, [&](std::size_t row) { return !model.states.isDifferential[row]; })) return false;

  const auto n = static_cast<int>(model.size());
  std::vector<bool> isColumn(model.size(), false);
  for (const std::size_t state : states_) isColumn[state] = true;
  for (const linalg::Place& place : linalg::places(n, model.states.pattern))
    if (std::ranges::binary_search(states_, static_cast<std::size_t>(place.row)))
      isColumn[static_cast<std::size_t>(place.column)] = true;
  SparsityPattern outer{{0}, {}};
  for (std::size_t j = 0; j < isColumn.size(); ++j) {
    if (isColumn[j]) columns_.push_back(j);
    if (isColumn[j]) outer.rows.insert(outer.rows.end(), rows_.begin(), rows_.end());
    outer.columnStart.push_back(static_cast<int>(outer.rows.size()));
  }
  pattern_ = linalg::unite(n, model.states.pattern, outer);
  modelPlaces_ = linalg::placesIn(n, model.states.pattern, pattern_);
  for (const int place : linalg::placesIn(n, outer, pattern_)) outerPlaces_.push_back(static_cast<std::size_t>(place));
  return true;
}

/// The weights of the regions, and their derivatives by the shares.
void SlidingMotion::weigh(const Eigen::VectorXd& shares) {
  if (isLinear_) {
    byShare_.setZero();
    weights_[0] = 1.0 - shares.sum();
    for (Eigen::Index i = 0; i < shares.size(); ++i)
      weights_[i + 1] = shares[i], byShare_(0, i) = -1.0, byShare_(i + 1, i) = 1.0;
    return;
  }
  for (Eigen::Index c = 0; c < weights_.size(); ++c) {
    const auto isAbove = [&](Eigen::Index i) { return (above_[static_cast<std::size_t>(c)] >> i & 1) != 0; };
    const auto product = [&](Eigen::Index without) {
      double result = 1.0;
      for (Eigen::Index i = 0; i < shares.size(); ++i)
        if (i != without) result *= isAbove(i) ? shares[i] : 1.0 - shares[i];
      return result;
    };
    weights_[c] = product(-1);
    for (Eigen::Index i = 0; i < shares.size(); ++i) byShare_(c, i) = isAbove(i) ? product(i) : -product(i);
  }
}

/// The fields of the regions at a point, and the shares for which the surfaces are kept.
Evaluation SlidingMotion::combine(double t, ConstView y) {
  if (const Evaluation result = model_.evaluate(Entry::events, t, y, values_); result != Evaluation::ok) return result;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) sigma_[static_cast<Eigen::Index>(i)] = values_[surfaces_[i].mode];
  for (std::size_t c = 0; c < regions_.size(); ++c) {
    const Evaluation result = model_.in(regions_[c], [&] { return model_.evaluate(Entry::rhs, t, y, fields_[c]); });
    if (result != Evaluation::ok) return result;
    if (!ratesAlong(model_, states_, t, y, fields_[c], duration_, values_)) return Evaluation::recoverable;
    for (std::size_t i = 0; i < surfaces_.size(); ++i)
      rates_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) = values_[surfaces_[i].mode];
  }
  // Newton's iteration for the shares; one step where the weights are linear in them.
  constexpr int mostIterations = 40;
  constexpr double enough = 1e-14;
  shares_ = Eigen::VectorXd::Constant(sigma_.size(), 0.5);
  for (int iteration = 0;; ++iteration) {
    weigh(shares_);
    rateByShare_ = rates_ * byShare_;
    if (iteration == mostIterations) return Evaluation::recoverable;
    const Eigen::VectorXd residual = rates_ * weights_ + returnsPerRun / duration_ * sigma_;
    const Eigen::VectorXd step = Eigen::PartialPivLU<Eigen::MatrixXd>(rateByShare_).solve(residual);
    if (!step.allFinite()) return Evaluation::recoverable;
    shares_ -= step;
    if (isLinear_ || step.lpNorm<Eigen::Infinity>() <= enough * (1.0 + shares_.lpNorm<Eigen::Infinity>())) break;
  }
  weigh(shares_);
  rateByShare_ = rates_ * byShare_;
  std::ranges::fill(field_, 0.0);
  for (std::size_t c = 0; c < regions_.size(); ++c)
    for (std::size_t k = 0; k < field_.size(); ++k) field_[k] += weights_[static_cast<Eigen::Index>(c)] * fields_[c][k];
  return Evaluation::ok;
}

std::optional<Vector> SlidingMotion::shares(double t, ConstView y) {
  if (combine(t, y) != Evaluation::ok) return std::nullopt;
  return Vector(shares_.begin(), shares_.end());
}

/// A share grows where its sigma does, as if the jump took a short way: the shares are a stable equilibrium of that.
bool SlidingMotion::holds(double t, ConstView y) {
  if (combine(t, y) != Evaluation::ok) return false;
  if (shares_.minCoeff() <= insideBy || shares_.maxCoeff() >= 1.0 - insideBy) return false;
  const Eigen::VectorXd slopes = shares_.array() * (1.0 - shares_.array());
  return linalg::eigenvalues(slopes.asDiagonal() * rateByShare_).real().maxCoeff() < 0.0;
}

std::optional<SlidingMotion::Rates> SlidingMotion::rates(double t, ConstView y) {
  const Evaluation result = combine(t, y);
  if (surfaces_.size() != 1 || result == Evaluation::fatal || !rates_.allFinite()) return std::nullopt;
  return Rates{rates_(0, 0), rates_(0, 1)};
}

bool SlidingMotion::combines(Entry entry) {
  return entry == Entry::rhs || entry == Entry::jacobian || entry == Entry::timeDerivative ||
         entry == Entry::observed || entry == Entry::inputJacobian || entry == Entry::gradients ||
         entry == Entry::actions;
}

Evaluation SlidingMotion::judge(double t, ConstView y, View outputs) {
  const Evaluation result = model_.in(regions_[held_], [&] { return model_.evaluate(Entry::actions, t, y, outputs); });
  const auto& actions = model_.model().events.actions;
  for (std::size_t k = 0; k < actions.size(); ++k)
    if (actions[k].kind == codegen::ActionKind::assertion && (actionJumps_[2 * k] || actionJumps_[2 * k + 1]))
      outputs[2 * k + 1] = 1.0;
  return result;
}

Evaluation SlidingMotion::evaluate(Entry entry, double t, ConstView y, View outputs) {
  if (entry == Entry::actions) return judge(t, y, outputs);
  if (const Evaluation result = combine(t, y); result != Evaluation::ok) return result;
  if (entry == Entry::rhs) {
    std::ranges::copy(field_, outputs.begin());
    return Evaluation::ok;
  }
  std::ranges::fill(outputs, 0.0);
  work_.resize(outputs.size());
  for (std::size_t c = 0; c < regions_.size(); ++c) {
    const Evaluation result = model_.in(regions_[c], [&] { return model_.evaluate(entry, t, y, work_); });
    if (result != Evaluation::ok) return result;
    const double weight = weights_[static_cast<Eigen::Index>(c)];
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (entry == Entry::observed && isWhole_[k])
        outputs[k] = c == held_ ? work_[k] : outputs[k];
      else
        outputs[k] += weight * work_[k];
  }
  return Evaluation::ok;
}

double SlidingMotion::sizeOf(std::size_t variable, ConstView y) const {
  return std::fabs(y[variable]) + sizeOrUnknown(model_.sizes()[variable]);
}

/// The functions of all relations into values_, where one of states_ (or time, behind them) is off by this, and all have
/// moved with the combined field for so long.
bool SlidingMotion::surfaceAt(std::size_t variable, double by, double along, double t, ConstView y) {
  there_.assign(y.begin(), y.end());
  for (const std::size_t i : states_) there_[i] += along * field_[i];
  const bool isTime = variable == states_.size();
  if (!isTime) there_[states_[variable]] += by;
  return model_.evaluate(Entry::events, t + along + (isTime ? by : 0.0), there_, values_) == Evaluation::ok;
}

/// gradients_, by differences.
bool SlidingMotion::differentiateSurfaces(double t, ConstView y) {
  for (std::size_t j = 0; j <= states_.size(); ++j) {
    const double by = firstShare * (j < states_.size() ? sizeOf(states_[j], y) : timeShare * duration_);
    const auto column = gradients_.col(static_cast<Eigen::Index>(j));
    for (const double sign : {1.0, -1.0}) {
      if (!surfaceAt(j, sign * by, 0.0, t, y)) return false;
      for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        double& entry = gradients_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        entry = (sign > 0 ? 0.0 : entry) + sign * values_[surfaces_[i].mode] / (2 * by);
      }
    }
    if (!column.allFinite()) return false;
  }
  return true;
}

/// How the derivative of a surface by one of states_ (or time) changes along the combined field.
std::optional<double> SlidingMotion::curvature(std::size_t surface, std::size_t variable, double t, ConstView y) {
  const double by = secondShare * (variable < states_.size() ? sizeOf(states_[variable], y) : timeShare * duration_);
  double along = secondShare * timeShare * duration_;
  for (const std::size_t i : states_)
    if (const double size = sizeOf(i, y); along * std::fabs(field_[i]) > secondShare * size)
      along = secondShare * size / std::fabs(field_[i]);
  double sum = 0.0, largest = 0.0;
  for (const double side : {1.0, -1.0})
    for (const double time : {along, -along}) {
      if (!surfaceAt(variable, side * by, time, t, y)) return std::nullopt;
      const double value = values_[surfaces_[surface].mode];
      sum += side * (time > 0 ? value : -value);
      largest = std::max(largest, std::fabs(value));
    }
  return isNegligible(sum, largest) ? 0.0 : sum / (4 * by * along);
}

Evaluation SlidingMotion::jacobian(double t, ConstView y, View values) {
  if (const Evaluation result = combine(t, y); result != Evaluation::ok) return result;
  if (!differentiateSurfaces(t, y)) return Evaluation::recoverable;
  const codegen::CompiledModel& model = model_.model();
  const auto n = static_cast<int>(model.size());
  Vector inRegion(modelPlaces_.size()), combined(modelPlaces_.size(), 0.0);
  for (std::size_t c = 0; c < regions_.size(); ++c) {
    const Evaluation result = model_.in(regions_[c], [&] { return model_.jacobian(t, y, inRegion); });
    if (result != Evaluation::ok) return result;
    for (std::size_t k = 0; k < combined.size(); ++k)
      combined[k] += weights_[static_cast<Eigen::Index>(c)] * inRegion[k];
  }
  std::ranges::fill(values, 0.0);
  for (std::size_t k = 0; k < combined.size(); ++k) values[static_cast<std::size_t>(modelPlaces_[k])] += combined[k];

  // d/dy of what the shares make zero: gradient^T dF/dy + curvature along F + kappa gradient.
  const auto count = static_cast<Eigen::Index>(surfaces_.size());
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(count, static_cast<Eigen::Index>(model.size()));
  const auto indexOf = [&](std::size_t state) { return std::ranges::lower_bound(states_, state) - states_.begin(); };
  const std::vector<linalg::Place> places = linalg::places(n, model.states.pattern);
  for (std::size_t k = 0; k < places.size(); ++k)
    if (const auto row = static_cast<std::size_t>(places[k].row); std::ranges::binary_search(states_, row))
      right.col(places[k].column) += combined[k] * gradients_.col(indexOf(row));
  for (std::size_t j = 0; j < states_.size(); ++j)
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto bend = curvature(static_cast<std::size_t>(i), j, t, y);
      if (!bend) return Evaluation::recoverable;
      right(i, static_cast<Eigen::Index>(states_[j])) +=
          *bend + returnsPerRun / duration_ * gradients_(i, static_cast<Eigen::Index>(j));
    }
  const Eigen::MatrixXd sharesBy = -Eigen::PartialPivLU<Eigen::MatrixXd>(rateByShare_).solve(right);
  if (!sharesBy.allFinite()) return Evaluation::recoverable;
  std::size_t at = 0;
  for (const std::size_t column : columns_)
    for (const std::size_t row : rows_) {
      double sum = 0.0;
      for (Eigen::Index i = 0; i < count; ++i)
        for (std::size_t c = 0; c < regions_.size(); ++c)
          sum += byShare_(static_cast<Eigen::Index>(c), i) * fields_[c][row] *
                 sharesBy(i, static_cast<Eigen::Index>(column));
      values[outerPlaces_[at++]] += sum;
    }
  return Evaluation::ok;
}

Evaluation SlidingMotion::timeDerivative(double t, ConstView y, View outputs) {
  if (const Evaluation result = combine(t, y); result != Evaluation::ok) return result;
  if (!differentiateSurfaces(t, y)) return Evaluation::recoverable;
  std::ranges::fill(outputs, 0.0);
  Vector inRegion(outputs.size());
  for (std::size_t c = 0; c < regions_.size() && !model_.model().states.autonomous; ++c) {
    const Evaluation result = model_.in(regions_[c], [&] { return model_.timeDerivative(t, y, inRegion); });
    if (result != Evaluation::ok) return result;
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] += weights_[static_cast<Eigen::Index>(c)] * inRegion[k];
  }
  const auto time = static_cast<Eigen::Index>(states_.size());
  Eigen::VectorXd right = returnsPerRun / duration_ * gradients_.col(time);
  for (Eigen::Index i = 0; i < right.size(); ++i) {
    for (std::size_t j = 0; j < states_.size(); ++j)
      right[i] += gradients_(i, static_cast<Eigen::Index>(j)) * outputs[states_[j]];
    const auto bend = curvature(static_cast<std::size_t>(i), states_.size(), t, y);
    if (!bend) return Evaluation::recoverable;
    right[i] += *bend;
  }
  const Eigen::VectorXd sharesBy = -Eigen::PartialPivLU<Eigen::MatrixXd>(rateByShare_).solve(right);
  if (!sharesBy.allFinite()) return Evaluation::recoverable;
  const Eigen::VectorXd weightsBy = byShare_ * sharesBy;
  for (const std::size_t row : rows_)
    for (std::size_t c = 0; c < regions_.size(); ++c)
      outputs[row] += weightsBy[static_cast<Eigen::Index>(c)] * fields_[c][row];
  return Evaluation::ok;
}

Evaluation SlidingMotion::exits(double t, ConstView y, View functions) {
  if (const Evaluation result = combine(t, y); result != Evaluation::ok) return result;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    for (const SwitchingSurface::Relation& relation : surfaces_[i].relations) functions[relation.mode] = 1.0;
    const double share = shares_[static_cast<Eigen::Index>(i)];
    functions[surfaces_[i].mode] = std::min(share, 1.0 - share);
  }
  return Evaluation::ok;
}

void SlidingMotion::keepTruth(ConstView modes, View truth) const {
  for (const SwitchingSurface& surface : surfaces_)
    for (const SwitchingSurface::Relation& relation : surface.relations) truth[relation.mode] = modes[relation.mode];
}

/// Newton's iteration along the gradients.
bool SlidingMotion::project(double t, Vector& y) {
  constexpr int iterations = 3;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (model_.evaluate(Entry::events, t, y, values_) != Evaluation::ok) return false;
    for (std::size_t i = 0; i < surfaces_.size(); ++i)
      sigma_[static_cast<Eigen::Index>(i)] = values_[surfaces_[i].mode];
    if (sigma_.isZero(0.0)) return true;
    if (!differentiateSurfaces(t, y)) return false;
    Eigen::VectorXd sizes(static_cast<Eigen::Index>(states_.size()));
    for (std::size_t j = 0; j < states_.size(); ++j) sizes[static_cast<Eigen::Index>(j)] = sizeOf(states_[j], y);
    const Eigen::MatrixXd scaled = gradients_.leftCols(sizes.size()) * sizes.asDiagonal();
    const Eigen::MatrixXd normal = scaled * scaled.transpose();
    const Eigen::VectorXd step =
        sizes.asDiagonal() * (scaled.transpose() * Eigen::PartialPivLU<Eigen::MatrixXd>(normal).solve(sigma_));
    if (!step.allFinite()) return false;
    for (std::size_t j = 0; j < states_.size(); ++j) y[states_[j]] -= step[static_cast<Eigen::Index>(j)];
  }
  return true;
}

}  // namespace dashpot::simulation
