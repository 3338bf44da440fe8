// Explicit multistep formulas with a fixed step, for first-order systems and directly for second-order ones.
//
//   ab2, ab3          Adams and Bashforth 1883
//   leapfrog          y[n+1] = y[n-1] + 2 h f[n]
//   godunov           x[n+1] = 2 x[n] - x[n-1] + h^2 x''[n]                  (Stoermer 1907; Beamis 1990, eq. 2.6)
//   hybridPublished   the same for x, ab3 for x' and first-order unknowns    (Beamis 1990, eqs. 2.33-2.34, 3.5)
//   hybrid            the same, but with the velocity that belongs to the positions (see below)
//
// The published hybrid integrates x'' twice, independently:
//
//   K = v[n] - (23 x[n] - 39 x[n-1] + 21 x[n-2] - 5 x[n-3]) / (12 h)
//
// never changes, so an error of the start stays for ever as an offset, or grows as a ramp where the system has a free
// integrator. Here `hybrid` takes v[n] from the positions, which is K = 0, from the fourth point on. Both have the same
// stability limits.
//
// Written for any number type: double for runs, Counted for counting operations. The order of operations is that of
// Beamis' program: 4 per component and step for godunov, 7 for ab3.
#pragma once

#include "base/kept_number.hpp"
#include "dashpot/integrate.hpp"
#include "integrators/explicit/classical.hpp"
#include "integrators/second_order/pairs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dashpot::integrators {

enum class MultistepKind { ab2, ab3, leapfrog, godunov, hybrid, hybridPublished };

template <class Number>
class MultistepFormula {
 public:
  using Constant = std::span<const Number>;

  MultistepFormula(MultistepKind kind, Start start, PairLayout layout, int size)
      : kind_(kind), start_(start), layout_(std::move(layout)), n_(static_cast<std::size_t>(size)), classical_(n_) {
    if (start_ == Start::automatic) start_ = secondOrder() ? Start::taylor : Start::rungeKutta;
    for (auto& state : states_) state.resize(n_);
    for (auto& slope : slopes_) slope.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) all_.push_back(static_cast<int>(i));
  }

  /// How many points the formula itself looks back to, the present one included.
  int needed() const {
    switch (kind_) {
      case MultistepKind::ab2:
      case MultistepKind::leapfrog:
      case MultistepKind::godunov: return 2;
      default: return 3;
    }
  }
  /// The components that go from step to step; godunov knows no velocities.
  const std::vector<int>& carried() const { return kind_ == MultistepKind::godunov ? layout_.x : all_; }

  /// Forgets everything; y is the only point.
  void begin(Constant y) {
    std::ranges::copy(y, states_[0].begin());
    points_ = 1;
    slopeKnown_ = false;
  }

  /// Takes given points as history, the newest first, as if the formula had produced them with step h.
  template <class Rhs>
  Evaluation load(double t, double h, const std::vector<std::vector<Number>>& levels, Rhs&& rhs) {
    points_ = static_cast<int>(levels.size());
    for (std::size_t back = 0; back < levels.size(); ++back) {
      states_[back] = levels[back];
      if (const Evaluation e = rhs(t - static_cast<double>(back) * h, state(back), std::span<Number>(slopes_[back]));
          e != Evaluation::ok)
        return e;
    }
    slopeKnown_ = true;
    return Evaluation::ok;
  }

  /// The slope at the newest point, which lies at t.
  template <class Rhs>
  Evaluation evaluate(double t, Rhs&& rhs) {
    if (slopeKnown_) return Evaluation::ok;
    const Evaluation e = rhs(t, state(0), std::span<Number>(slopes_[0]));
    slopeKnown_ = e == Evaluation::ok;
    return e;
  }

  /// F has changed at the newest point.
  void forgetSlope() { slopeKnown_ = false; }

  /// From the newest point, at t, to t + h.
  template <class Rhs>
  Evaluation advance(double t, double h, Rhs&& rhs) {
    if (const Evaluation e = evaluate(t, rhs); e != Evaluation::ok) return e;
    std::vector<Number>& next = states_.back();
    if (start_ == Start::rungeKutta && points_ < needed()) {
      if (const Evaluation e = classical_.step(rhs, t, h, state(0), slope(0), next); e != Evaluation::ok) return e;
    } else {
      formNext(h, next);
    }
    std::rotate(states_.begin(), states_.end() - 1, states_.end());
    std::rotate(slopes_.begin(), slopes_.end() - 1, slopes_.end());
    points_ = std::min(points_ + 1, depth);
    slopeKnown_ = false;
    return Evaluation::ok;
  }

  /// Godunov's formula has no velocities; for output they follow from the last two positions and the acceleration.
  /// The slope at the newest point must be known.
  void completeVelocities(double h) {
    if (kind_ != MultistepKind::godunov) return;
    for (std::size_t k = 0; k < layout_.x.size(); ++k) {
      const auto x = static_cast<std::size_t>(layout_.x[k]), v = static_cast<std::size_t>(layout_.v[k]);
      states_[0][v] = (states_[0][x] - states_[1][x]) / h + (h / 2) * slopes_[0][v];
      slopes_[0][x] = states_[0][v];
    }
  }

  Constant state(std::size_t back) const { return states_[back]; }
  Constant slope(std::size_t back) const { return slopes_[back]; }
  int points() const { return points_; }
  bool slopeKnown() const { return slopeKnown_; }

  /// History as numbers, and back.
  void save(Vector& memory) const {
    memory.push_back(points_);
    memory.push_back(slopeKnown_);
    for (const auto& state : states_) memory.insert(memory.end(), state.begin(), state.end());
    for (const auto& slope : slopes_) memory.insert(memory.end(), slope.begin(), slope.end());
  }
  ConstView load(ConstView memory) {
    points_ = keptNumber(memory[0], 0, depth);
    slopeKnown_ = memory[1] != 0;
    memory = memory.subspan(2);
    const auto take = [&](std::vector<Number>& values) {
      std::copy_n(memory.begin(), n_, values.begin());
      memory = memory.subspan(n_);
    };
    for (auto& state : states_) take(state);
    for (auto& slope : slopes_) take(slope);
    return memory;
  }

 private:
  static constexpr int depth = 3;

  bool secondOrder() const {
    return kind_ == MultistepKind::godunov || kind_ == MultistepKind::hybrid || kind_ == MultistepKind::hybridPublished;
  }

  void formNext(double h, std::vector<Number>& next) {
    switch (kind_) {
      case MultistepKind::ab2: adams(h, 2, all_, next); return;
      case MultistepKind::ab3:
        if (points_ == 2 && start_ == Start::eulerLeapfrog)
          leapfrog(h, next);
        else
          adams(h, 3, all_, next);
        return;
      case MultistepKind::leapfrog:
        if (points_ == 1)
          adams(h, 1, all_, next);
        else
          leapfrog(h, next);
        return;
      case MultistepKind::godunov:
        positions(h, next);
        for (const int v : layout_.v) next[static_cast<std::size_t>(v)] = states_[0][static_cast<std::size_t>(v)];
        return;
      case MultistepKind::hybrid:
      case MultistepKind::hybridPublished:
        positions(h, next);
        if (kind_ == MultistepKind::hybrid && points_ == depth)
          velocitiesFromPositions(h, next);
        else
          adams(h, 3, layout_.v, next);
        adams(h, 3, layout_.w, next);
        return;
    }
  }

  /// Adams-Bashforth of the highest order, at most `most`, that the points at hand allow.
  void adams(double h, int most, const std::vector<int>& which, std::vector<Number>& next) const {
    const int order = std::min(points_, most);
    const auto &y = states_[0], &f0 = slopes_[0], &f1 = slopes_[1], &f2 = slopes_[2];
    for (const int place : which) {
      const auto i = static_cast<std::size_t>(place);
      if (order == 1)
        next[i] = y[i] + h * f0[i];
      else if (order == 2)
        next[i] = y[i] + (h / 2) * (3.0 * f0[i] + -f1[i]);
      else
        next[i] = y[i] + (h / 12) * (23.0 * f0[i] + (-16.0 * f1[i] + 5.0 * f2[i]));
    }
  }

  void leapfrog(double h, std::vector<Number>& next) const {
    for (std::size_t i = 0; i < n_; ++i) next[i] = states_[1][i] + (2 * h) * slopes_[0][i];
  }

  void positions(double h, std::vector<Number>& next) const {
    for (std::size_t k = 0; k < layout_.x.size(); ++k) {
      const auto x = static_cast<std::size_t>(layout_.x[k]), v = static_cast<std::size_t>(layout_.v[k]);
      const Number& position = states_[0][x];
      const Number& acceleration = slopes_[0][v];
      if (points_ > 1)
        next[x] = 2.0 * position + (-states_[1][x] + (h * h) * acceleration);
      else if (start_ == Start::euler)
        next[x] = position + h * states_[0][v];
      else
        next[x] = position + (h * states_[0][v] + (h * h / 2) * acceleration);
    }
  }

  void velocitiesFromPositions(double h, std::vector<Number>& next) const {
    for (std::size_t k = 0; k < layout_.x.size(); ++k) {
      const auto x = static_cast<std::size_t>(layout_.x[k]), v = static_cast<std::size_t>(layout_.v[k]);
      next[v] =
          (1 / (12 * h)) * (23.0 * next[x] + (-39.0 * states_[0][x] + (21.0 * states_[1][x] + -5.0 * states_[2][x])));
    }
  }

  MultistepKind kind_;
  Start start_;
  PairLayout layout_;
  std::size_t n_;
  ClassicalRungeKutta<Number> classical_;
  std::vector<int> all_;
  std::array<std::vector<Number>, depth + 1> states_;  // newest first; the last is where the next one is formed
  std::array<std::vector<Number>, depth> slopes_;
  int points_ = 0;
  bool slopeKnown_ = false;
};

/// The explicit formula of this name, if it is one.
std::optional<MultistepKind> multistepKind(std::string_view name);

}  // namespace dashpot::integrators
