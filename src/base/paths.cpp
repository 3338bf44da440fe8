#include "base/paths.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace dashpot {

namespace {

/// The elements of an array are named one after the other, and so are the components of each.
HandleTable::Key keyOf(PathId parent, Symbol name, std::span<const std::int32_t> indices) {
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio (Knuth, vol. 3, 6.4)
  const auto last = indices.empty() ? 0u : static_cast<std::uint32_t>(indices.back());
  const auto near = static_cast<std::uint32_t>(static_cast<std::uint64_t>(name) * multiplier >> 32) +
                    2 * (static_cast<std::uint32_t>(parent) + last);
  std::uint64_t hash = (static_cast<std::uint64_t>(parent) << 32 | static_cast<std::uint64_t>(name)) * multiplier;
  for (const std::int32_t i : indices) hash = (hash ^ static_cast<std::uint32_t>(i)) * multiplier + (hash >> 29);
  return {near, static_cast<std::uint32_t>(hash >> 32)};
}

void append(const Paths& paths, PathId path, std::string& text) {
  if (path == PathId::root) return;
  if (paths.parent(path) != PathId::root) {
    append(paths, paths.parent(path), text);
    text += '.';
  }
  text += paths.name(path);
  const auto list = paths.indices(path);
  for (std::size_t i = 0; i < list.size(); ++i) {
    text += i == 0 ? '[' : ',';
    std::array<char, 12> digits;
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), list[i]).ptr);
  }
  if (!list.empty()) text += ']';
}

}  // namespace

Paths::Paths() : nodes_(1) {}

std::span<const std::int32_t> Paths::indices(PathId path) const {
  return std::span(indices_).subspan(node(path).firstIndex, node(path).indexCount);
}

PathId Paths::child(PathId parent, std::string_view name, std::span<const std::int32_t> indices) {
  const Symbol symbol = symbols_.intern(name);
  const std::uint32_t known = known_.find(keyOf(parent, symbol, indices), [&](std::uint32_t candidate) {
    const auto path = static_cast<PathId>(candidate);
    return node(path).parent == parent && node(path).name == symbol && std::ranges::equal(this->indices(path), indices);
  });
  if (known != HandleTable::none) return static_cast<PathId>(known);

  const auto path = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(
      {parent, symbol, static_cast<std::uint32_t>(indices_.size()), static_cast<std::uint32_t>(indices.size())});
  indices_.insert(indices_.end(), indices.begin(), indices.end());
  known_.add(path, [&](std::uint32_t i) {
    const auto added = static_cast<PathId>(i);
    return keyOf(node(added).parent, node(added).name, this->indices(added));
  });
  return static_cast<PathId>(path);
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
  std::string result;
  append(*this, path, result);
  return result;
}

}  // namespace dashpot
