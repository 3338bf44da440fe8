// dashpot library: the components of the libraries, with all that a diagram editor needs; found by name or by keyword.
#include "cli/compilation.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "language_server/catalogue_json.hpp"
#include "model/classes/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

namespace dashpot::cli {
namespace {

using model::CatalogueComponent;
using model::CatalogueParameter;
using model::ClassRef;
using nlohmann::ordered_json;

struct LibraryOptions {
  std::vector<std::string> words;  // a name, or keywords
  bool search = false;
  std::vector<std::string> libraries;
  bool json = false;
};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// HTML as plain text: tags dropped, paragraphs and items on lines of their own, the usual entities replaced.
std::string plainText(const std::string& html) {
  std::string text;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      const std::size_t end = std::min(html.find('>', i), html.size());
      const std::string tag = lower(html.substr(i + 1, end - i - 1));
      if (tag == "/p" || tag == "/li" || tag.starts_with("br") || tag == "/tr" || tag == "/pre") text += '\n';
      i = end;
    } else if (html[i] == '&') {
      const std::size_t end = html.find(';', i);
      const std::string entity = end == std::string::npos ? "" : html.substr(i + 1, end - i - 1);
      const std::string_view meant = entity == "lt"    ? "<"
                                     : entity == "gt"  ? ">"
                                     : entity == "amp" ? "&"
                                     : entity == "le"  ? "<="
                                     : entity == "ge"  ? ">="
                                                       : "";
      if (meant.empty()) {
        text += '&';
      } else {
        text += meant;
        i = end;
      }
    } else if (html[i] == '\n' || html[i] == ' ') {
      if (!text.empty() && text.back() != ' ' && text.back() != '\n') text += ' ';
    } else {
      text += html[i];
    }
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

class Listing {
 public:
  explicit Listing(const LibraryOptions& options) : options_(options) {}

  ExitCode run() {
    if (!findLibraries() || !choose()) return report();
    options_.json ? printJson() : components_.size() == 1 ? printOne() : isFound_ ? printFound() : printList();
    return report();
  }

 private:
  bool findLibraries() {
    for (const auto& root : librariesAtHand(options_.libraries))
      if (!library_.addRoot(root)) {
        diagnostics_.error("no-library", {}, fmt::format("there is no library directory '{}'", root.string()));
        return false;
      }
    classes_.use(library_, diagnostics_);
    return true;
  }

  /// All components of all libraries; those below a qualified name, or that class itself; those whose own name it is;
  /// or all that the keywords find.
  bool choose() {
    const bool isName = options_.words.size() == 1 && !options_.search;
    if (isName)
      if (const ClassRef named = classes_.findQualified(options_.words.front()); named != ClassRef::none) {
        components_ = catalogue_.componentsIn(named);
        if (components_.empty()) components_ = {named};
        return true;
      }
    std::vector<ClassRef> all;
    for (const Symbol top : library_.topLevelNames()) {
      const ClassRef package = classes_.nested(ClassRef::none, top);
      std::ranges::copy(options_.words.empty() ? catalogue_.componentsIn(package) : catalogue_.classesIn(package),
                        std::back_inserter(all));
    }
    if (all.empty())
      diagnostics_.error("no-library", {}, "no library is at hand").hint("name its directory with --library DIR");
    else if (options_.words.empty())
      components_ = std::move(all);
    else if (!(isName && chooseByName(all)) && !chooseByKeywords(all))
      reportMissing(all);
    return !components_.empty();
  }

  [[nodiscard]] std::string ownName(ClassRef ref) const {
    return std::string(symbols_.text(classes_[ref].node().name));
  }
  [[nodiscard]] std::string descriptionOf(ClassRef ref) const {
    const Symbol description = classes_[ref].node().description;
    return description == Symbol::none ? "" : std::string(symbols_.text(description));
  }
  [[nodiscard]] bool isPackage(ClassRef ref) const { return classes_[ref].node().kind == syntax::ClassKind::package; }

  /// By the last part or parts of a name; components before what they are made of.
  bool chooseByName(const std::vector<ClassRef>& all) {
    const std::string wanted = lower(options_.words.front());
    std::vector<ClassRef> parts;
    for (const ClassRef ref : all) {
      if (!("." + lower(classes_.qualifiedName(ref))).ends_with("." + wanted) || isPackage(ref)) continue;
      const bool isComponent = !catalogue_.componentsIn(ref).empty();
      (isComponent ? components_ : parts).push_back(ref);
    }
    if (components_.empty()) components_ = std::move(parts);
    return !components_.empty();
  }

  /// Classes with all keywords: in the name, else there or in the description, else also in the documentation, else
  /// also in what is inherited and in the parameters.
  bool chooseByKeywords(const std::vector<ClassRef>& all) {
    std::array<std::vector<ClassRef>, 4> found;
    for (const ClassRef ref : all) {
      if (isPackage(ref) || (classes_[ref].node().isPartial && !options_.search)) continue;
      std::string known;
      for (std::size_t rank = 0; rank < found.size(); ++rank) {
        known += " " + lower(wordsOf(ref, rank));
        const auto isKnown = [&](const std::string& word) { return known.find(lower(word)) != std::string::npos; };
        if (!std::ranges::all_of(options_.words, isKnown)) continue;
        found[rank].push_back(ref);
        break;
      }
    }
    for (const auto& list : found) std::ranges::copy(list, std::back_inserter(components_));
    isFound_ = !components_.empty();
    return isFound_;
  }

  std::string wordsOf(ClassRef ref, std::size_t rank) {
    if (rank == 0) return ownName(ref);
    if (rank == 1) return descriptionOf(ref);
    if (rank == 2) return catalogue_.documentation(ref);
    const CatalogueComponent component = catalogue_.describe(ref);
    std::string words;
    for (const auto& base : component.bases) words += " " + base.documentation;
    for (const auto& p : component.parameters) words += " " + p.description;
    return words;
  }

  /// Names that are near the one that is not there, written as it is: by itself or qualified.
  void reportMissing(const std::vector<ClassRef>& all) {
    const std::string wanted = fmt::format("{}", fmt::join(options_.words, " "));
    Diagnostic& diagnostic =
        options_.words.size() > 1 || options_.search
            ? diagnostics_.error("no-model", {}, fmt::format("nothing in the libraries speaks of '{}'", wanted))
            : diagnostics_.error("no-model", {}, fmt::format("there is no component '{}'", wanted));
    const bool isQualified = wanted.find('.') != std::string::npos;
    const std::string own = isQualified ? wanted.substr(wanted.rfind('.') + 1) : wanted;
    std::multimap<std::size_t, std::string> near;
    std::set<std::string> seen;
    for (const ClassRef ref : all) {
      const std::string name = isQualified ? classes_.qualifiedName(ref) : ownName(ref);
      const std::size_t distance = editDistance(own, ownName(ref));
      if (!isPackage(ref) && distance <= plausibleDistance(own) && seen.insert(name).second)
        near.emplace(distance, name);
    }
    constexpr std::size_t mostNames = 3;
    std::vector<std::string> names;
    for (const auto& [distance, name] : near)
      if (distance == near.begin()->first && names.size() < mostNames) names.push_back(fmt::format("'{}'", name));
    if (!names.empty()) diagnostic.hint(fmt::format("did you mean {}?", fmt::join(names, " or ")));
  }

  // --------------------------------------------------------------------------------------------------- for people

  void printList() {
    std::string package;
    std::size_t width = 0;
    for (const ClassRef ref : components_) width = std::max(width, symbols_.text(classes_[ref].node().name).size());
    for (const ClassRef ref : components_) {
      const std::string in = classes_.qualifiedName(classes_[ref].enclosing);
      if (in != package) say("{}{}\n", package.empty() ? "" : "\n", in);
      package = in;
      const syntax::Class& node = classes_[ref].node();
      say("  {:<{}}  {}\n", symbols_.text(node.name), width,
          node.description == Symbol::none ? "" : symbols_.text(node.description));
    }
  }

  /// The best first, with their full names.
  void printFound() {
    std::size_t width = 0;
    for (const ClassRef ref : components_) width = std::max(width, classes_.qualifiedName(ref).size());
    for (const ClassRef ref : components_) say("{:<{}}  {}\n", classes_.qualifiedName(ref), width, descriptionOf(ref));
  }

  static std::string range(const CatalogueParameter& p) {
    if (p.min.empty() && p.max.empty()) return "";
    return p.max.empty() ? ">= " + p.min : p.min.empty() ? "<= " + p.max : p.min + " to " + p.max;
  }

  void printOne() {
    const CatalogueComponent component = catalogue_.describe(components_.front());
    say("{}{} {}: {}\n", component.isPartial ? "partial " : "", component.kind, component.name, component.description);
    constexpr auto left = Table::Align::left;
    if (!component.ports.empty()) {
      Table table({{"port", left}, {"type", left}, {"description", left}});
      for (const auto& port : component.ports) table.add({port.name + port.dimensions, port.type, port.description});
      say("\n{}", table.text());
    }
    printParameters("parameter", "default", component.parameters);
    printParameters("constant", "value", component.constants);
    if (!component.variables.empty()) {
      const bool isFunction = component.kind == "function";
      Table table({{isFunction ? "argument" : "result", left},
                   {isFunction ? "" : "unit", left},
                   {isFunction ? "unit" : "shown in", left},
                   {"description", left}});
      for (const auto& v : component.variables)
        table.add({v.name + v.dimensions, isFunction ? v.causality : v.unit, isFunction ? v.unit : v.displayUnit,
                   v.description});
      say("\n{}", table.text());
    }
    std::set<std::string> shown;
    for (const auto& p : component.parameters)
      if (!p.literals.empty() && shown.insert(p.type).second)
        printLiterals(fmt::format("{}: {}", p.name, p.type), p.literals);
    if (!component.literals.empty()) printLiterals("literals", component.literals);
    for (const auto& part : component.replaceables) printChoices(part);
    if (component.kind == "package") printClasses(component.type);
    if (!component.documentation.empty()) say("\n{}\n", plainText(component.documentation));
    for (const auto& base : component.bases) say("\nFrom {}:\n{}\n", base.name, plainText(base.documentation));
  }

  static void printParameters(const char* title, const char* value, const std::vector<CatalogueParameter>& list) {
    if (list.empty()) return;
    constexpr auto left = Table::Align::left;
    Table table(
        {{title, left}, {value, left}, {"unit", left}, {"shown in", left}, {"range", left}, {"description", left}});
    for (const auto& p : list)
      table.add({p.name + p.dimensions, p.defaultValue, p.unit, p.displayUnit, range(p), p.description});
    say("\n{}", table.text());
  }

  static void printLiterals(const std::string& title, const std::vector<model::CatalogueLiteral>& literals) {
    say("\n{}\n", title);
    std::size_t width = 0;
    for (const auto& literal : literals) width = std::max(width, literal.name.size());
    for (const auto& literal : literals) say("  {:<{}}  {}\n", literal.name, width, literal.description);
  }

  static void printChoices(const model::CatalogueReplaceable& part) {
    say("\nreplaceable {} {}: {}\n", part.kind, part.name, part.description);
    std::size_t width = part.chosen.size();
    for (const auto& choice : part.choices) width = std::max(width, choice.name.size());
    for (const auto& choice : part.choices)
      say("  {:<{}}  {}{}\n", choice.name, width, choice.description, choice.name == part.chosen ? " (default)" : "");
    if (part.kind != "component" && !part.choices.empty())
      say("  for example: (redeclare {} {} = {})\n", part.kind, part.name, part.choices.back().name);
  }

  /// A package without components: what it holds instead.
  void printClasses(ClassRef package) {
    std::size_t width = 0;
    std::vector<ClassRef> held;
    for (const ClassRef ref : catalogue_.classesIn(package))
      if (classes_[ref].enclosing == package) held.push_back(ref), width = std::max(width, ownName(ref).size());
    if (!held.empty()) say("\n");
    for (const ClassRef ref : held) say("  {:<{}}  {}\n", ownName(ref), width, descriptionOf(ref));
  }

  // ------------------------------------------------------------------------------------------------- for machines

  void printJson() {
    const std::string text = language_server::libraryJson(classes_, sources_, catalogue_, components_);
    cli::printJson(ordered_json::parse(text), -1);
  }

  ExitCode report() const {
    std::fflush(stdout);
    say(stderr, "{}", render(diagnostics_, sources_));
    return diagnostics_.hasErrors() ? ExitCode::userError : ExitCode::success;
  }

  const LibraryOptions& options_;
  Sources sources_;
  Symbols symbols_;
  Diagnostics diagnostics_;
  model::Library library_{sources_, symbols_};
  model::ClassTable classes_{symbols_};
  model::Catalogue catalogue_{classes_, library_, sources_};
  std::vector<ClassRef> components_;
  bool isFound_ = false;  // by keyword, the best first
};

}  // namespace

void addLibrary(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<LibraryOptions>();
  CLI::App* verb = addVerb(app, "library", "List the components of the libraries: parameters, ports, documentation",
                           "dashpot library                      all components, by package\n"
                           "  dashpot library Dashpot.Electrical   those of a package\n"
                           "  dashpot library ReliefValve          one of them: ports, parameters, results, choices\n"
                           "  dashpot library Valves.Centre        the literals of an enumeration\n"
                           "  dashpot library pressure relief      what speaks of both words\n"
                           "  dashpot library --search orifice     the same for a word that is also a name\n"
                           "  dashpot library ReliefValve --json   for programs");
  verb->add_option(
      "name", options->words,
      "A package, a component or another class, by its full name or its own; or keywords; else everything");
  verb->add_flag("--search", options->search,
                 "Take the words as keywords, also a single one that is a name; partial classes included");
  verb->add_option("--library", options->libraries,
                   "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->json, "One JSON object with icons and placements: what a diagram editor needs");
  verb->callback([options, &result] { result = Listing(*options).run(); });
}

}  // namespace dashpot::cli
