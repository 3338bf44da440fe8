// Esque 2008, section 3.1 and figure 3.7: the mechanics of a hydraulic circuit in another solver, values exchanged
// every step.
#include "realtime/models.hpp"
#include "realtime/udp_partner.hpp"
#include "results/trajectories.hpp"
#include "simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <sys/wait.h>

namespace dashpot::realtime {
namespace {

/// The piston of the cylinder circuit: 1000 kg and Stribeck's friction, by the classical Runge-Kutta method.
class Piston {
 public:
  double x = 0.1, v = 0.0;

  void advance(double force, double step) {
    constexpr int pieces = 20;
    const double h = step / pieces;
    const auto a = [&](double velocity) { return (force - friction(velocity)) / mass; };
    for (int k = 0; k < pieces; ++k) {
      const double k1 = a(v), k2 = a(v + h / 2 * k1), k3 = a(v + h / 2 * k2), k4 = a(v + h * k3);
      x += h * (v + h / 6 * (k1 + k2 + k3));
      v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }

 private:
  static constexpr double mass = 1000;
  static double friction(double v) {
    const double ratio = v / 0.02;
    return std::tanh(v / 1e-3) * (200 + 300 * std::exp(-ratio * ratio)) + 500 * v;
  }
};

/// A process of its own: takes the force, gives position and velocity back.
[[noreturn]] void solvePiston(const UdpPartner& link, std::uint16_t port, double step) {
  Piston piston;
  double force = 0;
  std::int64_t newest = -1;
  while (const auto received = link.receive(2)) {
    if (received->isLast) _exit(0);
    const auto sequence = static_cast<std::int64_t>(received->message.sequence);
    if (sequence == newest + 1) {
      if (newest >= 0) piston.advance(force, step);
      force = received->message.values[0];
      newest = sequence;
    }
    link.send(port, {.sequence = static_cast<std::uint64_t>(newest), .values = {piston.x, piston.v}});
  }
  _exit(1);
}

/// The position of the piston after a second, with both halves exchanged every step. The last answer is that to the
/// outputs before the last step.
double coupledPosition(double step) {
  const UdpPartner link;
  const std::uint16_t port = freePort();
  const pid_t child = fork();
  if (child == 0) solvePiston(link, port, step);
  Bench bench = Bench::ofExample("split_cylinder.mo", "HydraulicsAlone");
  bench.settings.step = step;
  Settings settings;
  settings.isPrivileged = false;
  settings.pace = Pace::partner;
  settings.duration = 1.0 + step;
  settings.udp = UdpAddresses{{.port = port}, {.port = link.port()}};
  const auto report = run(bench.code(), bench.settings, bench.variables({"F", "x"}), settings, bench.diagnostics);
  EXPECT_TRUE(report) << bench.messages();
  kill(child, SIGTERM);
  waitpid(child, nullptr, 0);
  if (!report) return 0;
  EXPECT_EQ(report->loop.ending, Ending::steps);
  EXPECT_EQ(report->counts.emergencies(), 0);
  return report->lastOutputs[1];
}

/// The same in one piece, at a tight tolerance.
double wholePosition() {
  Bench bench = Bench::ofExample("split_cylinder.mo", "SplitCylinder");
  class Last final : public simulation::Recorder {
   public:
    void begin(ConstView) override {}
    void record(double, ConstView observed, simulation::Moment) override {
      values.assign(observed.begin(), observed.end());
    }
    Vector values;
  } last;
  simulation::Settings settings;
  settings.tolerance = 1e-10;
  const auto outcome = simulation::simulate(bench.code(), settings, last, bench.diagnostics);
  EXPECT_EQ(outcome.kind, simulation::OutcomeKind::finished);
  return last.values[bench.variables({"whole.cylinder.x"}).front().index];
}

TEST(CoSimulation, OfTheCylinderWithItsPistonInAnotherProcessConvergesToTheWhole) {
  const double whole = wholePosition();
  const double coarse = std::abs(coupledPosition(1e-3) - whole), fine = std::abs(coupledPosition(0.5e-3) - whole);
  EXPECT_GT(whole, 0.11);         // it has moved
  EXPECT_LT(coarse, 1e-3);        // as much as SplitSampled of the same file is allowed
  EXPECT_LT(fine, 0.6 * coarse);  // of first order: values are held over a step
}

}  // namespace
}  // namespace dashpot::realtime
