// DETEST class F.
#include "problems/detest_entries.hpp"

namespace dashpot::problems::detest {

DetestProblem f1() {
  return make<4>("f1", 1000, 1e-4, {761, 0, 600, 0.1}, [](const auto&, const auto* y, auto* f) {
    using std::exp;
    const auto k = exp(20.7 - 1500 / y[0]);
    f[0] = 1.3 * (y[2] - y[0]) + 10400 * k * y[1];
    f[1] = 1880 * (y[3] - y[1] * (1.0 + k));
    f[2] = 1752.0 - 269 * y[2] + 267 * y[0];
    f[3] = 0.1 + 320 * y[1] - 321 * y[3];
  });
}

DetestProblem f2() {
  return make<2>("f2", 240, 1e-2, {1, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -y[0] - y[0] * y[1] + 294 * y[1];
    f[1] = y[0] * (1.0 - y[1]) / 98 - 3 * y[1];
  });
}

DetestProblem f3() {
  return make<5>("f3", 100, 1e-6, {4e-6, 1e-6, 0, 0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -1e7 * y[1] * y[0] + 10 * y[2];
    f[1] = -1e7 * y[1] * y[0] - 1e7 * y[1] * y[4] + 10 * y[2] + 10 * y[3];
    f[2] = 1e7 * y[1] * y[0] - 1.001e4 * y[2] + 1e-3 * y[3];
    f[3] = 1e4 * y[2] - 10.001 * y[3] + 1e7 * y[1] * y[4];
    f[4] = 10 * y[3] - 1e7 * y[1] * y[4];
  });
}

DetestProblem f4() {
  return make<3>("f4", 300, 1e-3, {4, 1.1, 4}, [](const auto&, const auto* y, auto* f) {
    f[0] = 77.27 * (y[1] - y[0] * y[1] + y[0] - 8.375e-6 * y[0] * y[0]);
    f[1] = (-y[1] - y[0] * y[1] + y[2]) / 77.27;
    f[2] = 0.161 * (y[0] - y[2]);
  });
}

DetestProblem f5() {
  return make<4>("f5", 100, 1e-7, {3.365e-7, 8.261e-3, 1.642e-3, 9.38e-6}, [](const auto&, const auto* y, auto* f) {
    const auto first = 3e11 * y[0] * y[1], second = 9e11 * y[0] * y[2];
    f[0] = -first + 1.2e8 * y[3] - second;
    f[1] = -first + 2e7 * y[3];
    f[2] = -second + 1e8 * y[3];
    f[3] = first - 1.2e8 * y[3] + second;
  });
}

}  // namespace dashpot::problems::detest
