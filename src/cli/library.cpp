// dashpot library: the components of the libraries, with all that a diagram editor needs.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/annotation_json.hpp"
#include "cli/compilation.hpp"
#include "cli/table.hpp"
#include "model/catalogue.hpp"

namespace dashpot::cli {
namespace {

using model::CatalogueAnnotation;
using model::CatalogueComponent;
using model::ClassRef;
using nlohmann::ordered_json;

struct LibraryOptions {
  std::string name;
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
    options_.json ? printJson() : components_.size() == 1 ? printOne() : printList();
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

  /// All components of all libraries; those below a qualified name; or those whose own name it is.
  bool choose() {
    if (!options_.name.empty()) {
      if (const ClassRef named = classes_.findQualified(options_.name); named != ClassRef::none) {
        components_ = catalogue_.componentsIn(named);
        if (components_.empty())
          diagnostics_.error("no-model", {}, fmt::format("'{}' has no components", options_.name));
        return !components_.empty();
      }
    }
    std::vector<ClassRef> all;
    for (const Symbol top : library_.topLevelNames())
      std::ranges::copy(catalogue_.componentsIn(classes_.nested(ClassRef::none, top)), std::back_inserter(all));
    if (options_.name.empty()) {
      components_ = std::move(all);
      if (components_.empty())
        diagnostics_.error("no-library", {}, "no library is at hand").hint("name its directory with --library DIR");
      return !components_.empty();
    }
    chooseByName(all);
    return !components_.empty();
  }

  void chooseByName(const std::vector<ClassRef>& all) {
    std::vector<std::string> names;
    const std::string wanted = lower(options_.name);
    for (const ClassRef ref : all) {
      const std::string name(symbols_.text(classes_[ref].node().name));
      if (lower(name) == wanted) components_.push_back(ref);
      names.push_back(name);
    }
    if (!components_.empty()) return;
    Diagnostic& diagnostic =
        diagnostics_.error("no-model", {}, fmt::format("there is no component '{}'", options_.name));
    if (const auto near = nearest(options_.name, names)) diagnostic.hint(fmt::format("did you mean '{}'?", *near));
  }

  // --------------------------------------------------------------------------------------------------- for people

  void printList() {
    std::string package;
    std::size_t width = 0;
    for (const ClassRef ref : components_) width = std::max(width, symbols_.text(classes_[ref].node().name).size());
    for (const ClassRef ref : components_) {
      const std::string in = classes_.qualifiedName(classes_[ref].enclosing);
      if (in != package) fmt::print("{}{}\n", package.empty() ? "" : "\n", in);
      package = in;
      const syntax::Class& node = classes_[ref].node();
      fmt::print("  {:<{}}  {}\n", symbols_.text(node.name), width,
                 node.description == Symbol::none ? "" : symbols_.text(node.description));
    }
  }

  void printOne() {
    const CatalogueComponent component = catalogue_.describe(components_.front());
    fmt::print("{} {}: {}\n", component.kind, component.name, component.description);
    if (!component.ports.empty()) {
      Table table({{"port", Table::Align::left}, {"type", Table::Align::left}, {"description", Table::Align::left}});
      for (const auto& port : component.ports) table.add({port.name + port.dimensions, port.type, port.description});
      fmt::print("\n{}", table.text());
    }
    if (!component.parameters.empty()) {
      Table table({{"parameter", Table::Align::left},
                   {"default", Table::Align::left},
                   {"unit", Table::Align::left},
                   {"shown in", Table::Align::left},
                   {"description", Table::Align::left}});
      for (const auto& p : component.parameters)
        table.add({p.name + p.dimensions, p.defaultValue, p.unit, p.displayUnit, p.description});
      fmt::print("\n{}", table.text());
    }
    if (!component.documentation.empty()) fmt::print("\n{}\n", plainText(component.documentation));
  }

  // ------------------------------------------------------------------------------------------------- for machines

  AnnotationJson reader(const CatalogueAnnotation& at) const { return {*at.tree, symbols_, sources_}; }

  /// The graphics of all layers, from the innermost base class outwards, and the coordinate system of the outermost.
  ordered_json iconOf(const std::vector<CatalogueAnnotation>& layers) const {
    ordered_json icon{{"graphics", ordered_json::array()}};
    for (const CatalogueAnnotation& layer : layers) {
      const ordered_json own = reader(layer).object(layer.modification);
      if (own.contains("coordinateSystem")) icon["coordinateSystem"] = own["coordinateSystem"];
      if (own.contains("graphics") && own["graphics"].is_array())
        for (const ordered_json& shape : own["graphics"]) icon["graphics"].push_back(shape);
    }
    return icon;
  }

  static void addIfGiven(ordered_json& object, const char* name, const std::string& value) {
    if (!value.empty()) object[name] = value;
  }

  ordered_json toJson(const CatalogueComponent& component, ordered_json& connectors) {
    ordered_json json{{"name", component.name}, {"kind", component.kind}, {"description", component.description}};
    if (component.isExample) json["example"] = true;
    addIfGiven(json, "default_component_name", component.defaultName);
    addIfGiven(json, "default_component_prefixes", component.defaultPrefixes);
    json["parameters"] = ordered_json::array();
    for (const auto& p : component.parameters) {
      ordered_json parameter{{"name", p.name}, {"type", p.type}};
      addIfGiven(parameter, "builtin", p.builtin);
      addIfGiven(parameter, "dimensions", p.dimensions);
      addIfGiven(parameter, "default", p.defaultValue);
      addIfGiven(parameter, "unit", p.unit);
      addIfGiven(parameter, "display_unit", p.displayUnit);
      addIfGiven(parameter, "min", p.min);
      addIfGiven(parameter, "max", p.max);
      if (!p.literals.empty()) parameter["literals"] = p.literals;
      addIfGiven(parameter, "description", p.description);
      const ordered_json notes = reader(p.annotation).object(p.annotation.modification);
      if (notes.contains("Dialog")) parameter["dialog"] = notes["Dialog"];
      json["parameters"].push_back(std::move(parameter));
    }
    json["ports"] = ordered_json::array();
    for (const auto& port : component.ports) {
      ordered_json entry{{"name", port.name}, {"type", port.type}};
      addIfGiven(entry, "causality", port.causality);
      addIfGiven(entry, "dimensions", port.dimensions);
      addIfGiven(entry, "condition", port.condition);
      addIfGiven(entry, "description", port.description);
      const ordered_json annotation = reader(port.annotation).object(port.annotation.modification);
      if (annotation.contains("Placement")) entry["placement"] = annotation["Placement"];
      json["ports"].push_back(std::move(entry));
      if (!connectors.contains(port.type)) connectors[port.type] = {{"icon", iconOf(catalogue_.icons(port.connector))}};
    }
    json["icon"] = iconOf(component.icons);
    json["documentation"] = component.documentation;
    return json;
  }

  void printJson() {
    ordered_json list = ordered_json::array(), connectors = ordered_json::object();
    for (const ClassRef ref : components_) list.push_back(toJson(catalogue_.describe(ref), connectors));
    const ordered_json json{
        {"schema", "dashpot/library/1"}, {"components", std::move(list)}, {"connectors", std::move(connectors)}};
    fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  }

  ExitCode report() const {
    std::fflush(stdout);
    fmt::print(stderr, "{}", render(diagnostics_, sources_));
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
};

}  // namespace

void addLibrary(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<LibraryOptions>();
  CLI::App* verb = addVerb(app, "library", "List the components of the libraries: parameters, ports, documentation",
                           "dashpot library Dashpot.Electrical\n  dashpot library Resistor\n  dashpot library --json");
  verb->add_option("name", options->name, "A package, a component, or a component's own name; else everything");
  verb->add_option("--library", options->libraries,
                   "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->json, "One JSON object with icons and placements: what a diagram editor needs");
  verb->callback([options, &result] { result = Listing(*options).run(); });
}

}  // namespace dashpot::cli
