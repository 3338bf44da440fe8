// Coefficients of Runge-Kutta-Nystroem methods for x'' = f(t, x), as data:
//   k_i = f(t + c_i h, x + c_i h v + h^2 sum_{j<i} a_ij k_j),
//   x1 = x + h v + h^2 sum b_i k_i,   v1 = v + h sum bv_i k_i,
// error in x = h^2 sum e_i k_i, in v = h sum ev_i k_i. In all tables here the last stage is f at the end of the step.
//
// With `velocityCoupling` the stages also know a velocity, v + h sum_{j<i} av_ij k_j, so that f may depend on it.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace dashpot::tableaux {

inline constexpr int maxNystromStages = 6;

struct NystromTable {
  using Row = std::array<double, maxNystromStages>;

  std::string_view name;
  std::string_view source;
  int stages = 0;
  int order = 0;
  int embeddedOrder = 0;  // 0: no error estimate
  std::array<Row, maxNystromStages> a{};
  Row c{};
  Row b{};
  Row bv{};
  Row e{};
  Row ev{};
  bool velocityCoupling = false;
  std::array<Row, maxNystromStages> av{};
};

std::span<const NystromTable> nystromTables();
const NystromTable* findNystrom(std::string_view name);

}  // namespace dashpot::tableaux
