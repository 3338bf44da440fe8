// base/paths.hpp
//
// Hierarchical names such as `rack.cylinder[3].port_a.p`, stored as (path, indices).
//
// A path is a node in a tree: its parent, its last identifier, and the array indices of that identifier. A million
// scalars of an array share the nodes above them, and text is made only for people.
#pragma once

#include "base/handle_table.hpp"
#include "base/symbols.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dashpot {

enum class PathId : std::uint32_t { root = 0 };

class Paths {
 public:
  Paths();

  /// The path `parent.name[indices]`; asking twice gives the same id.
  PathId child(PathId parent, std::string_view name, std::span<const std::int32_t> indices = {});
  /// The path with this text (dots and plain indices), made if it is new: for tests and for names given as text.
  PathId fromText(std::string_view text);

  [[nodiscard]] PathId parent(PathId path) const { return node(path).parent; }
  [[nodiscard]] std::string_view name(PathId path) const { return symbols_.text(node(path).name); }
  [[nodiscard]] std::span<const std::int32_t> indices(PathId path) const;
  [[nodiscard]] std::string text(PathId path) const;
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    PathId parent = PathId::root;
    Symbol name = Symbol::none;
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
  };

  [[nodiscard]] const Node& node(PathId path) const { return nodes_[static_cast<std::size_t>(path)]; }

  Symbols symbols_;
  std::vector<Node> nodes_;  // nodes_[0] is the root, the empty name
  std::vector<std::int32_t> indices_;
  HandleTable known_;  // by parent, name and indices
};

}  // namespace dashpot
