#include "equations/roles.hpp"
#include "models/solved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::equations {
namespace {

using ::testing::HasSubstr;
using testing::Solved;

TEST(ConstantPropagation, ACapacityThatIsZeroForGoodHasNoState) {
  const Solved solved(
      "model M parameter Real C = 0 annotation(Evaluate = true); Real v, i; equation i = C*der(v); v + 2*i = "
      "sin(time); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::state), 0u);
}

TEST(ConstantPropagation, ACapacityThatCanBeSetHasOne) {
  const Solved solved("model M parameter Real C = 1; Real v, i; equation i = C*der(v); v + 2*i = sin(time); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(count(*solved.system, Role::state), 1u);
}

TEST(ConstantPropagation, AMotionThatIsForbiddenIsNotDifferentiated) {
  // The way out of the plane, its speed and its force: z = 0 leaves nothing of them.
  const Solved solved(
      "model M Real x(start = 1), z, u, w, f; equation der(x) = u; der(u) = -x; der(z) = w; der(w) = f - z*x; z = 0; "
      "end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_EQ(solved.system->counts.differentiated, 0u);
  EXPECT_EQ(count(*solved.system, Role::state), 2u);
}

TEST(ConstantPropagation, AnEquationThatHasNoUnknownLeftIsReportedAsItWasWritten) {
  const Solved solved("model M Real x, y, z; equation x = 1; y = 2; x + y = 3; end M;\n");
  EXPECT_FALSE(solved.system);
  EXPECT_THAT(solved.messages(), ::testing::AllOf(HasSubstr("x + y"), HasSubstr("nothing determines z")));
}

}  // namespace
}  // namespace dashpot::equations
