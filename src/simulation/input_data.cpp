#include "simulation/input_data.hpp"

#include "base/nearest.hpp"
#include "base/unit_expression.hpp"
#include "base/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::VariableInfo;

/// The column of times: "time", else "t".
std::optional<std::size_t> timeColumnOf(const CsvTable& table) {
  for (const std::string_view name : {"time", "Time", "TIME", "t"})
    if (const auto found = std::ranges::find(table.names, name); found != table.names.end())
      return static_cast<std::size_t>(found - table.names.begin());
  return std::nullopt;
}

const VariableInfo& infoOf(const CompiledModel& model, std::size_t input) {
  return *std::ranges::find(model.recorded.variables, model.inputs.names[input], &VariableInfo::name);
}

/// From the unit of a column to that of the variable.
std::optional<Unit> conversion(std::string_view variableUnit, std::string_view columnUnit) {
  if (columnUnit.empty() || columnUnit == variableUnit) return Unit{};
  if (!variableUnit.empty()) {
    const Unit unit = unitForDisplay(variableUnit, columnUnit);
    return unit.name == columnUnit ? std::optional(unit) : std::nullopt;
  }
  if (const auto unit = findUnit(columnUnit)) return unit;
  if (const auto unit = parseUnit(columnUnit)) return Unit{{}, {}, unit->factor, unit->offset};
  return std::nullopt;
}

}  // namespace

std::string whyNot(const VariableInfo& input, double value) {
  if (input.isBoolean && value != 0.0 && value != 1.0)
    return fmt::format("is neither 0 nor 1, but '{}' is a Boolean", input.name);
  if (!input.isInteger) return {};
  if (value != std::round(value)) return fmt::format("is not a whole number, but '{}' is an Integer", input.name);
  if (!input.literals.empty() && (value < 1 || value > static_cast<double>(input.literals.size())))
    return fmt::format("is none of the {} values of '{}': {}", input.literals.size(), input.name,
                       fmt::join(input.literals, ", "));
  return {};
}

InputData::InputData(const CompiledModel& model, const CsvTable& table, Interpolation interpolation,
                     Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.errorCount();
  const auto timeColumn = timeColumnOf(table);
  if (!timeColumn)
    diagnostics.error("inputs", {}, "the table of inputs has no column 'time'")
        .note(fmt::format("its columns are {}", fmt::join(table.names, ", ")));
  else if (table.rows() == 0)
    diagnostics.error("inputs", {}, "the table of inputs has names, but no values");
  else if (model.inputs.names.empty())
    diagnostics.error("inputs", {}, fmt::format("{} has no inputs", model.name()))
        .note("only variables declared 'input' in the model itself take data");
  if (diagnostics.errorCount() > errors) return;
  readTimes(table, *timeColumn, diagnostics);
  if (diagnostics.errorCount() > errors) return;
  readInputs(model, table, *timeColumn, interpolation, diagnostics);
  if (diagnostics.errorCount() > errors) {
    inputs_.clear();
    return;
  }
  findJumpsAndCorners();
}

void InputData::readTimes(const CsvTable& table, std::size_t column, Diagnostics& diagnostics) {
  const auto unit = conversion("s", table.units[column]);
  if (!unit) {
    diagnostics.error("inputs", {}, fmt::format("'{}' is not a unit of time", table.units[column]));
    return;
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double t = unit->toSi(table.columns[column][row]);
    if (!times_.empty() && t < times_.back()) {
      diagnostics.error("inputs", {},
                        fmt::format("the times of the inputs do not ascend: {:.9g} s in line {} follows {:.9g} s", t,
                                    table.lines[row], times_.back()));
      return;
    }
    if (times_.empty() || t > times_.back()) times_.push_back(t), firstRow_.push_back(row), lastRow_.push_back(row);
    lastRow_.back() = row;
  }
}

void InputData::readInputs(const CompiledModel& model, const CsvTable& table, std::size_t timeColumn,
                           Interpolation interpolation, Diagnostics& diagnostics) {
  std::vector<std::string> ignored;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    if (c == timeColumn) continue;
    const std::string& name = table.names[c];
    const auto at = std::ranges::find(model.inputs.names, name);
    if (at == model.inputs.names.end()) {
      // A column that is nearly the name of an input without data is a mistake; others may be for other models.
      std::vector<std::string_view> open;
      for (const std::string& candidate : model.inputs.names)
        if (std::ranges::find(table.names, candidate) == table.names.end()) open.push_back(candidate);
      if (const auto meant = nearest(name, open))
        diagnostics.error("inputs", {}, fmt::format("{} has no input '{}'", model.name(), name))
            .hint(fmt::format("did you mean '{}'?", *meant))
            .note(fmt::format("inputs without data are {}", fmt::join(open, ", ")));
      else
        ignored.push_back(name);
      continue;
    }
    const auto input = static_cast<std::uint32_t>(at - model.inputs.names.begin());
    if (std::ranges::find(inputs_, input) != inputs_.end()) {
      diagnostics.error("inputs", {}, fmt::format("the table of inputs has two columns '{}'", name));
      continue;
    }
    const VariableInfo& info = infoOf(model, input);
    const auto unit = conversion(info.unit, table.units[c]);
    if (!unit) {
      diagnostics.error(
          "inputs", {},
          info.unit.empty()
              ? fmt::format("'{}', the unit of column '{}', is not a unit we know", table.units[c], name)
              : fmt::format("column '{}' is in {}, but the input is in {}", name, table.units[c], info.unit));
      continue;
    }
    const bool isHeld = interpolation == Interpolation::hold || info.isBoolean || info.isInteger;
    const auto value = [&](std::size_t row) { return unit->toSi(table.columns[c][row]); };
    Signal signal;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      if (const std::string problem = whyNot(info, value(lastRow_[i])); !problem.empty())
        diagnostics.error("inputs", {},
                          fmt::format("{} in line {} {}", value(lastRow_[i]), table.lines[lastRow_[i]], problem));
      signal.left.push_back(value(lastRow_[i]));
      const bool isLast = i + 1 == times_.size();
      signal.right.push_back(isHeld || isLast ? signal.left.back() : value(firstRow_[i + 1]));
    }
    inputs_.push_back(input);
    signals_.push_back(std::move(signal));
  }
  if (!ignored.empty())
    diagnostics.warning(
        "inputs", {},
        fmt::format("these columns are no inputs of {} and were not used: {}", model.name(), fmt::join(ignored, ", ")));
  if (inputs_.empty() && !ignored.empty())
    diagnostics.error("inputs", {}, "the table has data for none of the inputs")
        .note(fmt::format("the inputs of {} are {}", model.name(), fmt::join(model.inputs.names, ", ")));
}

double InputData::slope(std::size_t input, std::size_t interval) const {
  const Signal& signal = signals_[input];
  if (interval + 1 >= times_.size()) return 0.0;
  return (signal.right[interval] - signal.left[interval]) / (times_[interval + 1] - times_[interval]);
}

void InputData::findJumpsAndCorners() {
  jumps_ = {-infinity};
  for (std::size_t i = 0; i < times_.size(); ++i) {
    bool isJump = false, isCorner = false;
    for (std::size_t k = 0; k < signals_.size(); ++k) {
      isJump = isJump || (i > 0 && signals_[k].right[i - 1] != signals_[k].left[i]);
      isCorner = isCorner || slope(k, i) != (i > 0 ? slope(k, i - 1) : 0.0);
    }
    if (isJump)
      jumps_.push_back(times_[i]);
    else if (isCorner)
      corners_.push_back(times_[i]);
  }
  jumps_.push_back(infinity);
}

void InputData::moveTo(double t) {
  if (empty()) return;
  const auto behind = std::ranges::upper_bound(jumps_, t);
  stretch_ = static_cast<std::size_t>(behind - jumps_.begin()) - 1;
}

/// The interval of t within the present stretch; the last one of the stretch at and behind its end.
std::size_t InputData::intervalAt(double t) const {
  const double begin = std::max(jumps_[stretch_], times_.front());
  auto at = std::ranges::upper_bound(times_, std::max(t, begin));
  if (t >= jumps_[stretch_ + 1]) at = std::ranges::lower_bound(times_, jumps_[stretch_ + 1]);
  return at == times_.begin() ? 0 : static_cast<std::size_t>(at - times_.begin()) - 1;
}

void InputData::evaluate(double t, View all) const {
  if (empty()) return;
  const std::size_t i = intervalAt(t);
  const bool isLast = i + 1 == times_.size();
  const double share = isLast ? 0.0 : std::clamp((t - times_[i]) / (times_[i + 1] - times_[i]), 0.0, 1.0);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const double left = signals_[k].left[i], right = signals_[k].right[i];
    all[inputs_[k]] = share == 1.0 ? right : left + share * (right - left);
  }
}

void InputData::slopes(double t, View all) const {
  std::ranges::fill(all, 0.0);
  if (empty() || t < times_.front()) return;
  const std::size_t i = intervalAt(t);
  for (std::size_t k = 0; k < inputs_.size(); ++k) all[inputs_[k]] = slope(k, i);
}

void warnAboutInputs(const CompiledModel& model, ConstView values, const InputData& data, double start, double stop,
                     Diagnostics& diagnostics) {
  std::string constant;
  for (std::size_t i = 0; i < model.inputs.names.size(); ++i) {
    if (std::ranges::find(data.inputs(), i) != data.inputs().end()) continue;
    constant += fmt::format("{}{} = {:.9g}", constant.empty() ? "" : ", ", model.inputs.names[i], values[i]);
  }
  if (!constant.empty()) diagnostics.warning("inputs", {}, "inputs without data stay as they are: " + constant);
  if (data.empty() || (data.begin() <= start && data.end() >= stop)) return;
  diagnostics.warning(
      "inputs", {},
      fmt::format("the inputs have data from {:.9g} to {:.9g} s only: before and after, their first and "
                  "last values are held",
                  data.begin(), data.end()));
}

}  // namespace dashpot::simulation
