#include "language_server/code_actions.hpp"

#include "base/nearest.hpp"
#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace dashpot::language_server {

namespace {

using nlohmann::json;

struct Remedy {
  std::string title;
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// What stands between the first pair of quotes after `before`; empty: there is none.
std::string quotedAfter(std::string_view hint, std::string_view before) {
  const std::size_t at = hint.find(before);
  const std::size_t open = at == std::string_view::npos ? at : hint.find('\'', at + before.size());
  const std::size_t close = open == std::string_view::npos ? open : hint.find('\'', open + 1);
  if (close == std::string_view::npos || open != at + before.size()) return {};
  return std::string(hint.substr(open + 1, close - open - 1));
}

class Remedies {
 public:
  explicit Remedies(View& view) : view_(view), text_(view.text().string()) {}

  std::vector<Remedy> of(const Finding& finding) {
    std::vector<Remedy> all;
    const std::size_t begin = view_.text().offsetAt(finding.range.start),
                      end = view_.text().offsetAt(finding.range.end);
    if (finding.code == "missing-semicolon") all.push_back({"Add ';'", begin, begin, ";"});
    for (const std::string& hint : finding.hints) {
      std::optional<Remedy> remedy = misspelling(hint, begin, end);
      if (!remedy) remedy = qualified(hint, begin, end);
      if (!remedy) remedy = missingInner(hint, view_.text().offsetAt(finding.model));
      if (!remedy) remedy = missingWithin(hint);
      if (remedy) all.push_back(std::move(*remedy));
    }
    return all;
  }

 private:
  /// The identifier in a stretch of text that is nearest to a name: of pump.portt it is the second.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> nearestWord(std::size_t begin, std::size_t end,
                                                                               const std::string& name) const {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::optional<std::pair<std::size_t, std::size_t>> best;
    std::size_t bestDistance = std::string::npos;
    for (std::size_t at = begin; at < end;) {
      std::size_t stop = at;
      while (stop < end && isWord(text_[stop])) ++stop;
      const std::string_view word = text_.substr(at, stop - at);
      const std::size_t distance = stop > at ? editDistance(word, name) : bestDistance;
      if (distance < bestDistance && distance <= std::max(plausibleDistance(word), plausibleDistance(name))) {
        best = {at, stop};
        bestDistance = distance;
      }
      at = std::max(stop, at + 1);
    }
    return best;
  }

  [[nodiscard]] std::optional<Remedy> misspelling(const std::string& hint, std::size_t begin, std::size_t end) const {
    const std::string name = quotedAfter(hint, "did you mean ");
    if (name.empty()) return std::nullopt;
    const bool isWhole = name.find('.') != std::string::npos;
    const auto word = isWhole ? std::pair{begin, end} : nearestWord(begin, end, name).value_or(std::pair{begin, begin});
    if (word.first == word.second) return std::nullopt;
    return Remedy{fmt::format("Replace by '{}'", name), word.first, word.second, name};
  }

  [[nodiscard]] static std::optional<Remedy> qualified(const std::string& hint, std::size_t begin, std::size_t end) {
    const std::string name = quotedAfter(hint, "the library has ");
    if (name.empty() || begin == end) return std::nullopt;
    return Remedy{fmt::format("Replace by '{}'", name), begin, end, name};
  }

  /// Among the first declarations of the model that lacks it.
  [[nodiscard]] std::optional<Remedy> missingInner(const std::string& hint, std::size_t modelName) {
    const std::string declaration = quotedAfter(hint, "add ");
    if (!declaration.starts_with("inner ")) return std::nullopt;
    const model::ClassRef type = view_.classAt(modelName);
    if (type == model::ClassRef::none) return std::nullopt;
    const model::ClassEntry& entry = view_.classes[type];
    const auto& elements = entry.node().elements;
    if (elements.empty()) return std::nullopt;
    const std::size_t first = (*entry.tree)[entry.tree->at(elements, 0)].span.begin;
    const std::size_t line = view_.text().lineStart(view_.text().lineOf(first));
    const std::string indentation(text_.substr(line, text_.find_first_not_of(" \t", line) - line));
    return Remedy{fmt::format("Add '{}'", declaration), line, line, indentation + declaration + "\n"};
  }

  [[nodiscard]] std::optional<Remedy> missingWithin(const std::string& hint) const {
    const std::string clause = quotedAfter(hint, "begin it with ");
    if (!clause.starts_with("within ")) return std::nullopt;
    const syntax::Tree& tree = *view_.tree;
    if (!tree.hasWithin) return Remedy{fmt::format("Add '{}'", clause), 0, 0, clause + "\n"};
    return Remedy{fmt::format("Replace by '{}'", clause), tree.withinSpan.begin, tree.withinSpan.end, clause};
  }

  View& view_;
  std::string_view text_;
};

json withoutPlaces(const Finding& finding) {
  return {{"range", language_server::toJson(finding.range)},
          {"severity", finding.isError ? 1 : 2},
          {"code", finding.code},
          {"source", "dashpot"},
          {"message", finding.message}};
}

}  // namespace

json codeActions(View& view, const std::vector<Finding>& findings, const Range& range) {
  json list = json::array();
  Remedies remedies(view);
  for (const Finding& finding : findings) {
    if (finding.range.end < range.start || range.end < finding.range.start) continue;
    for (const Remedy& remedy : remedies.of(finding)) {
      const json edit{{"range", language_server::toJson(view.text().range(remedy.begin, remedy.end))},
                      {"newText", remedy.text}};
      list.push_back({{"title", remedy.title},
                      {"kind", "quickfix"},
                      {"isPreferred", true},
                      {"diagnostics", json::array({withoutPlaces(finding)})},
                      {"edit", {{"changes", {{view.document.uri, json::array({edit})}}}}}});
    }
  }
  return list;
}

}  // namespace dashpot::language_server
