#include "language_server/catalogue_json.hpp"

#include "language_server/annotation_json.hpp"

#include <set>

namespace dashpot::language_server {

namespace {

using model::CatalogueAnnotation;
using model::CatalogueComponent;
using model::ClassRef;

void writeLiterals(JsonText& json, const std::vector<model::CatalogueLiteral>& literals) {
  if (literals.empty()) return;
  json.key("literals").openArray();
  for (const auto& literal : literals) json.value(literal.name);
  json.close().key("literal_descriptions").openArray();
  for (const auto& literal : literals) json.value(literal.description);
  json.close();
}

class LibraryWriter {
 public:
  LibraryWriter(model::ClassTable& classes, const Sources& sources, model::Catalogue& catalogue)
      : classes_(classes), sources_(sources), catalogue_(catalogue), written_(classes, sources) {}

  std::string run(const std::vector<ClassRef>& components) {
    json_.openObject().member("schema", "dashpot/library/1").key("components").openArray();
    for (const ClassRef ref : components) component(catalogue_.describe(ref));
    json_.close().key("connectors").openObject();
    std::set<std::string> seen;
    for (const auto& [name, ref] : connectors_) {
      if (!seen.insert(name).second) continue;
      json_.key(name).openObject();
      icon(catalogue_.icons(ref));
      json_.close();
    }
    json_.close().close();
    return std::move(json_).text();
  }

 private:
  AnnotationJson annotation(const syntax::Tree& tree) { return {json_, tree, classes_.symbols(), sources_}; }

  /// An entry of an annotation, as a member of this name.
  void entry(std::string_view member, const CatalogueAnnotation& in, std::string_view name) {
    if (!in.tree) return;
    if (const syntax::Argument* found = written_.argument(*in.tree, in.modification, name)) {
      json_.key(member);
      annotation(*in.tree).object(found->modification);
    }
  }

  /// The graphics of all layers, from the innermost base class outwards, and the coordinate system of the outermost.
  void icon(const std::vector<CatalogueAnnotation>& layers) {
    json_.key("icon").openObject().key("graphics").openArray();
    const CatalogueAnnotation* outermost = nullptr;
    for (const CatalogueAnnotation& layer : layers) {
      if (const auto* graphics = written_.argument(*layer.tree, layer.modification, "graphics"))
        annotation(*layer.tree).elements(graphics->modification.value);
      if (written_.argument(*layer.tree, layer.modification, "coordinateSystem")) outermost = &layer;
    }
    json_.close();
    if (outermost) entry("coordinateSystem", *outermost, "coordinateSystem");
    json_.close();
  }

  void component(const CatalogueComponent& c) {
    json_.openObject()
        .member("name", c.name)
        .member("kind", c.kind)
        .member("description", c.description)
        .flag("partial", c.isPartial)
        .flag("example", c.isExample)
        .memberIfGiven("default_component_name", c.defaultName)
        .memberIfGiven("default_component_prefixes", c.defaultPrefixes);
    json_.key("parameters").openArray();
    for (const auto& p : c.parameters) {
      json_.openObject();
      writeParameter(json_, p);
      entry("dialog", p.annotation, "Dialog");
      json_.close();
    }
    json_.close().key("ports").openArray();
    for (const auto& port : c.ports) {
      json_.openObject();
      writePort(json_, port);
      entry("placement", port.annotation, "Placement");
      json_.close();
      connectors_.emplace_back(port.type, port.connector);
    }
    json_.close();
    writeVariables(json_, c.variables);
    constants(c);
    if (!c.replaceables.empty()) {
      json_.key("replaceables").openArray();
      for (const auto& part : c.replaceables) {
        json_.openObject();
        writeReplaceable(json_, part);
        json_.close();
      }
      json_.close();
    }
    writeLiterals(json_, c.literals);
    icon(c.icons);
    json_.member("documentation", c.documentation);
    if (!c.bases.empty()) {
      json_.key("bases").openArray();
      for (const auto& base : c.bases)
        json_.openObject().member("name", base.name).member("documentation", base.documentation).close();
      json_.close();
    }
    json_.close();
  }

  void constants(const CatalogueComponent& c) {
    if (c.constants.empty()) return;
    json_.key("constants").openArray();
    for (const auto& each : c.constants)
      json_.openObject()
          .member("name", each.name)
          .member("type", each.type)
          .member("value", each.defaultValue)
          .member("description", each.description)
          .close();
    json_.close();
  }

  JsonText json_;
  model::ClassTable& classes_;
  const Sources& sources_;
  model::Catalogue& catalogue_;
  model::WrittenClasses written_;
  std::vector<std::pair<std::string, ClassRef>> connectors_;  // of all ports
};

}  // namespace

void writeParameter(JsonText& json, const model::CatalogueParameter& p) {
  json.member("name", p.name)
      .member("type", p.type)
      .memberIfGiven("builtin", p.builtin)
      .memberIfGiven("dimensions", p.dimensions)
      .memberIfGiven("default", p.defaultValue)
      .memberIfGiven("unit", p.unit)
      .memberIfGiven("display_unit", p.displayUnit)
      .memberIfGiven("min", p.min)
      .memberIfGiven("max", p.max);
  writeLiterals(json, p.literals);
  json.memberIfGiven("description", p.description);
}

void writePort(JsonText& json, const model::CataloguePort& port) {
  json.member("name", port.name)
      .member("type", port.type)
      .memberIfGiven("causality", port.causality)
      .memberIfGiven("dimensions", port.dimensions)
      .memberIfGiven("condition", port.condition)
      .memberIfGiven("description", port.description);
}

void writeReplaceable(JsonText& json, const model::CatalogueReplaceable& part) {
  json.member("name", part.name)
      .member("kind", part.kind)
      .member("default", part.chosen)
      .memberIfGiven("constrained_by", part.constrainedBy)
      .memberIfGiven("description", part.description)
      .key("choices")
      .openArray();
  for (const auto& choice : part.choices)
    json.openObject().member("name", choice.name).member("description", choice.description).close();
  json.close();
}

void writeVariables(JsonText& json, const std::vector<model::CatalogueVariable>& variables) {
  json.key("variables").openArray();
  for (const auto& v : variables)
    json.openObject()
        .member("name", v.name)
        .member("type", v.type)
        .member("builtin", v.builtin)
        .memberIfGiven("dimensions", v.dimensions)
        .memberIfGiven("unit", v.unit)
        .memberIfGiven("display_unit", v.displayUnit)
        .memberIfGiven("causality", v.causality)
        .memberIfGiven("description", v.description)
        .close();
  json.close();
}

std::string libraryJson(model::ClassTable& classes, const Sources& sources, model::Catalogue& catalogue,
                        const std::vector<ClassRef>& components) {
  return LibraryWriter(classes, sources, catalogue).run(components);
}

}  // namespace dashpot::language_server
