#include "simulation/stage_predictor.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::CompiledStep;
using codegen::StepPart;

// Stages that are solved together follow the polynomial of the step before, as in RADAU5 (Hairer and Wanner II, IV.8);
// others the nearest points, for stages of low order are not smooth enough for more.
constexpr std::size_t mostPointsTogether = 5, mostPointsApart = 3;
constexpr double coincident = 1e-9;  // of a step

}  // namespace

StagePredictor::StagePredictor(const CompiledStep& step) {
  for (const StepPart& part : step.parts) {
    auto& courses = courses_.emplace_back();
    if (part.kind != StepPart::Kind::nonlinear) continue;
    for (std::uint32_t k = 0; k < part.count; ++k) {
      const std::size_t unknown = places_.size();
      places_.push_back(part.first + k);
      courses.push_back({places_.back(), step.nodes[step.stageOf[unknown]], {}, {}});
    }
  }
  previous_.resize(places_.size());
  findSources(step);
}

void StagePredictor::findSources(const CompiledStep& step) {
  std::vector<std::size_t> partOf;
  for (std::size_t part = 0; part < courses_.size(); ++part) partOf.insert(partOf.end(), courses_[part].size(), part);
  std::size_t unknown = 0;
  for (std::size_t part = 0; part < courses_.size(); ++part)
    for (Course& course : courses_[part]) {
      const std::uint32_t original = step.originalOf[unknown], inY = step.placeInY[unknown];
      bool isTogether = false;
      std::vector<std::pair<double, Source>> found;  // by place in time, if both steps have one length
      if (inY != CompiledStep::noPlaceInY) found.push_back({0.0, {Source::Kind::start, step.start + inY, 0.0}});
      for (std::uint32_t other = 0; other < partOf.size(); ++other) {
        if (step.originalOf[other] != original) continue;
        isTogether = isTogether || (other != unknown && partOf[other] == part);
        const double node = step.nodes[step.stageOf[other]];
        if (partOf[other] < part) found.push_back({node, {Source::Kind::current, places_[other], node}});
        found.push_back({node - 1.0, {Source::Kind::previous, other, node}});
      }
      std::ranges::stable_sort(found, {}, [&](const auto& at) { return std::fabs(at.first - course.node); });
      const std::size_t most = isTogether ? mostPointsTogether : mostPointsApart;
      std::vector<double> taken;
      for (const auto& [time, source] : found) {
        const bool isNew =
            std::ranges::none_of(taken, [&](double other) { return std::fabs(other - time) < coincident; });
        if (!isNew || taken.size() == most) continue;
        taken.push_back(time);
        course.sources.push_back(source);
      }
      course.weights.resize(course.sources.size());
      ++unknown;
    }
}

/// Lagrange's polynomials at the node of each course.
void StagePredictor::weigh(double ratio) {
  ratio_ = ratio;
  const auto time = [&](const Source& source) {
    return source.kind == Source::Kind::previous ? (source.node - 1.0) / ratio : source.node;
  };
  for (auto& courses : courses_)
    for (Course& course : courses)
      for (std::size_t k = 0; k < course.sources.size(); ++k) {
        double weight = 1.0;
        const double at = time(course.sources[k]);
        for (std::size_t j = 0; j < course.sources.size(); ++j)
          if (j != k) weight *= (course.node - time(course.sources[j])) / (at - time(course.sources[j]));
        course.weights[k] = weight;
      }
}

void StagePredictor::accept(double h, ConstView w) {
  previousStep_ = h;
  for (std::size_t k = 0; k < places_.size(); ++k) previous_[k] = w[places_[k]];
}

void StagePredictor::predict(std::size_t part, double h, View w) {
  if (h / previousStep_ != ratio_) weigh(h / previousStep_);
  for (const Course& course : courses_[part]) {
    double sum = 0.0;
    for (std::size_t k = 0; k < course.sources.size(); ++k) {
      const Source& source = course.sources[k];
      sum += course.weights[k] * (source.kind == Source::Kind::previous ? previous_[source.place] : w[source.place]);
    }
    w[course.place] = sum;
  }
}

void StagePredictor::save(Vector& memory) const {
  memory.push_back(previousStep_);
  memory.insert(memory.end(), previous_.begin(), previous_.end());
}

ConstView StagePredictor::load(ConstView memory) {
  previousStep_ = memory[0];
  std::ranges::copy(memory.subspan(1, previous_.size()), previous_.begin());
  return memory.subspan(1 + previous_.size());
}

}  // namespace dashpot::simulation
