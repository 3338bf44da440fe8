// DETEST class G: F or its derivatives jump at known times, which are declared.
#include "problems/detest_entries.hpp"

#include <numbers>

namespace dashpot::problems::detest {
namespace {

Vector integersBelow(int end) {
  Vector times;
  for (int i = 1; i < end; ++i) times.push_back(i);
  return times;
}

DetestProblem withJumps(DetestProblem problem, Vector times) {
  problem.test.problem.discontinuities = std::move(times);
  return problem;
}

/// +1 where floor(t) is even, -1 where it is odd.
template <class Number>
double parity(const Number& t) {
  return std::fmod(std::floor(valueOf(t)), 2) == 0 ? 1 : -1;
}

}  // namespace

DetestProblem g1() {
  return withJumps(make<2>(
                       "g1", 20, 0, {0, 0},
                       [](const auto& t, const auto* y, auto* f) {
                         constexpr double a = 0.1, pi = std::numbers::pi;
                         f[0] = y[1];
                         f[1] = 2 * a * y[1] - (pi * pi + a * a) * y[0] + parity(t);
                       },
                       false),
                   integersBelow(20));
}

DetestProblem g2() {
  return withJumps(
      make<1>(
          "g2", 20, 0, {110},
          [](const auto& t, const auto* y, auto* f) { f[0] = 55.0 - (1.0 + 0.5 * parity(t)) * y[0]; }, false),
      integersBelow(20));
}

DetestProblem g3() {
  return withJumps(make<2>(
                       "g3", 20, 0, {0, 0},
                       [](const auto& t, const auto* y, auto* f) {
                         using std::sin;
                         f[0] = y[1];
                         // |sin pi t|, without a kink of its own at the integers
                         f[1] = 0.01 * y[1] * (1.0 - y[0] * y[0]) - y[0] - parity(t) * sin(std::numbers::pi * t);
                       },
                       false),
                   integersBelow(20));
}

DetestProblem g4() {
  return withJumps(make<1>(
                       "g4", 20, 0, {1},
                       [](const auto& t, const auto* y, auto* f) {
                         if (valueOf(t) < 10) {
                           auto power = 1.0 + 4 * (t - 5.0) * (t - 5.0);
                           for (int squaring = 0; squaring < 4; ++squaring) power = power * power;
                           f[0] = -2.0 / 21 - 120 * (t - 5.0) / power + 0 * y[0];
                         } else {
                           f[0] = -2 * y[0];
                         }
                       },
                       false),
                   {10});
}

// p = sum |t - i|^(4/3): p'' is infinite at the integers.
DetestProblem g5() {
  return withJumps(make<1>(
                       "g5", 20, 0, {1},
                       [](const auto& t, const auto* y, auto* f) {
                         using std::cbrt;
                         double c = 0;
                         auto slope = 0 * t;
                         for (int i = 1; i <= 19; ++i) {
                           c += std::pow(i, 4.0 / 3);
                           if (valueOf(t) != i) slope = slope + 4.0 / 3 * cbrt(t - static_cast<double>(i));
                         }
                         f[0] = slope * y[0] / c;
                       },
                       false),
                   integersBelow(20));
}

}  // namespace dashpot::problems::detest
