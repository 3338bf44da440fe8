// language_server/catalogue_json.hpp: what the catalogue says of classes, as JSON: for `dashpot library --json`, and for
// the panels of a diagram editor.
#pragma once

#include "base/json_text.hpp"
#include "model/classes/catalogue.hpp"

#include <string>
#include <vector>

namespace dashpot::language_server {

/// The object "dashpot/library/1" (docs/library.md): classes with icons and placements as they are written.
[[nodiscard]] std::string libraryJson(model::ClassTable& classes, const Sources& sources, model::Catalogue& catalogue,
                                      const std::vector<model::ClassRef>& components);

// Members of the object that is open.

/// name, type, builtin, dimensions, default, unit, display_unit, min, max, literals, literal_descriptions, description
void writeParameter(JsonText& json, const model::CatalogueParameter& parameter);
/// name, type, causality, dimensions, condition, description
void writePort(JsonText& json, const model::CataloguePort& port);
/// name, kind, default, constrained_by, description, choices
void writeReplaceable(JsonText& json, const model::CatalogueReplaceable& part);
/// "variables"
void writeVariables(JsonText& json, const std::vector<model::CatalogueVariable>& variables);

}  // namespace dashpot::language_server
