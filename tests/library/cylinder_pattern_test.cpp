// The Jacobian that the compiler finds for the cylinder circuit has the pattern that Esque (2008, section 4.4)
// assembles by hand, as worked out for the values assumed in examples/cylinder_circuit.mo.
#include "cli/compilation.hpp"
#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <utility>

namespace dashpot::testing {
namespace {

using Entries = std::set<std::pair<std::string, std::string>>;

/// Rows and columns in the order of the thesis.
constexpr std::array<const char*, 13> states{
    "cylinder.a.p", "cylinder.b.p", "cylinder.x", "cylinder.v",       "pipeA.a.p",         "pipeA.b.p", "pipeA.Q",
    "pipeB.b.p",    "pipeB.a.p",    "pipeB.Q",    "supply.storage.p", "return_.storage.p", "relief.K",
};
// With the valve open forwards; each row: what its derivative depends on.
constexpr std::array<const char*, 13> forward{
    "x.xx.x.......",  // p_A
    ".xxx...x.....",  // p_B
    "...x.........",  // x
    "xx.x.........",  // v
    "....x.x...x..",  // pipe A, valve side
    "x....xx......",  // pipe A, cylinder side
    "....xxx......",  // its flow
    ".x.....x.x...",  // pipe B, cylinder side
    "........xx.x.",  // pipe B, valve side
    ".......xxx...",  // its flow
    "....x.....x.x",  // supply
    "........x.xxx",  // return
    "..........x.x",  // relief valve
};

TEST(CylinderCircuit, HasThePatternOfTheJacobianAssembledByHand) {
  Entries expected;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::size_t j = 0; j < states.size(); ++j)
      if (forward[i][j] == 'x') expected.insert({states[i], states[j]});
  ASSERT_EQ(expected.size(), 39u);
  // Backwards the valve couples the other ends; the compiled pattern serves every position.
  const Entries backward{{"pipeA.a.p", "return_.storage.p"},
                         {"return_.storage.p", "pipeA.a.p"},
                         {"pipeB.a.p", "supply.storage.p"},
                         {"supply.storage.p", "pipeB.a.p"}};
  expected.insert(backward.begin(), backward.end());
  // What the thesis does not have: end stops, and leakage past the piston, a parameter that is zero here.
  const Entries beyond{
      {"cylinder.v", "cylinder.x"}, {"cylinder.a.p", "cylinder.b.p"}, {"cylinder.b.p", "cylinder.a.p"}};
  expected.insert(beyond.begin(), beyond.end());

  cli::Compilation circuit({.file = std::string(testing::sourceTree) + "/examples/cylinder_circuit.mo",
                            .model = "CylinderCircuit",
                            .libraries = {std::string(testing::sourceTree) + "/library"}});
  ASSERT_TRUE(circuit.run()) << render(circuit.diagnostics, circuit.sources());
  const codegen::CompiledModel& model = circuit.compiled();
  Entries found;
  for (std::size_t j = 0; j < model.size(); ++j)
    for (int k = model.states.pattern.columnStart[j]; k < model.states.pattern.columnStart[j + 1]; ++k)
      found.insert(
          {model.states.names[static_cast<std::size_t>(model.states.pattern.rows[static_cast<std::size_t>(k)])],
           model.states.names[j]});
  EXPECT_THAT(found, ::testing::ContainerEq(expected));
}

}  // namespace
}  // namespace dashpot::testing
