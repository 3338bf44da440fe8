// The component library and the machines built from it, run as a user runs them. The cases are data: the models of
// tests/models/library and of examples/, with what they must give written in them (expectations.hpp). A new component
// or machine needs no C++.
#include "cli/compilation.hpp"
#include "library/expectations.hpp"
#include "models/jacobian_check.hpp"
#include "paths.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot::testing {
namespace {

namespace fs = std::filesystem;

const fs::path sourceTree = testing::sourceTree;

/// One model, compiled once and run with each of its methods.
class Subject {
 public:
  explicit Subject(const ExpectedModel& expected)
      : expected_(expected),
        compilation_({.file = expected.file.string(),
                      .model = expected.model,
                      .libraries = {(sourceTree / "library").string()}}),
        ok_(compilation_.run()) {}

  [[nodiscard]] bool compiled() const { return ok_; }
  [[nodiscard]] std::string messages() const { return render(compilation_.diagnostics, compilation_.sources()); }
  [[nodiscard]] const codegen::CompiledModel& model() const { return compilation_.compiled(); }

  std::optional<results::Table> run(const std::string& method) {
    results::Table table(columns());
    simulation::Settings settings{.tolerance = expected_.tolerance, .step = expected_.step};
    if (!method.empty()) settings.method = method;
    outcome = simulation::simulate(model(), settings, table, compilation_.diagnostics);
    if (outcome.kind != simulation::OutcomeKind::finished) return std::nullopt;
    return table;
  }

  simulation::Outcome outcome;

 private:
  /// All variables, and the parameters that are asked for.
  std::vector<results::Column> columns() {
    std::vector<results::Column> all = results::selectColumns(model().recorded, {}, compilation_.diagnostics);
    for (const Expectation& expectation : expected_.expectations) {
      if (std::ranges::find(all, expectation.variable, &results::Column::name) != all.end()) continue;
      const std::vector<std::string> name{expectation.variable};
      std::ranges::move(results::selectColumns(model().recorded, name, compilation_.diagnostics),
                        std::back_inserter(all));
    }
    return all;
  }

  const ExpectedModel& expected_;
  cli::Compilation compilation_;
  bool ok_;
};

const Vector* findColumn(const results::Table& table, const std::string& name) {
  for (std::size_t i = 0; i < table.columns().size(); ++i)
    if (table.columns()[i].name == name) return &table[i];
  return nullptr;
}

/// The last record at this time: after an event there.
std::optional<std::size_t> recordAt(const results::Table& table, double time) {
  const Vector& times = table.times();
  const double near = 1e-9 * std::max(std::abs(times.back()), std::abs(times.front()));
  for (std::size_t k = times.size(); k-- > 0;)
    if (std::abs(times[k] - time) <= near) return k;
  return std::nullopt;
}

void verify(const Expectation& expected, const results::Table& table, const std::string& place) {
  const Vector* values = findColumn(table, expected.variable);
  ASSERT_NE(values, nullptr) << place << "there is no variable " << expected.variable;
  if (!expected.time) {
    for (std::size_t k = 0; k < values->size(); ++k) {
      ASSERT_GE((*values)[k], expected.low) << place << expected.variable << " at " << table.times()[k];
      ASSERT_LE((*values)[k], expected.high) << place << expected.variable << " at " << table.times()[k];
    }
    return;
  }
  const auto k = recordAt(table, *expected.time);
  ASSERT_TRUE(k) << place << "no output at " << *expected.time << ": choose another Interval";
  const double middle = (expected.low + expected.high) / 2;
  EXPECT_NEAR((*values)[*k], middle, (expected.high - expected.low) / 2)
      << place << fmt::format("{}({}) = {:.10g}", expected.variable, *expected.time, (*values)[*k]);
}

class Library : public ::testing::TestWithParam<ExpectedModel> {};

TEST_P(Library, ModelGivesWhatItExpects) {
  const ExpectedModel& expected = GetParam();
  Subject subject(expected);
  ASSERT_TRUE(subject.compiled()) << subject.messages();
  std::optional<results::Table> first;
  const std::vector<std::string> methods = expected.methods.empty() ? std::vector<std::string>{""} : expected.methods;
  for (const std::string& method : methods) {
    const auto table = subject.run(method);
    ASSERT_TRUE(table) << method << ": " << subject.messages();
    for (const Expectation& expectation : expected.expectations)
      verify(expectation, *table,
             fmt::format("{}:{}, {}: ", expected.file.filename().string(), expectation.line, method));
    if (!first) {
      first = *table;
      continue;
    }
    // All methods must agree on the states at the end, also where no value is known.
    for (const std::string& state : subject.model().states.names) {
      const Vector *a = findColumn(*first, state), *b = findColumn(*table, state);
      if (!a || !b) continue;
      const auto [low, high] = std::ranges::minmax(*a);
      EXPECT_NEAR(b->back(), a->back(), expected.agreement * std::max(high - low, 1e-3 * std::abs(high)))
          << state << " with " << method;
    }
  }
}

/// Away from the corners that remain: the random points of the check are far from them.
TEST_P(Library, JacobianAgreesWithDifferences) {
  Subject subject(GetParam());
  ASSERT_TRUE(subject.compiled()) << subject.messages();
  compareJacobianWithDifferences(subject.model(), {.trials = 5, .relative = 1e-4, .absolute = 1e-6});
}

/// A machine as a user runs it: method and tolerance are what the program and the annotation say.
class Machine : public ::testing::TestWithParam<ExpectedModel> {};

TEST_P(Machine, RunsFromItsOwnAnnotationsToItsValues) {
  ExpectedModel expected = GetParam();
  if (expected.step > 0) GTEST_SKIP() << "it repeats a run with a fixed step";
  expected.tolerance.reset();
  Subject subject(expected);
  ASSERT_TRUE(subject.compiled()) << subject.messages();
  const auto table = subject.run("");
  ASSERT_TRUE(table) << subject.messages();
  for (Expectation expectation : expected.expectations) {
    const Vector* values = findColumn(*table, expectation.variable);
    if (!expectation.time || !values) continue;
    const auto [low, high] = std::ranges::minmax(*values);
    const double allowed = 1e-3 * (high - low);  // tolerances of annotations are 1e-4 and less
    expectation.low -= allowed;
    expectation.high += allowed;
    verify(expectation, *table, fmt::format("{}:{}: ", expected.file.filename().string(), expectation.line));
  }
}

std::string modelName(const ::testing::TestParamInfo<ExpectedModel>& info) {
  std::string name = info.param.file.stem().string() + "_" + info.param.model;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Component, Library, ::testing::ValuesIn(expectedModelsIn(sourceTree / "tests/models/library")),
                         modelName);
INSTANTIATE_TEST_SUITE_P(Machine, Library, ::testing::ValuesIn(expectedModelsIn(sourceTree / "examples")), modelName);

INSTANTIATE_TEST_SUITE_P(Example, Machine, ::testing::ValuesIn(expectedModelsIn(sourceTree / "examples")), modelName);

}  // namespace
}  // namespace dashpot::testing
