#include "model/external/time_table.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::model {

using symbolic::Function;
using symbolic::FunctionId;
using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;

namespace {

// An event is over if time is this near to it, as a part of the table's length.
constexpr double resolution = 1e-10;

bool isJump(double a, double b) {
  return std::fabs(b - a) <= resolution * std::max({std::fabs(a), std::fabs(b), resolution});
}

/// The times in the table at which there is an event, ascending; the ends of the table are the first and the last.
std::vector<double> eventTimes(const TimeTable& table) {
  const auto& times = table.times;
  std::vector<double> events{times.front()};
  const bool atEach = table.events == TimeEvents::always;
  for (std::size_t i = 1; i + 1 < times.size(); ++i) {
    const bool jumps = isJump(times[i], times[i + 1]) || isJump(times[i - 1], times[i]);
    const bool counts = table.events != TimeEvents::none && (atEach || jumps);
    if (counts && times[i] > events.back() && !isJump(events.back(), times[i])) events.push_back(times[i]);
  }
  if (isJump(events.back(), times.back()))
    events.back() = times.back();
  else
    events.push_back(times.back());
  return events;
}

double length(const TimeTable& table) { return table.times.back() - table.times.front(); }

/// All rows at one instant: the first value holds before it, the last from then on.
bool isSingle(const TimeTable& table) { return !(length(table) > 0.0); }

/// The pieces between two events: the curve inside, continued beyond both.
PiecewiseCubic between(const PiecewiseCubic& curve, double first, double last) {
  PiecewiseCubic part;
  for (std::size_t i = 1; i < curve.knots.size(); ++i) {
    const double from = curve.knots[i - 1], to = curve.knots[i];
    if (from >= last || to <= first || isJump(from, to)) continue;
    if (!part.pieces.empty()) part.knots.push_back(from);
    part.pieces.push_back(curve.pieces[i]);
  }
  return part;
}

std::vector<double> middles(const std::vector<double>& ends) {
  std::vector<double> result;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) result.push_back(0.5 * (ends[i] + ends[i + 1]));
  return result;
}

}  // namespace

FunctionId addNextEvent(FlatModel& model, const std::string& name, const TimeTable& table) {
  Function function = realFunction(name, {"t"});
  Pool& pool = function.pool;
  const VariableId t{0}, next{1};
  const double margin = resolution * (isSingle(table) ? 1.0 : length(table));
  std::vector<Statement> started;
  if (table.times.size() == 1) {
    started.push_back(assign(next, pool.constant(noEventTime)));
  } else {
    const std::vector<double> events = eventTimes(table);
    const VariableId x = addLocal(function, "x");
    const Expr inTable = symbolic::add(pool, pool.variable(t), pool.constant(margin - table.shiftTime));
    if (table.extrapolation == Extrapolation::periodic && !isSingle(table)) {
      const double first = events.front(), period = length(table);
      const VariableId turns = addLocal(function, "turns");
      started.push_back(assign(
          turns, symbolic::multiply(
                     pool, pool.constant(period),
                     symbolic::build(pool, Op::floor,
                                     symbolic::divide(pool, symbolic::subtract(pool, inTable, pool.constant(first)),
                                                      pool.constant(period))))));
      started.push_back(assign(x, symbolic::subtract(pool, inTable, pool.variable(turns))));
      const std::vector<double> inner(events.begin() + 1, events.end() - 1);
      append(started, choose(function, pool.variable(x), inner, [&](std::size_t i) {
               const Expr shift = symbolic::add(pool, pool.variable(turns), pool.constant(table.shiftTime));
               return std::vector{assign(next, symbolic::add(pool, pool.constant(events[i + 1]), shift))};
             }));
    } else {
      started.push_back(assign(x, inTable));
      append(started, choose(function, pool.variable(x), events, [&](std::size_t i) {
               const double event = i < events.size() ? events[i] + table.shiftTime : noEventTime;
               return std::vector{assign(next, pool.constant(event))};
             }));
    }
  }
  const Expr isBefore = symbolic::build(pool, Op::less, pool.variable(t), pool.constant(table.startTime - margin));
  function.body.push_back({.kind = StatementKind::branch,
                           .value = isBefore,
                           .body = {assign(next, pool.constant(table.startTime))},
                           .otherwise = std::move(started)});
  return append(model, std::move(function));
}

FunctionId addTimeCurve(FlatModel& model, const std::string& name, const TimeTable& table,
                        std::span<const double> values) {
  Function function = realFunction(name, {"t", "next"});
  Pool& pool = function.pool;
  const VariableId t{0}, next{1}, y{2};
  std::vector<Statement> started;
  if (isSingle(table)) {
    const double instant = table.times.back();
    const std::vector<double> later{instant + std::max(1.0, std::fabs(instant))};
    const VariableId end = addLocal(function, "end");
    started.push_back(assign(end, symbolic::subtract(pool, pool.variable(next), pool.constant(table.shiftTime))));
    append(started, choose(function, pool.variable(end), later, [&](std::size_t i) {
             return std::vector{assign(y, pool.constant(i == 0 ? values.front() : values.back()))};
           }));
  } else {
    const PiecewiseCubic curve = interpolate(table.times, values, table.smoothness, table.extrapolation);
    const std::vector<double> events = eventTimes(table);
    const double first = events.front(), period = length(table);
    const VariableId x = addLocal(function, "x"), end = addLocal(function, "end");
    const Expr inTable = symbolic::subtract(pool, pool.variable(t), pool.constant(table.shiftTime));
    const Expr endInTable = symbolic::subtract(pool, pool.variable(next), pool.constant(table.shiftTime));
    const auto segment = [&](std::size_t i) {
      return evaluation(model, function, x, y, between(curve, events[i], events[i + 1]));
    };
    if (table.extrapolation == Extrapolation::periodic) {
      // The turn that `next` ends, or lies in.
      const VariableId turns = addLocal(function, "turns");
      const Expr passed =
          symbolic::divide(pool, symbolic::subtract(pool, endInTable, pool.constant(first + resolution * period)),
                           pool.constant(period));
      started.push_back(
          assign(turns, symbolic::multiply(pool, pool.constant(period), symbolic::build(pool, Op::floor, passed))));
      started.push_back(assign(x, symbolic::subtract(pool, inTable, pool.variable(turns))));
      started.push_back(assign(end, symbolic::subtract(pool, endInTable, pool.variable(turns))));
      const std::vector<double> ends(events.begin() + 1, events.end());
      append(started, choose(function, pool.variable(end), middles(ends), segment));
    } else {
      started.push_back(assign(x, inTable));
      started.push_back(assign(end, endInTable));
      std::vector<double> bounds = middles(events);
      bounds.push_back(events.back() + period);
      append(started, choose(function, pool.variable(end), bounds, [&](std::size_t i) {
               const bool isOutside = i == 0 || i == events.size();
               if (!isOutside) return segment(i - 1);
               const PiecewiseCubic outer{{}, {i == 0 ? curve.pieces.front() : curve.pieces.back()}};
               std::vector<Statement> statements;
               if (table.extrapolation == Extrapolation::none) {
                 const double limit =
                     i == 0 ? events.front() - resolution * period : events.back() + resolution * period;
                 statements.push_back({.kind = StatementKind::assertion,
                                       .value = symbolic::build(pool, i == 0 ? Op::greaterEqual : Op::lessEqual,
                                                                pool.variable(x), pool.constant(limit)),
                                       .message = i == 0 ? "the table begins later, and must not be extrapolated"
                                                         : "the table ends here, and must not be extrapolated"});
               }
               append(statements, evaluation(model, function, x, y, outer));
               return statements;
             }));
    }
  }
  const Expr isBefore = symbolic::build(pool, Op::lessEqual, pool.variable(next), pool.constant(table.startTime));
  function.body.push_back({.kind = StatementKind::branch,
                           .value = isBefore,
                           .body = {assign(y, pool.constant(0.0))},
                           .otherwise = std::move(started)});
  return append(model, std::move(function));
}

}  // namespace dashpot::model
