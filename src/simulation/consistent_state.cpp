#include "simulation/consistent_state.hpp"

#include "simulation/algebraic_failure.hpp"
#include "simulation/algebraic_part.hpp"
#include "simulation/relation_functions.hpp"
#include "simulation/relation_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::simulation {

using codegen::Entry;

Diagnostic eventFailure(const BoundModel& model, double t) {
  return evaluationFailure(model, fmt::format("the event at time {:.9g}", t));
}

Diagnostic contradiction(const BoundModel& model, double t, const Vector& before, const Vector& after) {
  Diagnostic d{Severity::error,
               "event-iteration",
               fmt::format("relations and discrete variables contradict one another at time {:.9g}", t),
               {},
               {},
               {},
               {}};
  for (std::size_t i = 0; i < after.size(); ++i)
    if (before[i] != after[i])
      d.detail(i < model.modes.size() ? model.model().events.texts[i]
                                      : model.model().discrete.names[i - model.modes.size()]);
  d.hint(
      "each of them turns false as soon as it is taken for true, and the reverse: a hysteresis would separate the two");
  return d;
}

Vector modesAndDiscrete(const BoundModel& model) {
  Vector all = model.modes;
  all.insert(all.end(), model.d.begin(), model.d.end());
  return all;
}

std::string actionText(const codegen::ActionInfo& action, ConstView messages) {
  std::string text;
  for (const auto& piece : action.text)
    if (const auto* words = std::get_if<std::string>(&piece))
      text += *words;
    else if (const auto& shown = std::get<codegen::ShownOutput>(piece); !messages.empty())
      text += written(shown.format, messages[shown.output]);
    else
      text += "?";
  return text;
}

Diagnostic assertionViolated(const codegen::ActionInfo& action, double t, ConstView messages) {
  Diagnostic d{Severity::error,
               "assertion",
               fmt::format("assertion violated at time {:.9g}: {}", t, actionText(action, messages)),
               {},
               {},
               {},
               {}};
  if (action.isWarning) d.severity = Severity::warning;
  d.detail(action.origin);
  return d;
}

namespace {

std::string textOf(BoundModel& model, const codegen::ActionInfo& action, double t, ConstView y) {
  const auto values = model.evaluate(Entry::messages, t, y);
  return actionText(action, values ? ConstView(*values) : ConstView());
}

PrintedLine printed(BoundModel& model, const codegen::ActionInfo& action, double t, ConstView y) {
  if (!action.matrix) return {textOf(model, action, t, y), action.file};
  PrintedLine line{{}, action.file, action.matrix};
  const auto values = model.evaluate(Entry::messages, t, y);
  for (const auto& piece : action.text)
    line.values.push_back(values ? (*values)[std::get<codegen::ShownOutput>(piece).output] : std::nan(""));
  return line;
}

Diagnostic violated(BoundModel& model, const codegen::ActionInfo& action, double t, ConstView y) {
  const auto values = model.evaluate(Entry::messages, t, y);
  return assertionViolated(action, t, values ? ConstView(*values) : ConstView());
}

/// The discrete variables of one pass with the present modes, and the algebraic unknowns that go with them. False:
/// there are none, and everything is as before.
bool follow(BoundModel& model, double t, Vector& y) {
  const Vector discrete = model.d;
  if (!model.d.empty())
    if (const auto next = model.evaluate(Entry::discrete, t, y)) model.d = *next;
  if (auto solved = solveAlgebraic(model, t, y); solved && model.evaluate(Entry::rhs, t, *solved)) {
    y = std::move(*solved);
    return true;
  }
  model.d = discrete;
  return false;
}

/// The same until nothing changes. Gives what the truth of the relations is then; nothing, if it does not settle.
std::optional<Vector> truthOf(BoundModel& model, double t, Vector& y) {
  constexpr int mostPasses = 10;
  for (int pass = 0; pass < mostPasses; ++pass) {
    const Vector before = model.d;
    if (!follow(model, t, y)) return std::nullopt;
    if (before == model.d && pass > 0) return model.relations(t, y);
  }
  return std::nullopt;
}

/// Truth values that agree with what follows from them, where going from one to the next leads round in circles.
class Agreement {
 public:
  Agreement(BoundModel& model, double t, const Vector& y)
      : model_(model), t_(t), modes_(model.modes), d_(model.d), y_(y) {}

  /// Searches; the model and y then have what was found. Where every combination contradicts itself, but one of them by
  /// rounding only, that one is taken, and the relations in question get a hysteresis as wide as that.
  bool find(const std::vector<std::size_t>& involved, Vector& y, const std::function<bool()>& stops) {
    model_.modes = modes_;
    const auto isAgreed = [&] { return !stops() && agrees(); };
    // Where a solution ends, as of an amplifier that leaves its limit, the one to jump to may be decided by others.
    std::vector<std::size_t> all(modes_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const bool isFound = takeCombination(model_.modes, involved, isAgreed) ||
                         (involved.size() < all.size() && takeCombination(model_.modes, all, isAgreed));
    if (!isFound && near_.modes.empty()) return false;
    if (!isFound) model_.modes = near_.modes, model_.d = near_.d, trial_ = near_.y;
    for (const auto& [mode, width] : isFound ? std::vector<DoubtfulRelation>{} : near_.relations)
      for (const std::size_t same : sameAs(model_, mode, t_, trial_))
        model_.hysteresis[same] = std::max(model_.hysteresis[same], width);
    y = trial_;
    return true;
  }

 private:
  bool agrees() {
    model_.d = d_, trial_ = y_;
    const auto truth = truthOf(model_, t_, trial_);
    if (!truth) return false;
    if (*truth == model_.modes) return true;
    if (near_.modes.empty()) noteIfNear(*truth);
    return false;
  }

  void noteIfNear(const Vector& truth) {
    if (auto doubtful = doubtfulRelations(model_, t_, trial_, truth); !doubtful.empty())
      near_ = {model_.modes, model_.d, trial_, std::move(doubtful)};
  }

  BoundModel& model_;
  double t_;
  Vector modes_, d_, y_;  // before the event
  Vector trial_;
  struct {
    Vector modes, d, y;
    std::vector<DoubtfulRelation> relations;
  } near_;
};

/// Relations, discrete variables and algebraic unknowns that agree with one another, pre() being held; y becomes
/// theirs.
std::optional<Diagnostic> agree(BoundModel& model, double t, Vector& y, const std::function<bool()>& stops) {
  const auto isSolvable = [&] { return !stops() && follow(model, t, y); };
  Agreement agreement(model, t, y);
  RelationSearch search;
  while (!stops()) {
    const Vector before = modesAndDiscrete(model);
    auto truth = model.relations(t, y);
    if (!truth) {
      Diagnostic failure = eventFailure(model, t);
      if (!takeNeighbour(model.modes, isSolvable)) return failure;
      truth = model.relations(t, y);
      if (!truth) return failure;
    }
    if (search.goesRound())
      if (const auto values = model.evaluate(Entry::events, t, y)) search.observe(model.modes, *truth, *values);
    const bool isTrue = *truth == model.modes;
    model.modes = search.next(model.modes, *truth);
    if (!model.d.empty()) {
      const auto next = model.evaluate(Entry::discrete, t, y);
      if (!next) return eventFailure(model, t);
      model.d = *next;
    }
    const Vector after = modesAndDiscrete(model);
    if (isTrue && before == after) return std::nullopt;
    if (search.isHopeless()) {
      if (agreement.find(search.involved(), y, stops) || stops()) return std::nullopt;
      return contradiction(model, t, before, after);
    }
    auto solved = solveAlgebraic(model, t, y);
    if (solved) y = std::move(*solved);
    if (solved && model.evaluate(Entry::rhs, t, y)) continue;
    Diagnostic failure = solved ? eventFailure(model, t) : std::move(solved.error());
    if (!takeNeighbour(model.modes, isSolvable)) return failure;
  }
  return std::nullopt;
}

/// Performs the actions of an event once everything agrees.
std::optional<Diagnostic> act(BoundModel& model, double t, AfterEvent& event, bool isFirst, bool& restarted,
                              Diagnostics& diagnostics) {
  const codegen::CompiledModel& compiled = model.model();
  restarted = false;
  if (compiled.events.actions.empty()) return std::nullopt;
  const auto values = model.evaluate(Entry::actions, t, event.y);
  if (!values) return eventFailure(model, t);
  const Vector seen = event.y;
  for (std::size_t k = 0; k < compiled.events.actions.size(); ++k) {
    const codegen::ActionInfo& action = compiled.events.actions[k];
    const bool isActive = (*values)[2 * k] != 0.0;
    const double value = (*values)[2 * k + 1];
    if (!isActive) continue;
    if (action.kind == codegen::ActionKind::reinit) {
      event.y[action.target] = value;
      restarted = event.restarted = true;
    } else if (action.kind == codegen::ActionKind::terminate) {
      event.terminated = textOf(model, action, t, seen);
    } else if (action.kind == codegen::ActionKind::print) {
      if (value != 0.0) event.printed.push_back(printed(model, action, t, seen));
    } else if (value == 0.0) {
      if (!action.isWarning) return violated(model, action, t, seen);
      if (isFirst) diagnostics.add(violated(model, action, t, seen));
    }
  }
  if (!restarted) return std::nullopt;
  auto solved = solveAlgebraic(model, t, event.y);
  if (!solved) return std::move(solved.error());
  event.y = std::move(*solved);
  return std::nullopt;
}

}  // namespace

Expected<AfterEvent, Diagnostic> iterateEvent(BoundModel& model, double t, Vector y,
                                              const std::function<bool()>& cancelled, Diagnostics& diagnostics) {
  AfterEvent result{.y = std::move(y)};
  const auto stops = [&] { return result.cancelled = cancelled && cancelled(); };
  // What one discrete variable does may wait for another by pre(): as many rounds as there are of them may be needed.
  const auto rounds = std::max<std::size_t>(mostRounds, model.d.size() + 1);
  for (std::size_t round = 0; round < rounds; ++round) {
    if (auto failure = agree(model, t, result.y, stops)) return Unexpected{std::move(*failure)};
    if (result.cancelled) return result;
    bool restarted = false;
    if (auto failure = act(model, t, result, round == 0, restarted, diagnostics))
      return Unexpected{std::move(*failure)};
    if (!restarted && model.pre == model.d) return result;
    model.pre = model.d;
    model.arrive(t, result.y);
  }
  return Unexpected{Diagnostic{Severity::error,
                               "event-iteration",
                               fmt::format("the discrete variables do not settle at time {:.9g}", t),
                               {},
                               {},
                               {},
                               {}}};
}

bool hasAssertions(const codegen::CompiledModel& model) {
  return std::ranges::any_of(model.events.actions, [](const codegen::ActionInfo& action) {
    return action.kind == codegen::ActionKind::assertion;
  });
}

std::optional<Diagnostic> checkAssertions(BoundModel& model, double t, ConstView y, std::vector<bool>& isWarned,
                                          Diagnostics& diagnostics) {
  const codegen::CompiledModel& compiled = model.model();
  if (!hasAssertions(compiled)) return std::nullopt;
  isWarned.resize(compiled.events.actions.size(), false);
  const auto values = model.evaluate(Entry::actions, t, y);
  if (!values) {  // what has no value here is reported by whoever needs it; a call that is a check by itself is not
    const auto fault = model.lastFault();
    if (!fault || !fault->isFailedCall) return std::nullopt;
    return Diagnostic{Severity::error,
                      "assertion",
                      fmt::format("assertion violated at time {:.9g}: {}", t, fault->reason),
                      {},
                      {},
                      {},
                      {}};
  }
  for (std::size_t k = 0; k < compiled.events.actions.size(); ++k) {
    const codegen::ActionInfo& action = compiled.events.actions[k];
    const bool isViolated = (*values)[2 * k] != 0.0 && (*values)[2 * k + 1] == 0.0;
    if (action.kind != codegen::ActionKind::assertion || !isViolated) continue;
    if (!action.isWarning) return violated(model, action, t, y);
    if (!isWarned[k]) diagnostics.add(violated(model, action, t, y));
    isWarned[k] = true;
  }
  return std::nullopt;
}

std::optional<Diagnostic> checkInitialAssertions(BoundModel& model, double t, ConstView y, Diagnostics& diagnostics) {
  // An assertion that is violated whether or not initial() is true is reported with the first event.
  std::vector<bool> isWarned;
  Diagnostics later;
  if (checkAssertions(model, t, y, isWarned, later)) return std::nullopt;
  double& isInitial = model.phases[static_cast<std::size_t>(codegen::Phase::initial)];
  isInitial = 1.0;
  auto violation = checkAssertions(model, t, y, isWarned, diagnostics);
  isInitial = 0.0;
  return violation;
}

std::vector<PrintedLine> printedAtStart(BoundModel& model, double t, ConstView y) {
  const auto& actions = model.model().events.actions;
  std::vector<PrintedLine> lines;
  if (std::ranges::find(actions, codegen::ActionKind::print, &codegen::ActionInfo::kind) == actions.end()) return lines;
  double& isInitial = model.phases[static_cast<std::size_t>(codegen::Phase::initial)];
  isInitial = 1.0;
  if (const auto values = model.evaluate(Entry::actions, t, y))
    for (std::size_t k = 0; k < actions.size(); ++k)
      if (actions[k].kind == codegen::ActionKind::print && (*values)[2 * k] != 0.0 && (*values)[2 * k + 1] != 0.0)
        lines.push_back(printed(model, actions[k], t, y));
  isInitial = 0.0;
  return lines;
}

}  // namespace dashpot::simulation
