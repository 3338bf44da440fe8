// model/flatten.hpp
//
// The front door of the stage: a class in, its flat model out.
//
//   class_table        the classes of all files as they are written
//   modifiers          modifications; outer ones win
//   layout             a class with all it inherits
//   instance           the tree of components, and what names mean in it
//   translate          expressions: names resolved, types and shapes checked
//   equation_sections  equations, loops, conditions, when-clauses
//   connections        connect() to equations
//   balance            as many equations as unknowns in every component
//   flat_model         the result, its text form and its checker
//
// Promise: what is not supported gives a diagnostic that names the construct and the place; a model is never flattened
// wrongly.
#pragma once

#include "base/file_access.hpp"
#include "model/class_table.hpp"
#include "model/flat_model.hpp"

#include <optional>

namespace dashpot::model {

/// Empty after errors, all of which have been reported. `files` are those that the model may read tables from.
[[nodiscard]] std::optional<FlatModel> flatten(ClassTable& classes, ClassRef type, const Sources& sources,
                                               Diagnostics& diagnostics, const FileAccess& files = {});

/// The class a command means: `name` if given, else the last model or block of the tree's top level.
[[nodiscard]] ClassRef chooseClass(ClassTable& classes, const syntax::Tree& tree, std::string_view name,
                                   Diagnostics& diagnostics);

}  // namespace dashpot::model
