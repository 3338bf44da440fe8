#include "editing/edits.hpp"

namespace dashpot::editing {

std::string apply(std::string_view text, const Edits& edits) {
  std::string changed;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    changed.append(text, from, edit.begin - from);
    changed += edit.replacement;
    from = edit.end;
  }
  return changed.append(text, from);
}

Edits inverse(std::string_view text, const Edits& edits) {
  Edits restoring;
  std::int64_t shift = 0;
  for (const Edit& edit : edits) {
    const auto begin = static_cast<std::uint32_t>(edit.begin + shift);
    restoring.push_back({begin, static_cast<std::uint32_t>(begin + edit.replacement.size()),
                         std::string(text.substr(edit.begin, edit.end - edit.begin))});
    shift += static_cast<std::int64_t>(edit.replacement.size()) - (edit.end - edit.begin);
  }
  return restoring;
}

}  // namespace dashpot::editing
