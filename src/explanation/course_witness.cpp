#include "explanation/course_witness.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::explanation {

void CourseWitness::begin(simulation::BoundModel* model, double t, ConstView y) {
  there_.assign(y.begin(), y.end());
  largest_.assign(y.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) largest_[i] = std::abs(y[i]);
  moved_ = reached_ = t;
  if (!model) return;
  const auto& states = model->model().states;
  const auto nominal = model->evaluate(codegen::Entry::nominal, t, {});
  for (std::size_t i = 0; nominal && i < states.hasNominal.size(); ++i)
    if (states.hasNominal[i] && states.isDifferential[i]) nominal_[i] = std::abs((*nominal)[i]);
}

void CourseWitness::see(const simulation::ObservedStep& step) {
  if (there_.size() != step.y.size()) there_.assign(step.y.begin(), step.y.end());
  largest_.resize(step.y.size(), 0.0);
  for (std::size_t i = 0; i < step.y.size(); ++i) largest_[i] = std::max(largest_[i], std::abs(step.y[i]));
  reached_ = step.to;
  if (step.events.empty() && !hasMoved(step.y)) return;
  there_.assign(step.y.begin(), step.y.end());
  moved_ = step.to;
}

bool CourseWitness::hasMoved(ConstView y) const {
  for (std::size_t i = 0; i < y.size(); ++i)
    if (std::abs(y[i] - there_[i]) > tolerance_ * largest_[i]) return true;
  return false;
}

void CourseWitness::tell(const Names& names, const StepWitness& steps, Facts& facts) const {
  if (reached_ >= stop_ && stop_ > start_ && !there_.empty()) {
    facts.set("rest.time", moved_, "s");
    facts.set("rest.share", (moved_ - start_) / (stop_ - start_));
    constexpr double margin = 1.5;
    facts.set("rest.enough", start_ + margin * (moved_ - start_));
  }
  tellScales(names, steps, facts);
}

/// The nominal value that is farthest off what its unknown turned out to be, in either direction.
void CourseWitness::tellScales(const Names& names, const StepWitness& steps, Facts& facts) const {
  const auto tellOne = [&](const std::string& prefix, std::size_t i, double nominal, double ratio) {
    const std::string name = names.unknown(static_cast<int>(i));
    const std::string unit = names.unit(name), displayUnit = names.displayUnit(name);
    facts.set(prefix + ".state", name);
    facts.set(prefix + ".nominal", nominal, unit, displayUnit);
    facts.set(prefix + ".largest", largest_[i], unit, displayUnit);
    facts.set(prefix + ".ratio", ratio);
    facts.set(prefix + ".better", largest_[i]);
    facts.set(prefix + ".limitShare", steps.limitShare(static_cast<int>(i)));
    facts.set(prefix + ".equation", names.equation(static_cast<int>(i)));
  };
  double tightest = 1.0, loosest = 1.0;
  for (const auto& [i, nominal] : nominal_) {
    if (!(nominal > 0) || !(largest_[i] > 0)) continue;
    if (const double ratio = largest_[i] / nominal; ratio > tightest) tellOne("tight", i, nominal, tightest = ratio);
    if (const double ratio = nominal / largest_[i]; ratio > loosest) tellOne("loose", i, nominal, loosest = ratio);
  }
}

}  // namespace dashpot::explanation
