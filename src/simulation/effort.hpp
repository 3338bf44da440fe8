// simulation/effort.hpp: where the work of a run goes: how often each function of a model is evaluated, and how long that
// takes. Seconds are for people alone; nothing is decided by them.
#pragma once

#include "codegen/compiled_model.hpp"
#include "dashpot/linear_solver.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>

namespace dashpot::simulation {

struct Effort {
  struct Part {
    std::int64_t count = 0;
    double seconds = 0.0;
  };
  std::array<Part, codegen::entryCount + 1> evaluations{};  // by Entry; the last: functions of an inlined step
  Part factorisations, solves;

  [[nodiscard]] Part& of(codegen::Entry entry) { return evaluations[placeOf(entry)]; }
  [[nodiscard]] const Part& of(codegen::Entry entry) const { return evaluations[placeOf(entry)]; }

 private:
  static std::size_t placeOf(codegen::Entry entry) {
    return std::min(static_cast<std::size_t>(entry), codegen::entryCount);
  }
};

/// Counts one, and the time until it goes out of scope.
class Measured {
 public:
  explicit Measured(Effort::Part& part) : part_(part) { ++part.count; }
  ~Measured() { part_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;

 private:
  Effort::Part& part_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// The same numbers from the same solver, measured. The effort must outlive it.
[[nodiscard]] std::unique_ptr<LinearSolver> measured(std::unique_ptr<LinearSolver> solver, Effort& effort);

}  // namespace dashpot::simulation
