#include "study/broad_set.hpp"

#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "problems/detest.hpp"
#include "problems/problems.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <random>
#include <span>

namespace dashpot::bench {
namespace {

using problems::TestProblem;

// ---- references -----------------------------------------------------------------------------------------------------

Vector endBy(const char* method, const TestProblem& test, double tolerance) {
  Options options;
  options.method = method;
  options.tolerances = problems::tolerancesFor(test, tolerance);
  options.outputTimes = {test.end};
  const Solution s = solve(test.problem, test.start, test.end, test.initial, options);
  return s.ok() ? s.states.back() : Vector{};
}

/// Two methods of different families, and as many digits as they agree on.
void findReference(TestProblem& test) {
  const bool large = test.problem.size > 300;
  test.reference = endBy("radau", test, large ? 1e-11 : 1e-12);
  if (test.reference.empty()) return;
  test.referenceDigits = 15;
  const Vector other = endBy("rodas5p", test, large ? 1e-9 : 1e-11);
  test.referenceDigits = other.empty() ? 4 : static_cast<int>(problems::correctDigits(test, other));
}

// ---- problems that are not stiff ------------------------------------------------------------------------------------

TestProblem plain(std::string name, double end, Vector initial, VectorFunction rhs, bool autonomous = true) {
  TestProblem test{.name = std::move(name), .end = end, .initial = std::move(initial)};
  test.problem.size = static_cast<int>(test.initial.size());
  test.problem.rhs = std::move(rhs);
  test.problem.autonomous = autonomous;
  test.absoluteScale.assign(test.initial.size(), 1e-2);
  return test;
}

TestProblem kepler(double eccentricity) {
  const double e = eccentricity;
  return plain(fmt::format("kepler-{:g}", e), 6 * std::numbers::pi, {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))},
               [](double, ConstView y, View f) {
                 const double r = std::hypot(y[0], y[1]), k = 1 / (r * r * r);
                 f[0] = y[2], f[1] = y[3], f[2] = -k * y[0], f[3] = -k * y[1];
               });
}

/// Hairer, Norsett and Wanner I, eq. II.0.1.
TestProblem arenstorf() {
  return plain("arenstorf", 17.0652165601579625588917206249, {0.994, 0, 0, -2.00158510637908252240537862224},
               [](double, ConstView y, View f) {
                 constexpr double mu = 0.012277471, nu = 1 - mu;
                 const double d1 = std::pow((y[0] + mu) * (y[0] + mu) + y[1] * y[1], 1.5);
                 const double d2 = std::pow((y[0] - nu) * (y[0] - nu) + y[1] * y[1], 1.5);
                 f[0] = y[2], f[1] = y[3];
                 f[2] = y[0] + 2 * y[3] - nu * (y[0] + mu) / d1 - mu * (y[0] - nu) / d2;
                 f[3] = y[1] - 2 * y[2] - nu * y[1] / d1 - mu * y[1] / d2;
               });
}

/// Seven stars in the plane: Hairer, Norsett and Wanner I, II.10, PLEI.
TestProblem pleiades() {
  return plain("pleiades", 3,
               {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0},
               [](double, ConstView y, View f) {
                 for (int i = 0; i < 14; ++i) f[i] = y[14 + i], f[14 + i] = 0;
                 for (int i = 0; i < 7; ++i)
                   for (int j = 0; j < 7; ++j) {
                     if (i == j) continue;
                     const double dx = y[j] - y[i], dy = y[7 + j] - y[7 + i];
                     const double k = (j + 1) / std::pow(dx * dx + dy * dy, 1.5);
                     f[14 + i] += k * dx, f[21 + i] += k * dy;
                   }
               });
}

std::vector<TestProblem> notStiff() {
  return {
      kepler(0.1),
      kepler(0.5),
      kepler(0.9),
      arenstorf(),
      pleiades(),
      plain("rigid-body", 20, {0, 1, 1},
            [](double, ConstView y, View f) { f[0] = y[1] * y[2], f[1] = -y[0] * y[2], f[2] = -0.51 * y[0] * y[1]; }),
      plain("lotka-volterra", 20, {1, 3},
            [](double, ConstView y, View f) { f[0] = y[0] * (2 - y[1]), f[1] = y[1] * (y[0] - 1); }),
      plain("lorenz", 5, {1, 1, 1},
            [](double, ConstView y, View f) {
              f[0] = 10 * (y[1] - y[0]), f[1] = y[0] * (28 - y[2]) - y[1], f[2] = y[0] * y[1] - 8 * y[2] / 3;
            }),
      plain("van-der-pol-1", 20, {2, 0},
            [](double, ConstView y, View f) { f[0] = y[1], f[1] = (1 - y[0] * y[0]) * y[1] - y[0]; }),
      plain("logistic", 10, {0.1}, [](double, ConstView y, View f) { f[0] = y[0] * (1 - y[0]); }),
      plain(
          "forced-pendulum", 30, {1, 0},
          [](double t, ConstView y, View f) {
            f[0] = y[1], f[1] = -std::sin(y[0]) - 0.1 * y[1] + 0.5 * std::cos(0.7 * t);
          },
          false)};
}

/// Problems of the set of Hull, Enright, Fellen and Sedgwick (1972): growth, a reaction, a radioactive chain, and
/// oscillators; and the restricted motion about two bodies at rest.
std::vector<TestProblem> hullsProblems() {
  return {
      kepler(0.3),
      kepler(0.7),
      plain("hull-a4", 20, {1}, [](double, ConstView y, View f) { f[0] = y[0] / 4 * (1 - y[0] / 20); }),
      plain("hull-b1", 20, {1, 3},
            [](double, ConstView y, View f) { f[0] = 2 * (y[0] - y[0] * y[1]), f[1] = -(y[1] - y[0] * y[1]); }),
      plain(
          "hull-b2", 20, {2, 0, 1},
          [](double, ConstView y, View f) { f[0] = -y[0] + y[1], f[1] = y[0] - 2 * y[1] + y[2], f[2] = y[1] - y[2]; }),
      plain("hull-b3", 20, {1, 0, 0},
            [](double, ConstView y, View f) { f[0] = -y[0], f[1] = y[0] - y[1] * y[1], f[2] = y[1] * y[1]; }),
      plain("hull-c1", 20, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            [](double, ConstView y, View f) {
              f[0] = -y[0];
              for (int i = 1; i < 9; ++i) f[i] = y[i - 1] - y[i];
              f[9] = y[8];
            }),
      plain("hull-e2", 20, {2, 0},
            [](double, ConstView y, View f) { f[0] = y[1], f[1] = (1 - y[0] * y[0]) * y[1] - y[0]; }),
      plain("hull-e4", 20, {30, 0}, [](double, ConstView y, View f) { f[0] = y[1], f[1] = 0.032 - 0.4 * y[1] * y[1]; }),
      plain("henon-heiles", 50, {0, 0.1, 0.5, 0}, [](double, ConstView y, View f) {
        f[0] = y[2], f[1] = y[3], f[2] = -y[0] - 2 * y[0] * y[1], f[3] = -y[1] - y[0] * y[0] + y[1] * y[1];
      })};
}

/// Others of that set, which joined later, and oscillators of the textbooks.
std::vector<TestProblem> addedNotStiff() {
  return {plain("hull-a2", 20, {1}, [](double, ConstView y, View f) { f[0] = -y[0] * y[0] * y[0] / 2; }),
          plain(
              "hull-a3", 20, {1}, [](double t, ConstView y, View f) { f[0] = y[0] * std::cos(t); }, false),
          plain(
              "hull-a5", 20, {4}, [](double t, ConstView y, View f) { f[0] = (y[0] - t) / (y[0] + t); }, false),
          plain("hull-b4", 20, {3, 0, 0},
                [](double, ConstView y, View f) {
                  const double r = std::hypot(y[0], y[1]);
                  f[0] = -y[1] - y[0] * y[2] / r, f[1] = y[0] - y[1] * y[2] / r, f[2] = y[0] / r;
                }),
          plain("hull-c2", 20, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                [](double, ConstView y, View f) {
                  f[0] = -y[0];
                  for (int i = 1; i < 9; ++i) f[i] = i * y[i - 1] - (i + 1) * y[i];
                  f[9] = 9 * y[8];
                }),
          plain("hull-c3", 20, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                [](double, ConstView y, View f) {
                  for (int i = 0; i < 10; ++i) f[i] = (i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < 9 ? y[i + 1] : 0);
                }),
          plain(
              "hull-e1", 20, {0.6713967071418030, 0.09540051444747446},
              [](double t, ConstView y, View f) {
                const double x = t + 1;
                f[0] = y[1], f[1] = -(y[1] / x + (1 - 0.25 / (x * x)) * y[0]);
              },
              false),
          plain(
              "hull-e3", 20, {0, 0},
              [](double t, ConstView y, View f) {
                f[0] = y[1], f[1] = y[0] * y[0] * y[0] / 6 - y[0] + 2 * std::sin(2.78535 * t);
              },
              false),
          plain(
              "hull-e5", 20, {0, 0},
              [](double t, ConstView y, View f) { f[0] = y[1], f[1] = std::sqrt(1 + y[1] * y[1]) / (25 - t); }, false),
          plain("fitzhugh-nagumo", 100, {-1, 1},
                [](double, ConstView y, View f) {
                  f[0] = y[0] - y[0] * y[0] * y[0] / 3 - y[1] + 0.5, f[1] = 0.08 * (y[0] + 0.7 - 0.8 * y[1]);
                }),
          plain("roessler", 20, {1, 1, 0},
                [](double, ConstView y, View f) {
                  f[0] = -y[1] - y[2], f[1] = y[0] + 0.2 * y[1], f[2] = 0.2 + y[2] * (y[0] - 5.7);
                }),
          plain(
              "duffing", 30, {1, 0},
              [](double t, ConstView y, View f) {
                f[0] = y[1], f[1] = -0.2 * y[1] + y[0] - y[0] * y[0] * y[0] + 0.3 * std::cos(t);
              },
              false)};
}

// ---- stiff in parts -------------------------------------------------------------------------------------------------

/// y' = y^2 - y^3 from a small start: not stiff until y has grown to 1 (Shampine, Gladwell and Thompson 2003, 1.4).
TestProblem flame(double delta) {
  TestProblem test = plain(fmt::format("flame-{:g}", delta), 2 / delta, {delta},
                           [](double, ConstView y, View f) { f[0] = y[0] * y[0] * (1 - y[0]); });
  test.problem.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = y[0] * (2 - 3 * y[0]); }};
  return test;
}

/// Van der Pol in the form without scaling, for mu between stiff and not.
TestProblem relaxation(double mu) {
  TestProblem test = plain(fmt::format("relaxation-{:g}", mu), 3 * mu + 10, {2, 0}, [mu](double, ConstView y, View f) {
    f[0] = y[1], f[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
  });
  test.problem.jacobian = Jacobian{{}, [mu](double, ConstView y, View j) {
                                     j[0] = 0, j[1] = -2 * mu * y[0] * y[1] - 1, j[2] = 1,
                                     j[3] = mu * (1 - y[0] * y[0]);
                                   }};
  return test;
}

// ---- random linear systems ------------------------------------------------------------------------------------------

enum class Spectrum { real, complex, oscillating, mixed };

/// y' = A (y - cos t) with A = T D T^-1, T near an orthogonal matrix, D with the wanted eigenvalues: real ones spread
/// evenly in the logarithm from -1 to -stiffness; or pairs at an angle from the negative axis; or near the imaginary one.
TestProblem randomLinear(std::string name, Spectrum spectrum, int n, double stiffness, unsigned seed) {
  std::mt19937 generator(seed);
  const auto uniform = [&] { return static_cast<double>(generator()) / 4294967296.0; };
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(n, n), t(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) t(i, j) = uniform() - 0.5;
  t = Eigen::MatrixXd(Eigen::HouseholderQR<Eigen::MatrixXd>(t).householderQ()) + 0.1 * Eigen::MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) {
    const double size = std::pow(stiffness, n == 1 ? 1.0 : static_cast<double>(i / 2 * 2) / std::max(n - 2, 1));
    const double angle = spectrum == Spectrum::real      ? 0
                         : spectrum == Spectrum::complex ? 0.8
                         : spectrum == Spectrum::mixed   ? 1.2 * uniform()
                                                         : 1.55;
    if (i + 1 < n && angle > 0) {
      d(i, i) = d(i + 1, i + 1) = -size * std::cos(angle);
      d(i, i + 1) = size * std::sin(angle), d(i + 1, i) = -d(i, i + 1);
      ++i;
    } else {
      d(i, i) = -size;
    }
  }
  const Eigen::MatrixXd a = t * d * t.inverse();
  TestProblem test = plain(
      std::move(name), 10, Vector(static_cast<std::size_t>(n), 1.5),
      [a, n](double time, ConstView y, View f) {
        const double goal = std::cos(time);
        for (int i = 0; i < n; ++i) f[i] = 0;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) f[i] += a(i, j) * (y[j] - goal);
      },
      false);
  test.problem.jacobian =
      Jacobian{{}, [a, n](double, ConstView, View j) { Eigen::Map<Eigen::MatrixXd>(j.data(), n, n) = a; }};
  test.problem.timeDerivative = [a, n](double time, ConstView, View ft) {
    Eigen::Map<Eigen::VectorXd>(ft.data(), n) = a * Eigen::VectorXd::Constant(n, std::sin(time));
  };
  return test;
}

struct LinearFamily {
  std::vector<int> sizes;
  std::vector<double> stiffnesses;
  std::vector<int> sizesOfOscillators;
  std::vector<double> speedsOfOscillators;
  unsigned seed;
};

std::vector<TestProblem> linearSystems(const LinearFamily& family) {
  std::vector<TestProblem> all;
  unsigned seed = family.seed;
  for (const auto& [word, spectrum] :
       {std::pair{"real", Spectrum::real}, {"complex", Spectrum::complex}, {"mixed", Spectrum::mixed}})
    for (const int n : family.sizes)
      for (const double stiffness : family.stiffnesses)
        all.push_back(
            randomLinear(fmt::format("linear-{}-{}-{:g}", word, n, stiffness), spectrum, n, stiffness, seed++));
  for (const int n : family.sizesOfOscillators)
    for (const double speed : family.speedsOfOscillators)
      all.push_back(
          randomLinear(fmt::format("linear-oscillating-{}-{:g}", n, speed), Spectrum::oscillating, n, speed, seed++));
  return all;
}

// ---- cases ----------------------------------------------------------------------------------------------------------

bool hasIdentityMass(const Problem& problem) { return problem.mass.kind == MassMatrix::Kind::identity; }

std::vector<std::string> singleMethods(const Problem& problem) {
  std::vector<std::string> all{"rodas3", "rodas4", "rodas5p", "radau5", "radau", "tr-bdf2", "kencarp4"};
  if (hasIdentityMass(problem))
    for (const char* more : {"ode23", "tsit5", "dop853", "cvode"}) all.emplace_back(more);
  else
    all.emplace_back("ida");
  if (hasIdentityMass(problem) && problem.size >= 50) all.emplace_back("exprb43");
  if (!problem.pairs.empty()) all.emplace_back("nystrom6");
  return all;
}

Case caseOf(std::string kind, TestProblem test, bool isNew) {
  auto shared = std::make_shared<TestProblem>(std::move(test));
  const Problem& problem = shared->problem;
  return {.name = shared->name,
          .kind = std::move(kind),
          .prepare =
              [shared] {
                if (shared->reference.empty()) findReference(*shared);
                return !shared->reference.empty() && shared->referenceDigits >= 3;
              },
          .extent = [shared]() -> Extent {
            const int n = shared->problem.size;
            return {n, shared->problem.jacobian ? shared->problem.jacobian->pattern.nonZeros(n) : n * n};
          },
          .run = [shared](const Code& code, double tolerance,
                          double longest) { return runOnce(code, *shared, tolerance, longest); },
          .trail =
              [shared](double tolerance) {
                Options options{.method = "auto"};
                options.tolerances = problems::tolerancesFor(*shared, tolerance);
                options.outputTimes = {shared->end};
                Integrator run(shared->problem, options);
                if (run.start(shared->start, shared->initial, shared->end) == RunStatus::running) run.run();
                return run.trail();
              },
          .methods = singleMethods(problem),
          .takesYardsticks =
              hasIdentityMass(problem) && problem.jacobian&& problem.jacobian->values&& problem.discontinuities.empty(),
          .isNew = isNew};
}

void addNamed(std::vector<Case>& cases, const char* kind, std::span<const char* const> texts, bool isNew) {
  for (const char* const text : texts) {
    auto test = problems::make(text);
    if (!test) {
      fmt::print(stderr, "{}: {}\n", text, test.error().message);
      continue;
    }
    test->name = text;
    cases.push_back(caseOf(kind, std::move(*test), isNew));
  }
}

constexpr std::array classic{"hires",
                             "van-der-pol",
                             "robertson",
                             "oregonator",
                             "e5",
                             "pollution",
                             "medical-akzo-nobel",
                             "ring-modulator",
                             "transistor-amplifier",
                             "nand-gate",
                             "andrews-squeezer",
                             "water-tube-system",
                             "two-volume",
                             "volume-chain",
                             "cylinder-circuit",
                             "stiff-loop",
                             "kaps",
                             "index-one",
                             "forced-riccati",
                             "prothero-robinson"};
constexpr std::array variants{"van-der-pol:mu=1000", "van-der-pol:mu=30",   "volume-chain:n=3",
                              "volume-chain:n=40",   "stiff-loop:gain=500", "prothero-robinson:lambda=-100",
                              "kaps:epsilon=0.01",   "brusselator:n=20"};
/// Machines, circuits and arguments of the theses behind this program.
constexpr std::array addedClassic{"relief-valve-actuator",
                                  "second-order-system",
                                  "linear-orifice-actuator",
                                  "square-root-actuator",
                                  "directional-valve-actuator",
                                  "robertson-reduced",
                                  "accumulator-actuators",
                                  "orifice-motor",
                                  "rational",
                                  "rising-riccati",
                                  "fast-transient",
                                  "stiff-input",
                                  "body-model",
                                  "rlc-ladder",
                                  "small-circuit"};
constexpr std::array lines{"heat:n=20",
                           "heat:n=50",
                           "heat:n=100",
                           "wave:n=50",
                           "wave:n=100",
                           "wave:n=200",
                           "burgers:n=50",
                           "burgers:n=100",
                           "burgers:n=200",
                           "sine-gordon:n=40",
                           "sine-gordon:n=100",
                           "brusselator:n=50",
                           "brusselator:n=150",
                           "brusselator:n=500",
                           "advection-diffusion:n=40",
                           "advection-diffusion:n=100"};
constexpr std::array largeLines{"heat:n=1000", "heat:dimensions=2,n=30", "brusselator-2d:n=24"};
constexpr std::array addedLines{"cooling-rod", "published-wave", "published-soliton",
                                "heat:n=70",   "burgers:n=30",   "advection-diffusion:n=70"};

}  // namespace

std::vector<Case> problemCases(bool quick) {
  const LinearFamily families[]{{{4, 12, 40}, {1e1, 1e3, 1e5}, {4, 12}, {3e0, 3e1}, 1},
                                {{2, 7, 20}, {1e2, 1e4}, {2, 6, 20}, {1e1}, 1001}};
  const LinearFamily addedFamily{{3, 9, 30}, {3e1, 3e3}, {3, 9}, {1e1}, 2001};
  std::vector<Case> cases;
  addNamed(cases, "classic", classic, false);
  for (const std::string_view name : problems::detestNames()) {
    TestProblem test = problems::findDetest(name)->test;
    test.name = fmt::format("detest-{}", name);
    cases.push_back(caseOf("detest", std::move(test), false));
  }
  addNamed(cases, "lines", lines, false);
  if (!quick) addNamed(cases, "lines", largeLines, false);
  addNamed(cases, "classic", variants, false);
  for (const double delta : {1e-1, 1e-2, 1e-3, 1e-4}) cases.push_back(caseOf("classic", flame(delta), false));
  for (const double mu : {5.0, 15.0, 50.0, 150.0, 500.0}) cases.push_back(caseOf("classic", relaxation(mu), false));
  for (const LinearFamily& family : families)
    for (TestProblem& test : linearSystems(family)) cases.push_back(caseOf("linear", std::move(test), false));
  for (TestProblem& test : notStiff()) cases.push_back(caseOf("orbit", std::move(test), false));
  for (TestProblem& test : hullsProblems()) cases.push_back(caseOf("orbit", std::move(test), false));

  addNamed(cases, "classic", addedClassic, true);
  addNamed(cases, "lines", addedLines, true);
  for (const double delta : {3e-2, 3e-4}) cases.push_back(caseOf("classic", flame(delta), true));
  for (const double mu : {10.0, 100.0}) cases.push_back(caseOf("classic", relaxation(mu), true));
  for (TestProblem& test : linearSystems(addedFamily)) cases.push_back(caseOf("linear", std::move(test), true));
  for (TestProblem& test : addedNotStiff()) cases.push_back(caseOf("orbit", std::move(test), true));
  return cases;
}

bool isHeldOut(const std::string& name) {
  constexpr std::string_view salt = "third draw: ";
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : std::string(salt) + name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return (hash >> 17) % 3 == 0;
}

}  // namespace dashpot::bench
