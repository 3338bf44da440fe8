// The tables of explicit_rk.hpp, one function per method, and what their files share.
#pragma once

#include "tableaux/explicit_rk.hpp"

#include <cstddef>

namespace dashpot::tableaux {

ExplicitTable euler();
ExplicitTable heun();
ExplicitTable rk4();
ExplicitTable ode23();
ExplicitTable dopri5();
ExplicitTable tsit5();
ExplicitTable dop853();
ExplicitTable rkf45();
ExplicitTable merson();

using DenseWeights = std::array<std::array<double, maxExplicitDenseDegree>, maxExplicitStages>;

/// Expands Hairer's nested form of a continuous extension (Hairer, Norsett, Wanner I, II.6) into powers of theta:
///   y(theta) = y0 + theta (F_0 + (1-theta) (F_1 + theta (F_2 + (1-theta) (F_3 + ...)))),
///   F_0 = y1 - y0,  F_1 = h f0 - F_0,  F_2 = 2 F_0 - h (f0 + f1),  F_{3+m} = h sum_i shapes[m][i] k_i,
/// where f0 is stage 0 and f1 = f(t + h, y1) is stage `endStage`. Without shapes this is the cubic Hermite polynomial.
template <std::size_t Shapes>
constexpr DenseWeights fromNestedForm(const ExplicitTable::Row& b, int endStage,
                                      const std::array<ExplicitTable::Row, Shapes>& shapes) {
  static_assert(Shapes + 3 <= maxExplicitDenseDegree);
  DenseWeights weights{};
  for (int i = 0; i < maxExplicitStages; ++i) {
    std::array<long double, Shapes + 3> levels{};
    const long double start = i == 0 ? 1 : 0;
    const long double end = i == endStage ? 1 : 0;
    levels[0] = b[i];
    levels[1] = start - b[i];
    levels[2] = 2 * static_cast<long double>(b[i]) - start - end;
    for (std::size_t m = 0; m < Shapes; ++m) levels[3 + m] = shapes[m][i];

    std::array<long double, Shapes + 4> powers{};  // of the innermost bracket first, then outwards
    for (std::size_t k = levels.size(); k-- > 0;) {
      powers[0] += levels[k];
      for (std::size_t power = powers.size() - 1; power > 0; --power)
        powers[power] = k % 2 == 0 ? powers[power - 1] : powers[power] - powers[power - 1];
      if (k % 2 == 0) powers[0] = 0;
    }
    for (std::size_t k = 0; k < Shapes + 3; ++k) weights[i][k] = static_cast<double>(powers[k + 1]);
  }
  return weights;
}

constexpr DenseWeights cubicHermite(const ExplicitTable::Row& b, int endStage) {
  return fromNestedForm<0>(b, endStage, {});
}
ExplicitTable rk4Published();

}  // namespace dashpot::tableaux
