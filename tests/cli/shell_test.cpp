// What is common to all verbs: help, version, wrong usage, exit codes.
#include "cli/program.hpp"

#include <gmock/gmock.h>

namespace dashpot::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(CommandLine, TellsItsVersion) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("^dashpot [0-9]+\\.[0-9]+\\.[0-9]+\n$"));
}

TEST(CommandLine, ListsItsVerbsInTheHelp) {
  const Outcome outcome = run("--help");
  EXPECT_EQ(outcome.code, 0);
  for (const char* verb : {"methods", "stability", "demo"}) EXPECT_THAT(outcome.out, HasSubstr(verb));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(CommandLine, WithoutAVerbShowsTheHelpAsWrongUsage) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("methods"));
}

TEST(CommandLine, GivesAnExampleInTheHelpOfEveryVerb) {
  for (const std::string verb : {"methods", "stability", "demo"}) {
    const Outcome outcome = run(verb + " --help");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Example:\n  dashpot " + verb));
    EXPECT_THAT(outcome.out, HasSubstr("--json"));
  }
}

TEST(CommandLine, HintsAtTheVerbThatWasMeant) {
  const Outcome outcome = run("methdos");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("error: unknown verb 'methdos'\nhint: did you mean 'methods'?"));
}

TEST(CommandLine, ListsTheVerbsWhenNoneIsNear) {
  const Outcome outcome = run("frobnicate");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, ContainsRegex("hint: the verbs are .*methods, stability"));
}

TEST(CommandLine, HintsAtTheOptionThatWasMeant) {
  const Outcome ofVerb = run("stability rodas4 --plto x.svg");
  EXPECT_EQ(ofVerb.code, 2);
  EXPECT_THAT(ofVerb.err,
              StartsWith("error: unknown option '--plto' of 'dashpot stability'\nhint: did you mean '--plot'?"));
  const Outcome ofProgram = run("--verson");
  EXPECT_EQ(ofProgram.code, 2);
  EXPECT_THAT(ofProgram.err, HasSubstr("hint: did you mean '--version'?"));
}

TEST(CommandLine, HintsAtTheOptionAlsoWhenItHasAValueOrAnArgumentIsMissing) {
  EXPECT_THAT(run("methods --famly=explicit").err, HasSubstr("did you mean '--family'?"));
  EXPECT_THAT(run("stability --jsn").err, HasSubstr("did you mean '--json'?"));
}

TEST(CommandLine, RefusesArgumentsThatAVerbDoesNotTake) {
  const Outcome outcome = run("methods rodas4");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unexpected argument 'rodas4' of 'dashpot methods'"));
}

TEST(CommandLine, SaysWhichArgumentIsMissing) {
  const Outcome outcome = run("stability");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("METHOD is required"));
  EXPECT_EQ(run("stability rodas4 --plot").code, 2);
}

TEST(CommandLine, ReportsAFullDisk) {
  const int status =
      std::system((std::string("'") + testing::programPath + "' methods > /dev/full 2> /dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

}  // namespace
}  // namespace dashpot::cli
