#include "results/table.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

namespace dashpot::results {

void Table::begin(ConstView parameters) { parameters_.assign(parameters.begin(), parameters.end()); }

void Table::record(double time, ConstView observed, simulation::Moment moment) {
  times_.push_back(time);
  if (moment == simulation::Moment::afterEvent) eventTimes_.push_back(time);
  for (std::size_t i = 0; i < columns_.size(); ++i) values_[i].push_back(columns_[i].value(observed, parameters_));
}

void Table::recordBlock(const simulation::RecordBlock& block) {
  times_.insert(times_.end(), block.times.begin(), block.times.end());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.isParameter) {
      values_[i].resize(times_.size(), column.value({}, parameters_));
      continue;
    }
    Vector& values = values_[i];
    values.resize(times_.size());
    const auto first = values.end() - static_cast<std::ptrdiff_t>(block.times.size());
    block.copy(column.index, &*first);
    if (column.negated) std::transform(first, values.end(), first, std::negate());
  }
}

const Vector& Table::operator[](std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &Column::name);
  if (found == columns_.end()) throw std::logic_error("bug: no column '" + std::string(name) + "'");
  return values_[static_cast<std::size_t>(found - columns_.begin())];
}

Fanout::Fanout(const std::vector<simulation::Recorder*>& targets) {
  std::map<std::uint32_t, simulation::Followed> strictest;
  for (simulation::Recorder* recorder : targets) {
    const auto course = recorder->follows();
    targets_.push_back({recorder, !course.empty()});
    for (const simulation::Followed& followed : course) {
      simulation::Followed& known = strictest.try_emplace(followed.output, followed).first->second;
      known.ofSize = std::min(known.ofSize, followed.ofSize), known.ofRange = std::min(known.ofRange, followed.ofRange);
    }
  }
  for (const auto& [output, followed] : strictest) course_.push_back(followed);
}

void Fanout::begin(ConstView parameters) {
  for (const Target& target : targets_) target.recorder->begin(parameters);
}

void Fanout::record(double time, ConstView observed, simulation::Moment moment) {
  for (const Target& target : targets_)
    if (moment != simulation::Moment::between || target.isFollowing) target.recorder->record(time, observed, moment);
}

void Fanout::recordBlock(const simulation::RecordBlock& block) {
  for (const Target& target : targets_) target.recorder->recordBlock(block);
}

}  // namespace dashpot::results
