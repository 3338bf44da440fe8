// base/counted.hpp
//
// A number that counts what is done with it: run a formula or a right-hand side on Counted instead of double, and know
// what it costs.
//
//   const Operations spent = countOperations([&] { step<Counted>(...); });
//
// Counted are additions (a subtraction is one), multiplications, divisions and function calls, each where at least one
// operand is Counted. Negation, copies, comparisons and arithmetic on plain doubles (constants, step sizes) are free:
// what does not depend on the state is computed once.
#pragma once

#include <cmath>
#include <cstdint>

namespace dashpot {

struct Operations {
  std::int64_t additions = 0;
  std::int64_t multiplications = 0;
  std::int64_t divisions = 0;
  std::int64_t functions = 0;  // sin, exp, sqrt, pow, ...

  [[nodiscard]] std::int64_t total() const { return additions + multiplications + divisions + functions; }
  Operations& operator+=(const Operations& other) {
    additions += other.additions;
    multiplications += other.multiplications;
    divisions += other.divisions;
    functions += other.functions;
    return *this;
  }
  friend Operations operator-(Operations a, const Operations& b) {
    return {a.additions - b.additions, a.multiplications - b.multiplications, a.divisions - b.divisions,
            a.functions - b.functions};
  }
  friend bool operator==(const Operations&, const Operations&) = default;
};

class Counted {
 public:
  Counted() = default;
  Counted(double value) : value_(value) {}  // NOLINT: constants are meant to convert

  explicit operator double() const { return value_; }
  [[nodiscard]] double value() const { return value_; }

  /// All operations of this thread so far.
  static Operations& spent() {
    thread_local Operations operations;
    return operations;
  }

  friend Counted operator+(Counted a, Counted b) { return add(a.value_ + b.value_); }
  friend Counted operator-(Counted a, Counted b) { return add(a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) {
    ++spent().multiplications;
    return {a.value_ * b.value_};
  }
  friend Counted operator/(Counted a, Counted b) {
    ++spent().divisions;
    return {a.value_ / b.value_};
  }
  friend Counted operator-(Counted a) { return {-a.value_}; }
  friend Counted operator+(Counted a) { return a; }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  Counted& operator/=(Counted b) { return *this = *this / b; }

  friend bool operator==(Counted a, Counted b) { return a.value_ == b.value_; }
  friend auto operator<=>(Counted a, Counted b) { return a.value_ <=> b.value_; }

  friend Counted sin(Counted a) { return call(std::sin(a.value_)); }
  friend Counted cos(Counted a) { return call(std::cos(a.value_)); }
  friend Counted tan(Counted a) { return call(std::tan(a.value_)); }
  friend Counted exp(Counted a) { return call(std::exp(a.value_)); }
  friend Counted log(Counted a) { return call(std::log(a.value_)); }
  friend Counted sqrt(Counted a) { return call(std::sqrt(a.value_)); }
  friend Counted pow(Counted a, Counted b) { return call(std::pow(a.value_, b.value_)); }
  friend Counted abs(Counted a) { return {std::abs(a.value_)}; }

 private:
  static Counted add(double value) {
    ++spent().additions;
    return {value};
  }
  static Counted call(double value) {
    ++spent().functions;
    return {value};
  }

  double value_ = 0;
};

/// The operations that `work` spends on Counted numbers.
template <class Work>
Operations countOperations(Work&& work) {
  const Operations before = Counted::spent();
  work();
  return Counted::spent() - before;
}

}  // namespace dashpot
