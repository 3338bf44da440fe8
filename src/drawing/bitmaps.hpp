// drawing/bitmaps.hpp
//
// Images that a class names, put into the form as base64. A class may come from anywhere, so only PNG, JPEG and SVG files
// of a bounded size are read, and only beneath the library that they belong to, the folder of the class or the working
// folder. Any other stays a name, and is not drawn.
#pragma once

#include "drawing/diagram.hpp"
#include "model/classes/library.hpp"

namespace dashpot::drawing {

/// Without a library, names that begin with modelica:// lead nowhere.
void embedBitmaps(Diagram& diagram, const Sources& sources, model::Library* library);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace dashpot::drawing
