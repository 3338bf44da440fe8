// language_server/figures.hpp: the plots that are kept with a model (Modelica 3.6, section 18.3.1).
#pragma once

#include "base/json_text.hpp"
#include "language_server/known_classes.hpp"

namespace dashpot::language_server {

/// [{"title", "identifier", "plots": [{"title", "x"?, "curves": [{"y", "legend"?}]}]}]
void writeFigures(JsonText& answer, View& view, model::ClassRef type);

}  // namespace dashpot::language_server
