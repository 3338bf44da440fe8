// DETEST classes D and E.
#include "problems/detest_entries.hpp"

namespace dashpot::problems::detest {

DetestProblem d1() {
  return make<3>("d1", 400, 1.7e-2, {0, 0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = 0.2 * (y[1] - y[0]);
    f[1] = 10 * y[0] - (60.0 - 0.125 * y[2]) * y[1] + 0.125 * y[2];
    f[2] = 1.0;
  });
}

DetestProblem d2() {
  return make<3>("d2", 40, 1e-5, {1, 0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -0.04 * y[0] + 0.01 * y[1] * y[2];
    f[1] = 400 * y[0] - 100 * y[1] * y[2] - 3000 * y[1] * y[1];
    f[2] = 30 * y[1] * y[1];
  });
}

DetestProblem d3() {
  return make<4>("d3", 20, 2.5e-5, {1, 1, 0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = y[2] - 100 * y[0] * y[1];
    f[1] = y[2] + 2 * y[3] - 100 * y[0] * y[1] - 2e4 * y[1] * y[1];
    f[2] = -y[2] + 100 * y[0] * y[1];
    f[3] = -y[3] + 1e4 * y[1] * y[1];
  });
}

DetestProblem d4() {
  return make<3>("d4", 50, 2.9e-4, {1, 1, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -0.013 * y[0] - 1000 * y[0] * y[2];
    f[1] = -2500 * y[1] * y[2];
    f[2] = -0.013 * y[0] - 1000 * y[0] * y[2] - 2500 * y[1] * y[2];
  });
}

DetestProblem d5() {
  return make<2>("d5", 100, 1e-4, {0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = 0.01 - (1.0 + (y[0] + 1000.0) * (y[0] + 1.0)) * (0.01 + y[0] + y[1]);
    f[1] = 0.01 - (1.0 + y[1] * y[1]) * (0.01 + y[0] + y[1]);
  });
}

DetestProblem e1() {
  return make<4>("e1", 1, 6.8e-3, {0, 0, 0, 0}, [](const auto&, const auto* y, auto* f) {
    using std::exp, std::sin;
    constexpr double g = 100;
    f[0] = y[1];
    f[1] = y[2];
    f[2] = y[3];
    f[3] = (y[0] * y[0] - sin(y[0]) - g * g * g * g) * y[0] +
           (y[1] * y[2] / (y[0] * y[0] + 1.0) - 4 * g * g * g) * y[1] + (1 - 6 * g * g) * y[2] +
           (10 * exp(-(y[3] * y[3])) - 4 * g) * y[3] + 1.0;
  });
}

DetestProblem e2() {
  return make<2>("e2", 1, 1e-3, {2, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = y[1];
    f[1] = 5 * (1.0 - y[0] * y[0]) * y[1] - y[0];
  });
}

DetestProblem e3() {
  return make<3>("e3", 500, 0.02, {1, 1, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -(55.0 + y[2]) * y[0] + 65 * y[1];
    f[1] = 0.0785 * (y[0] - y[1]);
    f[2] = 0.1 * y[0];
  });
}

// y' = -U^T A U y + U^T g(U y), U = (ones - 2 I)/2, which is its own inverse.
DetestProblem e4() {
  return make<4>("e4", 1000, 1e-3, {0, -2, -1, -1}, [](const auto&, const auto* y, auto* f) {
    const auto rotate = [](const auto* x, auto* ux) {
      const auto half = 0.5 * (x[0] + x[1] + x[2] + x[3]);
      for (int i = 0; i < 4; ++i) ux[i] = half - x[i];
    };
    std::remove_cvref_t<decltype(f[0])> z[4], g[4];
    rotate(y, z);
    g[0] = 10 * z[0] + 10 * z[1] + 0.5 * (z[0] * z[0] - z[1] * z[1]);
    g[1] = -10 * z[0] + 10 * z[1] + z[0] * z[1];
    g[2] = -1000 * z[2] + z[2] * z[2];
    g[3] = -0.01 * z[3] + z[3] * z[3];
    rotate(g, f);
  });
}

DetestProblem e5() {
  return make<4>("e5", 1000, 5e-5, {1.76e-3, 0, 0, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -7.89e-10 * y[0] - 1.1e7 * y[0] * y[2];
    f[1] = 7.89e-10 * y[0] - 1.13e9 * y[1] * y[2];
    f[2] = 7.89e-10 * y[0] - 1.1e7 * y[0] * y[2] + 1.13e3 * y[3] - 1.13e9 * y[1] * y[2];
    f[3] = 1.1e7 * y[0] * y[2] - 1.13e3 * y[3];
  });
}

}  // namespace dashpot::problems::detest
