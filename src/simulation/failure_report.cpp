#include "simulation/failure_report.hpp"

#include "simulation/undetermined.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;

constexpr std::size_t shownEvents = 3;

Diagnostic stopped(double time, std::string_view why) {
  return {Severity::error,
          "integration",
          fmt::format("the simulation stopped at time {:.9g}: {}", time, why),
          {},
          {},
          {},
          {}};
}

/// "x = 3.2, whose equation is ..."
void nameState(Diagnostic& d, const CompiledModel& model, std::string_view role, int component, ConstView y) {
  const auto i = static_cast<std::size_t>(component);
  if (component < 0 || i >= model.states.names.size()) return;
  const std::uint32_t origin = model.states.rowOrigins[i];
  d.detail(fmt::format("{}: {} = {:.6g}", role, model.states.names[i], y[i]));
  if (origin < model.origins.size()) d.detail("its equation: " + model.origins[origin]);
}

void nameEvents(Diagnostic& d, const CompiledModel& model, const EventWatch& events) {
  const auto& recent = events.recent();
  if (recent.empty()) return;
  const std::size_t count = std::min(recent.size(), shownEvents);
  for (auto event = recent.end() - static_cast<std::ptrdiff_t>(count); event != recent.end(); ++event) {
    std::vector<std::string_view> texts;
    for (const int mode : event->modes) texts.emplace_back(model.events.texts[static_cast<std::size_t>(mode)]);
    d.detail(fmt::format("event at time {:.9g}: {}", event->time,
                         texts.empty() ? "a clock ticked" : fmt::format("{}", fmt::join(texts, ", "))));
  }
}

void hintAt(Diagnostic& d, FailureKind kind) {
  switch (kind) {
    case FailureKind::stepTooSmall:
    case FailureKind::tooManyRejections:
      d.hint(
          "a jump or kink that is no event looks like this (noEvent, a table, abs in a function): let it be an event");
      d.hint("or the solution has a pole here; try --method radau5, and look at the result up to this time");
      break;
    case FailureKind::tooManySteps: d.hint("try a looser --tolerance, or a method for stiff systems"); break;
    case FailureKind::singularMatrix:
      d.hint(
          "the algebraic equations lose their unique solution here: look for a variable that no equation determines");
      break;
    case FailureKind::evaluation:
    case FailureKind::fatalEvaluation:
      d.hint(
          "the solution runs to where the equations are not defined: limit the variable, or stop with an assert "
          "before");
      break;
    case FailureKind::eventStorm:
      d.hint("a relation that switches again and again without time going on needs a hysteresis");
      break;
    case FailureKind::blowUp: d.hint("the system is unstable, or its input too large; --blow-up sets the limit"); break;
    default: break;
  }
}

/// The matrix of the steps is singular because the equations leave a variable open.
std::optional<Diagnostic> undeterminedReport(BoundModel& model, const Failure& failure, ConstView y) {
  const auto open = findUndetermined(model, failure.time, y);
  if (!open) return std::nullopt;
  Diagnostic d = stopped(failure.time, fmt::format("no equation determines '{}' any more", open->names.front()));
  if (open->names.size() > 1)
    d.detail(fmt::format("which is also {}", fmt::join(open->names.begin() + 1, open->names.end(), ", ")));
  for (const std::string& equation : open->equations) d.detail("this equation no longer depends on it: " + equation);
  nameOpenPorts(d, model.model());
  d.hint(remedyFor(open->unit));
  return d;
}

}  // namespace

Diagnostic failureReport(BoundModel& model, const Failure& failure, const EventWatch& events, const StepWatch& steps,
                         ConstView y) {
  if (failure.kind == FailureKind::singularMatrix)
    if (auto report = undeterminedReport(model, failure, y)) return std::move(*report);
  Diagnostic d = stopped(failure.time, failure.message);
  const bool wasEvaluation = failure.kind == FailureKind::evaluation || failure.kind == FailureKind::fatalEvaluation;
  if (const auto fault = model.lastFault();
      fault && (wasEvaluation || std::fabs(fault->time - failure.time) <= 10 * std::fabs(failure.stepSize))) {
    d.detail(fmt::format("{} at time {:.9g}", fault->reason, fault->time));
    if (!fault->origin.empty()) d.detail(fault->origin);
  }
  if (failure.kind == FailureKind::invalidInput) return d;
  const int worst = failure.worstComponent >= 0 ? failure.worstComponent : steps.limiting();
  nameState(d, model.model(), "the state that limits the step", worst, y);
  nameEvents(d, model.model(), events);
  hintAt(d, failure.kind);
  return d;
}

Diagnostic stuckReport(const BoundModel& model, double time, const EventWatch& events, const StepWatch& steps,
                       ConstView y) {
  Diagnostic d =
      stopped(time, fmt::format("it gets nowhere: the steps have shrunk to about {:.3g} s, and the end would "
                                "need more than 1e9 of them",
                                steps.meanStep()));
  nameState(d, model.model(), "the state that limits most steps", steps.limiting(), y);
  nameEvents(d, model.model(), events);
  d.hint(
      "if its equation jumps inside noEvent() or smooth(), the solution may switch back and forth there without an "
      "event: leave noEvent out, or smooth the jump");
  d.hint(
      "else the system has a very fast mode that its method does not damp: try --method radau5, or a looser "
      "--tolerance");
  return d;
}

Diagnostic zenoReport(const BoundModel& model, double limit, const EventWatch& events) {
  Diagnostic d{
      Severity::error,
      "zeno",
      fmt::format("events come ever closer together and would never pass time {:.9g} (Zeno behaviour): the run "
                  "ends there",
                  limit),
      {},
      {},
      {},
      {}};
  nameEvents(d, model.model(), events);
  d.hint("let the model come to rest: below some velocity or level, a state of its own without switching");
  return d;
}

Diagnostic stormReport(const BoundModel& model, double time, const EventWatch& events) {
  Diagnostic d = stopped(time, fmt::format("events follow one another every {:.3g} s, and the end would need more than "
                                           "1e9 of them",
                                           events.meanInterval()));
  nameEvents(d, model.model(), events);
  d.hint("is a period or a step in these relations shorter than was meant?");
  d.hint("else give the relation a hysteresis, or use noEvent() where the jump does not matter");
  return d;
}

}  // namespace dashpot::simulation
