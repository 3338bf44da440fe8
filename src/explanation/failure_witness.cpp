#include "explanation/failure_witness.hpp"

#include "explanation/structure_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::explanation {
namespace {

constexpr std::size_t kept = 5;  // states: four speeds, three ratios
constexpr std::size_t mostStates = 10, mostFast = 3;

std::string_view nameOf(FailureKind kind) {
  switch (kind) {
    case FailureKind::stepTooSmall: return "step-too-small";
    case FailureKind::tooManyRejections: return "rejections";
    case FailureKind::tooManySteps: return "too-many-steps";
    case FailureKind::singularMatrix: return "singular-matrix";
    case FailureKind::evaluation:
    case FailureKind::fatalEvaluation: return "evaluation";
    case FailureKind::eventStorm: return "event-storm";
    case FailureKind::blowUp: return "blow-up";
    default: return "";
  }
}

}  // namespace

void FailureWitness::see(const simulation::ObservedStep& step) {
  if (!step.events.empty()) {
    last_.clear();  // speeds before an event say nothing about those after it
    resolved_.clear();
    lastEvents_ = step.events;
    if (step.model) relations_ = step.model->model().events.texts;
  }
  last_.push_back({step.to, Vector(step.y.begin(), step.y.end())});
  if (last_.size() > kept) last_.pop_front();
  // Steps as short as the rounding of time give no speeds.
  constexpr double resolution = 1e-9;
  if (step.to - step.from <= resolution * std::abs(step.to)) return;
  resolved_.push_back(last_.back());
  if (resolved_.size() > kept) resolved_.pop_front();
}

void FailureWitness::examine(simulation::BoundModel& model, double t, ConstView, const Failure& failure) {
  fault_ = model.lastFault();
  failure_ = failure;
  failedAt_ = t;
}

std::vector<int> FailureWitness::fastest() const {
  if (last_.size() < 2) return {};
  const Vector& before = last_[last_.size() - 2].y;
  const Vector& after = last_.back().y;
  std::vector<std::pair<double, int>> changes;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    const double size = std::max(std::abs(before[i]), std::abs(after[i]));
    if (size > 0) changes.emplace_back(std::abs(after[i] - before[i]) / size, static_cast<int>(i));
  }
  std::ranges::stable_sort(changes, std::greater{}, &std::pair<double, int>::first);
  std::vector<int> order;
  for (const auto& [change, unknown] : changes) order.push_back(unknown);
  return order;
}

std::optional<FailureWitness::Pole> FailureWitness::pole() const {
  std::optional<Pole> nearest;
  for (const int unknown : fastest())
    if (const auto found = poleOf(static_cast<std::size_t>(unknown));
        found && (!nearest || found->time < nearest->time))
      nearest = found;
  return nearest;
}

std::optional<FailureWitness::Pole> FailureWitness::poleOf(std::size_t unknown) const {
  if (resolved_.size() < kept) return std::nullopt;
  std::vector<double> times, speeds;
  for (std::size_t k = 1; k < resolved_.size(); ++k) {
    const double h = resolved_[k].time - resolved_[k - 1].time;
    times.push_back(0.5 * (resolved_[k].time + resolved_[k - 1].time));
    speeds.push_back((resolved_[k].y[unknown] - resolved_[k - 1].y[unknown]) / h);
  }
  std::vector<double> middles, ratios;
  for (std::size_t k = 1; k < speeds.size(); ++k) {
    if (!(std::abs(speeds[k]) > std::abs(speeds[k - 1])) || speeds[k] * speeds[k - 1] <= 0) return std::nullopt;
    const double acceleration = (speeds[k] - speeds[k - 1]) / (times[k] - times[k - 1]);
    middles.push_back(0.5 * (times[k] + times[k - 1]));
    ratios.push_back(0.5 * (speeds[k] + speeds[k - 1]) / acceleration);
  }
  const std::size_t n = ratios.size();
  const double slope = (ratios[n - 1] - ratios[n - 2]) / (middles[n - 1] - middles[n - 2]);
  if (!(slope < 0)) return std::nullopt;
  const double time = middles[n - 1] - ratios[n - 1] / slope;
  const double seen = resolved_.back().time - resolved_.front().time;
  if (!(time > resolved_.back().time) || time > resolved_.back().time + 10 * seen) return std::nullopt;
  return Pole{static_cast<int>(unknown), time, -1 / slope};
}

bool FailureWitness::isToBlame() const {
  if (!fault_) return false;
  const bool wasEvaluation = failure_.kind == FailureKind::evaluation || failure_.kind == FailureKind::fatalEvaluation;
  return last_.empty() || wasEvaluation || std::abs(fault_->time - failedAt_) <= 10 * std::abs(failure_.stepSize);
}

/// Without the advice that follows it.
std::string FailureWitness::reason() const { return fault_->reason.substr(0, fault_->reason.find(". ")); }

void FailureWitness::tellFault(const equations::SolvableSystem* system, Facts& facts) const {
  facts.set("fault.reason", reason());
  facts.set("fault.equation", shortened(fault_->origin));
  if (!fault_->isSingularLoop) return;
  facts.set("fault.singular", 1.0);
  if (system && solvesForDerivatives(*system, fault_->equation)) facts.set("fault.ofDerivatives", 1.0);
}

void FailureWitness::tellPole(const Pole& pole, const Names& names, Facts& facts) const {
  facts.set("pole.state", names.unknown(pole.unknown));
  facts.set("pole.time", pole.time, "s");
  facts.set("pole.power", pole.power);
  facts.set("pole.equation", names.equation(pole.unknown));
}

/// The unknowns to be suspected: that with the largest error, one that runs into a pole, those that change fastest.
std::vector<int> FailureWitness::suspected(const std::optional<Pole>& pole) const {
  std::vector<int> result;
  const auto add = [&](int unknown) {
    if (unknown >= 0 && std::ranges::find(result, unknown) == result.end()) result.push_back(unknown);
  };
  add(failure_.worstComponent);
  if (pole) add(pole->unknown);
  const std::vector<int> fast = fastest();
  for (std::size_t k = 0; k < std::min(fast.size(), mostFast); ++k) add(fast[k]);
  return result;
}

std::vector<std::string> FailureWitness::suspects(const Names& names, const std::vector<int>& unknowns) const {
  std::vector<std::string> result;
  if (isToBlame() && !fault_->origin.empty()) result.push_back(shortened(fault_->origin));
  for (const int unknown : unknowns) {
    const std::string equation = names.equation(unknown);
    result.push_back(names.unknown(unknown) + (equation.empty() ? "" : ", by " + equation));
  }
  for (const auto& event : lastEvents_)
    for (const int mode : event.modes)
      if (static_cast<std::size_t>(mode) < relations_.size())
        result.push_back(fmt::format("{}, which switched last, at {:.9g} s", relations_[static_cast<std::size_t>(mode)],
                                     event.time));
  return result;
}

/// The state that was accepted last, with those first that are suspected.
void FailureWitness::listLastState(const Names& names, const std::vector<int>& first, FailureAccount& account) const {
  std::vector<int> order = first;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::ranges::find(first, static_cast<int>(i)) == first.end()) order.push_back(static_cast<int>(i));
  account.leftOut = order.size() > mostStates ? order.size() - mostStates : 0;
  order.resize(order.size() - account.leftOut);
  for (const int unknown : order) {
    const std::string name = names.unknown(unknown);
    account.lastState.push_back(
        {name, last_.back().y[static_cast<std::size_t>(unknown)], names.unit(name), names.displayUnit(name)});
  }
}

std::optional<FailureAccount> FailureWitness::tell(const Names& names, const simulation::Outcome& outcome,
                                                   const Diagnostics& ofRun, const equations::SolvableSystem* system,
                                                   Facts& facts) const {
  if (outcome.kind != simulation::OutcomeKind::failed) return std::nullopt;
  FailureAccount account{.time = last_.empty() ? outcome.endTime : last_.back().time};
  facts.set("failure.time", account.time, "s");
  facts.set("failure.kind", std::string(nameOf(failure_.kind)));
  if (last_.empty()) facts.set("failure.atStart", 1.0);
  const auto pole = this->pole();
  const std::vector<int> unknowns = suspected(pole);
  account.suspects = suspects(names, unknowns);
  if (const auto error = std::ranges::find(ofRun.all(), Severity::error, &Diagnostic::severity);
      error != ofRun.all().end()) {
    account.reason = error->message;
    facts.set("failure.code", error->code);
    facts.set("failure.reason", error->message);
    if (account.suspects.empty()) account.suspects = error->details;
  }
  if (!account.suspects.empty()) facts.set("failure.suspect", account.suspects.front());
  if (isToBlame()) {
    tellFault(system, facts);
    account.singularity = fmt::format("at {:.9g} s: {}", fault_->time, reason());
  }
  if (facts.text("failure.code") == "zeno")
    account.singularity = fmt::format("events accumulate at {:.9g} s", account.time);
  if (pole) {
    tellPole(*pole, names, facts);
    account.singularity = fmt::format(
        "at about {:.9g} s the speed of {} becomes infinite: it grows like the distance from there to the "
        "power of -{:.2g}",
        pole->time, names.unknown(pole->unknown), pole->power);
  }
  if (!last_.empty()) listLastState(names, unknowns, account);
  return account;
}

}  // namespace dashpot::explanation
