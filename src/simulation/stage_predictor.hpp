// simulation/stage_predictor.hpp: where the iterations of an inlined step start from: for each unknown of a stage the
// polynomial through what is known of its course, the start of the step, stages that are solved already, and the stages
// of the step before.
#pragma once

#include "codegen/compiled_step.hpp"
#include "dashpot/problem.hpp"

namespace dashpot::simulation {

class StagePredictor {
 public:
  explicit StagePredictor(const codegen::CompiledStep& step);

  void begin() { previousStep_ = 0.0; }
  /// Whether there is a step before.
  [[nodiscard]] bool isReady() const { return previousStep_ != 0.0; }
  /// The step that led to these numbers is accepted.
  void accept(double h, ConstView w);

  /// The unknowns of a part, for a step of length h that begins with y; w holds what is solved already.
  void predict(std::size_t part, double h, View w);

  void save(Vector& memory) const;
  ConstView load(ConstView memory);

 private:
  struct Source {
    enum class Kind : std::uint8_t { start, previous, current } kind = Kind::start;
    std::uint32_t place = 0;  // start, current: in w; previous: among the unknowns
    double node = 0.0;        // in its step
  };
  struct Course {
    std::uint32_t place = 0;  // in w
    double node = 0.0;
    std::vector<Source> sources;
    Vector weights;
  };

  void findSources(const codegen::CompiledStep& step);
  void weigh(double ratio);

  std::vector<std::vector<Course>> courses_;  // by part
  Vector previous_;                           // unknowns of all parts in the step before
  std::vector<std::uint32_t> places_;         // of the unknowns in w
  double previousStep_ = 0.0;
  double ratio_ = 0.0;  // of the lengths that the weights are for
};

}  // namespace dashpot::simulation
