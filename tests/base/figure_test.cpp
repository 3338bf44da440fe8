// Pictures: what they show, and that nothing in them is obeyed.
#include "base/figure.hpp"

#include "base/axis.hpp"
#include "base/confined_process.hpp"
#include "base/gnuplot.hpp"
#include "base/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <regex>
#include <unistd.h>

namespace dashpot {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string allBytes() {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  return text;
}

Figure line(const std::string& words) {
  return {.title = words,
          .xLabel = words,
          .panels = {{.title = words,
                      .yLabel = words,
                      .yTicks = {{0.0, words}, {1.0, "true"}},
                      .curves = {{.title = words, .x = {0, 1}, .y = {0, 1}}}}}};
}

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> list;
  for (const Axis::Tick& tick : axis.ticks) list.push_back(tick.label);
  return list;
}

TEST(Axis, HasRoundNumbers) {
  EXPECT_THAT(labels(linearAxis(0, 1, 5)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(linearAxis(-3.1, 9.7, 6)), ElementsAre("0", "5"));
  EXPECT_THAT(labels(linearAxis(99.8, 100.3, 5)), ElementsAre("99.8", "99.9", "100.0", "100.1", "100.2", "100.3"));
}

TEST(Axis, TakesThousandsOutOfLongNumbers) {
  const Axis large = linearAxis(0, 2.5e6, 5);
  EXPECT_EQ(large.exponent, 6);
  EXPECT_THAT(labels(large), ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0", "2.5"));
  const Axis small = linearAxis(0, 4e-5, 4);
  EXPECT_EQ(small.exponent, -6);
  EXPECT_THAT(labels(small), ElementsAre("0", "10", "20", "30", "40"));
}

TEST(Axis, OfALogarithmHasPowersOfTen) {
  const Axis axis = logarithmicAxis(0.02, 5e3, 10);
  ASSERT_EQ(axis.ticks.size(), 5u);
  EXPECT_EQ(axis.ticks.front().exponent, -1);
  EXPECT_EQ(axis.ticks.back().exponent, 3);
}

TEST(Axis, OfNothingHasNoTicks) {
  EXPECT_TRUE(linearAxis(1, 1, 5).ticks.empty());
  EXPECT_TRUE(linearAxis(0, INFINITY, 5).ticks.empty());
  EXPECT_TRUE(linearAxis(NAN, 1, 5).ticks.empty());
}

TEST(Svg, ShowsMarkupInsteadOfObeyingIt) {
  const std::string picture = svg(line("</text><script>alert(1)</script>&amp;"));
  EXPECT_THAT(picture, Not(HasSubstr("<script")));
  EXPECT_THAT(picture, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"));
}

TEST(Svg, IsTextWhateverByteANameHas) {
  const std::string picture = svg(line(allBytes()));
  for (const char c : picture) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
  EXPECT_THAT(picture, HasSubstr("\\x00"));
  EXPECT_THAT(picture, HasSubstr("\\xFF"));
}

TEST(Svg, KeepsAllItsTextWithinThePicture) {
  Figure figure = line("time [s]");
  figure.panels[0].yTicks.clear();
  figure.panels.resize(4, figure.panels[0]);
  const std::string picture = svg(figure);
  const std::regex text("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"");
  int found = 0;
  for (std::sregex_iterator at(picture.begin(), picture.end(), text), end; at != end; ++at, ++found) {
    EXPECT_GE(std::stod((*at)[1]), 0);
    EXPECT_LE(std::stod((*at)[1]), figure.width);
    EXPECT_GE(std::stod((*at)[2]), 10);
    EXPECT_LE(std::stod((*at)[2]), figure.height - 4) << "letters reach below their line";
  }
  EXPECT_GT(found, 20);
}

// The highest and the lowest point of every column of pixels stay: a peak of one point in a million is drawn.
TEST(Svg, KeepsThePeaksOfManyPoints) {
  Figure figure{.panels = {{.yRange = {{-1, 1}}, .curves = {{}}}}};
  Curve& curve = figure.panels[0].curves[0];
  for (int i = 0; i <= 1'000'000; ++i)
    curve.x.push_back(i), curve.y.push_back(i == 123'456 ? 1.0 : i == 777'777 ? -1.0 : 0.0);
  const std::string picture = svg(figure);
  EXPECT_LT(picture.size(), 100'000u);
  const std::regex point("[M ]([0-9.]+),([0-9.]+)");
  double highest = 1e9, lowest = -1e9;
  const std::size_t begin = picture.find("<path stroke=\"#0072B2\"");
  const std::string path = picture.substr(begin, picture.find("/>", begin) - begin);
  for (std::sregex_iterator at(path.begin(), path.end(), point), end; at != end; ++at)
    highest = std::min(highest, std::stod((*at)[2])), lowest = std::max(lowest, std::stod((*at)[2]));
  EXPECT_GT(lowest - highest, 300) << "both ends of the range are reached";
}

TEST(Svg, LeavesAGapWhereAValueIsNotFinite) {
  Figure figure{.panels = {{.curves = {{.x = {1, 2, 3, 4, 5}, .y = {1, 2, NAN, 1, 2}}}}}};
  const std::string picture = svg(figure);
  const std::size_t begin = picture.find("d=\"", picture.find("<path stroke=\"#0072B2\""));
  const std::string path = picture.substr(begin, picture.find("/>", begin) - begin);
  EXPECT_EQ(std::ranges::count(path, 'M'), 2);
}

TEST(GnuplotString, HasNothingButLettersDigitsAndNumbersOfBytes) {
  EXPECT_EQ(gnuplotString("a 1"), "\"a 1\"");
  EXPECT_EQ(gnuplotString("it's `x`"), "\"it\\047s \\140x\\140\"");
  const std::string text = gnuplotString(allBytes());
  EXPECT_THAT(text, ::testing::MatchesRegex("\"(\\\\[0-7][0-7][0-7]|[A-Za-z0-9 ])*\""));
}

TEST(Gnuplot, DrawsATextOfAnyByte) {
  for (int byte = 0; byte < 256; ++byte) {
    if (byte % 16 != 0 && byte > 0x40 && byte < 0xF0) continue;  // letters and the like: a few will do
    const auto drawn = textByGnuplot(line(std::string("a") + static_cast<char>(byte) + "b"), 60, 15);
    ASSERT_TRUE(drawn) << byte << ' ' << drawn.error().message;
  }
}

/// What breaks out of quotation marks in one reading or another, to run a command.
TEST(Gnuplot, RunsNoCommandThatATextContains) {
  const std::filesystem::path trace =
      std::filesystem::path(::testing::TempDir()) / ("dashpot-ran-" + std::to_string(getpid()));
  const std::string command = "touch " + trace.string();
  const std::string nul(1, '\0');
  for (const std::string& text :
       {"'; system(\"" + command + "\") #", "\"; system('" + command + "') #", "`" + command + "`",
        "'`" + command + "`'", "a\\" + nul + "'; system(\"" + command + "\") #", "\\\n!" + command + "\n",
        "end_of_curve\n!" + command + "\n", "$(" + command + ")", "@x\n!" + command, "'\r!" + command + "\r",
        nul + "\n!" + command + "\n"}) {
    const auto drawn = textByGnuplot(line(text), 60, 15);
    EXPECT_TRUE(drawn) << drawn.error().message;
    const auto picture = pngByGnuplot(line(text));
    EXPECT_TRUE(picture) << picture.error().message;
    EXPECT_FALSE(std::filesystem::exists(trace)) << text;
  }
}

// Should all else fail: gnuplot itself has no way to start a program.
TEST(ConfinedProcess, CannotStartAnother) {
  const std::filesystem::path trace =
      std::filesystem::path(::testing::TempDir()) / ("dashpot-pipe-" + std::to_string(getpid()));
  const auto plain = runConfined("gnuplot", {"-d"}, "print 'works'\n");
  ASSERT_TRUE(plain);
  EXPECT_TRUE(plain->isSuccess);
  EXPECT_THAT(plain->errors, HasSubstr("works"));
  const std::string file = trace.string();
  for (const std::string& script :
       {"x = system('touch " + file + "')\n", "!touch " + file + "\n", "set print '|touch " + file + "'\nprint 1\n",
        "plot '<touch " + file + "; echo 1 1'\n",
        "set terminal dumb\nset output '|touch " + file + "'\nplot x\nset output\n"}) {
    const auto result = runConfined("gnuplot", {"-d"}, script);
    ASSERT_TRUE(result);
    EXPECT_FALSE(std::filesystem::exists(trace)) << script;
  }
}

TEST(ConfinedProcess, SaysThatThereIsNoSuchProgram) {
  const auto result = runConfined("no-such-program-of-ours", {}, "");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), ENOENT);
}

}  // namespace
}  // namespace dashpot
