// Coefficients of explicit Runge-Kutta methods, as data:
//   k_i = f(t + c_i h, y + h sum_{j<i} a_ij k_j),   y1 = y + h sum b_i k_i,   error = h sum e_i k_i.
// Continuous extension: y(t + theta h) = y + h sum_i b_i(theta) k_i, b_i(theta) = sum_{k=1..degree} dense_ik theta^k;
// it may use further stages (stages .. denseStages-1), evaluated only when the interpolant is asked for.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace dashpot::tableaux {

inline constexpr int maxExplicitStages = 16;
inline constexpr int maxExplicitDenseDegree = 7;

struct ExplicitTable {
  using Row = std::array<double, maxExplicitStages>;

  std::string_view name;
  std::string_view source;
  int stages = 0;       // of the step and its error estimate
  int denseStages = 0;  // with those of the continuous extension; equal to `stages` if it needs none
  int order = 0;
  int embeddedOrder = 0;  // 0: no error estimate
  int denseOrder = 0;
  bool firstSameAsLast = false;  // the last of `stages` is f(t + h, y1)
  std::array<Row, maxExplicitStages> a{};
  Row c{};
  Row b{};
  Row error{};       // b - b^
  Row errorThird{};  // second estimate of Dormand-Prince 8(5,3) (Hairer, Norsett, Wanner I, II.10.17); zero elsewhere
  int denseDegree = 0;
  std::array<std::array<double, maxExplicitDenseDegree>, maxExplicitStages> dense{};
};

std::span<const ExplicitTable> explicitTables();
const ExplicitTable* findExplicit(std::string_view name);

}  // namespace dashpot::tableaux
