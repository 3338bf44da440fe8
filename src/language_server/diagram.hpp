// language_server/diagram.hpp: the diagram of a class of a document, as the text stands in the editor, and which of its
// ports can be connected.
#pragma once

#include "language_server/known_classes.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace dashpot::language_server {

/// The class of the document that a request is about: the one of this name, qualified or as the document has it; if it
/// names none, the last model. A RequestError if there is none.
[[nodiscard]] model::ClassRef classMeant(View& view, const std::string& name);

/// The answer to dashpot/diagram, as the text of it.
[[nodiscard]] std::string diagram(View& view, model::ClassRef type);

/// The answer to dashpot/connectable: all ports, and why they cannot be connected with this one.
[[nodiscard]] nlohmann::json connectable(View& view, model::ClassRef type, const std::string& from);

}  // namespace dashpot::language_server
