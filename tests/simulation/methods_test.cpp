// Every method of the registry on models: variable steps against a tight reference, fixed steps by their order.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Compiled;
using ::testing::HasSubstr;

/// A compiled model that many runs share, and what they end with.
class Subject {
 public:
  Subject(std::string text, std::string state) : compiled_(std::move(text)), state_(std::move(state)) {
    EXPECT_TRUE(compiled_.model) << compiled_.messages();
    code_.emplace(*compiled_.model, codegen::CodeOptions{});
  }

  struct End {
    OutcomeKind kind;
    double value = 0.0;
    std::string messages;
  };
  End run(const Settings& settings) {
    Diagnostics diagnostics;
    results::Table table(results::selectColumns(compiled_.model->recorded, {state_}, diagnostics));
    const Outcome outcome = simulate(*code_, settings, table, diagnostics);
    End end{outcome.kind, 0.0, render(diagnostics, compiled_.sources)};
    if (end.kind == OutcomeKind::finished) end.value = table[state_].back();
    return end;
  }

 private:
  Compiled compiled_;
  std::string state_;
  std::optional<ModelCode> code_;
};

const std::string pendulum =
    "model Pendulum Real phi(start = 1, fixed = true); Real w(start = 0, fixed = true); equation der(phi) = w; der(w) "
    "= "
    "-sin(phi); end Pendulum;";
const std::string stiffCircuit =
    "model Circuit Real v(start = 0, fixed = true); Real u(start = 1, fixed = true); equation der(v) = -2000*(v - "
    "cos(time)); "
    "der(u) = v - u; end Circuit;";
const std::string switched =
    "model Switched Real p(start = 0, fixed = true); Real q(start = 0, fixed = true); equation der(p) = 1 - (if p > "
    "0.5 then "
    "3*(p - 0.5) else 0) - 0.1*q; der(q) = p - q; end Switched;";

/// Methods that are made for systems of another kind say so, and are left out.
bool isRefused(const Subject::End& end) {
  return end.kind != OutcomeKind::finished &&
         (end.messages.find("Invalid input") != std::string::npos || end.kind == OutcomeKind::rejected);
}

TEST(EveryVariableStepMethod, AgreesWithATightReference) {
  struct Case {
    const char* name;
    std::string text, state;
    double stop;
    bool isStiff;
  };
  for (const Case& c : {Case{"pendulum", pendulum, "phi", 10, false}, Case{"switched", switched, "p", 5, false},
                        Case{"stiff", stiffCircuit, "u", 3, true}}) {
    Subject subject(c.text, c.state);
    const auto reference = subject.run({.stop = c.stop, .tolerance = 1e-12, .method = "radau"});
    ASSERT_EQ(reference.kind, OutcomeKind::finished) << reference.messages;
    int compared = 0;
    for (const MethodTraits& method : methods()) {
      if (!method.variableStep || (c.isStiff && method.alphaDegrees < 60)) continue;
      const double tolerance = method.order < 3 ? 1e-5 : 1e-7;
      const auto end = subject.run({.stop = c.stop, .tolerance = tolerance, .method = method.name});
      if (isRefused(end)) continue;
      ASSERT_EQ(end.kind, OutcomeKind::finished) << method.name << " on " << c.name << "\n" << end.messages;
      EXPECT_LT(std::fabs(end.value - reference.value), (method.order == 1 ? 3e3 : 1e3) * tolerance)
          << method.name << " on " << c.name;
      ++compared;
    }
    EXPECT_GT(compared, 15) << c.name;
  }
}

TEST(EveryFixedStepMethod, ConvergesWithItsOrder) {
  Subject subject(pendulum, "phi");
  const double stop = 4;
  const auto reference = subject.run({.stop = stop, .tolerance = 1e-13, .method = "radau"});
  ASSERT_EQ(reference.kind, OutcomeKind::finished) << reference.messages;
  int compared = 0;
  for (const MethodTraits& method : methods()) {
    if (!method.fixedStep) continue;
    // A method of high order reaches rounding early.
    const double h = method.order >= 5 ? 0.5 : method.order >= 3 ? 0.1 : 0.01;
    const auto run = [&](double step) {
      return subject.run({.stop = stop, .tolerance = 1e-12, .method = method.name, .step = step});
    };
    const auto coarse = run(h), fine = run(h / 2), finest = run(h / 4);
    if (isRefused(coarse)) continue;
    ASSERT_EQ(coarse.kind, OutcomeKind::finished) << method.name << "\n" << coarse.messages;
    ASSERT_EQ(fine.kind, OutcomeKind::finished) << method.name << "\n" << fine.messages;
    const auto error = [&](const Subject::End& end) { return std::fabs(end.value - reference.value); };
    ++compared;
    if (error(fine) < 1e-10) continue;  // the reference is no better
    double order = std::log2(error(coarse) / error(fine));
    if (error(finest) > 1e-10) order = std::max(order, std::log2(error(fine) / error(finest)));
    EXPECT_GT(order, method.order - 0.5) << method.name << ": " << error(coarse) << " to " << error(fine);
  }
  EXPECT_GT(compared, 20);
}

TEST(Jacobians, DifferencesGiveTheSameSolution) {
  Subject subject(testing::exampleText("cylinder_lines"), "cylinder.x");
  Settings settings{.tolerance = 1e-6, .method = "rodas5p"};
  const auto exact = subject.run(settings);
  settings.jacobian.source = JacobianOptions::Source::differences;
  const auto differences = subject.run(settings);
  ASSERT_EQ(exact.kind, OutcomeKind::finished) << exact.messages;
  ASSERT_EQ(differences.kind, OutcomeKind::finished) << differences.messages;
  EXPECT_NEAR(differences.value, exact.value, 1e-6);
  EXPECT_NE(differences.value, exact.value) << "it is another Jacobian";
}

TEST(Parallel, ManyRunsOfOneModelGiveTheSameBits) {
  Subject subject(testing::exampleText("hires"), "y6");
  const auto alone = subject.run({.tolerance = 1e-7});
  std::vector<Subject::End> ends(4);
  {
    std::vector<std::jthread> threads;
    for (Subject::End& end : ends) threads.emplace_back([&] { end = subject.run({.tolerance = 1e-7}); });
  }
  for (const Subject::End& end : ends) EXPECT_EQ(end.value, alone.value);
}

}  // namespace
}  // namespace dashpot::simulation
