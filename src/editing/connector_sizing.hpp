// editing/connector_sizing.hpp (internal)
//
// Arrays of connectors that have as many elements as there are connections (Modelica 3.6, section 18.7: a size with
// Dialog(connectorSizing = true)). A connection to `sum.u` raises the size and takes the new element, `sum.u[3]`; one
// that goes lowers it, and those behind move up.
#pragma once

#include "editing/statements.hpp"

namespace dashpot::editing {

/// Whether a connector of the class `owner` is such an array.
[[nodiscard]] bool growsWithConnections(Meanings& meanings, model::ClassRef owner, const Meaning& connector);

struct Sized {
  std::string end;  // the connector, with its new index where it has one
  Change change = {};
};

[[nodiscard]] Expected<Sized, Diagnostic> growForConnection(const Scope& scope, const std::string& end);
[[nodiscard]] Change shrinkAfterRemoval(const Scope& scope, const Connection& removed);

}  // namespace dashpot::editing
