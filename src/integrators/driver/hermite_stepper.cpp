#include "integrators/driver/hermite_stepper.hpp"

#include "integrators/hermite.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::integrators {

HermiteStepper::HermiteStepper(System& system, const Options& options)
    : system_(system), fixedStep_(options.step), isSilent_(options.realTime) {
  for (Vector* values : {&start_.state, &start_.slope, &end_.state, &end_.slope})
    values->resize(static_cast<std::size_t>(system.size()));
}

void HermiteStepper::restart(double t, ConstView y, double h) {
  std::ranges::copy(y, end_.state.begin());
  end_.time = t;
  start_ = end_;
  h_ = h;
  grid_.begin(t);
  failure_ = {};
}

StepOutcome HermiteStepper::accept(bool reachesLimit, double limit, double h) {
  const double gridPoint = grid_.advance(h);
  end_.time = reachesLimit ? limit : hasFixedStep() ? gridPoint : start_.time + h;
  ++system_.statistics().steps;
  return StepOutcome::accepted;
}

void HermiteStepper::interpolate(double t, View y) {
  const double h = end_.time - start_.time;
  hermite(h == 0 ? 1 : (t - start_.time) / h, h, start_.state, start_.slope, end_.state, end_.slope, y);
}

Vector HermiteStepper::saveMemory() const {
  Vector memory{h_, start_.time};
  grid_.save(memory);
  for (const Vector* values : {&start_.state, &start_.slope, &end_.slope})
    memory.insert(memory.end(), values->begin(), values->end());
  saveHistory(memory);
  return memory;
}

void HermiteStepper::restoreMemory(ConstView memory) {
  h_ = memory[0];
  start_.time = memory[1];
  memory = grid_.load(memory.subspan(2));
  for (Vector* values : {&start_.state, &start_.slope, &end_.slope}) {
    std::copy_n(memory.begin(), values->size(), values->begin());
    memory = memory.subspan(values->size());
  }
  loadHistory(memory);
}

StepOutcome HermiteStepper::fail(Evaluation evaluation) {
  const FailureKind kind = !system_.exceptionText().empty()        ? FailureKind::exception
                           : evaluation == Evaluation::recoverable ? FailureKind::evaluation
                                                                   : FailureKind::fatalEvaluation;
  if (isSilent_) return failWith(kind, {});
  const std::string step = hasFixedStep() ? fmt::format(" with the fixed step {:.3g}", h_) : "";
  const std::string at = fmt::format("at t = {:.10g}{}", start_.time, step);
  if (!system_.exceptionText().empty())
    return failWith(kind, fmt::format("A user function threw {}: {}", at, system_.exceptionText()));
  return failWith(kind, fmt::format("The right-hand side is not defined {}.", at));
}

StepOutcome HermiteStepper::failWith(FailureKind kind, std::string message) {
  failure_ = {kind, start_.time, h_, -1, std::move(message)};
  end_.state = start_.state;
  return StepOutcome::failed;
}

}  // namespace dashpot::integrators
