// editing/modification_place.hpp (internal): a list of modifiers that is there, or where one would go.
#pragma once

#include "editing/layout.hpp"
#include "editing/lookup.hpp"

namespace dashpot::editing {

struct ModificationPlace {
  Span parentheses = {};   // empty: there is no list
  std::uint32_t head = 0;  // where the list would go
  syntax::List<syntax::ArgumentId> arguments = {};
};

[[nodiscard]] ModificationPlace placeIn(const File& file, const syntax::Component& component);
[[nodiscard]] ModificationPlace placeIn(const File& file, const syntax::Argument& argument);
/// Of an extends-clause.
[[nodiscard]] ModificationPlace placeIn(const File& file, const syntax::Element& extends);

[[nodiscard]] Edit addTo(const File& file, const ModificationPlace& place, std::string_view argument);
/// Takes an argument away, and the list with it if it is the only one.
[[nodiscard]] Edits removeFrom(const File& file, const ModificationPlace& place, std::size_t index);

/// An argument that says something about the beginning of a path.
struct FoundArgument {
  std::size_t index = 0;
  const syntax::Argument* argument = nullptr;
  std::size_t length = 0;  // how many names of the path it stands for: a.b = 1 for two
};
[[nodiscard]] std::optional<FoundArgument> findArgument(const File& file, const ModificationPlace& place,
                                                        std::span<const std::string> path);
/// The name of what an argument redeclares; empty: it is no redeclaration.
[[nodiscard]] std::string_view redeclaredName(const File& file, const syntax::Argument& argument);

/// Where modifiers of a path of the class go: into the declaration of its first name, or into the extends-clause that it
/// comes from.
struct PathPlace {
  ModificationPlace place;
  std::vector<std::string> path;  // beneath that place
};
[[nodiscard]] Expected<PathPlace, Diagnostic> placeOfPath(const Scope& scope, const std::vector<std::string>& path);

/// What a gesture on a modifier is about: "pump.p_set" of a class.
struct NamedPath {
  Scope scope;
  std::vector<std::string> names;
};
/// Fails for a class that cannot be edited, and for a path that is no list of names.
[[nodiscard]] Expected<NamedPath, Diagnostic> findPath(const File& file, std::string_view type, std::string_view path);

}  // namespace dashpot::editing
