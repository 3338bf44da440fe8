// model/flatten.hpp
//
// The front door of the stage: a class in, its flat model out.
//
//   flat_model.hpp  the result
//   parts_list.hpp  its parts, for rules about circuits
//
//   classes/        the classes of all files as they are written, libraries, modifications
//   lookup/         the meaning of names: inheritance, redeclaration, visibility, types
//   instances/      the tree of components with their variables and values           instances.hpp lists its parts
//   expressions/    names resolved, types and shapes checked, arrays taken apart     translator.hpp lists its parts
//   functions/      functions written in Modelica, made concrete for their arguments
//   external/       external functions that are built in: tables, random numbers, texts
//   equations/      equation and algorithm sections, when-clauses, connections; as many equations as unknowns
//   flat/           of the flat model: its text form, its checker, units, open ports
//
// Promise: what is not supported gives a diagnostic that names the construct and the place; a model is never flattened
// wrongly.
#pragma once

#include "base/file_access.hpp"
#include "model/classes/class_table.hpp"
#include "model/flat_model.hpp"
#include "model/parts_list.hpp"

#include <optional>

namespace dashpot::model {

/// Empty after errors, all of which have been reported. `files` are those that the model may read tables from.
/// `parts` gets the list of its parts, if somebody wants it.
[[nodiscard]] std::optional<FlatModel> flatten(ClassTable& classes, ClassRef type, const Sources& sources,
                                               Diagnostics& diagnostics, const FileAccess& files = {},
                                               PartsList* parts = nullptr);

/// The class a command means: `name` if given, else the last model or block of the tree's top level.
[[nodiscard]] ClassRef chooseClass(ClassTable& classes, const syntax::Tree& tree, std::string_view name,
                                   Diagnostics& diagnostics);

}  // namespace dashpot::model
