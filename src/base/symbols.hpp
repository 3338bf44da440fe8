// base/symbols.hpp
//
// Identifiers stored once: comparing two names is comparing two numbers.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dashpot {

enum class Symbol : std::uint32_t { none = 0xffffffff };

class Symbols {
 public:
  Symbol intern(std::string_view text);
  /// The symbol of a text, or Symbol::none if nobody has interned it.
  [[nodiscard]] Symbol find(std::string_view text) const;
  [[nodiscard]] std::string_view text(Symbol symbol) const { return texts_[static_cast<std::size_t>(symbol)]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // a deque: the views in the index stay valid
  std::unordered_map<std::string_view, Symbol> index_;
};

}  // namespace dashpot
