#include "realtime/input_gate.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::realtime {

namespace {

constexpr Nanoseconds silence = 1'000'000'000;

bool fits(InputKind kind, double value) {
  switch (kind) {
    case InputKind::real: return true;
    case InputKind::integer: return value == std::floor(value);
    case InputKind::boolean: return value == 0.0 || value == 1.0;
  }
  return false;
}

}  // namespace

bool InputGate::takes(std::uint64_t sequence, ConstView values, Nanoseconds time) {
  if (isOpen_ && sequence <= last_ && time - lastTime_ < silence) {
    ++counts.old;
    return false;
  }
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    ++counts.notFinite;
    return false;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!fits(kinds_[i], values[i])) {
      ++counts.unfit;
      return false;
    }
  isOpen_ = true;
  last_ = sequence;
  lastTime_ = time;
  ++counts.taken;
  return true;
}

}  // namespace dashpot::realtime
