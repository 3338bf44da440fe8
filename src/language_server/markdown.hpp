// language_server/markdown.hpp: the documentation of a class, which is HTML, in the Markdown that editors show.
#pragma once

#include <string>
#include <string_view>

namespace dashpot::language_server {

/// Paragraphs, headings, lists, code, emphasis and links are kept; other tags vanish, and so does what is no text.
[[nodiscard]] std::string markdownFrom(std::string_view html);

/// Characters that Markdown would take for its own are shown as they are.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace dashpot::language_server
