// realtime/input_gate.hpp: which values from outside a model takes.
//
// Numbers that are not finite, or no value of their input's type, and messages older than one that was taken are
// ignored and counted. A partner that starts again begins to count anew: after a silence any number is taken.
#pragma once

#include "dashpot/problem.hpp"
#include "realtime/deadlines.hpp"
#include "realtime/exchange_block.hpp"

#include <cstdint>

namespace dashpot::realtime {

enum class InputKind : std::uint8_t { real, integer, boolean };

/// Messages that came in, and why some were ignored.
struct InputCounts {
  std::int64_t taken = 0;
  std::int64_t tooShort = 0, foreign = 0, wrongMagic = 0, wrongVersion = 0, wrongCount = 0;  // datagrams only
  std::int64_t old = 0, notFinite = 0, unfit = 0;
  std::int64_t torn = 0;  // shared memory only: its writer was at it
  [[nodiscard]] std::int64_t ignored() const {
    return tooShort + foreign + wrongMagic + wrongVersion + wrongCount + old + notFinite + unfit + torn;
  }
};

class InputGate {
 public:
  explicit InputGate(std::vector<InputKind> kinds) : kinds_(std::move(kinds)) {}

  [[nodiscard]] bool takes(std::uint64_t sequence, ConstView values, Nanoseconds time);
  InputCounts counts;

 private:
  std::vector<InputKind> kinds_;
  bool isOpen_ = false;  // something was taken before
  std::uint64_t last_ = 0;
  Nanoseconds lastTime_ = 0;
};

}  // namespace dashpot::realtime
