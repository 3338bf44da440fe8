// What models print, when, and how often; and routines of the machine in equations.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::ElementsAre;

const std::string printer = R"(function print
  input String string;
  input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
end print;
)";

std::vector<std::string> printedBy(const std::string& text, double stop = 1.0) {
  std::vector<std::string> lines;
  Settings settings{.stop = stop};
  settings.print = [&](const PrintedLine& line) { lines.push_back(line.file.empty() ? line.text : line.file); };
  const Simulated run(printer + text, settings);
  EXPECT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  return lines;
}

TEST(Printing, AWhenClausePrintsOnceEachTimeItsConditionBecomesTrue) {
  EXPECT_THAT(printedBy(R"(model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when {initial(), x < 0.5} then
    print("x is " + String(x, significantDigits = 3));
  end when;
end M;)"),
              ElementsAre("x is 1", "x is 0.5"));
}

TEST(Printing, ValuesAreThoseAfterTheEvent) {
  EXPECT_THAT(printedBy(R"(model M
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    n := pre(n) + 1;
    if n > 1 then
      print("tick " + String(n) + " at " + String(time));
    end if;
  end when;
end M;)",
                        0.9),
              ElementsAre("tick 2 at 0.5", "tick 3 at 0.75"));
}

TEST(Printing, InitialSectionsPrintAtTheStart) {
  EXPECT_THAT(printedBy("model M Real x = time; initial equation print(\"begin\"); end M;"), ElementsAre("begin"));
}

TEST(Printing, AMatrixIsWrittenWithTheValuesThatItHasThen) {
  std::vector<PrintedLine> lines;
  Settings settings{.stop = 1.0};
  settings.print = [&](const PrintedLine& line) { lines.push_back(line); };
  const Simulated run(R"(impure function write
  input String fileName, name;
  input Real matrix[:, :];
  input Boolean append = false;
  output Boolean success;
  external "C" success = ModelicaIO_writeRealMatrix(fileName, name, matrix, size(matrix, 1), size(matrix, 2), append, "4");
end write;
impure function table
  input Real t, y[:];
  output Boolean success;
protected
  Real A[size(y, 1), 2];
algorithm
  for i in 1:size(y, 1) loop
    A[i:i, :] := [t, y[i]];
  end for;
  success := write("table.mat", "A", A);
end table;
model M
  Real x = 2*time;
  Boolean done(start = false, fixed = true);
equation
  when x > 1 then
    done = table(time, {x, 3*x, 5});
  end when;
end M;)",
                      settings);
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  ASSERT_EQ(lines.size(), 1);
  ASSERT_TRUE(lines[0].matrix);
  EXPECT_EQ(*lines[0].matrix, (WrittenMatrix{"A", 3, 2, false}));
  const std::vector<double> expected{0.5, 1, 0.5, 3, 0.5, 5};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(lines[0].values[i], expected[i], 1e-9) << i;
}

// Both draw from the state that the seed gives: one keeps it hidden, the other passes it on.
TEST(RandomNumbers, AGeneratorMayGetItsStateWhileTheModelIsInitialised) {
  const Simulated run(R"(function next
  input Integer before[33];
  output Real r;
  output Integer after[33];
  external "C" ModelicaRandom_xorshift1024star(before, after, r);
end next;
function begin
  input Integer seed;
  output Integer state[33];
algorithm
  for i in 1:32 loop
    state[i] := seed*i + 17*i*i;
  end for;
  state[33] := 0;
end begin;
impure function initialise
  input Integer seed;
  output Integer id;
algorithm
  id := 1;
  keep(begin(seed), id);
end initialise;
impure function keep
  input Integer state[33];
  input Integer id;
  external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
end keep;
impure function draw
  input Integer id;
  output Real y;
  external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
end draw;
model M
  parameter Integer seed(fixed = false), id(fixed = false);
  discrete Real hidden(start = 0), shown(start = 0);
  discrete Integer state[33];
  Real difference = hidden - shown;
initial equation
  pre(state) = begin(seed);
  id = initialise(seed);
  seed = 4711;
equation
  when {initial(), sample(0.25, 0.25)} then
    hidden = draw(id);
    (shown, state) = next(pre(state));
  end when;
end M;)");
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  for (const double difference : (*run.table)["difference"]) EXPECT_EQ(difference, 0.0);
  const auto& drawn = (*run.table)["hidden"];
  EXPECT_NE(drawn.front(), drawn.back());
}

TEST(HostFunctions, ALinearSystemThatVariesIsSolvedInEveryEvaluation) {
  const Simulated run(R"(function solve
  input Real A[:, size(A, 1)];
  input Real b[size(A, 1)];
  output Real x[size(A, 1)] = b;
  output Integer info;
protected
  Real work[size(A, 1), size(A, 1)] = A;
  Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(size(A, 1), 1, work, size(A, 1), pivots, x, size(A, 1), info);
end solve;
model M
  Real y(start = 1, fixed = true);
  Real x[2] = solve([1 + y, 1; -1, 1], {y, 0});
equation
  der(y) = -(2 + y) * x[1];
end M;)");
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  // x = {y, y}/(2 + y), so der(y) = -y.
  EXPECT_NEAR(run.last("y"), std::exp(-1.0), 1e-6);
}

}  // namespace
}  // namespace dashpot::simulation
