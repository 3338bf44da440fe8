#include "simulation/step_watch.hpp"

#include <algorithm>

namespace dashpot::simulation {

namespace {

constexpr std::size_t kept = 9;      // numbers, besides the counts
constexpr double leastShare = 1e-5;  // of what is left that these must cover: else it takes 2e9 steps

}  // namespace

void StepWatch::measureProgress(double time) {
  const double covered = time - markedTime_;
  meanStep_ = covered / stepsPerLook;
  slowWindows_ = covered < leastShare * (stop_ - time) ? slowWindows_ + 1 : 0;
  markedTime_ = time;
  markedSteps_ = steps_;
  for (int& count : counts_) count /= 2;  // what limits now counts for more than what did
}

void StepWatch::look(const Integrator& integrator) {
  const int worst = integrator.limitingComponent();
  if (worst >= 0) ++counts_[static_cast<std::size_t>(worst)];
  if (worst == alone_) {
    ++looks_;
    aloneFor_ = integrator.time() - aloneSince_;
  } else {
    alone_ = worst, looks_ = 0, aloneSince_ = integrator.time(), aloneFor_ = 0.0;
  }
}

int StepWatch::suspectAlone() {
  const double step = aloneFor_ / static_cast<double>(looks_ * sampling);
  looks_ = 0, aloneSince_ += aloneFor_, aloneFor_ = 0.0;
  return step < interval_ ? alone_ : -1;
}

Vector StepWatch::save() const {
  Vector saved{markedTime_,
               meanStep_,
               static_cast<double>(steps_),
               static_cast<double>(markedSteps_),
               static_cast<double>(slowWindows_),
               static_cast<double>(alone_),
               static_cast<double>(looks_),
               aloneSince_,
               aloneFor_};
  for (const int count : counts_) saved.push_back(count);
  return saved;
}

bool StepWatch::load(ConstView saved) {
  if (saved.size() != kept + counts_.size()) return false;
  const auto number = [&](std::size_t i, double least, double most) { return std::clamp(saved[i], least, most); };
  constexpr double many = 1e15, few = 1e9;
  markedTime_ = saved[0], meanStep_ = saved[1];
  steps_ = static_cast<std::int64_t>(number(2, 0, many));
  markedSteps_ = static_cast<std::int64_t>(number(3, 0, many));
  slowWindows_ = static_cast<int>(number(4, 0, few));
  alone_ = static_cast<int>(number(5, -1, static_cast<double>(counts_.size()) - 1));
  looks_ = static_cast<int>(number(6, 0, suspiciousLooks));
  aloneSince_ = saved[7], aloneFor_ = saved[8];
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] = static_cast<int>(number(kept + i, 0, few));
  return true;
}

int StepWatch::limiting() const {
  const auto most = std::ranges::max_element(counts_);
  return most == counts_.end() || *most == 0 ? -1 : static_cast<int>(most - counts_.begin());
}

}  // namespace dashpot::simulation
