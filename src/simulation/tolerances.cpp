#include "simulation/tolerances.hpp"

#include "simulation/typical_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::simulation {

namespace {

constexpr double shareOfLargest = 1e-3;
constexpr double sizeOfZero = 1e-3;    // of a state that has been nothing but zero
constexpr double smallestSize = 1e-6;  // rounding noise must not count as a size
constexpr double noise = 1e-12;        // of the states of a unit: what an absolute tolerance must not fall below
constexpr double smallestShareOfUsual = 1e-3;  // a state that starts at zero is moved by rounding first: no size

}  // namespace

StateTolerances::StateTolerances(BoundModel& model, double tolerance, double duration)
    : model_(model.model()),
      tolerance_(tolerance),
      duration_(duration),
      sizes_(std::make_shared<Vector>(model.sizes())),
      largest_(model_.size(), 0.0),
      eased_(model_.size(), 0.0) {
  const std::vector<std::string> units = guessedUnits(model);
  std::map<std::string_view, UnitGroup> groups;
  for (std::size_t i = 0; i < sizes_->size(); ++i)
    if ((*sizes_)[i] == 0.0)
      unknown_.push_back(i);
    else if (!units[i].empty())
      groups.try_emplace(units[i], UnitGroup{(*sizes_)[i], {}}).first->second.states.push_back(i);
  for (auto& [unit, group] : groups) guessed_.push_back(std::move(group));
  findRates(model);
  growSizes();
}

void StateTolerances::findRates(const BoundModel& model) {
  const std::vector<std::string>& names = model_.states.names;
  std::map<std::string_view, std::vector<std::size_t>> rates;  // by what is differentiated
  for (const std::size_t i : unknown_)
    if (const std::string_view name = names[i]; name.starts_with("der(") && name.ends_with(")"))
      rates[name.substr(4, name.size() - 5)].push_back(i);
  if (rates.empty() || !(duration_ > 0) || !std::isfinite(duration_)) return;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto found = rates.find(names[i]); found != rates.end()) {
      for (const std::size_t rate : found->second) rates_.push_back({.unknown = rate, .of = i});
      rates.erase(found);
    }
  for (const codegen::VariableInfo& variable : model.model().recorded.variables)
    if (const auto found = rates.find(variable.name); found != rates.end())
      for (const std::size_t rate : found->second)
        rates_.push_back({.unknown = rate, .of = {}, .least = smallestShareOfUsual * sizeOfUnit(variable.unit)});
}

Tolerances StateTolerances::tolerances() const {
  Tolerances result;
  result.relative = tolerance_;
  result.norm = ErrorNorm::maximum;
  if (sizes_->empty()) return result;
  result.absolute = 0.0;
  result.sizes = sizes_;
  return result;
}

void StateTolerances::see(ConstView y) {
  bool hasGrown = false;
  for (std::size_t i = 0; i < largest_.size(); ++i)
    if (const double size = std::fabs(y[i]); size > largest_[i]) largest_[i] = size, hasGrown = true;
  if (hasGrown) growSizes();
}

bool StateTolerances::mayBeNoise(std::size_t i) const {
  constexpr double littleOfUsual = 1e-6, mostEased = 1e-10;
  double usual = 1.0;
  for (const UnitGroup& group : guessed_)
    if (std::ranges::find(group.states, i) != group.states.end()) usual = group.usual;
  return largest_[i] <= littleOfUsual * usual && tolerance_ * (*sizes_)[i] < mostEased * usual;
}

void StateTolerances::ease(std::size_t i) {
  constexpr double factor = 100.0;
  eased_[i] = (*sizes_)[i] = factor * (*sizes_)[i];
}

void StateTolerances::restore(ConstView largest, ConstView eased) {
  largest_.assign(largest.begin(), largest.end());
  eased_.assign(eased.begin(), eased.end());
  growSizes();
}

void StateTolerances::growSizes() {
  for (const std::size_t i : unknown_)
    (*sizes_)[i] = largest_[i] == 0.0 ? sizeOfZero : std::max(smallestSize, shareOfLargest * largest_[i]);
  for (const UnitGroup& group : guessed_) {
    double largest = 0.0;
    for (const std::size_t i : group.states) largest = std::max(largest, largest_[i]);
    for (const std::size_t i : group.states) (*sizes_)[i] = sizeByUnit(i, group.usual, largest);
  }
  for (const Rate& rate : rates_) {
    const double size = rate.of ? std::max((*sizes_)[*rate.of], largest_[*rate.of]) : rate.least;
    (*sizes_)[rate.unknown] = std::max((*sizes_)[rate.unknown], size / duration_);
  }
  for (std::size_t i = 0; i < eased_.size(); ++i) (*sizes_)[i] = std::max((*sizes_)[i], eased_[i]);
}

double StateTolerances::sizeByUnit(std::size_t i, double usual, double largestOfUnit) const {
  const double smallest = std::min(1.0, std::max(smallestSize, noise / tolerance_));
  if (largestOfUnit == 0.0) return smallest * usual;
  const double scale = std::clamp(largestOfUnit, smallestShareOfUsual * usual, usual);
  return std::clamp(largest_[i], smallest * scale, scale);
}

std::vector<std::string> StateTolerances::warnings() const {
  constexpr double largestShare = 0.01;
  constexpr std::size_t mostNamed = 20;  // of a long line of cells, what lies ahead of a front may be thousands
  std::vector<std::string> warnings;
  std::size_t small = 0;
  for (std::size_t i = 0; i < largest_.size(); ++i)
    if (eased_[i] > 0)
      warnings.push_back(
          fmt::format("the steps were limited by rounding in the derivative of '{}', which never exceeds {:.2g}: its "
                      "absolute tolerance is now {:.2g}. A nominal value says what matters of it",
                      model_.states.names[i], largest_[i], tolerance_ * (*sizes_)[i]));
    else if (const double absolute = tolerance_ * (*sizes_)[i];
             largest_[i] > 0 && absolute > largestShare * largest_[i] && ++small <= mostNamed)
      warnings.push_back(
          fmt::format("'{}' never exceeds {:.2g}, but its absolute tolerance is {:.2g}: give it a nominal value of "
                      "that size, or a smaller tolerance",
                      model_.states.names[i], largest_[i], absolute));
  if (small > mostNamed)
    warnings.push_back(fmt::format("so are {} more variables smaller than a hundred times their absolute tolerances",
                                   small - mostNamed));
  return warnings;
}

}  // namespace dashpot::simulation
