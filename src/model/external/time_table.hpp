// model/external/time_table.hpp
//
// A table whose argument is time, with events where its course changes: the meaning of ModelicaStandardTables'
// CombiTimeTable without its hidden memory. The time of the next event tells in which interval of the table time is, so
// the value is a function of time and that alone: while the event is not yet handled it goes on as before, and after it
// on the other side, however exactly the event was located.
//
// Before `startTime` the value is 0; after it table(t - shiftTime). The ends of the table always have events; which of
// the times between them do is told by `events`.
#pragma once

#include "model/external/table_functions.hpp"

#include <span>

namespace dashpot::model {

enum class TimeEvents : std::uint8_t { always = 1, atDiscontinuities, none };

struct TimeTable {
  std::vector<double> times;  // ascending; equal ones are a jump
  double startTime = 0.0, shiftTime = 0.0;
  Smoothness smoothness = Smoothness::linear;
  Extrapolation extrapolation = Extrapolation::lastTwoPoints;
  TimeEvents events = TimeEvents::always;
};

/// "Never", as the library says it.
constexpr double noEventTime = 1.7976931348623157e+308;

/// next = f(t): the first event after t.
symbolic::FunctionId addNextEvent(FlatModel& model, const std::string& name, const TimeTable& table);
/// y = f(t, next): the value of one column.
symbolic::FunctionId addTimeCurve(FlatModel& model, const std::string& name, const TimeTable& table,
                                  std::span<const double> values);

}  // namespace dashpot::model
