// drawing/draw.hpp
//
// The front door of the stage: from a class as it is written to a picture of it.
//
//   written_values    parameters as modifiers and defaults give them; annotation_value evaluates expressions
//   graphics_reader   annotations to primitives (graphics.hpp), text_macros fills in %name and %par
//   diagram_reader    a class to the diagram form (diagram.hpp)
//   layout            places for components that have none; in layering where nothing is placed yet
//   routing           lines round the components for connections that have none
//   ends              where lines end, and where they meet
//   bitmaps           images in files, put into the form
//   value_labels      what lines carry at the instant that is shown
//   svg, json         the form as a picture, and for a program that draws itself
//
// Promise: nothing is instantiated or simulated, and a class that does not compile can be drawn. Text, values and images
// come from files that others wrote: a picture refers to nothing outside of itself.
#pragma once

#include "drawing/changed.hpp"
#include "drawing/diagram.hpp"
#include "drawing/written_values.hpp"
#include "model/classes/library.hpp"

#include <string>
#include <vector>

namespace dashpot::drawing {

struct Options {
  ValueAtInstant valueAtInstant = {};  // given: the dynamic branch of DynamicSelect counts, and values are shown
  model::Library* library = nullptr;   // where images with names like modelica://A/b.png are
  Changed changed = {};
};

/// The class with its components and connections, all placed and routed.
[[nodiscard]] Diagram draw(model::ClassTable& classes, const Sources& sources, model::ClassRef type,
                           const Options& options = {});
/// Only its icon with its ports.
[[nodiscard]] Diagram drawIcon(model::ClassTable& classes, const Sources& sources, model::ClassRef type,
                               const Options& options = {});

/// The violated invariants of diagram.hpp, as sentences; empty: none.
[[nodiscard]] std::vector<std::string> check(const Diagram& diagram);

[[nodiscard]] std::string diagramSvg(const Diagram& diagram);
[[nodiscard]] std::string iconSvg(const Diagram& diagram);
/// Icons side by side with their names, by package.
[[nodiscard]] std::string sheetSvg(const std::vector<Diagram>& icons, const std::string& title);

}  // namespace dashpot::drawing
