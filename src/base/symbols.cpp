#include "base/symbols.hpp"

namespace dashpot {

Symbol Symbols::intern(std::string_view text) {
  if (const auto found = index_.find(text); found != index_.end()) return found->second;
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.emplace_back(text);
  index_.emplace(texts_.back(), symbol);
  return symbol;
}

Symbol Symbols::find(std::string_view text) const {
  const auto found = index_.find(text);
  return found == index_.end() ? Symbol::none : found->second;
}

}  // namespace dashpot
