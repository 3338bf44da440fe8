// editing/declarations.hpp (internal): declarations of components as lines of text.
#pragma once

#include "editing/layout.hpp"
#include "editing/lookup.hpp"

namespace dashpot::editing {

/// Adds declarations, each with its semicolon, at the end of the last group of public components.
[[nodiscard]] Edit addDeclarations(const Scope& scope, const std::vector<std::string>& declarations);
/// The whole clause, if it declares nothing else.
[[nodiscard]] Edits removeDeclaration(const Scope& scope, const Own& own);

}  // namespace dashpot::editing
