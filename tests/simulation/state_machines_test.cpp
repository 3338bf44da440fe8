// State machines: courses that the specification gives, or that follow from its definitions tick by tick.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The values of a variable after the ticks of a clock of one second.
std::vector<double> course(const Simulated& run, std::string_view name) {
  std::vector<double> found;
  const auto& times = run.table->times();
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto tick = static_cast<std::size_t>(std::lround(times[i]));
    if (std::fabs(times[i] - static_cast<double>(tick)) > 1e-9) continue;
    found.resize(tick + 1, NAN);
    found[tick] = (*run.table)[name][i];
  }
  return found;
}

std::vector<double> course(const Simulated& run, std::string_view name, std::size_t first, std::size_t last) {
  const std::vector<double> whole = course(run, name);
  return {whole.begin() + static_cast<std::ptrdiff_t>(first), whole.begin() + static_cast<std::ptrdiff_t>(last) + 1};
}

Simulated runSeconds(const std::string& text, double seconds) {
  return Simulated(text, {.stop = seconds, .interval = 1.0});
}

TEST(StateMachines, StatesTakeTurnsAtAnOutputOfTheirs) {
  const Simulated run = runSeconds(R"(model M
  inner Integer v(start = 0);
  block Increase
    outer output Integer v;
  equation
    v = previous(v) + 2;
  end Increase;
  block Decrease
    outer output Integer v;
  equation
    v = previous(v) - 1;
  end Decrease;
  Increase increase;
  Decrease decrease;
equation
  initialState(increase);
  transition(increase, decrease, v >= 6, immediate = false);
  transition(decrease, increase, v == 0, immediate = false);
end M;)",
                                   11);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(course(run, "v"), ElementsAre(2, 4, 6, 5, 4, 3, 2, 1, 0, 2, 4, 6));
  EXPECT_THAT(course(run, "increase.$active"), ElementsAre(1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(run.messages(), HasSubstr("the model has no clock: its state machines tick every second"));
}

TEST(StateMachines, TheHierarchicalExampleOfTheSpecificationRunsAsItIsDescribed) {
  // Section 17.3.7: state1 has two parallel machines; count and i begin anew with it, j when stateY is active again.
  const Simulated run = runSeconds(R"(block M
  inner Integer v(start = 0);
  State1 state1;
  State2 state2;
equation
  initialState(state1);
  transition(state1, state2, activeState(state1.stateD) and activeState(state1.stateY), immediate = false);
  transition(state2, state1, v >= 20, immediate = false);
public
  block State1
    inner Integer count(start = 0);
    inner outer output Integer v;
    block StateA
      outer output Integer v;
    equation
      v = previous(v) + 2;
    end StateA;
    StateA stateA;
    block StateB
      outer output Integer v;
    equation
      v = previous(v) - 1;
    end StateB;
    StateB stateB;
    block StateC
      outer output Integer count;
    equation
      count = previous(count) + 1;
    end StateC;
    StateC stateC;
    block StateD
    end StateD;
    StateD stateD;
  equation
    initialState(stateA);
    transition(stateA, stateB, v >= 6, immediate = false);
    transition(stateB, stateC, v == 0, immediate = false);
    transition(stateC, stateA, true, immediate = false, priority = 2);
    transition(stateC, stateD, count >= 2, immediate = false);
  public
    block StateX
      outer input Integer v;
      Integer i(start = 0);
      Integer w;
    equation
      i = previous(i) + 1;
      w = v;
    end StateX;
    StateX stateX;
    block StateY
      Integer j(start = 0);
    equation
      j = previous(j) + 1;
    end StateY;
    StateY stateY;
  equation
    initialState(stateX);
    transition(stateX, stateY, stateX.i > 20, immediate = false, reset = false);
  end State1;
  block State2
    outer output Integer v;
  equation
    v = previous(v) + 5;
  end State2;
end M;)",
                                   50);
  ASSERT_TRUE(run.finished()) << run.messages();
  // Up to 6 by twos, down to 0, one tick in stateC; this twice, then stateD.
  EXPECT_THAT(course(run, "v", 0, 20), ElementsAre(2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 0));
  EXPECT_THAT(course(run, "state1.count", 8, 20), ElementsAre(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2));
  // i has counted 21 ticks: stateY, and at the next tick state2, by fives up to 20.
  EXPECT_THAT(course(run, "state1.stateY.j", 19, 22), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(course(run, "v", 21, 28), ElementsAre(0, 5, 10, 15, 20, 22, 21, 20));
  // While state1 is not active, it keeps what it has; then count and i begin anew, and j does not.
  EXPECT_THAT(course(run, "state1.count", 24, 27), ElementsAre(2, 2, 0, 0));
  EXPECT_THAT(course(run, "state1.stateX.i", 24, 27), ElementsAre(21, 21, 1, 2));
  EXPECT_THAT(course(run, "state1.stateX.w", 24, 27), ElementsAre(0, 0, 22, 21));
  EXPECT_THAT(course(run, "state1.stateY.j", 45, 48), ElementsAre(1, 1, 1, 2));  // from 0 again, at 47
}

TEST(StateMachines, TicksInAStateAreCountedAsTheSpecificationsExampleDoes) {
  // Section 17.1: A1 is active from 10 ms to 14 ms.
  const Simulated run(R"(model M
  block State end State;
  State A0, A1, A2;
equation
  initialState(A0);
  transition(A0, A1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
end M;)",
                      {.stop = 0.02, .interval = 0.0005});
  ASSERT_TRUE(run.finished()) << run.messages();
  const auto& times = run.table->times();
  double first = NAN, last = NAN;
  for (std::size_t i = 0; i < times.size(); ++i)
    if ((*run.table)["A1.$active"][i] == 1.0) {
      if (std::isnan(first)) first = times[i];
      last = times[i];
    }
  EXPECT_NEAR(first, 0.010, 1e-9);
  EXPECT_NEAR(last, 0.015, 1e-9);  // up to the tick at which it is left
  EXPECT_EQ((*run.table)["A2.$active"].back(), 1.0);
}

TEST(StateMachines, TimeInAStateBeginsAtZeroAndASelfTransitionBeginsItAnew) {
  const Simulated run = runSeconds(R"(model M
  block State
    Real t = timeInState();
    Integer n = ticksInState();
  end State;
  State a, b;
equation
  initialState(a);
  transition(a, b, timeInState() >= 3);
  transition(b, b, ticksInState() >= 2, immediate = false);
end M;)",
                                   8);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(course(run, "a.$active"), ElementsAre(1, 1, 1, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(course(run, "a.t"), ElementsAre(0, 1, 2, 2, 2, 2, 2, 2, 2));
  EXPECT_THAT(course(run, "b.n", 3, 8), ElementsAre(1, 2, 1, 2, 1, 2));
  EXPECT_THAT(course(run, "b.t", 3, 8), ElementsAre(0, 1, 0, 1, 0, 1));
}

std::string withHistory(const std::string& settings) {
  return R"(model M
  block Counter
    Integer n(start = 10);
  equation
    n = previous(n) + 1;
  end Counter;
  block Pause
    Integer m(start = 0);
  equation
    m = previous(m) + 1;
  end Pause;
  Counter counter;
  Pause pause;
equation
  initialState(counter);
  transition(counter, pause, ticksInState() >= 2, immediate = false);
  transition(pause, counter, true, immediate = false)" +
         settings + R"();
end M;)";
}

TEST(StateMachines, AStateGoesOnWhereItWasUnlessItIsReset) {
  const Simulated again = runSeconds(withHistory(""), 6), on = runSeconds(withHistory(", reset = false"), 6);
  ASSERT_TRUE(again.finished() && on.finished()) << again.messages() << on.messages();
  EXPECT_THAT(course(again, "counter.n"), ElementsAre(11, 12, 12, 11, 12, 12, 11));
  EXPECT_THAT(course(on, "counter.n"), ElementsAre(11, 12, 12, 13, 14, 14, 15));
  EXPECT_THAT(course(on, "pause.m"), ElementsAre(0, 0, 1, 1, 1, 1, 1));
}

TEST(StateMachines, TheSmallestPriorityWinsAndImmediateTransitionsTakeEffectAtOnce) {
  const Simulated run = runSeconds(R"(model M
  block State end State;
  State a, b, c;
  Real t = sample(time, Clock(1));
equation
  initialState(a);
  transition(a, b, t > 1.5, priority = 2);
  transition(a, c, t > 1.5, priority = 1);
  transition(c, b, t > 2.5, immediate = false);
end M;)",
                                   5);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(course(run, "a.$active"), ElementsAre(1, 1, 0, 0, 0, 0));
  EXPECT_THAT(course(run, "c.$active"), ElementsAre(0, 0, 1, 1, 0, 0));
  EXPECT_THAT(course(run, "b.$active"), ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_THAT(run.messages(), ::testing::IsEmpty());
}

TEST(StateMachines, ASynchronisedTransitionWaitsForTheMachinesInItsState) {
  const auto text = [](const std::string& setting) {
    return R"(model M
  block State end State;
  block Both
    State a, b, x, y;
  equation
    initialState(a);
    transition(a, b, ticksInState() >= 2, immediate = false);
    initialState(x);
    transition(x, y, ticksInState() >= 4, immediate = false);
  end Both;
  Both both;
  State after;
equation
  initialState(both);
  transition(both, after, true, synchronize = true)" +
           setting + R"();
end M;)";
  };
  // b is active from 2 on, y from 4 on: then the condition holds, and the transition fires at the next tick.
  for (const char* const setting : {", immediate = false", ""}) {
    const Simulated run = runSeconds(text(setting), 7);
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_THAT(course(run, "both.$active"), ElementsAre(1, 1, 1, 1, 1, 0, 0, 0)) << setting;
    EXPECT_THAT(course(run, "after.$active"), ElementsAre(0, 0, 0, 0, 0, 1, 1, 1)) << setting;
  }
}

TEST(StateMachines, ControlWhatIsHeldOutsideOfThem) {
  // A tank that is filled and emptied: 1 unit per second, from 0 up to 3, and down again.
  const Simulated run = runSeconds(R"(model M
  Real level(start = 0, fixed = true), q;
  block Fill
    outer output Real u;
  equation
    u = 1;
  end Fill;
  block Drain
    outer output Real u;
  equation
    u = -1;
  end Drain;
  inner Real u(start = 0);
  Real measured = sample(level, Clock(1));
  Fill fill;
  Drain drain;
equation
  initialState(fill);
  transition(fill, drain, measured > 2.5);
  transition(drain, fill, measured < 0.5);
  q = hold(u);
  der(level) = q;
end M;)",
                                   8);
  ASSERT_TRUE(run.finished()) << run.messages();
  const std::vector<double> level = course(run, "level");
  const std::vector<double> expected{0, 1, 2, 3, 2, 1, 0, 1, 2};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(level[i], expected[i], 1e-6) << i;
}

}  // namespace
}  // namespace dashpot::simulation
