// Second-order methods against methods for first-order systems, on problems with positions and velocities: a vibrating
// beam, a wave, seven stars. All in one process, on the same right-hand side; CVODE runs behind
// the same interface. Prints the processor time to reach 3 to 8 correct digits, and the ratio of the best second-order
// method to dopri5 and to the better of CVODE's two.
#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "problems/method_of_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>
#include <optional>
#include <vector>

namespace dashpot {
namespace {

using problems::TestProblem;
using std::numbers::pi;

/// Of this process: other programs on the machine do not count.
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// u_tt = -u_xxxx on [0, 1], hinged ends (Euler and Bernoulli), 20 points, second-order differences; modes 1 and 2.
TestProblem beam() {
  constexpr int n = 20;
  constexpr double h = 1.0 / (n + 1), inverse = 1 / (h * h * h * h);
  TestProblem test;
  test.name = "beam";
  test.problem.size = 2 * n;
  test.problem.autonomous = true;
  test.problem.rhs = [](double, ConstView y, View f) {
    const auto u = [&](int i) { return i < 0 ? -y[0] : i > n - 1 ? -y[n - 1] : y[static_cast<std::size_t>(i)]; };
    const auto at = [&](int i) { return i == -1 || i == n ? 0.0 : i < -1 ? u(-1) : i > n ? u(n) : u(i); };
    for (int i = 0; i < n; ++i) {
      f[static_cast<std::size_t>(i)] = y[static_cast<std::size_t>(n + i)];
      f[static_cast<std::size_t>(n + i)] =
          -inverse * (at(i - 2) - 4 * at(i - 1) + 6 * at(i) - 4 * at(i + 1) + at(i + 2));
    }
  };
  test.exact = [](double t, View y) {
    std::ranges::fill(y, 0.0);
    for (const auto& [mode, amplitude] : {std::pair{1, 1.0}, {2, 0.5}}) {
      const double omega = 4 / (h * h) * std::pow(std::sin(mode * pi * h / 2), 2);
      for (int i = 0; i < n; ++i) {
        const double shape = amplitude * std::sin(mode * pi * (i + 1) * h);
        y[static_cast<std::size_t>(i)] += shape * std::cos(omega * t);
        y[static_cast<std::size_t>(n + i)] -= shape * omega * std::sin(omega * t);
      }
    }
  };
  for (int i = 0; i < n; ++i) test.problem.pairs.push_back({i, n + i});
  test.end = 1;
  test.initial = test.reference = Vector(2 * n);
  test.exact(0, test.initial);
  test.exact(test.end, test.reference);
  test.referenceDigits = 12;
  test.absoluteScale = Vector(2 * n, 1.0);
  std::fill(test.absoluteScale.begin() + n, test.absoluteScale.end(), 10.0);
  return test;
}

/// Hairer, Norsett and Wanner I, II.10: seven stars in the plane, to t = 3.
TestProblem pleiades() {
  TestProblem test;
  test.name = "pleiades";
  test.problem.size = 28;
  test.problem.autonomous = true;
  test.problem.rhs = [](double, ConstView y, View f) {
    for (std::size_t i = 0; i < 14; ++i) f[i] = y[14 + i];
    for (std::size_t i = 0; i < 7; ++i) {
      double ax = 0, ay = 0;
      for (std::size_t j = 0; j < 7; ++j) {
        if (i == j) continue;
        const double dx = y[j] - y[i], dy = y[7 + j] - y[7 + i], r2 = dx * dx + dy * dy;
        const double weight = static_cast<double>(j + 1) / (r2 * std::sqrt(r2));
        ax += weight * dx;
        ay += weight * dy;
      }
      f[14 + i] = ax;
      f[21 + i] = ay;
    }
  };
  for (int i = 0; i < 14; ++i) test.problem.pairs.push_back({i, 14 + i});
  test.initial = {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0};
  test.end = 3;
  test.absoluteScale = Vector(28, 1.0);
  Options options;
  options.method = "dop853";
  options.tolerances.relative = options.tolerances.absolute = 1e-14;
  options.outputTimes = {test.end};
  test.reference = solve(test.problem, 0, test.end, test.initial, options).states.back();
  test.referenceDigits = 11;
  return test;
}

TestProblem wave() {
  TestProblem test = problems::make("wave:n=50,end=10").value();
  return test;
}

struct Point {
  double digits;
  double seconds;
};

std::optional<Point> measure(const TestProblem& test, Options options) {
  options.outputTimes = {test.end};
  Point point{0, INFINITY};
  const double start = cpuSeconds();
  do {
    const double begin = cpuSeconds();
    const Solution s = solve(test.problem, test.start, test.end, test.initial, options);
    point.seconds = std::min(point.seconds, cpuSeconds() - begin);
    if (!s.ok()) return std::nullopt;
    point.digits = problems::correctDigits(test, s.states.back());
  } while (cpuSeconds() - start < 0.02);
  return point;
}

/// Work against precision: tolerances for methods with error control, steps for verlet.
std::vector<Point> curveOf(const TestProblem& test, const std::string& method) {
  std::vector<Point> curve;
  for (int k = 0; k < 24; ++k) {
    Options options;
    options.method = method;
    if (findMethod(method)->variableStep) {
      options.tolerances = problems::tolerancesFor(test, std::pow(10, -2 - 0.45 * k));
    } else {
      options.step = (test.end - test.start) / (100 * std::pow(2, 0.6 * k));
      if (options.step < (test.end - test.start) / 4e5) break;
    }
    if (const auto point = measure(test, options); point && point->digits > 0) curve.push_back(*point);
  }
  return curve;
}

/// The least time with at least so many digits.
double timeFor(const std::vector<Point>& curve, double digits) {
  double best = INFINITY;
  for (const Point& point : curve)
    if (point.digits >= digits) best = std::min(best, point.seconds);
  return best;
}

std::string milliseconds(double seconds) { return std::isfinite(seconds) ? fmt::format("{:.3f}", 1e3 * seconds) : "-"; }

void study(const TestProblem& test) {
  const std::vector<std::string> ours{"verlet", "nystrom4", "nystrom5", "nystrom6"};
  std::vector<std::string> names = ours;
  names.insert(names.end(), {"dopri5", "dop853", "cvode", "cvode-adams"});
  std::vector<std::vector<Point>> curves;
  for (const std::string& name : names) curves.push_back(curveOf(test, name));

  fmt::print("\n{}, {} unknowns: milliseconds to reach digits at the end\n{:>7}", test.name, test.problem.size,
             "digits");
  for (const std::string& name : names) fmt::print("{:>13}", name);
  fmt::print("{:>16}{:>14}\n", "best/dopri5", "best/cvode");
  for (const double digits : {3.0, 4.0, 5.0, 6.0, 7.0, 8.0}) {
    std::vector<double> times;
    for (const auto& curve : curves) times.push_back(timeFor(curve, digits));
    fmt::print("{:>7g}", digits);
    for (const double seconds : times) fmt::print("{:>13}", milliseconds(seconds));
    const double best = *std::min_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(ours.size()));
    const auto ratio = [&](double other) {
      return std::isfinite(best) && std::isfinite(other) ? fmt::format("{:.2f}", best / other) : "-";
    };
    fmt::print("{:>16}{:>14}\n", ratio(times[4]), ratio(std::min(times[6], times[7])));
  }
}

}  // namespace
}  // namespace dashpot

int main() {
  for (const auto& test : {dashpot::beam(), dashpot::wave(), dashpot::pleiades()}) dashpot::study(test);
}
