#include "simulation/clocks.hpp"

#include "simulation/instants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

double Clocks::Clock::roundingAt(double t) const { return roundingOf(std::max(std::fabs(t), std::fabs(first))); }

void Clocks::Clock::pass(double t) {
  ++count;
  // An interval that is less than rounding: one tick stands for all that cannot be told from it.
  if (isDueAt(t)) count = std::floor((t + roundingAt(t) - first) / interval) + 1;
}

std::optional<Diagnostic> Clocks::start(BoundModel& model, double t) {
  const auto values = model.evaluate(codegen::Entry::clocks, t, {});
  clocks_.clear();
  for (std::size_t k = 0; k < model.model().discrete.clockFlags.size(); ++k) {
    Clock clock;
    if (values) clock = {(*values)[2 * k], (*values)[2 * k + 1], 0.0};
    if (!values || !(clock.interval > 0.0))
      return Diagnostic{Severity::error,
                        "sample",
                        fmt::format("the interval of sample() is {}, which is not positive",
                                    values ? fmt::format("{:.9g}", clock.interval) : "undefined"),
                        {},
                        {},
                        {},
                        {}};
    clock.count = std::max(0.0, std::ceil((t - clock.roundingAt(t) - clock.first) / clock.interval));
    clocks_.push_back(clock);
  }
  findNext();
  return std::nullopt;
}

bool Clocks::raise(BoundModel& model, double t) {
  bool ticks = false;
  for (std::size_t k = 0; k < clocks_.size(); ++k) {
    if (!clocks_[k].isDueAt(t)) continue;
    model.d[model.model().discrete.clockFlags[k]] = 1.0;
    clocks_[k].pass(t);
    ticks = true;
  }
  if (ticks) findNext();
  return ticks;
}

void Clocks::lower(BoundModel& model) const {
  for (const std::uint32_t flag : model.model().discrete.clockFlags) model.d[flag] = 0.0;
  // A flag is true at its instant only; whoever asks for what it was before gets the same.
  for (const std::uint32_t flag : model.model().discrete.clockFlags) model.pre[flag] = 0.0;
}

Vector Clocks::save() const {
  Vector counts;
  for (const Clock& clock : clocks_) counts.push_back(clock.count);
  return counts;
}

void Clocks::load(ConstView counts) {
  for (std::size_t k = 0; k < std::min(counts.size(), clocks_.size()); ++k) clocks_[k].count = counts[k];
  findNext();
}

void Clocks::findNext() {
  next_ = std::numeric_limits<double>::infinity();
  for (const Clock& clock : clocks_) next_ = std::min(next_, clock.time());
}

}  // namespace dashpot::simulation
