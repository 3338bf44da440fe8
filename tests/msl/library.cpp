#include "library.hpp"

#include "codegen/compile.hpp"
#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::msl {

namespace {

constexpr auto packages = {"Complex", "ModelicaServices", "Modelica"};

}  // namespace

std::size_t StandardLibrary::parseAll() {
  std::vector<model::StoredId> files;
  for (const char* name : packages)
    if (const model::StoredId id = library_.topLevel(name); id != model::StoredId::none) collect(id, files);
  Diagnostics diagnostics;
  library_.load(files, diagnostics);
  fmt::print("{}", render(diagnostics, sources_));
  std::vector<SourceId> faulty;
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (std::ranges::find(faulty, diagnostic.where.source) == faulty.end()) faulty.push_back(diagnostic.where.source);
  for (const model::StoredId id : files)
    if (const syntax::Tree* tree = library_.load(id, diagnostics))
      collectExamples(library_[id].package, *tree, tree->at(tree->classes, 0), "");
  fmt::print("{} files parsed, {} with errors\n", files.size(), faulty.size() + (hasRoot_ && !files.empty() ? 0 : 1));
  return faulty.size() + (files.empty() ? 1 : 0);
}

void StandardLibrary::collect(model::StoredId id, std::vector<model::StoredId>& files) {
  files.push_back(id);
  for (const model::StoredId child : library_.children(id)) collect(child, files);
}

void StandardLibrary::forEachStored(const std::string& package, const Visit& visit) {
  std::vector<model::StoredId> files;
  if (const model::StoredId id = library_.topLevel(package); id != model::StoredId::none) collect(id, files);
  for (const model::StoredId id : files) visit(library_.qualifiedName(id), library_[id].file);
}

void StandardLibrary::collectExamples(model::StoredId package, const syntax::Tree& tree, syntax::ClassId id,
                                      std::string prefix) {
  const syntax::Class& node = tree[id];
  if (prefix.empty() && package != model::StoredId::none) prefix = library_.qualifiedName(package) + '.';
  const std::string name = prefix + std::string(symbols_.text(node.name));
  const bool isModel = node.kind == syntax::ClassKind::model || node.kind == syntax::ClassKind::block;
  if (isModel && !node.isPartial && name.find(".Examples.") != std::string::npos && hasExperiment(tree, node))
    examples_.push_back(name);
  for (const syntax::ElementId element : tree.items(node.elements))
    if (tree[element].kind == syntax::ElementKind::classDefinition)
      collectExamples(package, tree, tree[element].classDefinition, name + '.');
}

bool StandardLibrary::hasExperiment(const syntax::Tree& tree, const syntax::Class& node) const {
  for (const syntax::ArgumentId id : tree.items(node.annotation.arguments))
    if (tree[id].kind == syntax::ArgumentKind::element &&
        sources_.text(tree.range(tree[tree[id].name].span)) == "experiment")
      return true;
  return false;
}

Expected<codegen::CompiledModel, std::string> StandardLibrary::compile(const std::string& model,
                                                                       const FlatCheck& flatCheck,
                                                                       const Reached& checked) {
  Diagnostics diagnostics;
  diagnostics.isStrict = options_.isStrict;
  const auto firstError = [&]() -> std::string {
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (diagnostic.severity == Severity::error)
        return fmt::format("{}: {} [{}]", relative(sources_.describe(diagnostic.where)), diagnostic.message,
                           diagnostic.code);
    return "failed without a diagnostic";
  };
  model::ClassTable classes(symbols_);
  classes.use(library_, diagnostics);
  model::ClassRef type = classes.findQualified(model);
  if (type == model::ClassRef::none && !diagnostics.hasErrors())
    return Unexpected{std::string("the class is not found")};
  if (!diagnostics.hasErrors()) type = model::chooseClass(classes, *classes[type].tree, model, diagnostics);
  if (diagnostics.hasErrors()) return Unexpected{firstError()};
  FileAccess access{{roots_.begin(), roots_.end()}};
  access.runsCode = options_.allowsExternal;
  auto flat = model::flatten(classes, type, sources_, diagnostics, access);
  if (!flat || diagnostics.hasErrors()) return Unexpected{firstError()};
  if (flatCheck)
    if (std::string problem = flatCheck(*flat); !problem.empty()) return Unexpected{std::move(problem)};
  const auto system = equations::makeSolvable(std::move(*flat), sources_, diagnostics);
  if (!system) return Unexpected{firstError()};
  if (checked) checked();
  return codegen::compile(*system, sources_);
}

std::string StandardLibrary::relative(std::string text) const {
  for (const std::string& root : roots_)
    for (std::size_t at = 0; (at = text.find(root, at)) != std::string::npos;) text.erase(at, root.size());
  return text;
}

}  // namespace dashpot::msl
