#include "realtime/loop.hpp"

#include <algorithm>

namespace dashpot::realtime {

namespace {

constexpr Nanoseconds untilTheFirst = 2'000'000;  // everything is ready before the first deadline
constexpr Nanoseconds betweenLooks = 20'000;      // at what a partner answers
constexpr std::size_t mostLateSteps = 16;

}  // namespace

Loop::Loop(simulation::FixedStepRun& run, ExchangeBlock& block, double step, LoopSettings settings)
    : run_(run),
      block_(block),
      inputs_(block.inputs()),
      outputs_(block.outputs()),
      settings_(std::move(settings)),
      deadlines_(step),
      gate_(settings_.kinds),
      values_(run.outputs().size()),
      received_{.values = Vector(block.inputCount())},
      taken_(block.inputCount()) {
  report_.late.reserve(mostLateSteps);
}

void Loop::run() {
  deadlines_.start(now() + untilTheFirst);
  block_.setState(ExchangeBlock::State::running);
  publish();
  for (std::int64_t k = 0; settings_.steps == 0 || k < settings_.steps; ++k) {
    if (isStopped()) {
      report_.ending = Ending::stopped;
      break;
    }
    hasSlept_ = false;
    if (settings_.pace == Pace::clock ? !waitForDeadline(k) : settings_.pace == Pace::partner && !waitForPartner(k))
      break;
    const Nanoseconds begin = now();
    takeInputs();
    const bool goesOn = run_.advance();
    publish();
    note(k, begin, now());
    if (!goesOn) {
      report_.ending = Ending::model;
      break;
    }
  }
  block_.setState(ExchangeBlock::State::ended);
}

bool Loop::waitForDeadline(std::int64_t k) {
  const Nanoseconds deadline = deadlines_.of(k);
  while (now() < deadline) {
    hasSlept_ = true;
    if (sleepUntil(deadline) || !isStopped()) continue;
    report_.ending = Ending::stopped;
    return false;
  }
  return true;
}

/// The partner answers with the sequence number of the outputs that it has seen.
bool Loop::waitForPartner(std::int64_t k) {
  const Nanoseconds since = now();
  const auto patience = static_cast<Nanoseconds>(settings_.patience * nanosecondsPerSecond);
  for (;;) {
    if (lookForInputs() && received_.sequence >= static_cast<std::uint64_t>(k)) return true;
    const Nanoseconds time = now();
    if (isStopped() || time - since > patience) {
      report_.ending = isStopped() ? Ending::stopped : Ending::silence;
      return false;
    }
    sleepUntil(time + betweenLooks);
  }
}

/// Whether there are new inputs, of which the model is to take the last.
bool Loop::lookForInputs() {
  const std::uint64_t before = received_.sequence;
  switch (inputs_.read(seen_, received_)) {
    case Cell::News::none: break;
    case Cell::News::torn: ++gate_.counts.torn; break;
    case Cell::News::fresh:
      if (!settings_.isChecked && !gate_.takes(received_.sequence, received_.values, now())) {
        received_.sequence = before;
        break;
      }
      std::ranges::copy(received_.values, taken_.begin());
      hasNews_ = hasInputs_ = true;
      break;
  }
  return hasNews_;
}

void Loop::takeInputs() {
  if (settings_.servedInputs.empty()) return;
  const bool isFresh = hasNews_ || lookForInputs();
  hasNews_ = false;
  if (!hasInputs_) ++report_.withoutInputs;
  silence_ = isFresh ? 0 : silence_ + 1;
  report_.longestSilence = std::max(report_.longestSilence, silence_);
  if (!isFresh) return;
  ++report_.freshInputs;
  for (std::size_t i = 0; i < taken_.size(); ++i) run_.setInput(settings_.servedInputs[i], taken_[i]);
}

void Loop::publish() {
  outputs_.write(static_cast<std::uint64_t>(published_++), run_.time(), run_.outputs());
  values_.add(run_.time(), run_.outputs());
}

void Loop::note(std::int64_t k, Nanoseconds begin, Nanoseconds end) {
  report_.cost.add(end - begin);
  report_.course.add(end - begin);
  const Nanoseconds lateness = hasSlept_ ? begin - deadlines_.of(k) : 0;
  if (hasSlept_) report_.lateness.add(lateness);
  report_.need.add(lateness + end - begin);
  if (settings_.pace != Pace::clock) return;
  const Nanoseconds behind = end - deadlines_.of(k + 1);
  report_.behindAtEnd = std::max<Nanoseconds>(behind, 0);
  if (behind <= 0) return;
  ++report_.overruns;
  report_.furthestBehind = std::max(report_.furthestBehind, behind);
  if (report_.late.size() < mostLateSteps) report_.late.push_back(k);
}

}  // namespace dashpot::realtime
