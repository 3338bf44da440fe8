// DETEST classes A, B and C.
#include "problems/detest_entries.hpp"

namespace dashpot::problems::detest {
namespace {

/// B2 to B5: a damped rotation with frequency alpha beside four real modes.
DetestProblem rotation(const std::string& name, double alpha) {
  return make<6>(name, 20, 1e-2, {1, 1, 1, 1, 1, 1}, [alpha](const auto&, const auto* y, auto* f) {
    f[0] = -10 * y[0] + alpha * y[1];
    f[1] = -alpha * y[0] - 10 * y[1];
    f[2] = -4 * y[2];
    f[3] = -1 * y[3];
    f[4] = -0.5 * y[4];
    f[5] = -0.1 * y[5];
  });
}

/// C2 to C5: coupling of strength beta from the slow to the fast components.
DetestProblem cascade(const std::string& name, double beta) {
  return make<4>(name, 20, 1e-2, {1, 1, 1, 1}, [beta](const auto&, const auto* y, auto* f) {
    f[0] = -y[0] + 2.0;
    f[1] = -10 * y[1] + beta * y[0] * y[0];
    f[2] = -40 * y[2] + 4 * beta * (y[0] * y[0] + y[1] * y[1]);
    f[3] = -100 * y[3] + 10 * beta * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  });
}

}  // namespace

DetestProblem a1() {
  return make<4>("a1", 20, 1e-2, {1, 1, 1, 1}, [](const auto&, const auto* y, auto* f) {
    f[0] = -0.5 * y[0];
    f[1] = -1 * y[1];
    f[2] = -100 * y[2];
    f[3] = -90 * y[3];
  });
}

DetestProblem a2() {
  return make<9>("a2", 120, 5e-4, Vector(9, 0.0), [](const auto&, const auto* y, auto* f) {
    f[0] = -1800 * y[0] + 900 * y[1];
    for (int i = 1; i < 8; ++i) f[i] = y[i - 1] - 2 * y[i] + y[i + 1];
    f[8] = 1000 * y[7] - 2000 * y[8] + 1000.0;
  });
}

DetestProblem a3() {
  return make<4>("a3", 20, 1e-5, {1, 1, 1, 1}, [](const auto&, const auto* y, auto* f) {
    f[0] = -1e4 * y[0] + 100 * y[1] - 10 * y[2] + y[3];
    f[1] = -1e3 * y[1] + 10 * y[2] - 10 * y[3];
    f[2] = -1 * y[2] + 10 * y[3];
    f[3] = -0.1 * y[3];
  });
}

DetestProblem a4() {
  return make<10>("a4", 1, 1e-5, Vector(10, 1.0), [](const auto&, const auto* y, auto* f) {
    for (int i = 0; i < 10; ++i) f[i] = -std::pow(i + 1.0, 5) * y[i];
  });
}

DetestProblem b1() {
  return make<4>("b1", 20, 7e-3, {1, 0, 1, 0}, [](const auto&, const auto* y, auto* f) {
    f[0] = -1 * y[0] + y[1];
    f[1] = -100 * y[0] - y[1];
    f[2] = -100 * y[2] + y[3];
    f[3] = -1e4 * y[2] - 100 * y[3];
  });
}

DetestProblem b2() { return rotation("b2", 3); }
DetestProblem b3() { return rotation("b3", 8); }
DetestProblem b4() { return rotation("b4", 25); }
DetestProblem b5() { return rotation("b5", 100); }

DetestProblem c1() {
  return make<4>("c1", 20, 1e-2, {1, 1, 1, 1}, [](const auto&, const auto* y, auto* f) {
    f[0] = -y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3];
    f[1] = -10 * y[1] + 10 * (y[2] * y[2] + y[3] * y[3]);
    f[2] = -40 * y[2] + 40 * y[3] * y[3];
    f[3] = -100 * y[3] + 2.0;
  });
}

DetestProblem c2() { return cascade("c2", 0.1); }
DetestProblem c3() { return cascade("c3", 1); }
DetestProblem c4() { return cascade("c4", 10); }
DetestProblem c5() { return cascade("c5", 20); }

}  // namespace dashpot::problems::detest
