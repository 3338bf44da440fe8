#include "study/codes.hpp"

#include "dashpot/integrate.hpp"
#include "linalg/sparsity.hpp"
#include "problems/accuracy.hpp"
#include "study/cpu_clock.hpp"
#include "yardsticks/yardsticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace dashpot::bench {
namespace {

using problems::TestProblem;

/// The test problem as the yardsticks call it; J is scattered from the problem's own non-zeros.
struct Model {
  explicit Model(const TestProblem& test)
      : problem(test.problem),
        places(linalg::places(test.problem.size, test.problem.jacobian->pattern)),
        values(places.size()) {
    const linalg::Bandwidth band = linalg::bandwidth(problem.size, problem.jacobian->pattern);
    if (band.lower + band.upper + 1 < problem.size / 2) {
      lower = band.lower;
      upper = band.upper;
    }
  }

  static ConstView viewOf(const double* y, int n) { return {y, static_cast<std::size_t>(n)}; }
  static View viewOf(double* y, int n) { return {y, static_cast<std::size_t>(n)}; }

  static void rhs(double t, const double* y, double* f, void* user) {
    const auto& model = *static_cast<Model*>(user);
    model.problem.rhs(t, viewOf(y, model.problem.size), viewOf(f, model.problem.size));
  }
  static void jacobian(double t, const double* y, double* J, int stride, void* user) {
    auto& model = *static_cast<Model*>(user);
    const int n = model.problem.size;
    if (model.problem.jacobian->pattern.dense() && stride == n) {
      model.problem.jacobian->values(t, viewOf(y, n), viewOf(J, n * n));
      return;
    }
    model.problem.jacobian->values(t, viewOf(y, n), model.values);
    const int shift = model.lower < 0 ? 0 : model.upper;
    for (std::size_t k = 0; k < model.places.size(); ++k) {
      const linalg::Place p = model.places[k];
      const int row = model.lower < 0 ? p.row : p.row - p.column + shift;
      J[row + static_cast<std::ptrdiff_t>(p.column) * stride] = model.values[k];
    }
  }
  static void sparse(double t, const double* y, double* values, void* user) {
    const auto& model = *static_cast<Model*>(user);
    model.problem.jacobian->values(t, viewOf(y, model.problem.size),
                                   viewOf(values, static_cast<int>(model.places.size())));
  }

  yardsticks::System system(bool klu) {
    yardsticks::System s{
        .size = problem.size, .rhs = rhs, .jacobian = jacobian, .lower = lower, .upper = upper, .user = this};
    if (klu) {
      s.sparseJacobian = sparse;
      s.columnStarts = problem.jacobian->pattern.columnStart;
      s.rowIndices = problem.jacobian->pattern.rows;
    }
    return s;
  }

  const Problem& problem;
  std::vector<linalg::Place> places;
  Vector values;
  int lower = -1;
  int upper = -1;
};

double secondsSince(double start) { return cpuSeconds() - start; }

Run runOurs(const Code& code, const TestProblem& test, double tolerance, double longest) {
  Options options;
  options.method = code.name;
  options.tolerances = problems::tolerancesFor(test, tolerance);
  options.outputTimes = {test.end};
  options.maxSteps = 2'000'000;
  const double start = cpuSeconds();
  std::stop_source patience;
  options.stop = patience.get_token();
  options.progress = [&](const Progress&) {
    if (secondsSince(start) > longest) patience.request_stop();
  };
  const Solution s = solve(test.problem, test.start, test.end, test.initial, options);
  Run run{.ok = s.ok(), .tolerance = tolerance, .seconds = secondsSince(start)};
  if (run.ok) run.digits = problems::correctDigits(test, s.states.back());
  run.steps = s.statistics.steps;
  run.rejected = s.statistics.rejected;
  run.rhsEvals = s.statistics.rhsEvals + s.statistics.rhsEvalsForJacobian;
  run.jacEvals = s.statistics.jacEvals;
  run.lu = s.statistics.lu;
  return run;
}

/// Once: a column without figures would look as if the code had failed.
void sayThatItIsAbsent() {
  static const bool isSaid = [] {
    fmt::print(
        stderr,
        "RADAU5, LSODA and DASPK are left out: their source is not in build/deps/desolve; ./dev bench fetches it\n");
    return true;
  }();
  (void)isSaid;
}

Run runYardstick(const Code& code, const TestProblem& test, double tolerance) {
  Model model(test);
  const Tolerances tolerances = problems::tolerancesFor(test, tolerance);
  yardsticks::Options options{.relativeTolerance = tolerance, .maximalSteps = 2'000'000};
  options.absoluteTolerances = tolerances.absoluteOf;
  options.absoluteTolerance = *std::ranges::min_element(tolerances.absoluteOf);
  const auto solver = code.name == "RADAU5"   ? yardsticks::radau5
                      : code.name == "LSODA"  ? yardsticks::lsoda
                      : code.name == "odeint" ? yardsticks::rosenbrock4
                                              : yardsticks::cvode;
  if (code.name == "odeint") options.absoluteTolerances = {};
  Vector y = test.initial;
  yardsticks::System system = model.system(code.name == "CVODE+KLU");
  system.krylov = code.name == "CVODE+GMRES";
  const double start = cpuSeconds();
  const yardsticks::Result r = solver(system, test.start, test.end, y, options);
  if (r.status == yardsticks::Status::notBuilt) sayThatItIsAbsent();
  Run run{.ok = r.status == yardsticks::Status::finished, .tolerance = tolerance, .seconds = secondsSince(start)};
  if (run.ok) run.digits = problems::correctDigits(test, y);
  run.steps = r.steps;
  run.rejected = r.rejected;
  run.rhsEvals = r.rhsEvals;
  run.jacEvals = r.jacEvals;
  run.lu = r.lu;
  return run;
}

}  // namespace

std::vector<Code> codesFor(const TestProblem& problem) {
  std::vector<Code> codes;
  for (const char* name :
       {"ode23s", "ros3p", "rodas3", "ros4", "rodas4", "rodas4p", "rodas5p", "radau5", "radau", "radau9", "radau13"})
    codes.push_back({name, true});
  const bool large = problem.problem.size >= 100;
  for (const char* name : {"CVODE", "RADAU5", "LSODA"}) codes.push_back({name, false});
  if (large && !problem.problem.jacobian->pattern.dense()) codes.push_back({"CVODE+KLU", false});
  if (!large) codes.push_back({"odeint", false});  // dense ublas matrices only
  return codes;
}

Run runOnce(const Code& code, const TestProblem& problem, double tolerance, double longest) {
  return code.ours ? runOurs(code, problem, tolerance, longest) : runYardstick(code, problem, tolerance);
}

}  // namespace dashpot::bench
