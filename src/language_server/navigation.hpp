// language_server/navigation.hpp: from a name to its declaration and to all places that name the same, and its renaming
// everywhere.
#pragma once

#include "language_server/names.hpp"
#include "language_server/workspace.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// The answer to textDocument/definition; null: nothing is known, or it is a word of the language.
[[nodiscard]] nlohmann::json definition(View& view, Position position);
/// The answer to textDocument/documentHighlight: the places in the document.
[[nodiscard]] nlohmann::json documentHighlight(View& view, Position position);
/// The answer to textDocument/references, from all files of the workspace.
[[nodiscard]] nlohmann::json references(View& view, Workspace& workspace, Position position, bool withDeclaration);

/// The answer to textDocument/prepareRename: the name that is there. A RequestError if it cannot be renamed.
[[nodiscard]] nlohmann::json prepareRename(View& view, Workspace& workspace, Position position);
/// The answer to textDocument/rename. A RequestError if the new name is none, is taken, or a place lies in a file that
/// cannot be read as a whole, or outside of the workspace.
[[nodiscard]] nlohmann::json rename(View& view, Workspace& workspace, Position position, const std::string& newName,
                                    bool asDocumentChanges);

}  // namespace dashpot::language_server
