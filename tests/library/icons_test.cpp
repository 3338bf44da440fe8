// What holds of every icon of the library: it says its name once, the values it shows are values that the component has,
// and lines that run on the grid of a diagram meet its ports.
#include "drawing/draw.hpp"
#include "library/shelf.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

namespace dashpot::testing {
namespace {

/// The icons of all components, as they are drawn.
const std::vector<drawing::Diagram>& icons() {
  static const std::vector<drawing::Diagram> all = [] {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    model::Library library(sources, symbols);
    EXPECT_TRUE(library.addRoot(std::string(testing::sourceTree) + "/library"));
    model::ClassTable classes(symbols);
    classes.use(library, diagnostics);
    std::vector<drawing::Diagram> drawn;
    for (const model::CatalogueComponent& component : Shelf::get().components())
      drawn.push_back(drawing::drawIcon(classes, sources, classes.findQualified(component.name)));
    return drawn;
  }();
  return all;
}

/// The texts of an icon as they are written.
std::vector<std::string> textsOf(const drawing::Diagram& diagram) {
  std::vector<std::string> texts;
  for (const auto& layer : diagram.icon.layers)
    for (const auto& primitive : layer.primitives)
      if (primitive.kind == drawing::PrimitiveKind::text) texts.push_back(primitive.textString);
  return texts;
}

const model::CatalogueComponent& componentOf(const drawing::Diagram& diagram) {
  return *std::ranges::find(Shelf::get().components(), diagram.className, &model::CatalogueComponent::name);
}

TEST(Icons, SayTheNameOfTheComponentOnce) {
  for (const auto& icon : icons()) {
    // A record or function that the catalogue lists is not dropped into a circuit under a name that matters.
    if (componentOf(icon).ports.empty()) continue;
    EXPECT_EQ(std::ranges::count(textsOf(icon), "%name"), 1) << icon.className;
  }
}

TEST(Icons, ShowParametersThatThereAre) {
  const std::regex macro("%([A-Za-z_]\\w*)");
  for (const auto& icon : icons())
    for (const std::string& text : textsOf(icon))
      for (std::sregex_iterator at(text.begin(), text.end(), macro), end; at != end; ++at) {
        const std::string name = (*at)[1];
        EXPECT_TRUE(name == "name" || has(componentOf(icon).parameters, name)) << icon.className << ": " << text;
      }
}

TEST(Icons, HavePortsOnTheGridOfTenUnits) {
  for (const auto& icon : icons())
    for (const auto& port : icon.ports)
      EXPECT_TRUE(std::remainder(port.inIcon.x, 10) == 0 && std::remainder(port.inIcon.y, 10) == 0)
          << icon.className << "." << port.name << ": " << port.inIcon.x << ", " << port.inIcon.y;
}

}  // namespace
}  // namespace dashpot::testing
