// The exact Jacobian and dF/dt of a compiled model against central differences at random points.
#pragma once

#include "codegen/compiled_model.hpp"
#include "codegen/executable.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace dashpot::testing {

struct JacobianCheck {
  int trials = 20;
  double relative = 2e-5;
  double absolute = 1e-9;
};

/// States of sets are chosen in turn; points where the model is not defined are passed over. Returns how many were
/// compared.
inline int compareJacobianWithDifferences(const codegen::CompiledModel& model, const JacobianCheck& options = {}) {
  using codegen::Entry;
  const auto run = codegen::makeInterpreter(model);
  Vector parameters(model.parameters.count), given(model.parameters.count, 0.0);
  if (run->run(Entry::parameters, {.parameters = given, .given = given}, parameters) != Evaluation::ok) return 0;
  Vector nominal(model.size(), 1.0), modes(model.modeCount(), 0.0), d(model.discrete.names.size(), 0.0);
  (void)run->run(Entry::nominal, {.parameters = parameters}, nominal);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.3, 1.2);
  int compared = 0;
  for (int trial = 0; trial < options.trials; ++trial) {
    for (const codegen::StateSetInfo& set : model.states.sets) {
      for (const std::uint32_t place : set.selection) d[place] = 0.0;
      const std::size_t share = set.candidates / set.size();
      for (std::size_t i = 0; i < set.size(); ++i)
        d[set.selection[i * set.candidates + i * share + static_cast<std::size_t>(trial) % share]] = 1.0;
    }
    // Discrete variables that select no states may have any value.
    std::vector<bool> isSelection(d.size(), false);
    for (const codegen::StateSetInfo& set : model.states.sets)
      for (const std::uint32_t place : set.selection) isSelection[place] = true;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!isSelection[i]) d[i] = uniform(random);
    Vector delayed(codegen::DelayInfo::numbers * model.delays.size()), inputs(model.inputs.names.size());
    for (double& value : delayed) value = uniform(random);
    for (double& value : inputs) value = uniform(random);
    for (double& mode : modes) mode = uniform(random) > 0.75 ? 1.0 : 0.0;
    Vector y(model.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = uniform(random) * (nominal[i] == 0.0 ? 1.0 : nominal[i]);
    const auto argumentsAt = [&](const Vector& at, double t) {
      return codegen::Arguments{.time = t,
                                .y = at,
                                .parameters = parameters,
                                .modes = modes,
                                .discrete = d,
                                .pre = d,
                                .inputs = inputs,
                                .delayed = delayed};
    };
    const auto f = [&](const Vector& at, double t) {
      Vector out(model.size());
      return run->run(Entry::rhs, argumentsAt(at, t), out) == Evaluation::ok ? out : Vector();
    };
    Vector values(model.states.pattern.rows.size()), slope(model.size());
    const codegen::Arguments arguments = argumentsAt(y, 0.3);
    if (f(y, 0.3).empty() || run->run(Entry::jacobian, arguments, values) != Evaluation::ok) continue;
    ++compared;
    // A short difference suffers from rounding in what cancels, a long one from curvature: one of them must agree.
    struct Difference {
      Vector plus, minus;
      double width = 0.0;
    };
    const auto compare = [&](const std::vector<Difference>& differences, const Vector& exact) {
      for (std::size_t i = 0; i < exact.size(); ++i) {
        double best = std::numeric_limits<double>::infinity(), nearest = 0.0, allowed = 0.0;
        for (const auto& [plus, minus, width] : differences) {
          if (plus.empty() || minus.empty()) continue;
          const double difference = (plus[i] - minus[i]) / width;
          const double roundOff = 1e-15 * (std::fabs(plus[i]) + std::fabs(minus[i])) / width;
          const double limit =
              options.relative * (std::fabs(exact[i]) + std::fabs(difference)) + 100 * roundOff + options.absolute;
          const double excess = std::fabs(exact[i] - difference) - limit;
          if (excess < best) best = excess, nearest = difference, allowed = limit;
        }
        if (std::isfinite(best)) {
          EXPECT_NEAR(exact[i], nearest, allowed) << model.states.names[i] << ", trial " << trial;
        }
      }
    };
    for (std::size_t j = 0; j < y.size(); ++j) {
      Vector exact(model.size(), 0.0);
      for (int k = model.states.pattern.columnStart[j]; k < model.states.pattern.columnStart[j + 1]; ++k)
        exact[static_cast<std::size_t>(model.states.pattern.rows[static_cast<std::size_t>(k)])] =
            values[static_cast<std::size_t>(k)];
      std::vector<Difference> differences;
      for (const double h : {1e-6 * std::fabs(y[j]), 1e-4 * std::fabs(y[j])}) {
        Vector up = y, down = y;
        up[j] += h, down[j] -= h;
        differences.push_back({f(up, 0.3), f(down, 0.3), up[j] - down[j]});
      }
      compare(differences, exact);
    }
    EXPECT_EQ(run->run(Entry::timeDerivative, arguments, slope), Evaluation::ok);
    compare({{f(y, 0.3 + 1e-6), f(y, 0.3 - 1e-6), 2e-6}}, slope);
  }
  return compared;
}

}  // namespace dashpot::testing
