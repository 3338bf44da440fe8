#include "simulation/event_watch.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

namespace {

constexpr std::size_t kept = 64;

// So many intervals, each shorter than the one before by about the same factor, with so little time to come.
constexpr std::size_t zenoCount = 6;
constexpr double zenoShare = 1e-6;
// States that are reinitialised may lose their energy slowly; without, the solution says how fast the intervals shrink.
constexpr double slowestRestarts = 0.995, slowestSwitches = 0.9, evenness = 0.2;

// Events per look at the progress, and the share of what is left that they must cover: else it takes 1e9 of them.
constexpr int eventsPerLook = 2000;
constexpr double leastAdvance = 2e-6;

/// Where times converge to whose last intervals shrink by about the same factor, this one at most.
std::optional<double> limitOf(const Vector& times, double slowest, double mostLeft) {
  if (times.size() < zenoCount + 2) return std::nullopt;
  double ratio = 0.0, last = 0.0;
  for (std::size_t k = times.size() - zenoCount; k < times.size(); ++k) {
    const double before = times[k - 1] - times[k - 2];
    last = times[k] - times[k - 1];
    if (!(before > 0) || !(last > 0)) return std::nullopt;
    const double present = last / before;
    if (present > slowest || (ratio > 0 && std::fabs(present - ratio) > evenness * ratio)) return std::nullopt;
    ratio = present;
  }
  const double left = last * ratio / (1 - ratio);
  if (left > mostLeft) return std::nullopt;
  return times.back() + left;
}

}  // namespace

void EventWatch::note(Past event) {
  noteProgress(event.time);
  ++noted_;
  recent_.push_back(std::move(event));
  if (recent_.size() > kept) recent_.pop_front();
  counted_ = std::min(counted_ + 1, recent_.size());
}

void EventWatch::noteProgress(double time) {
  if (++sinceMark_ < eventsPerLook) return;
  const double covered = time - markedTime_;
  meanInterval_ = covered / eventsPerLook;
  slowWindows_ = covered < leastAdvance * (stop_ - time) ? slowWindows_ + 1 : 0;
  markedTime_ = time;
  sinceMark_ = 0;
}

/// Several relations may take turns, so that others switch between two switches of the one that is looked for.
int EventWatch::chattering(double share) const {
  if (counted_ < chatterCount) return -1;
  const double rounding = 1e3 * std::numeric_limits<double>::epsilon() * std::fabs(recent_.back().time);
  const double earliest = recent_.back().time - share * duration_ - rounding;
  const auto first = std::find_if(recent_.end() - static_cast<std::ptrdiff_t>(counted_), recent_.end(),
                                  [&](const Past& event) { return event.time >= earliest; });
  for (const int mode : recent_.back().modes) {
    const auto switches = std::count_if(first, recent_.end(), [mode](const Past& event) {
      return std::ranges::find(event.modes, mode) != event.modes.end();
    });
    if (switches >= static_cast<std::ptrdiff_t>(chatterCount)) return mode;
  }
  return -1;
}

std::optional<double> EventWatch::accumulation() const {
  if (counted_ == 0) return std::nullopt;
  const auto first = recent_.end() - static_cast<std::ptrdiff_t>(counted_);
  const double mostLeft = zenoShare * duration_;
  Vector restarts;  // between them the relations return to where they were
  for (auto event = first; event != recent_.end(); ++event)
    if (event->restarted) restarts.push_back(event->time);
  if (recent_.back().restarted)
    if (const auto limit = limitOf(restarts, slowestRestarts, mostLeft)) return limit;
  for (const int mode : recent_.back().modes) {
    Vector switches;
    for (auto event = first; event != recent_.end(); ++event)
      if (std::ranges::find(event->modes, mode) != event->modes.end()) switches.push_back(event->time);
    Vector sameWay;  // a relation switches to and fro: every other time in the direction it took now
    for (std::size_t back = 1; back <= switches.size(); back += 2) sameWay.push_back(switches[switches.size() - back]);
    std::ranges::reverse(sameWay);
    if (const auto limit = limitOf(sameWay, slowestSwitches, mostLeft)) return limit;
  }
  return std::nullopt;
}

bool EventWatch::isBetweenRestarts() const {
  constexpr std::ptrdiff_t fewEvents = 6;
  if (recent_.empty() || recent_.back().restarted) return false;
  const auto first = recent_.end() - std::min(fewEvents, static_cast<std::ptrdiff_t>(recent_.size()));
  return std::any_of(first, recent_.end(), [](const Past& event) { return event.restarted; });
}

Vector EventWatch::save() const {
  Vector saved{static_cast<double>(counted_)};
  for (const Past& event : recent_) {
    saved.insert(saved.end(), {event.time, event.restarted ? 1.0 : 0.0, static_cast<double>(event.modes.size())});
    saved.insert(saved.end(), event.modes.begin(), event.modes.end());
  }
  return saved;
}

bool EventWatch::load(ConstView saved, std::size_t modeCount) {
  recent_.clear();
  counted_ = saved.empty() ? 0 : keptNumber(saved[0], std::size_t{0}, std::size_t{1} << 53);
  for (std::size_t at = 1; at + 3 <= saved.size();) {
    Past event{saved[at], {}, saved[at + 1] != 0.0};
    const std::size_t count = keptNumber(saved[at + 2], std::size_t{0}, saved.size());
    at += 3;
    for (std::size_t k = 0; k < count && at < saved.size(); ++k, ++at) {
      if (!(saved[at] >= 0.0 && saved[at] < static_cast<double>(modeCount))) return false;
      event.modes.push_back(static_cast<int>(saved[at]));
    }
    recent_.push_back(std::move(event));
  }
  counted_ = std::min(counted_, recent_.size());
  return true;
}

}  // namespace dashpot::simulation
