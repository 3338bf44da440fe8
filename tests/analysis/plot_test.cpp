#include "analysis/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace dashpot::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Plot parabola() {
  Plot plot{.title = "A parabola's plot", .xLabel = "x", .yLabel = "x squared"};
  Curve& curve = plot.curves.emplace_back();
  curve.title = "y_1";
  for (int k = -10; k <= 10; ++k) {
    curve.x.push_back(k);
    curve.y.push_back(k * k);
  }
  return plot;
}

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class PlotFiles : public ::testing::Test {
 protected:
  // One per process: tests run side by side.
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("dashpot's plots " + std::to_string(getpid()));
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
};

TEST_F(PlotFiles, AreSvgOrPngBySuffix) {
  EXPECT_FALSE(writePlot(parabola(), folder / "a.svg"));
  EXPECT_THAT(contentOf(folder / "a.svg"), HasSubstr("<svg"));
  EXPECT_THAT(contentOf(folder / "a.svg"), HasSubstr("y_1"));
  EXPECT_FALSE(writePlot(parabola(), folder / "a.png"));
  EXPECT_THAT(contentOf(folder / "a.png"), StartsWith("\x89PNG"));
}

TEST_F(PlotFiles, OfAnotherKindAreRefusedWithAHint) {
  const auto fault = writePlot(parabola(), folder / "a.pdf");
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("a.pdf"));
  ASSERT_EQ(fault->hints.size(), 1u);
  EXPECT_THAT(fault->hints.front(), HasSubstr(".svg or .png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.pdf"));
}

TEST_F(PlotFiles, InAFolderThatDoesNotExistAreReported) {
  const auto fault = writePlot(parabola(), folder / "nowhere" / "a.svg");
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("No such file"));
}

TEST_F(PlotFiles, NeedGnuplotForPngOnlyAndSaySo) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.c_str(), 1);
  const auto drawn = writePlot(parabola(), folder / "a.svg");
  const auto fault = writePlot(parabola(), folder / "a.png");
  setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(drawn);
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("not installed"));
  EXPECT_THAT(fault->hints, ::testing::Contains(HasSubstr("gnuplot")));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

TEST_F(PlotFiles, OfNoDataSaySo) {
  EXPECT_FALSE(writePlot(Plot{.title = "nothing"}, folder / "a.svg"));
  EXPECT_THAT(contentOf(folder / "a.svg"), HasSubstr("no data"));
}

TEST(TextPlot, DrawsWithCharacters) {
  const auto text = textPlot(parabola(), 60, 20);
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, HasSubstr("*"));
  EXPECT_THAT(*text, HasSubstr("A parabola's plot"));
}

}  // namespace
}  // namespace dashpot::analysis
