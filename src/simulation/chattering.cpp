#include "simulation/chattering.hpp"

#include "base/kept_number.hpp"
#include "simulation/algebraic_part.hpp"
#include "simulation/relation_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double shortestCrossing = 1e-5;  // of the run
constexpr double widening = 10.0;          // of a width that proved too small
constexpr double widest = 1e3;             // of the errors that noise is made of
constexpr double leastMove = 1e-12;        // a function that moves less does not move
constexpr double shortMoment = 1e-9;       // of the run: to see in which direction things move

/// The discrete variables that follow when nothing but the present modes decides: what a relation's truth goes to.
void settleDiscrete(BoundModel& model, double t, ConstView y) {
  constexpr int mostPasses = 10;
  for (int pass = 0; pass < mostPasses && !model.d.empty(); ++pass) {
    const auto next = model.evaluate(Entry::discrete, t, y);
    if (!next || (*next == model.d && model.pre == model.d)) return;
    if (*next == model.d) model.pre = model.d;
    model.d = *next;
  }
}

/// y with the algebraic unknowns that go with it; as it is, where there are none.
Vector withAlgebraic(BoundModel& model, double t, Vector y) {
  if (auto solved = solveAlgebraic(model, t, y)) return std::move(*solved);
  return y;
}

/// Of a relation's function, taken as false and as true: what it is, and how far it moves in some time.
struct Sides {
  std::array<double, 2> value{}, change{};
};

/// The truth of the relation may reach the states through discrete variables and algebraic equations: they all follow.
Sides sidesOf(BoundModel& model, std::size_t mode, double t, ConstView y, double time) {
  Sides result;
  const Vector modes = model.modes, d = model.d, pre = model.pre;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    model.modes[mode] = static_cast<double>(side);
    settleDiscrete(model, t, y);
    const Vector here = withAlgebraic(model, t, Vector(y.begin(), y.end()));
    const auto slope = model.evaluate(Entry::rhs, t, here);
    const auto value = model.evaluate(Entry::events, t, here);
    if (slope && value) {
      result.value[side] = (*value)[mode];
      Vector ahead = here;
      for (std::size_t i = 0; i < model.model().size(); ++i)
        if (model.model().states.isDifferential[i]) ahead[i] += time * (*slope)[i];
      ahead = withAlgebraic(model, t + time, std::move(ahead));
      if (const auto there = model.evaluate(Entry::events, t + time, ahead))
        result.change[side] = (*there)[mode] - (*value)[mode];
    }
    model.modes = modes, model.d = d, model.pre = pre;
  }
  return result;
}

}  // namespace

bool passesThrough(BoundModel& model, std::size_t mode, double t, ConstView y, double duration) {
  const auto [whenFalse, whenTrue] = sidesOf(model, mode, t, y, shortMoment * duration).change;
  return whenFalse * whenTrue > 0;
}

void CalmedRelations::calm(BoundModel& model, std::size_t mode, double t, ConstView y, double duration,
                           double tolerance) {
  if (model.hysteresis[mode] > 0.0) {
    const double width = widening * model.hysteresis[mode];
    for (const std::size_t same : sameAs(model, mode, t, y)) model.hysteresis[same] = width;
    return;
  }
  const auto [whenFalse, whenTrue] =
      sidesOf(model, mode, t, y, std::max(tolerance, shortestCrossing) * duration).change;
  const double largest = std::max(std::fabs(whenFalse), std::fabs(whenTrue));
  if (largest <= leastMove) {
    calmNoise(model, mode, t, y, tolerance);
    return;
  }
  for (const std::size_t same : sameAs(model, mode, t, y)) {
    model.hysteresis[same] = largest;
    calmed_[same] = {};
  }
}

bool CalmedRelations::calmNoise(BoundModel& model, std::size_t mode, double t, ConstView y, double tolerance) {
  const double width = std::max(widening * model.hysteresis[mode], tolerance);
  if (width > widest * std::max(tolerance, uncertainty(model, mode, t, y, tolerance))) return false;
  // One that switching itself moves away, as of a number that counts, is no noise.
  const auto [whenFalse, whenTrue] = sidesOf(model, mode, t, y, 0.0).value;
  if (std::fabs(whenFalse - whenTrue) > width) return false;
  for (const std::size_t same : sameAs(model, mode, t, y)) {
    model.hysteresis[same] = width;
    calmed_.try_emplace(same, Calmed{.isNoise = true});
  }
  return true;
}

void CalmedRelations::adopt(const BoundModel& model) {
  for (std::size_t mode = 0; mode < model.hysteresis.size(); ++mode)
    if (model.hysteresis[mode] > 0.0) calmed_.try_emplace(mode, Calmed{.isNoise = true});
}

void CalmedRelations::count(const std::vector<int>& modes) {
  for (const int mode : modes)
    if (const auto calmed = calmed_.find(static_cast<std::size_t>(mode)); calmed != calmed_.end())
      ++calmed->second.switches;
}

bool CalmedRelations::areAllChattering(const std::vector<int>& modes) const {
  return !calmed_.empty() && !modes.empty() && std::ranges::all_of(modes, [&](int mode) {
    const auto calmed = calmed_.find(static_cast<std::size_t>(mode));
    return calmed != calmed_.end() && !calmed->second.isNoise;
  });
}

std::vector<std::string> CalmedRelations::report(const BoundModel& model, Diagnostics& diagnostics) const {
  std::vector<std::string> texts;
  for (const auto& [mode, calmed] : calmed_) {
    const std::string& relation = model.model().events.texts[mode];
    const double width = model.hysteresis[mode];
    texts.push_back(
        calmed.isNoise
            ? fmt::format("the two sides of the relation {} differed by no more than errors and rounding: it switches "
                          "when they differ by more than {:.3g}",
                          relation, width)
            : fmt::format("the relation {} chatters: each side drives the solution to the other. It switches with a "
                          "hysteresis of {:.3g} to either side, and did so {} times",
                          relation, width, calmed.switches));
    Diagnostic& d = diagnostics.warning("chattering", {}, texts.back());
    if (!calmed.isNoise) d.hint("a hysteresis in the model, or a smooth transition, says what really happens there");
  }
  return texts;
}

Vector CalmedRelations::save() const {
  Vector saved;
  for (const auto& [mode, calmed] : calmed_)
    saved.insert(saved.end(), {static_cast<double>(mode), calmed.isNoise ? 1.0 : 0.0, calmed.switches});
  return saved;
}

void CalmedRelations::load(ConstView saved) {
  calmed_.clear();
  for (std::size_t i = 0; i + 2 < saved.size(); i += 3)
    calmed_[keptNumber(saved[i], std::size_t{0}, std::size_t{1} << 53)] = {saved[i + 1] != 0.0, saved[i + 2]};
}

}  // namespace dashpot::simulation
