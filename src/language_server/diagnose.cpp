#include "language_server/diagnose.hpp"

#include "equations/make_solvable.hpp"
#include "language_server/names.hpp"
#include "model/flat/unit_check.hpp"
#include "model/flatten.hpp"
#include "rules/inspect.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>

namespace dashpot::language_server {

std::string messageOf(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  for (const std::string& line : diagnostic.details) text += "\n  " + line;
  for (const std::string& note : diagnostic.notes) text += "\nnote: " + note;
  for (const std::string& hint : diagnostic.hints) text += "\nhint: " + hint;
  return text;
}

namespace {

using model::ClassRef;

/// Files beside the document are known by their names.
std::string withoutFolder(std::string text, const std::string& folder) {
  for (std::size_t at = text.find(folder); !folder.empty() && at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
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
  Collector(const Sources& sources, SourceId own, const Document& document)
      : sources_(sources),
        own_(own),
        text_(document.text),
        folder_(document.path.substr(0, document.path.rfind('/') + 1)) {}

  void add(const Diagnostic& diagnostic, const Range& elsewhere, Subject subject = {}) {
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
    finding.message = withoutFolder(std::move(finding.message), folder_);
    finding.model = elsewhere.start;
    finding.subject = std::move(subject);
    // A fault in a base class is found again in every model that inherits it, in words that name that model.
    const auto isKnown = [&](const Finding& other) {
      return other.range == finding.range && other.code == finding.code && (isHere || other.message == finding.message);
    };
    if (std::ranges::none_of(findings, isKnown)) findings.push_back(std::move(finding));
  }
  void addAll(const Diagnostics& diagnostics, const Range& elsewhere) {
    for (const Diagnostic& each : diagnostics.all()) add(each, elsewhere);
  }

  std::vector<Finding> findings;

 private:
  const Sources& sources_;
  SourceId own_;
  const Text& text_;
  std::string folder_;
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

/// Something that others make circuits of: it has physical connectors, inputs or outer components, which are theirs to
/// connect and to give, and no experiment. By itself it has fewer equations than it needs.
bool isPart(View& view, ClassRef type) {
  const model::ClassEntry& entry = view.classes[type];
  if (view.written.argument(*entry.tree, entry.node().annotation, "experiment")) return false;
  Names names(view);
  const std::vector<Declaration> members = names.members(type);
  return std::ranges::any_of(members, [&](const Declaration& member) {
    if (!member.isComponent() || member.element->isProtected) return false;
    return (member.element->isOuter && !member.element->isInner) ||
           member.component->causality == syntax::Causality::input ||
           (names.isConnector(member) && names.predefinedOf(member).empty());
  });
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

/// Components that rules speak of, by the number of the diagnostic.
using RuleSubjects = std::map<std::size_t, std::string>;

/// The component whose declaration holds a place of a class, or the ends of the connection that does.
Subject subjectAt(View& view, ClassRef type, SourceRange where) {
  Subject subject{.model = view.classes.qualifiedName(type)};
  if (!where.known() || where.source != view.tree->source) return subject;
  const syntax::Tree& tree = *view.tree;
  const auto holds = [&](syntax::Span span) { return span.begin <= where.begin && where.end <= span.end; };
  const syntax::Class& node = view.classes[type].node();
  for (const syntax::ElementId id : tree.items(node.elements))
    if (tree[id].kind == syntax::ElementKind::component && holds(tree[id].span) &&
        (subject.component.empty() || holds(tree[tree[id].component].span)))
      subject.component = view.name(tree[tree[id].component].name);
  for (const syntax::SectionId section : tree.items(node.sections))
    for (const syntax::StatementId id : tree.items(tree[section].statements))
      if (tree[id].kind == syntax::StatementKind::connect && holds(tree[id].span))
        for (const syntax::ExpressionId end : tree.items(tree[id].expressions))
          subject.ports.push_back(view.written.text(tree, end));
  return subject;
}

/// What the command `check` says about one model. A part is not sorted: what it will be connected to counts.
CheckedModel checkModel(View& view, ClassRef type, bool isPart, const FileAccess& files, Diagnostics& diagnostics,
                        RuleSubjects& subjects) {
  const syntax::Class& node = view.classes[type].node();
  CheckedModel result{.name = view.classes.qualifiedName(type),
                      .nameRange = view.text().range(node.nameSpan.begin, node.nameSpan.end),
                      .states = {}};
  model::PartsList parts;
  const auto flat = model::flatten(view.classes, type, view.sources, diagnostics, files, &parts);
  if (!flat) return result;
  model::checkUnits(*flat, diagnostics);
  static const rules::RuleBase rules;
  rules::checkSilences(parts, rules, diagnostics);
  for (const rules::Finding& finding : rules::inspect(*flat, parts, rules)) {
    subjects.emplace(diagnostics.all().size(), finding.component);
    diagnostics.add(finding.diagnostic);
  }
  result.equations = flat->equations.size();
  if (!isPart)
    if (const auto system = equations::makeSolvable(*flat, view.sources, diagnostics))
      result.states = statesOf(*system);
  result.isSound = !diagnostics.hasErrors();
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
  Collector collector(sources, id, document);
  collector.addAll(diagnostics, {});
  return std::move(collector.findings);
}

std::optional<Findings> check(KnownClasses& known, const Document& document, const Snapshot& snapshot,
                              const std::function<bool()>& isAbandoned) {
  View& view = known.seenBy(document, snapshot);
  Findings result{.uri = document.uri, .version = document.version, .findings = {}, .models = {}};
  Collector collector(view.sources, view.tree->source, document);
  const Range top{};
  const FileAccess files = filesOf(document, snapshot);
  for (const ClassRef type : modelsOf(view)) {
    if (isAbandoned()) return std::nullopt;
    Diagnostics diagnostics;
    RuleSubjects ruleSubjects;
    const bool isIncomplete = isPart(view, type);
    try {
      result.models.push_back(checkModel(view, type, isIncomplete, files, diagnostics, ruleSubjects));
    } catch (const std::exception& bug) {
      diagnostics.error("internal", view.tree->range(view.classes[type].node().nameSpan),
                        fmt::format("internal error of the compiler: {}", bug.what()));
      result.models.push_back({.name = view.classes.qualifiedName(type), .nameRange = top, .states = {}});
    }
    bool lacksInner = false;
    for (std::size_t i = 0; i < diagnostics.all().size(); ++i) {
      const Diagnostic& each = diagnostics.all()[i];
      if (isIncomplete && each.code == "no-inner") {
        lacksInner = lacksInner || each.severity == Severity::error;
        continue;
      }
      Subject subject = subjectAt(view, type, each.where);
      if (const auto rule = ruleSubjects.find(i); rule != ruleSubjects.end()) {
        subject.isRule = true;
        if (!rule->second.empty()) subject.component = rule->second;
      }
      collector.add(each, result.models.back().nameRange, std::move(subject));
    }
    if (lacksInner) result.models.pop_back();  // nothing is known of it by itself
  }
  collector.addAll(view.diagnostics, top);  // of files: at the end, when all that are needed have been read
  result.findings = std::move(collector.findings);
  return result;
}

}  // namespace dashpot::language_server
