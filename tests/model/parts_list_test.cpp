// What annotations say to circuit rules reaches them: roles with inheritance, silences with their places.
#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

using dashpot::testing::FrontEnd;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Listed {
  explicit Listed(const std::string& text) : front(text) {
    flat = flatten(*front.classes, chooseClass(*front.classes, front.tree, "", front.diagnostics), front.sources,
                   front.diagnostics, {}, &list);
  }
  [[nodiscard]] const PartClass& classOf(std::size_t part) const { return list.classes[list.parts[part].type]; }

  FrontEnd front;
  PartsList list;
  std::optional<FlatModel> flat;
};

TEST(PartsList, AClassHasTheRoleOfItsBaseUnlessItSaysOtherwise) {
  const Listed listed(
      "model Base\n  annotation(__Dashpot(role = {\"passage\", \"oneWay\"}));\nend Base;\n"
      "model Same\n  extends Base;\nend Same;\nmodel Other\n  extends Base;\n  annotation(__Dashpot(role = "
      "\"gauge\"));\n"
      "end Other;\nmodel M\n  Same a;\n  Other b;\n  Base c[2];\nend M;\n");
  ASSERT_EQ(listed.list.parts.size(), 4U) << listed.front.messages();
  EXPECT_THAT(listed.classOf(0).roles, ElementsAre("passage", "oneWay"));
  EXPECT_THAT(listed.classOf(1).roles, ElementsAre("gauge"));
  EXPECT_EQ(listed.flat->paths.text(listed.list.parts[3].path), "c[2]");
  EXPECT_EQ(listed.list.parts[2].type, listed.list.parts[3].type) << "a class is read once";
}

TEST(PartsList, MembersHaveRolesOfTheirOwn) {
  const Listed listed(
      "model Part\n  parameter Real p = 1 annotation(__Dashpot(role = \"limit\"));\n  parameter Real q = 1;\nend "
      "Part;\n"
      "model M\n  Part part;\nend M;\n");
  ASSERT_EQ(listed.classOf(0).members.size(), 1U);
  EXPECT_EQ(listed.classOf(0).members[0].name, "p");
  EXPECT_THAT(listed.classOf(0).members[0].roles, ElementsAre("limit"));
}

TEST(PartsList, ASilenceKnowsItsComponentAndItsPlace) {
  const Listed listed(
      "model Part\nend Part;\nmodel M\n  Part part annotation(__Dashpot(silence = {\"open-port\"}));\n"
      "  annotation(__Dashpot(silence = \"no-load\"));\nend M;\n");
  ASSERT_EQ(listed.list.silences.size(), 2U);
  EXPECT_EQ(listed.list.silences[0].rule, "no-load");
  EXPECT_EQ(listed.list.silences[0].component, PathId::root);
  EXPECT_EQ(listed.list.silences[1].rule, "open-port");
  EXPECT_EQ(listed.flat->paths.text(listed.list.silences[1].component), "part");
  EXPECT_EQ(listed.front.sources.describeLine(listed.list.silences[1].where), "test.mo:4");
  EXPECT_THAT(listed.front.messages(), IsEmpty());
}

TEST(PartsList, MisspeltEntriesAndWhatIsNoTextAreReportedOnce) {
  const Listed listed(
      "model Part\n  annotation(__Dashpot(silense = {\"open-port\"}, method = 3));\nend Part;\n"
      "model M\n  Part a, b;\n  annotation(__Dashpot(silence = 3));\nend M;\n");
  EXPECT_EQ(listed.front.diagnostics.all().size(), 2U) << listed.front.messages();
  EXPECT_THAT(listed.front.messages(), HasSubstr("warning: 'silense' is no entry of the annotation __Dashpot"));
  EXPECT_THAT(listed.front.messages(), HasSubstr("hint: did you mean 'silence'?"));
  EXPECT_THAT(listed.front.messages(),
              HasSubstr("test.mo:6:34: warning: silence of the annotation __Dashpot is not a text"));
  EXPECT_THAT(listed.front.messages(), HasSubstr("hint: write silence = \"...\", or {\"...\", \"...\"}"));
}

}  // namespace
}  // namespace dashpot::model
