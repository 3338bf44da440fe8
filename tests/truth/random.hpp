// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood 2014), with distributions of our
// own, since those of the standard library differ from one to the next.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace dashpot::truth {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0xD1B54A32D192ED03ULL) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  /// From low to high, both included.
  int integer(int low, int high) { return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1)); }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
  double logUniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  /// Away from zero, with either sign.
  double signedUniform(double low, double high) { return chance(0.5) ? uniform(low, high) : -uniform(low, high); }
  template <class T>
  const T& oneOf(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(integer(0, static_cast<int>(choices.size()) - 1))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace dashpot::truth
