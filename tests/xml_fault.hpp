// Whether a text is well-formed XML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::testing {

/// Tags that open and close in order, attributes in quotation marks, no stray markup: empty, or what is wrong. Enough of
/// XML for what we write.
inline std::string xmlFault(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size(); ++at) {
    const unsigned char c = static_cast<unsigned char>(xml[at]);
    if (c < 0x20 && c != '\n') return "a control character at " + std::to_string(at);
    if (c == '>') return "a stray > at " + std::to_string(at);
    if (c == '&') {
      const std::string_view rest = std::string_view(xml).substr(at);
      if (!rest.starts_with("&amp;") && !rest.starts_with("&lt;") && !rest.starts_with("&gt;")) return "a stray &";
    }
    if (c != '<') continue;
    std::size_t end = at + 1;
    bool isQuoted = false;
    for (; end < xml.size() && (isQuoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') isQuoted = !isQuoted;
      if (xml[end] == '<') return "< in a tag";
    }
    if (end == xml.size()) return "a tag without an end";
    const std::string tag = xml.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /\n", tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return "closed out of order: " + name;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : "never closed: " + open.back();
}

}  // namespace dashpot::testing
