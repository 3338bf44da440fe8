// codegen/batch.hpp
//
// A function at many times, four at once: for results, which are wanted at many points. The times lie between two
// events, so that parameters, modes and discrete variables are the same at all of them. The bits are those of an
// evaluation of each alone.
#pragma once

#include "base/by_fours.hpp"
#include "codegen/assemble.hpp"
#include "codegen/executable.hpp"

#include <algorithm>
#include <memory>

namespace dashpot::codegen {

/// What varies in time, at many times, by fours.
struct Lanes {
  Lanes(std::size_t states, std::size_t us, std::size_t ds, std::size_t points = by_fours::count)
      : yCount(states), inputCount(us), delayedCount(ds) {
    resize(points);
  }
  void resize(std::size_t points) {
    points = by_fours::filledUp(points);
    time.resize(points), y.resize(points * yCount), inputs.resize(points * inputCount);
    delayed.resize(points * delayedCount);
  }
  void set(std::size_t point, double t, ConstView ys, ConstView us, ConstView ds) {
    time[point] = t;
    by_fours::put(ys, point, y), by_fours::put(us, point, inputs), by_fours::put(ds, point, delayed);
  }
  /// At the first four points alike.
  void setAll(double t, ConstView ys, ConstView us, ConstView ds) {
    by_fours::putAll({&t, 1}, time), by_fours::putAll(ys, y);
    by_fours::putAll(us, inputs), by_fours::putAll(ds, delayed);
  }

  std::size_t yCount, inputCount, delayedCount;
  Vector time, y, inputs, delayed;
};

class Batch {
 public:
  /// The model must outlive this. Without `assembles`, all is interpreted.
  Batch(const CompiledModel& model, Entry entry, bool assembles);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  [[nodiscard]] Entry entry() const { return entry_; }
  [[nodiscard]] bool isAssembled() const { return assembled_.has_value(); }
  /// Takes over the parameters. Gives room for the outputs at so many points, where those that are parameters or
  /// constants stand already.
  [[nodiscard]] Vector begin(const Arguments& same, std::size_t points);
  /// At the first points, as many as are in fours; the parameters are those of the beginning, and `outputs` is what was
  /// given then. Recoverable: an output is not finite at one of the points.
  Evaluation run(const Arguments& same, const Lanes& varying, std::size_t points, View outputs);

 private:
  double assembled(const Arguments& same, const Lanes& varying, std::size_t points, View outputs);
  void interpret(const Arguments& same, const Lanes& varying, std::size_t points, View outputs);

  const CompiledModel& model_;
  Entry entry_;
  std::optional<Assembled> assembled_;
  bool areConstantsFinite_ = true;  // outputs that are
  std::unique_ptr<Executable> interpreter_;
  std::unique_ptr<ProcedureMachine> procedures_;
  Frame frame_;
  Vector work_, y_, inputs_, delayed_, one_;
};

}  // namespace dashpot::codegen
