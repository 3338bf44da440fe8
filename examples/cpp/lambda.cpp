// The integrator library alone: a lambda in, a trajectory out. Van der Pol's equation, stiff (mu = 1000).
#include <cstdio>
#include <dashpot/integrate.hpp>

int main() {
  const auto vanDerPol = [](double, dashpot::ConstView y, dashpot::View f) {
    f[0] = y[1];
    f[1] = 1000 * (1 - y[0] * y[0]) * y[1] - y[0];
  };
  const dashpot::Solution s = dashpot::solve({.size = 2, .rhs = vanDerPol}, 0, 2000, {2.0, 0.0});
  for (std::size_t i = 0; i < s.times.size(); ++i) std::printf("%g %g\n", s.times[i], s.states[i][0]);
  std::fputs(s.summary().c_str(), stderr);
  return s.ok() ? 0 : 1;
}
