#include "language_server/sanitised_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace dashpot::language_server {

namespace {

constexpr auto allowed = std::to_array<std::string_view>(
    {"a",   "b",     "blockquote", "br", "caption", "code", "dd",    "dl", "dt", "em",  "h1", "h2",    "h3",     "h4",
     "h5",  "h6",    "hr",         "i",  "img",     "kbd",  "li",    "ol", "p",  "pre", "s",  "small", "strong", "sub",
     "sup", "table", "tbody",      "td", "tfoot",   "th",   "thead", "tr", "tt", "u",   "ul", "var"});
constexpr auto withoutContent = std::to_array<std::string_view>({"br", "hr", "img"});
/// What stands in these is no text.
constexpr auto dropped = std::to_array<std::string_view>(
    {"applet",   "audio",    "canvas",   "embed",  "frame",  "frameset", "iframe", "math",
     "noembed",  "noframes", "noscript", "object", "script", "select",   "style",  "svg",
     "template", "textarea", "title",    "video",  "xmp",    "plaintext"});
constexpr std::size_t deepest = 100;  // elements in elements

template <std::size_t n>
bool isIn(const std::array<std::string_view, n>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), small);
  return result;
}

/// The length of a character reference, &lt; or &#960; or &#x3c0;, at the beginning of a text; 0: there is none.
std::size_t referenceLength(std::string_view text) {
  constexpr std::size_t longest = 32;
  std::size_t i = 1;
  const bool isNumber = text.size() > 2 && text[1] == '#';
  if (isNumber) i = text[2] == 'x' || text[2] == 'X' ? 3 : 2;
  const std::size_t first = i;
  while (i < text.size() && i < longest && (isDigit(text[i]) || isLetter(text[i]))) ++i;
  return i > first && i < text.size() && text[i] == ';' ? i + 1 : 0;
}

/// The value of an attribute as a browser reads it, as far as it could hide the scheme of an address.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = text[i] == '&' ? referenceLength(text.substr(i)) : 0;
    const std::string_view name = length > 0 ? text.substr(i + 1, length - 2) : std::string_view();
    if (name == "amp") {
      result += '&';
    } else if (length > 0) {
      // Addresses need no other one: with it, this is none that we know.
      return {};
    } else {
      result += text[i];
      continue;
    }
    i += length - 1;
  }
  return result;
}

std::string inAttribute(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

/// Printable, without blanks: nothing that a browser would drop before it reads the scheme.
bool isPlainAddress(std::string_view address) {
  return std::ranges::all_of(address, [](char c) { return c > ' ' && c != 0x7f && c != '"' && c != '\\'; });
}

bool hasScheme(std::string_view address, std::string_view scheme) {
  return isPlainAddress(address) && lowered(address.substr(0, scheme.size())) == scheme;
}

std::string percentEncoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (isLetter(c) || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~')
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

struct Tag {
  std::string name;  // in small letters; empty: a comment or a declaration
  bool isEnd = false;
  std::string address;      // href or src, decoded
  std::string alternative;  // alt
};

class Sanitiser {
 public:
  explicit Sanitiser(std::string_view html) : html_(html) {}

  std::string run() {
    while (at_ < html_.size()) {
      if (html_[at_] == '<') {
        if (const auto tag = readTag()) {
          take(*tag);
          continue;
        }
      }
      character();
    }
    while (!open_.empty()) closeLast();
    return std::move(result_);
  }

 private:
  void character() {
    const char c = html_[at_];
    if (c == '&') {
      const std::size_t length = referenceLength(html_.substr(at_));
      result_ += length > 0 ? html_.substr(at_, length) : std::string_view("&amp;");
      at_ += std::max<std::size_t>(length, 1);
      return;
    }
    ++at_;
    if (c == '<')
      result_ += "&lt;";
    else if (c == '>')
      result_ += "&gt;";
    else if (c != '\0')
      result_ += c;
  }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0';
  }
  void skipTo(std::string_view end) {
    const std::size_t found = html_.find(end, at_);
    at_ = found == std::string_view::npos ? html_.size() : found + end.size();
  }
  void skipSpace() {
    while (at_ < html_.size() && (isSpace(html_[at_]) || html_[at_] == '/')) ++at_;
  }

  /// Nothing: the '<' is a character.
  std::optional<Tag> readTag() {
    if (html_.substr(at_, 4) == "<!--") {
      skipTo("-->");
      return Tag{};
    }
    if (peek(1) == '!' || peek(1) == '?') {
      skipTo(">");
      return Tag{};
    }
    const bool isEnd = peek(1) == '/';
    if (!isLetter(peek(isEnd ? 2 : 1))) return std::nullopt;
    at_ += isEnd ? 2 : 1;
    Tag tag{.isEnd = isEnd};
    while (at_ < html_.size() &&
           (isLetter(html_[at_]) || isDigit(html_[at_]) || html_[at_] == ':' || html_[at_] == '-'))
      tag.name += small(html_[at_++]);
    readAttributes(tag);
    return tag;
  }

  void readAttributes(Tag& tag) {
    for (skipSpace(); at_ < html_.size() && html_[at_] != '>'; skipSpace()) {
      std::string name;
      while (at_ < html_.size() && !isSpace(html_[at_]) && html_[at_] != '>' && html_[at_] != '=' && html_[at_] != '/')
        name += small(html_[at_++]);
      while (at_ < html_.size() && isSpace(html_[at_])) ++at_;
      std::string_view value;
      if (peek() == '=') {
        ++at_;
        value = readValue();
      } else if (name.empty()) {
        ++at_;
      }
      const bool isAddress = (tag.name == "a" && name == "href") || (tag.name == "img" && name == "src");
      if (isAddress && tag.address.empty()) tag.address = decoded(value);
      if (tag.name == "img" && name == "alt") tag.alternative = value;
    }
    if (at_ < html_.size()) ++at_;  // the '>'
  }

  std::string_view readValue() {
    while (at_ < html_.size() && isSpace(html_[at_])) ++at_;
    const std::size_t begin = at_;
    if (peek() == '"' || peek() == '\'') {
      const std::size_t end = std::min(html_.find(html_[at_], at_ + 1), html_.size());
      at_ = std::min(end + 1, html_.size());
      return html_.substr(begin + 1, end - begin - 1);
    }
    while (at_ < html_.size() && !isSpace(html_[at_]) && html_[at_] != '>') ++at_;
    return html_.substr(begin, at_ - begin);
  }

  void take(const Tag& tag) {
    if (isIn(dropped, tag.name)) {
      if (!tag.isEnd) skipElement(tag.name);
    } else if (!isIn(allowed, tag.name)) {
      return;
    } else if (tag.isEnd) {
      end(tag.name);
    } else if (tag.name == "img") {
      image(tag);
    } else if (isIn(withoutContent, tag.name)) {
      result_ += fmt::format("<{}>", tag.name);
    } else if (open_.size() < deepest) {
      begin(tag);
    }
  }

  /// To the end of it, or of the text.
  void skipElement(const std::string& name) {
    const std::string end = "</" + name;
    const auto found = std::search(html_.begin() + static_cast<std::ptrdiff_t>(at_), html_.end(), end.begin(),
                                   end.end(), [](char a, char b) { return small(a) == b; });
    at_ = static_cast<std::size_t>(found - html_.begin());
    if (at_ < html_.size()) skipTo(">");
  }

  void begin(const Tag& tag) {
    const bool isLink = hasScheme(tag.address, "http://") || hasScheme(tag.address, "https://") ||
                        hasScheme(tag.address, "modelica://");
    result_ += isLink ? fmt::format("<a href=\"{}\">", inAttribute(tag.address)) : fmt::format("<{}>", tag.name);
    open_.push_back(tag.name);
  }

  void image(const Tag& tag) {
    if (hasScheme(tag.address, "modelica://"))
      result_ += fmt::format(R"(<img src="/resource?uri={}" alt="{}">)", percentEncoded(tag.address),
                             inAttribute(tag.alternative));
  }

  void end(const std::string& name) {
    if (std::ranges::find(open_, name) == open_.end()) return;
    while (open_.back() != name) closeLast();
    closeLast();
  }

  void closeLast() {
    result_ += fmt::format("</{}>", open_.back());
    open_.pop_back();
  }

  std::string_view html_;
  std::size_t at_ = 0;
  std::string result_;
  std::vector<std::string> open_;
};

}  // namespace

std::string sanitisedHtml(std::string_view html) { return Sanitiser(html).run(); }

}  // namespace dashpot::language_server
