// language_server/symbols.hpp: the classes and components of a document as an outline, and those of the workspace by name.
#pragma once

#include "language_server/known_classes.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace dashpot::language_server {

/// The answer to textDocument/documentSymbol: nested as the classes are.
[[nodiscard]] nlohmann::json documentSymbols(const View& view);

/// Adds the symbols of a tree whose names have the letters of the query in their order, upper and lower case alike, to
/// the answer of workspace/symbol, until it is full; false then.
bool addWorkspaceSymbols(const syntax::Tree& tree, const Symbols& symbols, const Text& text, const std::string& uri,
                         const std::string& query, nlohmann::json& answer);

}  // namespace dashpot::language_server
