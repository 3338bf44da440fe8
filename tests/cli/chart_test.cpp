// dashpot chart: numbers for people and programs, files, and what it cannot understand.
#include "cli/model_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ChartVerb, ListsItsChartsWithTheFiguresTheyComeFrom) {
  const Outcome outcome = run("chart");
  EXPECT_EQ(outcome.code, 0);
  for (const char* words : {"constant-error", "figures 18, 19", "equal-cost", "jacobian-cost"})
    EXPECT_THAT(outcome.out, HasSubstr(words));
}

TEST(ChartVerb, PrintsTheSameNumbersForPeopleAndPrograms) {
  const TemporaryPath csv("chart.csv");
  const Outcome text = run("chart error-step --csv " + csv.argument());
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("3.5545"));  // h = 0.01, held input
  EXPECT_THAT(contentOf(csv.path()), StartsWith("\"step h [s]\",\"held input\",\"ramp input\",\"rk4\"\n0.001,"));
  const auto parsed = nlohmann::json::parse(run("chart error-step --json").out);
  EXPECT_EQ(parsed["schema"], "dashpot/chart/1");
  ASSERT_EQ(parsed["x"].size(), parsed["lines"][0]["y"].size());
  EXPECT_NEAR(parsed["lines"][0]["y"][6].get<double>(), 3.554483, 1e-5);
}

TEST(ChartVerb, TimesStepsWithThreeSortsOfJacobian) {
  const Outcome outcome = run("chart jacobian-cost --sizes 3,6");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* words : {"exact Jacobian", "differences by colours", "a difference per unknown", "grows with N^"})
    EXPECT_THAT(outcome.out, HasSubstr(words));
}

TEST(ChartVerb, ExplainsWhatItCannotUnderstand) {
  const std::pair<const char*, const char*> cases[] = {
      {"equal-cots", "did you mean 'equal-cost'?"},      {"error-step --block T=1,zeta=2", "--block zeta=0.7,wn=100"},
      {"error-step --block T=-1", "--block T=0.1"},      {"error-step --block zeta=1", "--block zeta=0.7,wn=100"},
      {"error-frequency --step 3s", "--step 10ms"},      {"error-step --plot chart.pdf", ".svg or .png"},
      {"jacobian-cost --sizes 0", "--sizes 5,10,15,20"}, {"jacobian-cost --method cvode", "--method rodas3"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run(std::string("chart ") + arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
  }
}

}  // namespace
}  // namespace dashpot::cli
