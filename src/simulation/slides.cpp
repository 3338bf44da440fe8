#include "simulation/slides.hpp"

#include "base/kept_number.hpp"

#include <algorithm>

namespace dashpot::simulation {

void Slides::set(double t, const std::vector<std::size_t>& modes) {
  for (auto& [mode, course] : courses_)
    if (course.isSliding && std::ranges::find(modes, mode) == modes.end())
      course.isSliding = false, course.time += t - course.since;
  for (const std::size_t mode : modes) {
    const auto [at, isNew] = courses_.try_emplace(mode);
    Course& course = at->second;
    if (course.isSliding) continue;
    if (isNew) course.first = t;
    course.isSliding = true, course.since = t, ++course.count;
  }
}

std::vector<Slide> Slides::report(const codegen::CompiledModel& model, double end) const {
  std::vector<Slide> slides;
  for (const auto& [mode, course] : courses_)
    slides.push_back({model.events.texts[mode], course.first,
                      course.time + (course.isSliding ? end - course.since : 0.0),
                      static_cast<std::int64_t>(course.count)});
  return slides;
}

Vector Slides::save() const {
  Vector saved;
  for (const auto& [mode, course] : courses_)
    saved.insert(saved.end(), {static_cast<double>(mode), course.first, course.since, course.time, course.count,
                               course.isSliding ? 1.0 : 0.0});
  return saved;
}

void Slides::load(ConstView saved) {
  courses_.clear();
  for (std::size_t i = 0; i + 5 < saved.size(); i += 6)
    courses_[keptNumber(saved[i], std::size_t{0}, std::size_t{1} << 53)] = {saved[i + 1], saved[i + 2], saved[i + 3],
                                                                            saved[i + 4], saved[i + 5] != 0.0};
}

}  // namespace dashpot::simulation
