#include "simulation/switching_surface.hpp"

#include "simulation/instruction_sources.hpp"
#include "simulation/relation_functions.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

using codegen::Code;
using codegen::Entry;
using symbolic::Op;

namespace {

// How far states move for a difference, of their size; and the longest time for it, of the run.
constexpr double shareOfSize = 1e-5, shareOfRun = 1e-8;
// Of the sizes of unknowns.
constexpr double rounding = 1e-11;

bool holdsAbove(Op relation) { return relation == Op::greater || relation == Op::greaterEqual; }

/// Reinitialises, prints or ends the run.
bool acts(BoundModel& model, double t, ConstView y) {
  const auto& actions = model.model().events.actions;
  if (actions.empty()) return false;
  const auto values = model.evaluate(Entry::actions, t, y);
  if (!values) return true;
  for (std::size_t k = 0; k < actions.size(); ++k)
    if (actions[k].kind != codegen::ActionKind::assertion && (*values)[2 * k] != 0.0) return true;
  return false;
}

/// The other relations and the discrete variables follow these, which are held. False: they do not settle, or do more.
bool settleAround(BoundModel& model, const std::vector<bool>& isHeld, double t, ConstView y) {
  constexpr int mostPasses = 20;
  for (int pass = 0; pass < mostPasses; ++pass) {
    auto truth = model.relations(t, y);
    if (!truth) return false;
    for (std::size_t i = 0; i < isHeld.size(); ++i)
      if (isHeld[i]) (*truth)[i] = model.modes[i];
    const bool isTrue = *truth == model.modes;
    model.modes = std::move(*truth);
    const auto next = model.evaluate(Entry::discrete, t, y);
    if (!next) return false;
    const bool isSame = *next == model.d;
    model.d = *next;
    if (acts(model, t, y)) return false;
    if (isTrue && isSame && model.pre == model.d) return true;
    if (isTrue && isSame) model.pre = model.d;
  }
  return false;
}

}  // namespace

bool ratesAlong(BoundModel& model, const std::vector<std::size_t>& states, double t, ConstView y, ConstView field,
                double duration, View rates) {
  double time = shareOfRun * duration;
  for (const std::size_t i : states)
    if (const double size = std::fabs(y[i]) + sizeOrUnknown(model.sizes()[i]);
        time * std::fabs(field[i]) > shareOfSize * size)
      time = shareOfSize * size / std::fabs(field[i]);
  Vector there(y.begin(), y.end()), before(rates.size());
  const auto move = [&](double by) {
    for (const std::size_t i : states) there[i] = y[i] + by * field[i];
  };
  move(-time);
  if (model.evaluate(Entry::events, t - time, there, before) != Evaluation::ok) return false;
  move(time);
  if (model.evaluate(Entry::events, t + time, there, rates) != Evaluation::ok) return false;
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = (rates[i] - before[i]) / (2 * time);
  return true;
}

std::optional<Region> regionOf(BoundModel& model, const std::vector<SwitchingSurface>& surfaces, std::size_t above,
                               double t, ConstView y) {
  const Region here{model.modes, model.d, model.pre};
  std::vector<bool> isHeld(model.modes.size(), false);
  for (std::size_t k = 0; k < surfaces.size(); ++k)
    for (const auto& relation : surfaces[k].relations) {
      isHeld[relation.mode] = true;
      model.modes[relation.mode] = relation.isTrueAbove == ((above >> k & 1) != 0) ? 1.0 : 0.0;
    }
  std::optional<Region> found;
  if (settleAround(model, isHeld, t, y)) {
    found = {model.modes, model.d, model.pre};
    for (std::size_t i = 0; i < isHeld.size(); ++i)
      if (isHeld[i]) model.modes[i] = here.modes[i];
    if (!settleAround(model, isHeld, t, y) || model.modes != here.modes || model.d != here.d) found.reset();
  }
  model.modes = here.modes, model.d = here.d, model.pre = here.pre;
  return found;
}

const SwitchingSurfaces::Arguments& SwitchingSurfaces::argumentsOf(std::size_t mode) {
  const auto [at, isNew] = arguments_.try_emplace(mode);
  if (!isNew) return at->second;
  Arguments& arguments = at->second;
  const codegen::CompiledModel& model = model_.model();
  const std::vector<std::uint32_t>& data = model_.inputData.inputs();
  for (const codegen::Instruction* source : InstructionSources(model[Entry::events]).of(mode)) {
    if (source->code == Code::time) arguments.dependsOnTime = true;
    if (source->code == Code::input && std::ranges::find(data, source->a) != data.end()) arguments.isSuitable = false;
    if (source->code != Code::state) continue;
    arguments.states.push_back(source->a);
    if (!model.states.isDifferential[source->a]) arguments.isSuitable = false;
  }
  std::ranges::sort(arguments.states);
  const auto again = std::ranges::unique(arguments.states);
  arguments.states.erase(again.begin(), again.end());
  const auto& byTime = model.events.timeModes;
  if (arguments.states.empty() || std::ranges::find(byTime, mode, &codegen::TimeMode::mode) != byTime.end())
    arguments.isSuitable = false;
  return arguments;
}

double SwitchingSurfaces::uncertaintyOf(std::size_t mode, double t, ConstView y) {
  constexpr double instant = 1e-13;  // of the run
  double width = uncertainty(model_, mode, t, y, rounding);
  const auto field = model_.evaluate(Entry::rhs, t, y);
  Vector rates(model_.modes.size());
  if (field && ratesAlong(model_, argumentsOf(mode).states, t, y, *field, duration_, rates))
    width = std::max(width, instant * duration_ * std::fabs(rates[mode]));
  return width;
}

std::vector<int> SwitchingSurfaces::through(double t, ConstView y) {
  std::vector<int> modes;
  const auto values = model_.evaluate(Entry::events, t, y);
  const Vector widths = uncertainties(model_, t, y, rounding);
  for (std::size_t i = 0; values && i < values->size(); ++i)
    if (std::fabs((*values)[i]) <= widths[i] && argumentsOf(i).isSuitable) modes.push_back(static_cast<int>(i));
  return modes;
}

bool SwitchingSurfaces::isDrivenBack(std::size_t mode, double t, ConstView y) {
  const Arguments& arguments = argumentsOf(mode);
  if (!arguments.isSuitable || model_.hysteresis[mode] > 0.0) return false;
  const auto field = model_.evaluate(Entry::rhs, t, y);
  Vector rates(model_.modes.size());
  if (!field || !ratesAlong(model_, arguments.states, t, y, *field, duration_, rates)) return false;
  const bool isAbove = holdsAbove(model_.model().events.relations[mode]) == (model_.modes[mode] != 0.0);
  return isAbove ? rates[mode] < 0.0 : rates[mode] > 0.0;
}

std::optional<SwitchingSurface> SwitchingSurfaces::of(std::size_t mode, double t, ConstView y) {
  const Arguments& arguments = argumentsOf(mode);
  if (!arguments.isSuitable) return std::nullopt;
  SwitchingSurface surface{mode, {}, arguments.states, arguments.dependsOnTime};
  for (const auto& [same, isReversed] : comparisonsLike(model_, mode, t, y)) {
    if (model_.hysteresis[same] > 0.0) return std::nullopt;  // it is calmed already
    surface.relations.push_back({same, holdsAbove(model_.model().events.relations[same]) != isReversed});
  }
  return surface;
}

}  // namespace dashpot::simulation
