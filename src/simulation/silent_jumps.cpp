#include "simulation/silent_jumps.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr int fewestLooks = 3, mostLooks = 255;  // within a step: with its end, in fours
constexpr double fewestLooksPerRun = 200, fewestLooksAtStates = 100;
constexpr double looksPerGap = 2;
constexpr double timesUntilTrusted = 3;
constexpr std::size_t mostTurnsKnown = 10000;
constexpr std::size_t mostLooksAlone = 256;

/// Whether a condition may turn more often than the states that decide it: with time, inputs and delayed values, which
/// have a course of their own within a step, or by functions that go up and down, round, or are called.
bool followMoreThanStates(const codegen::Function& conditions) {
  using codegen::Code;
  using symbolic::Op;
  return std::ranges::any_of(conditions.code, [](const codegen::Instruction& at) {
    switch (at.code) {
      case Code::time:
      case Code::input:
      case Code::delayed:
      case Code::call: return true;
      case Code::operation: break;
      default: return false;
    }
    switch (at.op) {
      case Op::sin:
      case Op::cos:
      case Op::tan:
      case Op::floor:
      case Op::ceil:
      case Op::div:
      case Op::mod:
      case Op::rem: return true;
      default: return false;
    }
  });
}

/// Conditions at which F bends are watched only where that may matter, or where it is not known that F does not jump.
Entry watchedEntry(const BoundModel& model) {
  const codegen::Events& events = model.model().events;
  const bool isAsDeclared = std::ranges::all_of(
      events.bendsRestOn, [&](const auto& number) { return model.parameters()[number.first] == number.second; });
  const auto& isDifferential = model.model().states.isDifferential;
  const bool hasUnknowns = std::ranges::find(isDifferential, false) != isDifferential.end();
  const bool watchesBends = events.jumpCount == events.silentConditions.size() || !isAsDeclared || hasUnknowns;
  return watchesBends ? Entry::silentConditions : Entry::silentJumps;
}

/// Evenly strewn, but not evenly spaced: a wave must not be looked at always in the same phase.
double share(int k, int count) {
  constexpr double goldenRatio = 0.6180339887498949;
  const double strewn = (k + 1) * goldenRatio;
  return (k + (strewn - static_cast<int>(strewn))) / count;  // as by floor(), without a call
}

}  // namespace

SilentJumps::SilentJumps(BoundModel& model, const StateTolerances& tolerances, double duration)
    : model_(model),
      tolerances_(tolerances),
      watched_(watchedEntry(model)),
      spacing_(duration / (followMoreThanStates(model.model()[watched_]) ? fewestLooksPerRun : fewestLooksAtStates)),
      isWatching_(model.model()[watched_].outputCount() > 0),
      values_(model.model()[watched_].outputCount()),
      left_(model.model().size()),
      right_(left_),
      callsProcedures_(std::ranges::find(model.model()[watched_].code, codegen::Code::call,
                                         &codegen::Instruction::code) != model.model()[watched_].code.end()),
      lanes_(model.lanes()) {}

Vector SilentJumps::save() const {
  Vector saved{lastTurn_, gap_, isWatching_ ? 1.0 : 0.0, next_.before, next_.after};
  for (const auto& [turn, seen] : harmless_) {
    const auto& [condition, from, to] = turn;
    for (const double number : {static_cast<double>(condition), from, to, seen.times, seen.longestStep})
      saved.push_back(number);
  }
  return saved;
}

void SilentJumps::load(ConstView saved) {
  constexpr std::size_t head = 5, ofTurn = 5;
  if (saved.size() < head || (saved.size() - head) % ofTurn != 0) return;
  lastTurn_ = saved[0], gap_ = saved[1], isWatching_ = isWatching_ && saved[2] != 0.0;
  next_ = {saved[3], saved[4]};
  harmless_.clear();
  for (std::size_t i = head; i < saved.size(); i += ofTurn)
    harmless_[{keptNumber(saved[i], std::size_t{0}, values_.size()), saved[i + 1], saved[i + 2]}] = {saved[i + 3],
                                                                                                     saved[i + 4]};
}

/// False: a condition has no value somewhere.
bool SilentJumps::look(double from, double to, const Path& path) {
  constexpr auto four = static_cast<int>(by_fours::count);
  const double wanted = std::ceil((to - from) * std::max(looksPerGap / gap_, 1 / spacing_));
  const int atLeast = static_cast<int>(std::clamp<double>(wanted, fewestLooks, mostLooks));
  const int count = atLeast / four * four + four - 1;
  if (times_.empty() || times_.back() != from) {
    seen_.resize(values_.size());
    const std::array<double, by_fours::count> start{from, from, from, from};
    path.glimpsed(start, lanes_.y);
    by_fours::pick(lanes_.y, 0, left_);
    if (model_.evaluate(watched_, from, left_, valuesAt(0)) != Evaluation::ok) return forget(), false;
  } else {
    std::ranges::copy(valuesAt(times_.size() - 1), seen_.begin());
  }
  times_.resize(static_cast<std::size_t>(count) + 2);
  seen_.resize(times_.size() * values_.size());
  times_.front() = from;
  for (int k = 0; k < count; ++k) times_[static_cast<std::size_t>(k) + 1] = from + (to - from) * share(k, count);
  times_.back() = to;
  for (std::size_t first = 1; first < times_.size(); first += by_fours::count)
    if (!lookAtFour(first, path)) return forget(), false;
  return true;
}

/// Code for four at once pays where there are many looks, but not where it would have procedures interpreted.
bool SilentJumps::lookAtFour(std::size_t first, const Path& path) {
  const ConstView times = ConstView(times_).subspan(first, by_fours::count);
  path.glimpsed(times, lanes_.y);
  if (callsProcedures_ || looksAlone_ < mostLooksAlone) {
    looksAlone_ += by_fours::count;
    const DirectFunction direct = model_.series(watched_, by_fours::count);
    for (std::size_t lane = 0; lane < by_fours::count; ++lane) {
      by_fours::pick(lanes_.y, lane, left_);
      const View values = valuesAt(first + lane);
      if (direct && std::isfinite(direct(times[lane], left_.data(), values.data()))) continue;
      if (model_.evaluate(watched_, times[lane], left_, values) != Evaluation::ok) return false;
    }
    return true;
  }
  if (!batch_) {
    batch_ = model_.batch(watched_);
    batchValues_ = model_.outputs(*batch_);
  }
  model_.gather(watched_, times, lanes_);
  if (model_.evaluate(*batch_, lanes_, batchValues_) != Evaluation::ok) return false;
  for (std::size_t lane = 0; lane < by_fours::count; ++lane) by_fours::pick(batchValues_, lane, valuesAt(first + lane));
  return true;
}

std::optional<SilentJumps::Jump> SilentJumps::find(double from, double to, const Path& path) {
  if (to <= from || !look(from, to, path) || !passesUnseen()) return std::nullopt;
  std::optional<Jump> first;
  for (std::size_t i = 0; i + 1 < times_.size() && !first; ++i)
    for (std::size_t c = 0; c < values_.size(); ++c) {
      if (!turnsAfter(i, c)) continue;
      const auto jump = locate(c, i, path);
      if (jump && jump->before > from && (!first || jump->before < first->before)) first = jump;
    }
  if (!first) return std::nullopt;
  noteTurn(first->after);
  return first;
}

/// Whether conditions turned more than once, one of them or one after the other: F may then be at the end what it was
/// at the start, and something else in between. The way through a function counts only if it turns back.
bool SilentJumps::passesUnseen() {
  const auto second = seen_.begin() + std::ssize(values_);
  if (std::equal(second, seen_.end(), seen_.begin())) return false;  // none has turned
  int turns = 0;
  double lastTurn = lastTurn_;
  for (std::size_t c = 0; c < values_.size(); ++c) {
    const bool isWay = model_.model().events.silentConditions[c].isWay;
    const std::size_t first = firstTurn(c);
    for (std::size_t i = first; i + 1 < times_.size(); ++i) {
      const double after = valuesAt(i + 1)[c];
      if (!turnsAfter(i, c)) continue;
      lastTurn = std::max(lastTurn, times_[i + 1]);
      if (isWay ? after == valuesAt(first)[c] : ++turns > 1) return true;
    }
  }
  if (lastTurn > lastTurn_) noteTurn(lastTurn);
  return false;
}

/// The look before it; as many as there are looks: there is none.
std::size_t SilentJumps::firstTurn(std::size_t condition) const {
  for (std::size_t i = 0; i + 1 < times_.size(); ++i)
    if (turnsAfter(i, condition)) return i;
  return times_.size();
}

bool SilentJumps::turnsAfter(std::size_t look, std::size_t condition) const {
  const double from = valuesAt(look)[condition], to = valuesAt(look + 1)[condition];
  if (from == to) return false;
  const auto known = harmless_.find({condition, from, to});
  return known == harmless_.end() || known->second.times < timesUntilTrusted ||
         times_.back() - times_.front() > known->second.longestStep;
}

void SilentJumps::noteTurn(double t) {
  if (t - lastTurn_ > 0) gap_ = t - lastTurn_;
  lastTurn_ = t;
}

std::optional<SilentJumps::Jump> SilentJumps::locate(std::size_t condition, std::size_t at, const Path& path) {
  const double h = times_.back() - times_.front();
  Jump jump{times_[at], times_[at + 1], condition};
  const double value = valuesAt(at)[condition];
  double least = std::numeric_limits<double>::infinity();  // effect that was seen
  const auto narrow = [&](double width) {
    while (jump.after - jump.before > width) {
      const double middle = jump.before + (jump.after - jump.before) / 2;
      if (middle <= jump.before || middle >= jump.after) break;
      if (model_.evaluate(watched_, middle, path.interpolated(middle), values_) != Evaluation::ok) return false;
      (values_[condition] == value ? jump.before : jump.after) = middle;
    }
    least = effect(jump.before, jump.after, h, path);
    return least > 1;
  };
  // Most conditions only guard what is continuous: that shows before the last digit is known.
  constexpr double nearby = 1e-6;
  if (narrow(nearby * h) && narrow(0.0)) return jump;
  if (least <= 1 && harmless_.size() < mostTurnsKnown) {
    Seen& seen = harmless_[{condition, value, valuesAt(at + 1)[condition]}];
    ++seen.times;
    seen.longestStep = std::min(seen.longestStep, h / least);
  }
  return std::nullopt;
}

double SilentJumps::effect(double left, double right, double h, const Path& path) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (model_.evaluate(Entry::rhs, left, path.consistent(left), left_) != Evaluation::ok) return unknown;
  const ConstView y = path.consistent(right);
  if (model_.evaluate(Entry::rhs, right, y, right_) != Evaluation::ok) return unknown;
  double largest = 0.0;
  for (std::size_t i = 0; i < left_.size(); ++i)
    if (model_.model().states.isDifferential[i])
      largest = std::max(largest, std::fabs(right_[i] - left_[i]) * h / tolerances_.of(i, y[i]));
  return largest;
}

}  // namespace dashpot::simulation
