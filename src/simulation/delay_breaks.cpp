#include "simulation/delay_breaks.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

// Of one delay, kept at the same time: beyond, only jumps are followed. The error control copes with the rest.
constexpr std::size_t mostBreaks = 1000;

}  // namespace

void DelayBreaks::start(double t, ConstView ages) {
  ages_.assign(ages.begin(), ages.end());
  tracks_.assign(ages.size(), {.breaks = {{t, 1}}});
}

bool DelayBreaks::varies(std::size_t k) const { return std::isnan(ages_[k]); }

double DelayBreaks::shortestAge() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const double age : ages_)
    if (age < shortest) shortest = age;
  return shortest;
}

DelayWindow DelayBreaks::window(std::size_t k) const {
  const Track& track = tracks_[k];
  DelayWindow window;
  if (track.passed > 0) window.since = track.breaks[track.passed - 1].time;
  if (track.passed < track.breaks.size()) window.until = track.breaks[track.passed].time;
  return window;
}

double DelayBreaks::rounding(double t) { return 256 * std::numeric_limits<double>::epsilon() * std::fabs(t); }

void DelayBreaks::note(std::size_t k, double t, int level) {
  std::vector<Break>& breaks = tracks_[k].breaks;
  if (!breaks.empty() && t - breaks.back().time <= rounding(t)) {
    breaks.back().level = std::min(breaks.back().level, level);
    return;
  }
  if (level >= smoothEnough || (level > 0 && breaks.size() >= mostBreaks)) return;
  breaks.push_back({t, level});
}

double DelayBreaks::next() const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < size(); ++k)
    if (!varies(k)) next = std::min(next, window(k).until + ages_[k]);
  return next;
}

std::vector<DelayBreaks::Passed> DelayBreaks::passAt(double t) {
  std::vector<Passed> passed;
  for (std::size_t k = 0; k < size(); ++k) {
    Track& track = tracks_[k];
    while (!varies(k) && window(k).until + ages_[k] <= t + rounding(t))
      passed.push_back({k, track.breaks[track.passed++].level});
  }
  return passed;
}

std::vector<DelayBreaks::Passed> DelayBreaks::passUp(std::size_t k, double wanted) {
  std::vector<Passed> passed;
  Track& track = tracks_[k];
  while (window(k).until <= wanted + rounding(wanted)) passed.push_back({k, track.breaks[track.passed++].level});
  return passed;
}

std::vector<DelayBreaks::Passed> DelayBreaks::passDown(std::size_t k, double wanted) {
  std::vector<Passed> passed;
  Track& track = tracks_[k];
  while (window(k).since >= wanted - rounding(wanted)) passed.push_back({k, track.breaks[--track.passed].level});
  return passed;
}

void DelayBreaks::relocate(std::size_t k, double wanted) {
  const double margin = rounding(wanted);
  while (window(k).until < wanted - margin) ++tracks_[k].passed;
  while (window(k).since > wanted + margin) --tracks_[k].passed;
}

void DelayBreaks::forgetBefore(double t) {
  for (Track& track : tracks_) {
    std::size_t old = 0;
    while (old + 1 < track.passed && track.breaks[old + 1].time < t) ++old;
    track.breaks.erase(track.breaks.begin(), track.breaks.begin() + static_cast<std::ptrdiff_t>(old));
    track.passed -= old;
  }
}

Vector DelayBreaks::save() const {
  Vector saved;
  for (std::size_t k = 0; k < size(); ++k) {
    const Track& track = tracks_[k];
    saved.insert(saved.end(), {ages_[k], static_cast<double>(track.passed), static_cast<double>(track.breaks.size())});
    for (const Break& at : track.breaks) saved.insert(saved.end(), {at.time, static_cast<double>(at.level)});
  }
  return saved;
}

void DelayBreaks::load(ConstView saved) {
  *this = {};
  while (saved.size() >= 3) {
    Track track{.breaks = {}, .passed = keptNumber(saved[1], std::size_t{0}, saved.size())};
    const std::size_t count = keptNumber(saved[2], std::size_t{0}, saved.size());
    ages_.push_back(saved[0]);
    saved = saved.subspan(3);
    for (std::size_t i = 0; i < count && saved.size() >= 2; ++i, saved = saved.subspan(2))
      track.breaks.push_back({saved[0], keptNumber(saved[1], 0, 1000)});
    track.passed = std::min(track.passed, track.breaks.size());
    tracks_.push_back(std::move(track));
  }
}

}  // namespace dashpot::simulation
