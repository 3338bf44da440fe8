// What `compare`, `stability` and `chart` draw: well-formed SVG with axes, units and legends, and numbers only.
#include "cli/model_file.hpp"
#include "xml_fault.hpp"

#include <gmock/gmock.h>

namespace dashpot::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Picture {
  const char* arguments;  // of the program; the name of the file follows
  std::vector<const char*> words;
};

class LaboratoryPicture : public ::testing::TestWithParam<Picture> {};

TEST_P(LaboratoryPicture, IsWellFormedWithAxesUnitsAndLegends) {
  const TemporaryPath file("picture.svg");
  const Outcome outcome = run(std::string(GetParam().arguments) + " " + file.argument());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string svg = contentOf(file.path());
  EXPECT_THAT(svg, StartsWith("<svg "));
  EXPECT_EQ(dashpot::testing::xmlFault(svg), "");
  for (const char* words : GetParam().words) EXPECT_THAT(svg, HasSubstr(words));
  for (const char* wrong : {"nan", "inf,", ",inf"}) EXPECT_THAT(svg, Not(HasSubstr(wrong)));
}

INSTANTIATE_TEST_SUITE_P(
    Of, LaboratoryPicture,
    ::testing::Values(
        Picture{"compare problem:hires --methods rodas4,cvode --tolerances 1e-3,1e-4 --timing 0 --plot",
                {"relative error (rms)", "evaluations of F", "CPU [s]", ">rodas4<", ">cvode<"}},
        Picture{
            "compare problem:hires problem:robertson --methods rodas4,rodas3 --tolerances 1e-3,1e-4 --timing 0 --plot",
            {"work over the least", "share of the errors reached", ">rodas4<", ">rodas3<"}},
        Picture{"stability dopri5 rodas3 --plot", {"Re z", "Im z", ">dopri5<", ">rodas3 (stable outside)<"}},
        Picture{"stability dopri5 rodas3 --damping-plot",
                {"true damping sigma", "-ln |R(-sigma)|", ">exact<", ">rodas3<"}},
        Picture{"stability dopri5 rodas3 --order-star", {"Re z", "Im z", ">dopri5<", ">rodas3<"}},
        Picture{"stability dopri5 --overlay problem:hires --along-run --plot", {"Re z", "h lambda of problem:hires"}},
        Picture{"stability dopri5 --overlay problem:hires --along-run --course",
                {"time [s]", "rate [1/s]", ">stiffness ratio<", "decays, -Re lambda"}},
        Picture{"stability godunov-hybrid ab3 --domain --plot",
                {"Re h lambda", "Im h lambda", ">godunov-hybrid<", ">ab3<"}},
        Picture{"chart error-step --plot", {"step h [s]", "average error [%]", ">held input<", ">rk4<"}},
        Picture{"chart constant-error --block zeta=10,wn=100 --plot",
                {"frequency of the input [rad/s]", "step h [s]", ">held input, 1 %<", ">rk4, 10 %<"}},
        Picture{"chart equal-error --plot", {"1/T [1/s]", "step h [s]", ">w = 1 rad/s<"}}),
    [](const auto& example) { return "Call" + std::to_string(example.index + 1); });

}  // namespace
}  // namespace dashpot::cli
