// The examples are drawn circuits: whoever opens one in a Modelica editor sees components with places and lines that
// end at their ports, as the annotations say, and nothing that a tool had to guess.
#include "api/compilation.hpp"
#include "drawing/draw.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace dashpot::testing {
namespace {

const std::filesystem::path root = testing::sourceTree;

struct Circuit {
  std::string file, model;
};

/// The models of the examples that connect components.
std::vector<Circuit> circuits() {
  std::vector<Circuit> all;
  const std::regex begin("(?:partial )?model (\\w+).*");
  for (const auto& entry : std::filesystem::directory_iterator(root / "examples")) {
    if (entry.path().extension() != ".mo") continue;
    std::ifstream in(entry.path());
    std::string model;
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (std::regex_match(line, match, begin)) model = match[1];
      if (!line.starts_with("  connect(") || model.empty()) continue;
      all.push_back({entry.path().string(), model});
      model.clear();
    }
  }
  return all;
}

drawing::Diagram drawn(const Circuit& circuit) {
  api::Compilation compilation(
      {.file = circuit.file, .model = circuit.model, .libraries = {(root / "library").string()}});
  EXPECT_TRUE(compilation.parse()) << circuit.file;
  return drawing::draw(compilation.classes(), compilation.sources(), compilation.writtenClass());
}

bool isNear(drawing::Point a, drawing::Point b) { return drawing::length(a - b) < 1e-6; }

TEST(Circuits, OfTheExamplesAreFound) { EXPECT_GT(circuits().size(), 20U); }

TEST(Circuits, OfTheExamplesHaveAPlaceForEachComponentOnTheGrid) {
  for (const Circuit& circuit : circuits())
    for (const auto& component : drawn(circuit).components) {
      EXPECT_TRUE(component.isPlaced) << circuit.model << "." << component.name;
      const drawing::Point origin = component.placement.origin;
      EXPECT_TRUE(std::fmod(origin.x, 2) == 0 && std::fmod(origin.y, 2) == 0) << circuit.model << "." << component.name;
    }
}

TEST(Circuits, OfTheExamplesHaveLinesFromPortToPortAtRightAngles) {
  for (const Circuit& circuit : circuits())
    for (const auto& connection : drawn(circuit).connections) {
      const std::string what = circuit.model + ": " + connection.ends[0].text + " - " + connection.ends[1].text;
      ASSERT_TRUE(connection.hasLine && !connection.isRouted) << what;
      const auto& points = connection.line.points;
      EXPECT_TRUE(isNear(points.front(), connection.ends[0].position)) << what;
      EXPECT_TRUE(isNear(points.back(), connection.ends[1].position)) << what;
      for (std::size_t i = 1; i < points.size(); ++i)
        EXPECT_TRUE(points[i].x == points[i - 1].x || points[i].y == points[i - 1].y) << what;
    }
}

TEST(Circuits, OfTheExamplesHaveNoComponentsOnTopOfEachOther) {
  for (const Circuit& circuit : circuits()) {
    const drawing::Diagram diagram = drawn(circuit);
    for (std::size_t i = 0; i < diagram.components.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const drawing::Component &one = diagram.components[i], &other = diagram.components[j];
        constexpr double rounding = 1e-6;  // of boxes that are turned
        EXPECT_FALSE(one.box().grownBy(-rounding).overlaps(other.box()))
            << circuit.model << ": " << one.name << ", " << other.name;
      }
  }
}

}  // namespace
}  // namespace dashpot::testing
