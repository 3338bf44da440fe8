#include "server/jobs/result_store.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::server {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void ResultStore::begin(std::size_t outputs, std::vector<double> parameters) {
  columns_.resize(outputs);
  pyramids_.resize(outputs);
  parameters_ = std::move(parameters);
}

void ResultStore::append(std::span<const double> rows) {
  const std::size_t width = columns_.size() + 1;
  for (std::size_t first = 0; first + width <= rows.size(); first += width) {
    times_.push_back(rows[first]);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].push_back(rows[first + 1 + i]);
  }
}

std::size_t ResultStore::bytes() const {
  std::size_t count = times_.capacity() * sizeof(double);
  for (const auto& column : columns_) count += column.capacity() * sizeof(double);
  for (const Pyramid& pyramid : pyramids_) count += pyramid.bytes();
  return count;
}

void ResultStore::copyRow(std::size_t row, std::span<double> outputs) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) outputs[i] = columns_[i][row];
}

double ResultStore::value(const results::Column* variable, std::size_t row) const {
  if (!variable) return none;
  const double raw = variable->isParameter ? parameters_[variable->index] : columns_[variable->index][row];
  return variable->negated ? -raw : raw;
}

Columns ResultStore::copy(std::span<const results::Column* const> variables, std::size_t first,
                          std::size_t count) const {
  Columns result;
  const auto from = times_.begin() + static_cast<std::ptrdiff_t>(first);
  result.emplace_back(from, from + static_cast<std::ptrdiff_t>(count));
  for (const results::Column* variable : variables) {
    std::vector<double>& column = result.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) column[i] = value(variable, first + i);
  }
  return result;
}

Extremes ResultStore::extremes(const results::Column* variable, std::size_t begin, std::size_t end) {
  if (!variable || variable->isParameter) {
    Extremes constant;
    constant.add(value(variable, begin), begin);
    return constant;
  }
  Extremes found = pyramids_[variable->index].over(columns_[variable->index], begin, end);
  if (variable->negated && !found.empty()) {
    std::swap(found.least, found.greatest);
    std::swap(found.leastAt, found.greatestAt);
    found.least = -found.least, found.greatest = -found.greatest;
  }
  return found;
}

Columns ResultStore::window(std::span<const results::Column* const> variables, double from, double to,
                            std::size_t pixels) {
  const auto rowOf = [&](auto place) { return static_cast<std::size_t>(place - times_.begin()); };
  const std::size_t first = rowOf(std::ranges::lower_bound(times_, from));
  const std::size_t last = std::max(first, rowOf(std::ranges::upper_bound(times_, to)));
  const std::size_t before = first > 0 ? first - 1 : first, behind = std::min(last + 1, rows());
  pixels = std::max<std::size_t>(pixels, 1);
  if (behind - before <= 2 * pixels) return copy(variables, before, behind - before);

  Columns result(1 + variables.size());
  const auto addRow = [&](std::size_t row) {
    result[0].push_back(times_[row]);
    for (std::size_t k = 0; k < variables.size(); ++k) result[1 + k].push_back(value(variables[k], row));
  };
  if (before < first) addRow(before);
  std::size_t begin = first;
  for (std::size_t pixel = 0; pixel < pixels && begin < last; ++pixel) {
    const double edge = from + (to - from) * (static_cast<double>(pixel + 1) / static_cast<double>(pixels));
    std::size_t end = last;
    if (pixel + 1 < pixels)
      end = rowOf(std::lower_bound(times_.begin() + static_cast<std::ptrdiff_t>(begin),
                                   times_.begin() + static_cast<std::ptrdiff_t>(last), edge));
    if (end == begin) continue;
    if (end - begin <= 2) {
      for (std::size_t row = begin; row < end; ++row) addRow(row);
    } else {
      result[0].push_back(times_[begin]);
      result[0].push_back(times_[end - 1]);
      for (std::size_t k = 0; k < variables.size(); ++k) {
        const Extremes found = extremes(variables[k], begin, end);
        const bool isRising = found.leastAt <= found.greatestAt;
        result[1 + k].push_back(found.empty() ? none : isRising ? found.least : found.greatest);
        result[1 + k].push_back(found.empty() ? none : isRising ? found.greatest : found.least);
      }
    }
    begin = end;
  }
  if (last < behind) addRow(last);
  return result;
}

std::optional<double> ResultStore::at(const results::Column& variable, double time, bool isHeld) const {
  if (variable.isParameter) return value(&variable, 0);
  const auto behind = std::ranges::upper_bound(times_, time);
  if (behind == times_.begin()) return std::nullopt;
  const auto row = static_cast<std::size_t>(behind - times_.begin()) - 1;
  const double here = value(&variable, row);
  if (isHeld || behind == times_.end()) return here;
  const double share = (time - times_[row]) / (times_[row + 1] - times_[row]);
  return share > 0 ? here + share * (value(&variable, row + 1) - here) : here;
}

}  // namespace dashpot::server
