// Draws classes that a test gives as text.
#pragma once

#include "drawing/draw.hpp"
#include "model/classes/catalogue.hpp"
#include "paths.hpp"
#include "syntax/parse.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

namespace dashpot::drawing {

/// The classes of a text and of our own library.
class Classes {
 public:
  Classes() : classes(symbols), library(sources, symbols) {
    EXPECT_TRUE(library.addRoot(std::filesystem::path(testing::sourceTree) / "library"));
    classes.use(library, diagnostics);
  }
  explicit Classes(std::string text) : Classes() { add(sources.add("test.mo", std::move(text))); }
  explicit Classes(const std::filesystem::path& file) : Classes() { add(*syntax::readFile(file, sources)); }

  [[nodiscard]] Diagram draw(const std::string& name, ValueAtInstant values = {}) {
    return drawing::draw(classes, sources, classes.findQualified(name), {std::move(values), &library});
  }
  [[nodiscard]] Diagram icon(const std::string& name, ValueAtInstant values = {}) {
    return drawIcon(classes, sources, classes.findQualified(name), {std::move(values), &library});
  }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  model::ClassTable classes;
  model::Library library;
  std::optional<syntax::Tree> tree;

 private:
  void add(SourceId source) {
    tree = syntax::parse(source, sources, symbols, diagnostics);
    classes.add(*tree, diagnostics);
    EXPECT_FALSE(diagnostics.hasErrors()) << render(diagnostics, sources);
  }
};

inline const Component& componentOf(const Diagram& diagram, const std::string& name) {
  for (const Component& component : diagram.components)
    if (component.name == name) return component;
  throw std::runtime_error("no component " + name);
}

inline const Port& portOf(const Component& component, const std::string& name) {
  for (const Port& port : component.ports)
    if (port.name == name) return port;
  throw std::runtime_error("no port " + name);
}

/// All texts that the icon of a component shows.
inline std::vector<std::string> textsOf(const Graphics& icon) {
  std::vector<std::string> texts;
  for (const Layer& layer : icon.layers)
    for (const Primitive& primitive : layer.primitives)
      if (primitive.kind == PrimitiveKind::text) texts.push_back(primitive.shown);
  return texts;
}

}  // namespace dashpot::drawing
