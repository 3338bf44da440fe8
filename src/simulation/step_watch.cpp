#include "simulation/step_watch.hpp"

#include <algorithm>

namespace dashpot::simulation {

namespace {

constexpr std::size_t kept = 8;      // numbers, besides the components and the counts
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
  window_[looks_++ % window_.size()] = worst;
  windowEnd_ = integrator.time();
}

std::span<const int> StepWatch::suspectsOfWindow() {
  const double step = (windowEnd_ - windowStart_) / static_cast<double>(looks_ * sampling);
  looks_ = 0, windowStart_ = windowEnd_;
  if (!(step < interval_)) return {};
  std::ranges::sort(window_);
  return {window_.begin(), std::ranges::unique(window_).begin()};
}

Vector StepWatch::save() const {
  Vector saved{markedTime_,
               meanStep_,
               static_cast<double>(steps_),
               static_cast<double>(markedSteps_),
               static_cast<double>(slowWindows_),
               static_cast<double>(looks_),
               windowStart_,
               windowEnd_};
  for (const int component : window_) saved.push_back(component);
  for (const int count : counts_) saved.push_back(count);
  return saved;
}

bool StepWatch::load(ConstView saved) {
  if (saved.size() != kept + window_.size() + counts_.size()) return false;
  const auto number = [&](std::size_t i, double least, double most) { return std::clamp(saved[i], least, most); };
  constexpr double many = 1e15, few = 1e9;
  markedTime_ = saved[0], meanStep_ = saved[1];
  steps_ = static_cast<std::int64_t>(number(2, 0, many));
  markedSteps_ = static_cast<std::int64_t>(number(3, 0, many));
  slowWindows_ = static_cast<int>(number(4, 0, few));
  looks_ = static_cast<std::size_t>(number(5, 0, static_cast<double>(window_.size())));
  windowStart_ = saved[6], windowEnd_ = saved[7];
  std::size_t i = kept;
  for (int& component : window_) component = static_cast<int>(number(i++, -1, static_cast<double>(counts_.size()) - 1));
  for (int& count : counts_) count = static_cast<int>(number(i++, 0, few));
  return true;
}

int StepWatch::limiting() const {
  const auto most = std::ranges::max_element(counts_);
  return most == counts_.end() || *most == 0 ? -1 : static_cast<int>(most - counts_.begin());
}

}  // namespace dashpot::simulation
