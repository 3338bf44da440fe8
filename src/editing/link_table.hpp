// editing/link_table.hpp
//
// Circuits in the form of HASP (University of Bath, 1980s, chapter 5): a table of models and of the links at their ports.
//
//   10                        how many models follow
//   PU0001 08 09 12           pump 01 of the kind PU00: inlet, outlet and shaft by the numbers of their links
//   PI0601 03 06 | 01         behind the bar: signals by which an actuator tells its pipes how their volume changes
//   # a remark
//
// A link joins two ports. The components of the library have their chambers inside the cylinder, so that a signal of volume
// becomes the connection of cylinder and pipe; all the rest maps one to one. docs/library.md has the models.
#pragma once

#include "base/diagnostic.hpp"

#include <optional>
#include <string>

namespace dashpot::editing {

/// The circuit as Modelica text, a model of this name with the parameters of the palette; nothing if the table is wrong. Each
/// fault is reported at its line, with the models and ports that it concerns.
[[nodiscard]] std::optional<std::string> modelFromLinks(SourceId table, const Sources& sources, const std::string& name,
                                                        Diagnostics& diagnostics);

}  // namespace dashpot::editing
