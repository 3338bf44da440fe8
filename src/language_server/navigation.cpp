#include "language_server/navigation.hpp"

#include "editing/occurrences.hpp"
#include "language_server/cursor.hpp"
#include "language_server/protocol.hpp"
#include "syntax/parse.hpp"
#include "syntax/token.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

namespace dashpot::language_server {

namespace {

using editing::Target;
using model::ClassRef;
using nlohmann::json;
using syntax::Span;

/// The places of one file.
struct FileOccurrences {
  std::string uri;
  std::optional<std::int64_t> version;  // of an open document
  Text text;
  std::vector<Span> spans;
};

json locationOf(View& view, const syntax::Tree& tree, Span span) {
  if (tree.source == SourceId::none) return nullptr;
  if (view.isOwn(tree)) return {{"uri", view.document.uri}, {"range", toJson(view.text().range(span.begin, span.end))}};
  const SourceText& source = view.sources[tree.source];
  const Text text(source.text(), view.text().encoding());
  return {{"uri", uriOf(source.name())}, {"range", toJson(text.range(span.begin, span.end))}};
}

/// All places of a loop's variable, which lie in its document.
std::vector<Span> placesOfIterator(View& view, const Declaration& iterator) {
  Names names(view);
  const std::string name(names.nameOf(iterator));
  Meanings meanings(view);
  std::vector<Span> spans{iterator.name};
  for (const syntax::Expression& expression : view.tree->expressions) {
    if (expression.kind != syntax::ExpressionKind::reference || expression.parts.empty()) continue;
    const syntax::Part& part = (*view.tree)[view.tree->at(expression.parts, 0)];
    if (view.name(part.name) != name) continue;
    const Cursor cursor = meanings.at(part.span.begin);
    if (cursor.meaning == iterator && cursor.name.begin == part.span.begin) spans.push_back(cursor.name);
  }
  std::ranges::sort(spans, {}, &Span::begin);
  return spans;
}

/// Searches the files of the workspace for a target.
class Search {
 public:
  Search(View& view, Workspace& workspace) : view_(view), workspace_(workspace) {}

  std::vector<FileOccurrences> run(const Target& target) {
    const std::string name(view_.name(editing::nameOf(view_.classes, target)));
    std::vector<FileOccurrences> all;
    add(view_.document.uri, view_.document.version, view_.text(), *view_.tree, target, all);
    for (const std::string& path : workspace_.files()) {
      if (path == view_.document.path) continue;
      const Document* open = openAt(path);
      const Text text = open ? open->text : Text(contentOf(path), view_.text().encoding());
      if (text.string().find(bare(name)) == std::string::npos) continue;
      Diagnostics reports;
      const syntax::Tree& tree = view_.parse(path, text.string(), reports);
      if (definesRival(tree, path, target)) continue;
      const std::size_t before = all.size();
      add(open ? open->uri : uriOf(path), open ? std::optional(open->version) : std::nullopt, text, tree, target, all);
      if (all.size() > before && reports.hasErrors()) broken.push_back(path);
    }
    return all;
  }

  std::vector<std::string> broken;  // files with places in them, and errors

 private:
  [[nodiscard]] const Document* openAt(const std::string& path) const {
    for (const auto& [uri, document] : workspace_.documents())
      if (document.path == path) return &document;
    return nullptr;
  }

  static std::string contentOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  void add(const std::string& uri, std::optional<std::int64_t> version, const Text& text, const syntax::Tree& tree,
           const Target& target, std::vector<FileOccurrences>& all) {
    std::vector<Span> spans = editing::occurrences(view_.classes, view_.sources, tree, target);
    if (!spans.empty()) all.push_back({uri, version, text, std::move(spans)});
  }

  /// Letters of a quoted name may be written in several ways; without the quotes they are found in any case.
  static std::string_view bare(std::string_view name) { return name.starts_with('\'') ? name.substr(0, 0) : name; }

  /// A file beside this one may have a class with the same name, which is another class: both are at the top, each for
  /// itself.
  bool definesRival(const syntax::Tree& tree, const std::string& path, const Target& target) {
    const std::string within = tree.within == syntax::ExpressionId::none
                                   ? std::string()
                                   : syntax::print(tree, tree.within, view_.symbols) + ".";
    for (ClassRef at = target.scope; at != ClassRef::none; at = view_.classes[at].enclosing) {
      const SourceId source = view_.classes[at].tree->source;
      if (source == SourceId::none || view_.sources[source].name() == path) continue;
      for (const syntax::ClassId id : tree.items(tree.classes))
        if (view_.classes.qualifiedName(at) == fmt::format("{}{}", within, view_.name(tree[id].name))) return true;
    }
    return false;
  }

  View& view_;
  Workspace& workspace_;
};

/// The target that the cursor stands on, if it is a class, a component or a literal.
std::optional<Target> targetAt(View& view, Position position) {
  return editing::targetAt(view.classes, view.sources, *view.tree,
                           static_cast<std::uint32_t>(view.text().offsetAt(position)));
}

/// A loop's variable under the cursor.
std::optional<Declaration> iteratorAt(View& view, Position position) {
  const Cursor cursor = Meanings(view).at(view.text().offsetAt(position));
  if (cursor.meaning.kind != Declaration::Kind::iterator) return std::nullopt;
  return cursor.meaning;
}

std::vector<FileOccurrences> allPlaces(View& view, Workspace& workspace, Position position, bool mustBeSound) {
  if (const auto iterator = iteratorAt(view, position))
    return {{view.document.uri, view.document.version, view.text(), placesOfIterator(view, *iterator)}};
  const auto target = targetAt(view, position);
  if (!target) return {};
  Search search(view, workspace);
  std::vector<FileOccurrences> all = search.run(*target);
  if (mustBeSound && !search.broken.empty())
    throw RequestError(
        ErrorCode::requestFailed,
        fmt::format("{} has errors: correct them first, so that no place is missed", search.broken.front()));
  return all;
}

bool isIdentifier(std::string_view name) {
  if (name.size() > 2 && name.starts_with('\'') && name.ends_with('\''))
    return name.substr(1, name.size() - 2).find_first_of("'\\\n\r") == std::string_view::npos;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, isWord) && syntax::wordKind(name) == syntax::TokenKind::identifier &&
         !model::isReserved(name);
}

/// The name under the cursor, and why it cannot be renamed, if that is so.
Span renamable(View& view, Workspace& workspace, Position position) {
  const Cursor cursor = Meanings(view).at(view.text().offsetAt(position));
  if (iteratorAt(view, position)) return cursor.name;
  const auto target = targetAt(view, position);
  if (!target || cursor.name.begin == cursor.name.end)
    throw RequestError(ErrorCode::requestFailed, "there is no name of a class or component here");
  const model::ClassEntry& entry = view.classes[target->scope];
  if (entry.tree->source == SourceId::none)
    throw RequestError(ErrorCode::requestFailed, "this is a name of the language");
  const std::string& file = view.sources[entry.tree->source].name();
  if (!view.isOwn(*entry.tree) && !workspace.isInFolders(file) && !workspace.find(uriOf(file)))
    throw RequestError(ErrorCode::requestFailed,
                       fmt::format("it is declared in {}, which is not part of the workspace", file));
  if (target->component == Symbol::none && entry.stored != model::StoredId::none)
    throw RequestError(ErrorCode::requestFailed,
                       "this class has a file of its own, whose name is the name of the class: rename both by hand");
  return cursor.name;
}

void refuseTakenName(View& view, Position position, const std::string& newName) {
  const auto target = targetAt(view, position);
  if (!target) return;
  Names names(view);
  const Symbol symbol = view.symbols.intern(newName);
  const ClassRef scope = target->component == Symbol::none ? view.classes[target->scope].enclosing : target->scope;
  const bool isTaken = scope == ClassRef::none ? view.classes.nested(scope, symbol) != ClassRef::none
                                               : static_cast<bool>(names.member(scope, symbol));
  if (isTaken)
    throw RequestError(ErrorCode::requestFailed, fmt::format("there is a '{}' already in the same place", newName));
}

}  // namespace

json definition(View& view, Position position) {
  const Cursor cursor = Meanings(view).at(view.text().offsetAt(position));
  if (!cursor.meaning) return nullptr;
  return locationOf(view, *cursor.meaning.tree, cursor.meaning.name);
}

json documentHighlight(View& view, Position position) {
  json list = json::array();
  std::vector<Span> spans;
  if (const auto iterator = iteratorAt(view, position))
    spans = placesOfIterator(view, *iterator);
  else if (const auto target = targetAt(view, position))
    spans = editing::occurrences(view.classes, view.sources, *view.tree, *target);
  for (const Span span : spans) list.push_back({{"range", toJson(view.text().range(span.begin, span.end))}});
  return list;
}

json references(View& view, Workspace& workspace, Position position, bool withDeclaration) {
  json list = json::array();
  const json declaration = definition(view, position);
  for (const FileOccurrences& file : allPlaces(view, workspace, position, false))
    for (const Span span : file.spans) {
      json location{{"uri", file.uri}, {"range", toJson(file.text.range(span.begin, span.end))}};
      if (withDeclaration || location != declaration) list.push_back(std::move(location));
    }
  return list;
}

json prepareRename(View& view, Workspace& workspace, Position position) {
  const Span name = renamable(view, workspace, position);
  return {{"range", toJson(view.text().range(name.begin, name.end))},
          {"placeholder", view.text().string().substr(name.begin, name.end - name.begin)}};
}

json rename(View& view, Workspace& workspace, Position position, const std::string& newName, bool asDocumentChanges) {
  (void)renamable(view, workspace, position);
  if (!isIdentifier(newName))
    throw RequestError(
        ErrorCode::requestFailed,
        fmt::format("'{}' is no name: it has letters, digits and underscores, begins with no digit and is "
                    "no word of the language",
                    newName));
  Diagnostics reports;
  (void)view.parse(view.document.path, view.text().string(), reports);
  if (reports.hasErrors())
    throw RequestError(ErrorCode::requestFailed, "the file has errors: correct them first, so that no place is missed");
  refuseTakenName(view, position, newName);
  json changes = json::object(), documentChanges = json::array();
  for (const FileOccurrences& file : allPlaces(view, workspace, position, true)) {
    json edits = json::array();
    for (const Span span : file.spans)
      edits.push_back({{"range", toJson(file.text.range(span.begin, span.end))}, {"newText", newName}});
    json document{{"uri", file.uri}, {"version", nullptr}};
    if (file.version) document["version"] = *file.version;
    documentChanges.push_back({{"textDocument", std::move(document)}, {"edits", edits}});
    changes[file.uri] = std::move(edits);
  }
  if (asDocumentChanges) return {{"documentChanges", std::move(documentChanges)}};
  return {{"changes", std::move(changes)}};
}

}  // namespace dashpot::language_server
