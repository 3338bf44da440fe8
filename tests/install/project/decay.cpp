// y' = -50 y by our own method and by SUNDIALS, against exp(-50 t).
#include <cmath>
#include <cstdio>
#include <dashpot/integrate.hpp>

int main() {
  const dashpot::Problem decay{.size = 1,
                               .rhs = [](double, dashpot::ConstView y, dashpot::View f) { f[0] = -50 * y[0]; }};
  for (const char* method : {"rodas4", "cvode"}) {
    const dashpot::Solution solution = dashpot::solve(decay, 0, 0.1, {1.0}, {.method = method});
    const double error = solution.states.back()[0] - std::exp(-5.0);
    std::printf("%s: error %g\n", method, error);
    if (!solution.ok() || std::abs(error) > 1e-5) return 1;
  }
  return 0;
}
