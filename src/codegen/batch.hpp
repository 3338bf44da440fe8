// codegen/batch.hpp
//
// A function at many times, four at once: for results, which are wanted at many points. The times lie between two
// events, so that parameters, modes and discrete variables are the same at all of them. The bits are those of an
// evaluation of each alone.
#pragma once

#include "codegen/assemble.hpp"
#include "codegen/executable.hpp"

#include <algorithm>
#include <memory>

namespace dashpot::codegen {

/// Numbers at many points, by fours: for each element those at the first four points, then the same for the next four.
namespace lanes {

constexpr std::size_t count = 4;

/// So many points and those that are filled up with, for all of them to be in fours.
constexpr std::size_t filledUp(std::size_t points) { return (points + count - 1) / count * count; }

/// Of n elements: where the first of a point stands; the others follow at distances of `count`.
constexpr std::size_t placeOf(std::size_t point, std::size_t n) { return point / count * count * n + point % count; }

inline void put(ConstView elements, std::size_t point, View to) {
  double* at = to.data() + placeOf(point, elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) at[count * i] = elements[i];
}
inline void pick(ConstView from, std::size_t point, View elements) {
  const double* const at = from.data() + placeOf(point, elements.size());
  double* const to = elements.data();
  const std::size_t size = elements.size();
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) to[i] = at[count * i];
}

}  // namespace lanes

/// What varies in time, at many times.
struct Lanes {
  Lanes(std::size_t states, std::size_t us, std::size_t ds, std::size_t points = lanes::count)
      : yCount(states), inputCount(us), delayedCount(ds) {
    resize(points);
  }
  void resize(std::size_t points) {
    points = lanes::filledUp(points);
    time.resize(points), y.resize(points * yCount), inputs.resize(points * inputCount);
    delayed.resize(points * delayedCount);
  }
  void set(std::size_t point, double t, ConstView ys, ConstView us, ConstView ds) {
    time[point] = t;
    lanes::put(ys, point, y), lanes::put(us, point, inputs), lanes::put(ds, point, delayed);
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
