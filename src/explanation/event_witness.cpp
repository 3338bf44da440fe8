#include "explanation/event_witness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dashpot::explanation {
namespace {

using codegen::Entry;

constexpr double nothing = 1e-6;  // of the largest |F_i|: less is no jump

void keepLargest(const Vector& values, Vector& largest) {
  largest.resize(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) largest[i] = std::max(largest[i], std::abs(values[i]));
}

/// A number of events as the share of steps that end with them.
double shareOf(std::int64_t count, std::int64_t steps) {
  return static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(steps, 1));
}

}  // namespace

void EventWitness::begin(simulation::BoundModel& model, double t, ConstView y) {
  texts_ = model.model().events.texts;
  remember(model);
  if (model.model().modeCount() == 0) return;
  if (const auto f = model.evaluate(Entry::rhs, t, y)) keepLargest(*f, largest_);
  keepSpeeds({.from = t, .to = t, .y = y, .isStiff = false, .model = &model});
}

/// F itself is known at events only, where it may vanish: between them the mean over a step tells its size.
void EventWitness::keepSpeeds(const simulation::ObservedStep& step) {
  const double length = step.to - step.from;
  const std::vector<bool>& isDifferential = step.model->model().states.isDifferential;
  for (std::size_t i = 0; i < std::min(y_.size(), largest_.size()) && length > 0; ++i)
    if (isDifferential[i]) largest_[i] = std::max(largest_[i], std::abs(step.y[i] - y_[i]) / length);
  y_.assign(step.y.begin(), step.y.end());
}

void EventWitness::remember(const simulation::BoundModel& model) {
  modes_ = model.modes, d_ = model.d, slid_ = model.isSliding();
}

void EventWitness::see(const simulation::ObservedStep& step) {
  count_ += std::ssize(step.events);
  if (!step.model) return;
  selections_ += std::max<std::int64_t>(step.counts.events - std::ssize(step.events), 0);
  if (step.events.empty()) {
    if (!largest_.empty()) keepSpeeds(step);
    return;
  }
  y_.assign(step.y.begin(), step.y.end());  // after the event: states may have jumped
  const bool isNothing = isNeedless(step);
  for (const auto& event : step.events) {
    ticks_ += event.modes.empty() ? 1 : 0;
    restarts_ += event.restarted ? 1 : 0;
    needless_ += isNothing ? 1 : 0;
    for (const int mode : event.modes) {
      Relation& relation = relations_[mode];
      ++relation.switches;
      relation.needless += isNothing ? 1 : 0;
      if (const double width = step.model->hysteresis[static_cast<std::size_t>(mode)]; width > 0.0)
        hysteresis_[mode] = width;
    }
  }
  remember(*step.model);
}

bool EventWitness::isNeedless(const simulation::ObservedStep& step) {
  simulation::BoundModel& model = *step.model;
  const auto isPlain = [](const simulation::EventWatch::Past& event) {
    return !event.restarted && !event.modes.empty();
  };
  if (step.y.empty() || !std::ranges::all_of(step.events, isPlain)) return false;
  const auto after = model.evaluate(Entry::rhs, step.to, step.y);
  if (!after) return false;
  keepLargest(*after, largest_);
  if (model.d != d_ || slid_ || model.isSliding()) return false;
  const Vector modes = model.modes;
  model.modes = modes_;
  const auto before = model.evaluate(Entry::rhs, step.to, step.y);
  model.modes = modes;
  if (!before) return false;
  for (std::size_t i = 0; i < after->size(); ++i)
    if (std::abs((*after)[i] - (*before)[i]) > nothing * largest_[i]) return false;
  return true;
}

std::string EventWitness::text(int mode) const {
  const auto at = static_cast<std::size_t>(mode);
  return at < texts_.size() ? texts_[at] : std::string();
}

void EventWitness::tell(double duration, std::int64_t steps, Facts& facts) const {
  facts.set("events.count", static_cast<double>(count_));
  if (selections_ > 0) facts.set("events.selections", static_cast<double>(selections_));
  if (selections_ > 0) facts.set("events.selectionsShare", std::min(1.0, shareOf(selections_, steps)));
  if (count_ == 0) return;
  facts.set("events.share", std::min(1.0, shareOf(count_, steps)));
  facts.set("events.perSecond", static_cast<double>(count_) / duration, "1/s");
  if (ticks_ > 0) facts.set("events.ticks", static_cast<double>(ticks_));
  if (ticks_ > 0) facts.set("events.ticksShare", shareOf(ticks_, count_));
  if (restarts_ > 0) facts.set("events.restarts", static_cast<double>(restarts_));
  const auto most =
      std::ranges::max_element(relations_, std::less{}, [](const auto& relation) { return relation.second.switches; });
  if (most != relations_.end()) {
    facts.set("events.relation", text(most->first));
    facts.set("events.relationCount", static_cast<double>(most->second.switches));
    facts.set("events.meanInterval", duration / static_cast<double>(most->second.switches), "s");
  }
  tellChattering(steps, facts);
  tellNeedless(steps, facts);
}

void EventWitness::tellChattering(std::int64_t steps, Facts& facts) const {
  int worst = -1;
  std::int64_t most = 0;
  for (const auto& [mode, width] : hysteresis_)
    if (const std::int64_t switches = relations_.at(mode).switches; switches > most) worst = mode, most = switches;
  if (worst < 0) return;
  facts.set("chatter.relation", text(worst));
  facts.set("chatter.count", static_cast<double>(most));
  facts.set("chatter.share", std::min(1.0, shareOf(most, steps)));
  facts.set("chatter.hysteresis", hysteresis_.at(worst));
}

void EventWitness::tellNeedless(std::int64_t steps, Facts& facts) const {
  if (needless_ == 0) return;
  std::vector<int> modes;
  std::int64_t most = 0;
  int worst = -1;
  for (const auto& [mode, relation] : relations_) {
    if (2 * relation.needless > relation.switches) modes.push_back(mode);
    if (relation.needless > most) worst = mode, most = relation.needless;
  }
  if (modes.empty()) return;
  facts.set("needless.count", static_cast<double>(needless_));
  facts.set("needless.share", std::min(1.0, shareOf(needless_, steps)));
  facts.set("needless.ofEvents", shareOf(needless_, count_));
  facts.set("needless.relation", text(worst));
  facts.set("needless.relations", static_cast<double>(modes.size()));
  facts.set("needless.modes", fmt::format("{}", fmt::join(modes, ",")));
}

}  // namespace dashpot::explanation
