// syntax/parse.hpp
//
// The front door of the stage: Modelica text in, syntax tree out.
//
//   lexer    text to tokens
//   parser   recursive descent over the grammar of Modelica 3.6, with recovery at the next ';' or section
//   tree     the result
//   print    the tree as canonical Modelica text
//   check    the invariants of the tree
//
// Promise: the tree says what the text says, and nothing is looked up or interpreted here. After an error the tree
// holds what could be read; several independent errors are all reported, and none is the consequence of another.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "syntax/tree.hpp"

#include <filesystem>
#include <string>

namespace dashpot::syntax {

/// Nesting of classes, parentheses and clauses beyond this is refused with a message.
constexpr int nestingLimit = 250;

[[nodiscard]] Tree parse(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics);

/// Makes a tree that was parsed with symbols of its own one that uses another table: files can be parsed in parallel,
/// each with its own table, and then share one.
void moveSymbols(Tree& tree, const Symbols& from, Symbols& to);

/// Adds a file to the sources; the failure is a diagnostic that says why it cannot be read.
[[nodiscard]] Expected<SourceId, Diagnostic> readFile(const std::filesystem::path& file, Sources& sources);

/// The tree as Modelica text in a fixed layout, with the parentheses precedence demands and no others: printing what
/// was parsed from printed text gives the same text again.
[[nodiscard]] std::string print(const Tree& tree, const Symbols& symbols);
[[nodiscard]] std::string print(const Tree& tree, ExpressionId expression, const Symbols& symbols);

/// The violated invariants of tree.hpp, as sentences; empty: none.
[[nodiscard]] std::vector<std::string> check(const Tree& tree, const Sources& sources);

}  // namespace dashpot::syntax
