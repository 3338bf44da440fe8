// Sliding along surfaces where relations turn: when it begins, and how it ends.
//
// At an event, everything settles as if nothing slid, with the relations of the surfaces held. Then it is decided anew:
// all surfaces that the solution is on and that drive it back are taken together; while the shares of the motion along
// them do not all lie between 0 and 1, the one that is farthest off is left to one side.
#include "simulation/model_run.hpp"
#include "simulation/sliding_motion.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

using codegen::Entry;

namespace {

void takeSide(BoundModel& model, const SwitchingSurface& surface, bool isAbove) {
  for (const SwitchingSurface::Relation& relation : surface.relations)
    model.modes[relation.mode] = relation.isTrueAbove == isAbove ? 1.0 : 0.0;
}

bool contains(const std::vector<SwitchingSurface>& surfaces, std::size_t mode) {
  return std::ranges::any_of(surfaces, [&](const SwitchingSurface& surface) {
    return std::ranges::find(surface.relations, mode, &SwitchingSurface::Relation::mode) != surface.relations.end();
  });
}

std::vector<std::size_t> modesOf(const std::vector<SwitchingSurface>& surfaces) {
  std::vector<std::size_t> modes;
  for (const SwitchingSurface& surface : surfaces) modes.push_back(surface.mode);
  return modes;
}

}  // namespace

/// Where steps are fixed, modes switch at their ends, and the cost of a step must not vary. Delayed expressions and the
/// choice of states live by the modes as they are.
bool ModelRun::maySlide() const {
  const MethodTraits* const method = findMethod(settings_.method);
  return !isAlgebraic_ && bound_.hasStateEvents() && settings_.step == 0.0 && compiled_.delays.empty() &&
         compiled_.states.sets.empty() && !(method && method->family == Family::inlined);
}

/// What slid up to an event stops. A relation whose share has come to its end is left on that side; the others stay on
/// the surface, and are given.
std::vector<SwitchingSurface> ModelRun::stopSliding(double t, ConstView y, const std::vector<int>& ending) {
  if (!bound_.isSliding()) return {};
  const auto shares = bound_.motion().shares(t, y);
  const auto motion = bound_.stopSliding();
  const auto values = bound_.evaluate(Entry::events, t, y);
  std::vector<SwitchingSurface> staying;
  for (std::size_t i = 0; i < motion->surfaces().size(); ++i) {
    const SwitchingSurface& surface = motion->surfaces()[i];
    const double off = values ? 2 * std::fabs((*values)[surface.mode]) : 0.0;
    const double width = std::max(off, surfaces_.uncertaintyOf(surface.mode, t, y));
    for (const SwitchingSurface::Relation& relation : surface.relations) bound_.slack[relation.mode] = width;
    const bool ends = std::ranges::find(ending, static_cast<int>(surface.mode)) != ending.end() ||
                      (shares && ((*shares)[i] <= 0.0 || (*shares)[i] >= 1.0));
    if (!ends)
      staying.push_back(surface);
    else if (shares)
      takeSide(bound_, surface, (*shares)[i] > 0.5);
  }
  return staying;
}

/// The surfaces that the run starts on and that both sides lead to: a mass at rest on dry friction.
std::vector<SwitchingSurface> ModelRun::surfacesAtStart(double t, ConstView y) {
  std::vector<SwitchingSurface> found;
  for (const int mode : surfaces_.through(t, y)) {
    if (contains(found, static_cast<std::size_t>(mode))) continue;
    auto surface = surfaces_.of(static_cast<std::size_t>(mode), t, y);
    if (!surface) continue;
    const auto motion =
        SlidingMotion::make(bound_, {*surface}, t, y, outcome_.experiment.stop - outcome_.experiment.start);
    if (motion && motion->holds(t, y)) found.push_back(std::move(*surface));
  }
  return found;
}

/// Decides along which surfaces the solution slides from here on, among those where it did and those of relations that
/// turned; y is put onto them.
void ModelRun::slideWhereHeld(double t, Vector& y, std::vector<SwitchingSurface> surfaces,
                              const std::vector<int>& turned) {
  const double duration = outcome_.experiment.stop - outcome_.experiment.start;
  const std::size_t old = surfaces.size();
  for (const int turnedMode : turned) {
    const auto mode = static_cast<std::size_t>(turnedMode);
    if (contains(surfaces, mode) || !surfaces_.isDrivenBack(mode, t, y)) continue;
    if (auto surface = surfaces_.of(mode, t, y)) surfaces.push_back(std::move(*surface));
  }
  std::vector<bool> hasSlid(surfaces.size(), false);
  std::fill_n(hasSlid.begin(), old, true);
  while (!surfaces.empty()) {
    auto motion = SlidingMotion::make(bound_, surfaces, t, y, duration);
    if (motion && motion->holds(t, y) && motion->project(t, y)) {
      bound_.slide(std::move(motion));
      return;
    }
    std::size_t left = surfaces.size() - 1;
    std::optional<bool> isAbove;
    if (motion && surfaces.size() == 1) {
      const auto rates = motion->rates(t, y);
      if (rates && rates->below * rates->above > 0.0) isAbove = rates->above > 0.0;
    } else if (const auto shares = motion ? motion->shares(t, y) : std::nullopt) {
      const auto excess = [](double share) { return std::fabs(share - 0.5); };
      left = static_cast<std::size_t>(std::ranges::max_element(*shares, {}, excess) - shares->begin());
      isAbove = (*shares)[left] > 0.5;
    } else {
      const auto alone = std::ranges::find_if(surfaces, [&](const SwitchingSurface& surface) {
        return !SlidingMotion::make(bound_, {surface}, t, y, duration);
      });
      if (alone != surfaces.end()) left = static_cast<std::size_t>(alone - surfaces.begin());
    }
    const SwitchingSurface surface = std::move(surfaces[left]);
    const bool wasHeld = hasSlid[left];
    surfaces.erase(surfaces.begin() + static_cast<std::ptrdiff_t>(left));
    hasSlid.erase(hasSlid.begin() + static_cast<std::ptrdiff_t>(left));
    if (!wasHeld || !isAbove) continue;
    // The solution leaves a surface that it slid along: only now is it known to which side.
    const Vector modes = bound_.modes;
    takeSide(bound_, surface, *isAbove);
    if (bound_.modes == modes) continue;
    bound_.arrive(t, y);
    auto settled = iterateEvent(bound_, t, y, {}, diagnostics_);
    if (!settled) {
      fail(std::move(settled.error()));
      return;
    }
    print(settled->printed);
    y = std::move(settled->y);
  }
}

/// Where the motion is no longer the one that the integrator was given, it gets the new one.
void ModelRun::followMotion(double t) {
  slides_.set(t, bound_.isSliding() ? modesOf(bound_.motion().surfaces()) : std::vector<std::size_t>());
  const auto isOf = [&](const SparsityPattern& pattern) {
    return pattern_ && pattern_->columnStart == pattern.columnStart && pattern_->rows == pattern.rows;
  };
  const bool isSame = bound_.isSliding() ? isOf(bound_.motion().pattern()) : !pattern_;
  if (isSame) return;
  pattern_ = bound_.isSliding() ? std::optional(bound_.motion().pattern()) : std::nullopt;
  if (!integrator_) return;
  add(integrator_->statistics());
  keepTrail();
  integrator_.emplace(problem(), options());
  isRenewed_ = true;
}

/// A sliding motion that cannot be integrated is left, and its relations switch with a hysteresis. False: there is none.
bool ModelRun::giveUpSliding() {
  if (!bound_.isSliding() || bound_.givesUp()) return false;
  const double t = integrator_->time();
  const Vector y(state().begin(), state().end());
  const auto surfaces = bound_.motion().surfaces();
  (void)stopSliding(t, y, {});
  const Experiment& experiment = outcome_.experiment;
  for (const SwitchingSurface& surface : surfaces)
    calmed_.calm(bound_, surface.mode, t, y, experiment.stop - experiment.start, experiment.tolerance);
  followMotion(t);
  isRenewed_ = false;
  status_ = startSegment(t, y);
  return true;
}

/// As numbers, for a run that is interrupted: where the motion was made, and its relations.
Vector ModelRun::saveMotion() const {
  if (!bound_.isSliding()) return {};
  const SlidingMotion& motion = bound_.motion();
  Vector saved{motion.madeAtTime()};
  saved.insert(saved.end(), motion.madeAt().begin(), motion.madeAt().end());
  for (const std::size_t mode : modesOf(motion.surfaces())) saved.push_back(static_cast<double>(mode));
  return saved;
}

bool ModelRun::loadMotion(ConstView saved) {
  if (saved.empty()) return true;
  const std::size_t n = stateCount();
  if (saved.size() < n + 2) return false;
  const double t = saved[0];
  const ConstView y = saved.subspan(1, n);
  std::vector<SwitchingSurface> surfaces;
  for (const double mode : saved.subspan(1 + n)) {
    if (!(mode >= 0.0 && mode < static_cast<double>(compiled_.modeCount()))) return false;
    auto surface = surfaces_.of(static_cast<std::size_t>(mode), t, y);
    if (!surface) return false;
    surfaces.push_back(std::move(*surface));
  }
  bound_.slide(SlidingMotion::make(bound_, surfaces, t, y, outcome_.experiment.stop - outcome_.experiment.start));
  if (!bound_.isSliding()) return false;
  pattern_ = bound_.motion().pattern();
  return true;
}

}  // namespace dashpot::simulation
