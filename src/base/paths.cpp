#include "base/paths.hpp"

#include <algorithm>
#include <charconv>

namespace dashpot {

namespace {

/// The indices are part of it: the elements of a large array have the same parent and name.
std::uint64_t hashOf(PathId parent, Symbol name, std::span<const std::int32_t> indices) {
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio (Knuth, vol. 3, 6.4)
  std::uint64_t hash = static_cast<std::uint64_t>(parent) << 32 | static_cast<std::uint64_t>(name);
  for (const std::int32_t i : indices) hash = (hash ^ static_cast<std::uint32_t>(i)) * multiplier + (hash >> 29);
  return hash;
}

}  // namespace

Paths::Paths() : nodes_(1) {}

std::span<const std::int32_t> Paths::indices(PathId path) const {
  return std::span(indices_).subspan(node(path).firstIndex, node(path).indexCount);
}

PathId Paths::child(PathId parent, std::string_view name, std::span<const std::int32_t> indices) {
  const Symbol symbol = symbols_.intern(name);
  const std::uint64_t key = hashOf(parent, symbol, indices);
  const auto [begin, end] = known_.equal_range(key);
  for (auto it = begin; it != end; ++it) {
    const Node& candidate = node(it->second);
    if (candidate.parent == parent && candidate.name == symbol &&
        std::ranges::equal(this->indices(it->second), indices))
      return it->second;
  }

  const auto path = static_cast<PathId>(nodes_.size());
  nodes_.push_back(
      {parent, symbol, static_cast<std::uint32_t>(indices_.size()), static_cast<std::uint32_t>(indices.size())});
  indices_.insert(indices_.end(), indices.begin(), indices.end());
  known_.emplace(key, path);
  return path;
}

PathId Paths::fromText(std::string_view text) {
  PathId path = PathId::root;
  while (!text.empty()) {
    const std::size_t nameEnd = std::min(text.find_first_of(".["), text.size());
    const std::string_view name = text.substr(0, nameEnd);
    text.remove_prefix(nameEnd);
    std::vector<std::int32_t> indices;
    if (text.starts_with('[')) {
      const std::size_t close = std::min(text.find(']'), text.size() - 1);
      const char* at = text.data() + 1;
      const char* const last = text.data() + close;
      while (at < last) {
        std::int32_t index = 0;
        at = std::from_chars(at, last, index).ptr;
        indices.push_back(index);
        if (at < last) ++at;  // the comma
      }
      text.remove_prefix(close + 1);
    }
    if (text.starts_with('.')) text.remove_prefix(1);
    path = child(path, name, indices);
  }
  return path;
}

std::string Paths::text(PathId path) const {
  std::vector<PathId> chain;
  for (PathId at = path; at != PathId::root; at = parent(at)) chain.push_back(at);
  std::string result;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    if (!result.empty()) result += '.';
    result += name(*it);
    if (const auto list = indices(*it); !list.empty()) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        result += i == 0 ? '[' : ',';
        result += std::to_string(list[i]);
      }
      result += ']';
    }
  }
  return result;
}

}  // namespace dashpot
