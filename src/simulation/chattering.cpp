#include "simulation/chattering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double shortestCrossing = 1e-5;  // of the run
constexpr double widening = 10.0;          // of a width that proved too small
constexpr double rounding = 1e-12;         // a function that moves less does not move
constexpr double shortMoment = 1e-9;       // of the run: to see in which direction things move

/// How far the relation's function moves in this time, taken as false and as true.
std::array<double, 2> changes(BoundModel& model, std::size_t mode, double t, ConstView y, double time) {
  std::array<double, 2> result{};
  const double present = model.modes[mode];
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    model.modes[mode] = static_cast<double>(side);
    const auto slope = model.evaluate(Entry::rhs, t, y);
    const auto here = model.evaluate(Entry::events, t, y);
    if (!slope || !here) continue;
    Vector ahead(y.begin(), y.end());
    for (std::size_t i = 0; i < model.model().size(); ++i)
      if (model.model().isDifferential[i]) ahead[i] += time * (*slope)[i];
    if (const auto there = model.evaluate(Entry::events, t + time, ahead))
      result[side] = (*there)[mode] - (*here)[mode];
  }
  model.modes[mode] = present;
  return result;
}

}  // namespace

bool passesThrough(BoundModel& model, std::size_t mode, double t, ConstView y, double duration) {
  const auto [whenFalse, whenTrue] = changes(model, mode, t, y, shortMoment * duration);
  return whenFalse * whenTrue > 0;
}

void CalmedRelations::calm(BoundModel& model, std::size_t mode, double t, ConstView y, double duration,
                           double tolerance) {
  if (model.hysteresis[mode] > 0.0) {
    model.hysteresis[mode] *= widening;
    return;
  }
  const auto [whenFalse, whenTrue] = changes(model, mode, t, y, std::max(tolerance, shortestCrossing) * duration);
  const double largest = std::max(std::fabs(whenFalse), std::fabs(whenTrue));
  if (largest <= rounding) return calmNoise(model, mode, tolerance);
  model.hysteresis[mode] = largest;
  calmed_[mode] = {};
}

void CalmedRelations::calmNoise(BoundModel& model, std::size_t mode, double tolerance) {
  model.hysteresis[mode] = std::max(widening * model.hysteresis[mode], tolerance);
  calmed_.try_emplace(mode, Calmed{.isNoise = true});
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
    const std::string& relation = model.model().modeTexts[mode];
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
    calmed_[static_cast<std::size_t>(saved[i])] = {saved[i + 1] != 0.0, saved[i + 2]};
}

}  // namespace dashpot::simulation
