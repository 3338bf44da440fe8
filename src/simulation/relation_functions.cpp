#include "simulation/relation_functions.hpp"

#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

// Two patterns of signs, so that differences of unknowns do not hide what they do.
constexpr std::array<std::uint32_t, 2> patterns{0x9e3779b9u, 0x85ebca6bu};

/// The functions of all relations where time and the unknowns are off by a share of their size, this way and that.
/// `tellsApart`: each unknown by a share of its own, and by some, also where nothing is known of its size, so that two
/// relations do not agree by chance.
std::optional<Vector> nearby(BoundModel& model, double t, ConstView y, double share, std::uint32_t pattern,
                             bool tellsApart = false) {
  constexpr double goldenRatio = 0.6180339887498949;
  Vector there(y.begin(), y.end());
  for (std::size_t i = 0; i < model.model().size(); ++i) {
    const bool isUp = ((static_cast<std::uint32_t>(i) + 1) * pattern >> 16 & 1) != 0;
    const double known = model.sizes()[i], size = tellsApart ? sizeOrUnknown(known) : known;
    const double times = tellsApart ? 1.0 + std::fmod(static_cast<double>(i) * goldenRatio, 1.0) : 1.0;
    there[i] += (isUp ? share : -share) * times * (std::fabs(y[i]) + size);
  }
  return model.evaluate(Entry::events, t * (1 + share), there);
}

}  // namespace

double uncertainty(BoundModel& model, std::size_t mode, double t, ConstView y, double share) {
  return uncertainties(model, t, y, share)[mode];
}

Vector uncertainties(BoundModel& model, double t, ConstView y, double share) {
  const auto here = model.evaluate(Entry::events, t, y);
  Vector largest(model.modes.size(), 0.0);
  for (const std::uint32_t pattern : patterns)
    if (const auto there = nearby(model, t, y, share, pattern); there && here)
      for (std::size_t i = 0; i < largest.size(); ++i)
        largest[i] = std::max(largest[i], std::fabs((*there)[i] - (*here)[i]));
  return largest;
}

std::vector<LikeComparison> comparisonsLike(BoundModel& model, std::size_t mode, double t, ConstView y) {
  constexpr double share = 1e-3, rounding = 1e-9;
  std::vector<bool> isSame(model.modes.size(), true), isReversed(model.modes.size(), false);
  for (const std::uint32_t pattern : patterns) {
    const auto there = nearby(model, t, y, share, pattern, true);
    for (std::size_t i = 0; i < isSame.size(); ++i) {
      const double own = there ? (*there)[mode] : 0.0, other = there ? (*there)[i] : 0.0;
      isSame[i] = i == mode || (isSame[i] && own != 0.0 &&
                                std::fabs(std::fabs(own) - std::fabs(other)) <= rounding * std::fabs(own));
      isReversed[i] = i != mode && own * other < 0.0;
    }
  }
  std::vector<LikeComparison> result;
  for (std::size_t i = 0; i < isSame.size(); ++i)
    if (isSame[i]) result.push_back({i, isReversed[i]});
  return result;
}

std::vector<std::size_t> sameAs(BoundModel& model, std::size_t mode, double t, ConstView y) {
  std::vector<std::size_t> result;
  for (const LikeComparison& like : comparisonsLike(model, mode, t, y)) result.push_back(like.mode);
  return result;
}

Vector truthWhereDefined(BoundModel& model, double t, ConstView y) {
  Vector truth = model.modes, values(model.modes.size(), std::numeric_limits<double>::quiet_NaN());
  (void)model.evaluate(Entry::events, t, y, values);  // those that have a value are there all the same
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (std::isfinite(values[i])) truth[i] = symbolic::apply(model.model().events.relations[i], values[i], 0.0);
  return truth;
}

std::vector<DoubtfulRelation> doubtfulRelations(BoundModel& model, double t, ConstView y, const Vector& truth) {
  constexpr double rounding = 1e-9, margin = 10;  // of the sizes of the unknowns; of the width
  const auto values = model.evaluate(Entry::events, t, y);
  const auto& byTime = model.model().events.timeModes;  // nothing is uncertain about these
  std::vector<DoubtfulRelation> doubtful;
  for (std::size_t i = 0; values && i < truth.size(); ++i) {
    if (truth[i] == model.modes[i]) continue;
    if (std::ranges::any_of(byTime, [&](const codegen::TimeMode& at) { return at.mode == i; })) return {};
    const double width = uncertainty(model, i, t, y, rounding);
    if (std::fabs((*values)[i]) > width) return {};
    doubtful.push_back({i, margin * width});
  }
  return doubtful;
}

}  // namespace dashpot::simulation
