#include "language_server/markdown.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace dashpot::language_server {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

using Replacement = std::pair<std::string_view, std::string_view>;

/// What a tag becomes; the name of a closing one begins with a slash.
constexpr auto tags = std::to_array<Replacement>({
    {"p", "\n\n"},       {"/p", "\n\n"},      {"br", "  \n"},      {"/ul", "\n\n"},     {"/ol", "\n\n"},
    {"li", "\n- "},      {"tr", "\n"},        {"td", " "},         {"th", " "},         {"h1", "\n\n#### "},
    {"h2", "\n\n#### "}, {"h3", "\n\n#### "}, {"h4", "\n\n#### "}, {"h5", "\n\n#### "}, {"/h1", "\n\n"},
    {"/h2", "\n\n"},     {"/h3", "\n\n"},     {"/h4", "\n\n"},     {"/h5", "\n\n"},     {"b", "**"},
    {"/b", "**"},        {"strong", "**"},    {"/strong", "**"},   {"i", "*"},          {"/i", "*"},
    {"em", "*"},         {"/em", "*"},        {"code", "`"},       {"/code", "`"},      {"/table", "\n\n"},
});

constexpr auto entities = std::to_array<Replacement>({
    {"lt", "<"},
    {"gt", ">"},
    {"amp", "&"},
    {"quot", "\""},
    {"nbsp", " "},
    {"le", "≤"},
    {"ge", "≥"},
    {"middot", "·"},
    {"deg", "°"},
    {"minus", "−"},
    {"times", "×"},
    {"rho", "ρ"},
    {"Delta", "Δ"},
    {"alpha", "α"},
    {"omega", "ω"},
});

template <std::size_t n>
const Replacement* find(const std::array<Replacement, n>& table, std::string_view name) {
  const auto* const found = std::ranges::find(table, name, &Replacement::first);
  return found == table.end() ? nullptr : found;
}

class Converter {
 public:
  explicit Converter(std::string_view html) : html_(html) {}

  std::string run() {
    while (at_ < html_.size()) {
      if (html_[at_] == '<')
        tag();
      else if (html_[at_] == '&')
        entity();
      else
        character();
    }
    while (!out_.empty() && (out_.back() == '\n' || out_.back() == ' ')) out_.pop_back();
    return std::move(out_);
  }

 private:
  void tag() {
    const std::size_t close = std::min(html_.find('>', at_), html_.size());
    const std::string_view inside = html_.substr(at_ + 1, close - at_ - 1);
    const std::string name = lower(inside.substr(0, inside.find_first_of(" \t\n/", 1)));
    at_ = std::min(close + 1, html_.size());
    if (name == "pre") {
      breakParagraph("\n\n```\n");
      isPreformatted_ = true;
    } else if (name == "/pre") {
      isPreformatted_ = false;
      if (!out_.ends_with('\n')) out_ += '\n';
      out_ += "```\n\n";
    } else if (isPreformatted_) {
      return;
    } else if (const Replacement* found = find(tags, name)) {
      found->second.find('\n') != std::string_view::npos ? breakParagraph(found->second)
                                                         : static_cast<void>(out_ += found->second);
    }
  }

  /// Line ends that are there already count.
  void breakParagraph(std::string_view with) {
    while (out_.ends_with(' ')) out_.pop_back();
    if (out_.empty()) with.remove_prefix(std::min(with.find_first_not_of('\n'), with.size()));
    while (with.starts_with('\n') && out_.ends_with("\n\n")) with.remove_prefix(1);
    if (with.starts_with("\n\n") && out_.ends_with('\n')) with.remove_prefix(1);
    out_ += with;
  }

  void entity() {
    const std::size_t end = html_.find(';', at_);
    const Replacement* meant =
        end == std::string_view::npos ? nullptr : find(entities, html_.substr(at_ + 1, end - at_ - 1));
    out_ += meant ? meant->second : std::string_view("&");
    at_ = meant ? end + 1 : at_ + 1;
  }

  void character() {
    const char c = html_[at_++];
    const bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (isPreformatted_ || !isBlank)
      out_ += c;
    else if (!out_.empty() && out_.back() != ' ' && out_.back() != '\n')
      out_ += ' ';
  }

  std::string_view html_;
  std::size_t at_ = 0;
  bool isPreformatted_ = false;
  std::string out_;
};

}  // namespace

std::string markdownFrom(std::string_view html) { return Converter(html).run(); }

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '`' || c == '<' || c == '[' || c == '\\' || c == '#') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace dashpot::language_server
