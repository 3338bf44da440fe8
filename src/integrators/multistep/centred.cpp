#include "integrators/multistep/centred.hpp"

#include "base/kept_number.hpp"
#include "base/place.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr int mostIterations = 20;
/// Newton's method stops at this size of the correction, relative to the largest position.
constexpr double newtonTolerance = 1e-13;

}  // namespace

CentredFormula::CentredFormula(System& system, const Options& options, PairLayout layout)
    : system_(system),
      layout_(std::move(layout)),
      start_(options.start),
      jacobian_(system, options, layout_),
      solver_(linalg::makeSolver(jacobian_.size(), jacobian_.pattern(), {})),
      argument_(at(system.size())),
      update_(at(jacobian_.size())) {
  for (auto* group : {&slopes_, &centred_})
    for (Vector& values : *group) values.resize(at(system.size()));
  for (Vector& values : states_) values.resize(at(system.size()));
}

void CentredFormula::begin(ConstView y) {
  std::ranges::copy(y, states_[0].begin());
  points_ = 1;
  slopeKnown_ = false;
}

Evaluation CentredFormula::evaluate(double t) {
  if (slopeKnown_) return Evaluation::ok;
  const Evaluation e = system_.rhs(t, states_[0], slopes_[0]);
  slopeKnown_ = e == Evaluation::ok;
  return e;
}

Evaluation CentredFormula::advance(double t, double h) {
  if (points_ == 1) {
    if (const Evaluation e = evaluate(t); e != Evaluation::ok) return e;
    centred_[0] = slopes_[0];
    firstPositions(h);
  } else if (const Evaluation e = solvePositions(t, h); e != Evaluation::ok || !converged_) {
    return e;
  }
  firstOrderUnknowns(h);
  outputVelocities(h);
  std::rotate(states_.begin(), states_.end() - 1, states_.end());
  std::rotate(slopes_.begin(), slopes_.end() - 1, slopes_.end());
  std::rotate(centred_.begin(), centred_.end() - 1, centred_.end());
  points_ = std::min(points_ + 1, depth);
  slopeKnown_ = false;
  return Evaluation::ok;
}

void CentredFormula::firstPositions(double h) {
  Vector& next = states_.back();
  const Vector &y = states_[0], &f = slopes_[0];
  for (std::size_t k = 0; k < layout_.x.size(); ++k) {
    const std::size_t x = at(layout_.x[k]), v = at(layout_.v[k]);
    next[x] = y[x] + h * y[v] + (start_ == Start::euler ? 0 : h * h / 2 * f[v]);
  }
}

/// W = (2/h) I - df/dv;  W dx = -(2/h) r with r = x[n+1] - 2 x[n] + x[n-1] - h^2 f.
Evaluation CentredFormula::solvePositions(double t, double h) {
  Vector& next = states_.back();
  const Vector &y = states_[0], &before = states_[1];
  const auto unknowns = layout_.x.size();
  for (const int x : layout_.x) next[at(x)] = 2 * y[at(x)] - before[at(x)];
  converged_ = false;
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    argument_ = y;
    double size = 0;
    for (std::size_t k = 0; k < unknowns; ++k) {
      const std::size_t x = at(layout_.x[k]);
      argument_[at(layout_.v[k])] = (next[x] - before[x]) / (2 * h);
      size = std::max(size, std::abs(next[x]));
    }
    if (const Evaluation e = system_.rhs(t, argument_, centred_[0]); e != Evaluation::ok) return e;
    if (iteration == 0) {
      if (const Evaluation e = jacobian_.evaluate(t, argument_, centred_[0]); e != Evaluation::ok) return e;
      ++system_.statistics().lu;
      if (!solver_->factor(2 / h, jacobian_.values(0, 0))) return Evaluation::ok;
    }
    std::ranges::fill(update_, 0.0);
    for (std::size_t k = 0; k < unknowns; ++k) {
      const std::size_t x = at(layout_.x[k]);
      const double residual = next[x] - 2 * y[x] + before[x] - h * h * centred_[0][at(layout_.v[k])];
      update_[k] = -2 / h * residual;
    }
    ++system_.statistics().newtonIterations;
    ++system_.statistics().solves;
    solver_->solve(update_);
    double change = 0;
    for (std::size_t k = 0; k < unknowns; ++k) {
      next[at(layout_.x[k])] += update_[k];
      change = std::max(change, std::abs(update_[k]));
    }
    if (!std::isfinite(change)) return Evaluation::ok;
    if (change <= newtonTolerance * size || change == 0) {
      converged_ = true;
      break;
    }
  }
  return Evaluation::ok;
}

void CentredFormula::firstOrderUnknowns(double h) {
  Vector& next = states_.back();
  for (const int place : layout_.w) {
    const std::size_t w = at(place);
    const double y = states_[0][w], f0 = centred_[0][w], f1 = centred_[1][w], f2 = centred_[2][w];
    next[w] = points_ == 1   ? y + h * f0
              : points_ == 2 ? y + h / 2 * (3 * f0 - f1)
                             : y + h / 12 * (23 * f0 - 16 * f1 + 5 * f2);
  }
}

/// The velocity at the newest point, where the next position is not known yet: from the last three positions.
void CentredFormula::outputVelocities(double h) {
  Vector& next = states_.back();
  for (std::size_t k = 0; k < layout_.x.size(); ++k) {
    const std::size_t x = at(layout_.x[k]), v = at(layout_.v[k]);
    next[v] =
        points_ == 1 ? states_[0][v] + h * slopes_[0][v] : (3 * next[x] - 4 * states_[0][x] + states_[1][x]) / (2 * h);
  }
}

void CentredFormula::save(Vector& memory) const {
  memory.push_back(points_);
  memory.push_back(slopeKnown_);
  for (const Vector& values : states_) memory.insert(memory.end(), values.begin(), values.end());
  for (const auto* group : {&slopes_, &centred_})
    for (const Vector& values : *group) memory.insert(memory.end(), values.begin(), values.end());
}

ConstView CentredFormula::load(ConstView memory) {
  points_ = keptNumber(memory[0], 0, depth);
  slopeKnown_ = memory[1] != 0;
  memory = memory.subspan(2);
  const auto take = [&](Vector& values) {
    std::copy_n(memory.begin(), values.size(), values.begin());
    memory = memory.subspan(values.size());
  };
  for (Vector& values : states_) take(values);
  for (auto* group : {&slopes_, &centred_})
    for (Vector& values : *group) take(values);
  return memory;
}

}  // namespace dashpot::integrators
