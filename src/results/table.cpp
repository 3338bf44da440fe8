#include "results/table.hpp"

#include <algorithm>
#include <stdexcept>

namespace dashpot::results {

void Table::begin(const codegen::CompiledModel&, ConstView parameters) {
  parameters_.assign(parameters.begin(), parameters.end());
}

void Table::record(double time, ConstView observed, simulation::Moment moment) {
  times_.push_back(time);
  if (moment == simulation::Moment::afterEvent) eventTimes_.push_back(time);
  for (std::size_t i = 0; i < columns_.size(); ++i) values_[i].push_back(columns_[i].value(observed, parameters_));
}

const Vector& Table::operator[](std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &Column::name);
  if (found == columns_.end()) throw std::logic_error("bug: no column '" + std::string(name) + "'");
  return values_[static_cast<std::size_t>(found - columns_.begin())];
}

}  // namespace dashpot::results
