// codegen/batch.hpp
//
// A function at four times at once: for results, which are wanted at many points. The times lie between two events, so
// that parameters, modes and discrete variables are the same at all of them. The bits are those of an evaluation of
// each alone.
#pragma once

#include "codegen/assemble.hpp"
#include "codegen/executable.hpp"

#include <algorithm>
#include <memory>

namespace dashpot::codegen {

/// What varies in time, at four times: by elements, four numbers for each.
struct Lanes {
  static constexpr std::size_t count = 4;

  Lanes(std::size_t yCount, std::size_t inputCount, std::size_t delayedCount)
      : time(count), y(count * yCount), inputs(count * inputCount), delayed(count * delayedCount) {}
  void set(std::size_t lane, double t, ConstView ys, ConstView us, ConstView ds) {
    time[lane] = t;
    put(lane, ys, y), put(lane, us, inputs), put(lane, ds, delayed);
  }
  /// This lane in all those after it, too.
  void repeat(std::size_t lane) {
    for (Vector* const of : {&time, &y, &inputs, &delayed})
      for (std::size_t i = 0; i < of->size(); i += count)
        std::fill_n(of->begin() + static_cast<std::ptrdiff_t>(i + lane), count - lane, (*of)[i + lane]);
  }

  void pickState(std::size_t lane, View state) const {
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = y[count * i + lane];
  }

  Vector time, y, inputs, delayed;

 private:
  static void put(std::size_t lane, ConstView from, Vector& to) {
    for (std::size_t i = 0; i < to.size() / count; ++i) to[count * i + lane] = from[i];
  }
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
  /// The outputs likewise. Recoverable: one of them is not finite at one of the times.
  Evaluation run(const Arguments& same, const Lanes& varying, View outputs);

 private:
  void interpret(const Arguments& same, const Lanes& varying, View outputs);

  const CompiledModel& model_;
  Entry entry_;
  std::optional<Assembled> assembled_;
  std::unique_ptr<Executable> interpreter_;
  std::unique_ptr<ProcedureMachine> procedures_;
  Frame frame_;
  Vector work_, y_, inputs_, delayed_, one_;
};

}  // namespace dashpot::codegen
