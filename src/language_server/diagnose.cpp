#include "language_server/diagnose.hpp"

#include "equations/make_solvable.hpp"
#include "model/flat/open_ports.hpp"
#include "model/flat/unit_check.hpp"
#include "model/flatten.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace dashpot::language_server {

namespace {

using model::ClassRef;

std::string messageOf(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  for (const std::string& line : diagnostic.details) text += "\n  " + line;
  for (const std::string& note : diagnostic.notes) text += "\nnote: " + note;
  for (const std::string& hint : diagnostic.hints) text += "\nhint: " + hint;
  return text;
}

Finding findingOf(const Diagnostic& diagnostic, const Range& range) {
  return {.range = range,
          .isError = diagnostic.severity == Severity::error,
          .code = diagnostic.code,
          .message = messageOf(diagnostic),
          .hints = diagnostic.hints};
}

/// The words of a diagnostic go to its place, if that is in the document. What has no place, or one in another file,
/// goes to `elsewhere`, and the place is named beside it.
class Collector {
 public:
  Collector(const Sources& sources, SourceId own, const Text& text) : sources_(sources), own_(own), text_(text) {}

  void add(const Diagnostic& diagnostic, const Range& elsewhere) {
    const SourceRange where = diagnostic.where;
    const bool isHere = where.known() && where.source == own_;
    Finding finding =
        findingOf(diagnostic, isHere ? text_.range(where.begin, std::max(where.end, where.begin)) : elsewhere);
    if (where.known() && !isHere) {
      const SourceText& source = sources_[where.source];
      const Text other(source.text(), text_.encoding());
      finding.related.push_back({source.name(), other.range(where.begin, where.end), diagnostic.message});
      finding.message = fmt::format("{}\nat {}", finding.message, sources_.describeLine(where));
    }
    if (std::ranges::find(findings, finding) == findings.end()) findings.push_back(std::move(finding));
  }
  void addAll(const Diagnostics& diagnostics, const Range& elsewhere) {
    for (const Diagnostic& each : diagnostics.all()) add(each, elsewhere);
  }

  std::vector<Finding> findings;

 private:
  const Sources& sources_;
  SourceId own_;
  const Text& text_;
};

bool isModel(const syntax::Class& node) {
  return (node.kind == syntax::ClassKind::model || node.kind == syntax::ClassKind::block ||
          node.kind == syntax::ClassKind::generic) &&
         !node.isPartial && (node.form == syntax::ClassForm::composition || node.form == syntax::ClassForm::extension);
}

void collectModels(View& view, ClassRef at, std::vector<ClassRef>& found) {
  const syntax::Class& node = view.classes[at].node();
  if (isModel(node)) found.push_back(at);
  if (node.kind != syntax::ClassKind::package) return;
  for (const auto& [name, child] : view.classes[at].nested)
    if (view.classes[child].tree == view.tree) collectModels(view, child, found);
}

/// A part of a package that others make circuits of gets from them what it needs: an oil, say.
bool isPartOfLibrary(View& view, ClassRef type) {
  const model::ClassEntry& entry = view.classes[type];
  return entry.enclosing != ClassRef::none &&
         view.written.argument(*entry.tree, entry.node().annotation, "experiment") == nullptr;
}

std::size_t statesOf(const equations::SolvableSystem& system) {
  return static_cast<std::size_t>(
      std::ranges::count(system.variables, equations::Role::state, &equations::SystemVariable::role));
}

/// Tables that a model reads lie in its own folder or in those of the libraries.
FileAccess filesOf(const Document& document, const Snapshot& snapshot) {
  FileAccess access{snapshot.roots};
  if (!document.path.empty()) access.folders.push_back(std::filesystem::path(document.path).parent_path());
  return access;
}

/// What the command `check` says about one model.
CheckedModel checkModel(View& view, ClassRef type, const FileAccess& files, Diagnostics& diagnostics) {
  const syntax::Class& node = view.classes[type].node();
  CheckedModel result{.name = view.classes.qualifiedName(type),
                      .nameRange = view.text().range(node.nameSpan.begin, node.nameSpan.end)};
  const auto flat = model::flatten(view.classes, type, view.sources, diagnostics, files);
  if (!flat) return result;
  model::checkUnits(*flat, diagnostics);
  model::warnOfOpenPorts(*flat, diagnostics);
  result.equations = flat->equations.size();
  const auto system = equations::makeSolvable(*flat, view.sources, diagnostics);
  result.isSound = system.has_value() && !diagnostics.hasErrors();
  if (system) result.states = statesOf(*system);
  return result;
}

}  // namespace

std::vector<ClassRef> modelsOf(View& view) {
  std::vector<ClassRef> found;
  for (const syntax::ClassId id : view.tree->items(view.tree->classes))
    collectModels(view, view.classes.define(*view.tree, id, ClassRef::none), found);
  return found;
}

std::vector<Finding> syntaxFindings(const Document& document) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  const SourceId id = sources.add(document.path, document.text.string());
  (void)syntax::parse(id, sources, symbols, diagnostics);
  Collector collector(sources, id, document.text);
  collector.addAll(diagnostics, {});
  return std::move(collector.findings);
}

std::optional<Findings> check(KnownClasses& known, const Document& document, const Snapshot& snapshot,
                              const std::function<bool()>& isAbandoned) {
  View& view = known.seenBy(document, snapshot);
  Findings result{.uri = document.uri, .version = document.version, .findings = {}, .models = {}};
  Collector collector(view.sources, view.tree->source, document.text);
  const Range top{};
  const FileAccess files = filesOf(document, snapshot);
  for (const ClassRef type : modelsOf(view)) {
    if (isAbandoned()) return std::nullopt;
    Diagnostics diagnostics;
    try {
      result.models.push_back(checkModel(view, type, files, diagnostics));
    } catch (const std::exception& bug) {
      diagnostics.error("internal", view.tree->range(view.classes[type].node().nameSpan),
                        fmt::format("internal error of the compiler: {}", bug.what()));
      result.models.push_back({view.classes.qualifiedName(type), top});
    }
    const bool isPart = isPartOfLibrary(view, type);
    for (const Diagnostic& each : diagnostics.all())
      if (!(isPart && each.code == "no-inner" && each.severity == Severity::warning))
        collector.add(each, result.models.back().nameRange);
  }
  collector.addAll(view.diagnostics, top);  // of files: at the end, when all that are needed have been read
  result.findings = std::move(collector.findings);
  return result;
}

}  // namespace dashpot::language_server
