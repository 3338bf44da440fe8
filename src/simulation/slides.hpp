// simulation/slides.hpp: when, and along which relations, a run slid.
#pragma once

#include "simulation/outcome.hpp"

#include <map>

namespace dashpot::simulation {

class Slides {
 public:
  /// From this time on the solution slides along these relations, and along no others.
  void set(double t, const std::vector<std::size_t>& modes);

  [[nodiscard]] std::vector<Slide> report(const codegen::CompiledModel& model, double end) const;

  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  struct Course {
    double first = 0.0, since = 0.0, time = 0.0, count = 0.0;
    bool isSliding = false;
  };
  std::map<std::size_t, Course> courses_;  // by mode
};

}  // namespace dashpot::simulation
