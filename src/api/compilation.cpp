#include "api/compilation.hpp"

#include "base/nearest.hpp"
#include "base/stopwatch.hpp"
#include "base/units.hpp"
#include "equations/inlining.hpp"
#include "equations/make_solvable.hpp"
#include "equations/settable_starts.hpp"
#include "model/flatten.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <link.h>
#include <set>
#include <utility>

namespace dashpot::api {

namespace {

/// The file that holds this code: the shared library where it is in one, else the program; empty if the system does not
/// say.
std::filesystem::path ownFile() {
  Dl_info information;
  link_map* object = nullptr;
  const bool isKnown = dladdr1(reinterpret_cast<const void*>(&ownFile), &information, reinterpret_cast<void**>(&object),
                               RTLD_DL_LINKMAP) != 0;
  if (isKnown && object && object->l_name && *object->l_name != '\0') return object->l_name;  // the program has no name
  std::error_code status;
  return std::filesystem::read_symlink("/proc/self/exe", status);
}

bool isFileName(const std::string& text) {
  std::error_code status;
  return text.ends_with(".mo") || text.find('/') != std::string::npos || std::filesystem::exists(text, status);
}

}  // namespace

std::vector<std::filesystem::path> librariesAtHand(const std::vector<std::string>& given) {
  const char* path = std::getenv("MODELICAPATH");
  return model::libraryRoots(given, ownFile(), path ? path : "");
}

bool Compilation::findLibraries() {
  for (const std::filesystem::path& root : librariesAtHand(arguments_.libraries)) {
    if (library_.addRoot(root)) continue;
    diagnostics.error("no-library", {}, fmt::format("there is no library directory '{}'", root.string()));
    return false;
  }
  for (const auto& [file, text] : arguments_.unsaved) library_.setText(file, text);
  classes_.use(library_, diagnostics);
  return true;
}

bool Compilation::run() { return parse() && flatten() && makeSolvable() && compile(); }

namespace {

using Settings = std::vector<simulation::ParameterSetting>;

/// Moves those that are wanted to the end of another list.
template <class Wanted>
bool move(Settings& from, Settings& to, const Wanted& isWanted) {
  const auto others = std::stable_partition(from.begin(), from.end(), isWanted);
  const bool isAny = others != from.begin();
  std::move(from.begin(), others, std::back_inserter(to));
  from.erase(from.begin(), others);
  return isAny;
}

/// Whether it names a parameter, or an array of them, that is final once the model is flattened: a size, say, or the
/// condition of a branch. A text is known before the model runs, too.
bool decidesStructure(const model::FlatModel& flat, const simulation::ParameterSetting& setting) {
  const std::string element = setting.name + '[';
  bool isArray = false;
  for (std::size_t i = 0; i < flat.variables.size(); ++i) {
    const model::Variable& variable = flat.variables[i];
    if (variable.variability != model::Variability::parameter) continue;
    const bool isFixed = variable.isFinal || variable.type == model::Type::string;
    const std::string name = flat.nameOf(static_cast<symbolic::VariableId>(i));
    if (name == setting.name) return isFixed;
    if (!name.starts_with(element)) continue;
    if (!isFixed) return false;
    isArray = true;
  }
  return isArray;
}

}  // namespace

bool Compilation::run(Settings& settings) {
  if (!parse() || !flatten()) return false;
  Settings structural;
  if (move(settings, structural, [&](const auto& setting) { return decidesStructure(flat(), setting); }) &&
      !flattenModified(structural))
    return false;
  if (!makeSolvable() || !compile()) return false;
  // Some settings are known to be structural only when the equations are sorted: a delay that vanishes, a value that
  // must be known to be zero, start values of which others count.
  const bool vanishes = simulation::makeADelayVanish(compiled(), settings);
  const auto isDecided = [&](const simulation::ParameterSetting& setting) {
    return vanishes || simulation::decidesStructure(compiled(), setting) ||
           simulation::decidesStart(compiled(), setting);
  };
  const std::size_t before = structural.size();
  if (!move(settings, structural, isDecided)) return true;
  for (std::size_t k = before; k < structural.size(); ++k)
    structural[k] = simulation::asModification(compiled(), structural[k]);
  return flattenModified(structural) && makeSolvable() && compile();
}

bool Compilation::isStructural(const Settings& settings) const {
  return simulation::makeADelayVanish(compiled(), settings) ||
         std::ranges::any_of(settings, [&](const simulation::ParameterSetting& setting) {
           return decidesStructure(flat(), setting) || simulation::decidesStructure(compiled(), setting) ||
                  simulation::decidesStart(compiled(), setting);
         });
}

bool Compilation::parse() {
  const Stopwatch stopwatch(seconds.parse);
  if (!findLibraries()) return false;
  if (!arguments_.text.empty()) return parseText(arguments_.text);
  if (arguments_.unsaved.contains(arguments_.file) || isFileName(arguments_.file)) return parseFile(arguments_.file);
  storedName_ = arguments_.file;
  const model::ClassRef type = classes_.findQualified(storedName_);
  if (type == model::ClassRef::none) {
    if (!diagnostics.hasErrors()) reportUnknownClass();
    return false;
  }
  tree_ = classes_[type].tree;
  return !diagnostics.hasErrors();
}

void Compilation::reportUnknownClass() {
  Diagnostic& diagnostic =
      diagnostics.error("no-model", {}, fmt::format("there is no file and no class '{}'", storedName_));
  std::vector<std::string_view> names;
  for (const Symbol symbol : library_.topLevelNames()) names.push_back(symbols_.text(symbol));
  const std::string first = storedName_.substr(0, storedName_.find('.'));
  if (library_.topLevel(first) != model::StoredId::none)
    diagnostic.note(fmt::format("{} is there, but not all of the rest of the name", first));
  else if (const auto meant = nearest(first, names))
    diagnostic.hint(fmt::format("did you mean '{}'?", *meant));
  else if (names.empty())
    diagnostic.hint("name the directory of a library with --library DIR");
  else
    diagnostic.note(fmt::format("the libraries at hand are {}", fmt::join(names, ", ")));
}

bool Compilation::parseText(const std::string& text) {
  ownTree_ = syntax::parse(sources_.add(arguments_.file.empty() ? "text" : arguments_.file, text), sources_, symbols_,
                           diagnostics);
  tree_ = &*ownTree_;
  return !diagnostics.hasErrors();
}

bool Compilation::parseFile(const std::filesystem::path& file) {
  if (const model::StoredId stored = library_.adopt(file); stored != model::StoredId::none) {
    storedName_ = library_.qualifiedName(stored);
    tree_ = library_.load(stored, diagnostics);
    return tree_ && !diagnostics.hasErrors();
  }
  classes_.useNeighboursOf(file);
  if (const auto unsaved = arguments_.unsaved.find(file.string()); unsaved != arguments_.unsaved.end())
    return parseText(unsaved->second);
  const auto source = syntax::readFile(file, sources_);
  if (!source) {
    diagnostics.add(source.error());
    return false;
  }
  ownTree_ = syntax::parse(*source, sources_, symbols_, diagnostics);
  tree_ = &*ownTree_;
  return !diagnostics.hasErrors();
}

/// --model names a class from the top, or inside the one that the file is.
std::string Compilation::chosenName() {
  std::string name = arguments_.model;
  if (!storedName_.empty() && name.empty()) name = storedName_;
  if (!storedName_.empty() && !arguments_.model.empty())
    if (const std::string inside = storedName_ + '.' + name; classes_.findQualified(inside) != model::ClassRef::none)
      name = inside;
  return name;
}

model::ClassRef Compilation::writtenClass() {
  if (ownTree_) classes_.add(*ownTree_, diagnostics);
  std::vector<std::string> names;
  for (const syntax::ClassId id : tree_->items(tree_->classes)) names.emplace_back(symbols_.text((*tree_)[id].name));
  std::string name = chosenName();
  if (name.empty() && !names.empty()) name = names.back();
  const model::ClassRef found = name.empty() ? model::ClassRef::none : classes_.findQualified(name);
  if (found == model::ClassRef::none && !diagnostics.hasErrors()) {
    Diagnostic& diagnostic = diagnostics.error(
        "no-model", {}, name.empty() ? "the file has no class" : fmt::format("there is no class '{}'", name));
    if (const auto meant = nearest(name, names)) diagnostic.hint(fmt::format("did you mean '{}'?", *meant));
  }
  return found;
}

/// The files that a model may name: those of its own folder, of the libraries, and of the folders that the user allows.
FileAccess Compilation::fileAccess() const {
  FileAccess access{librariesAtHand(arguments_.libraries)};
  std::error_code status;
  if (arguments_.text.empty() && isFileName(arguments_.file))
    access.folders.push_back(std::filesystem::weakly_canonical(arguments_.file, status).parent_path());
  for (const std::string& folder : arguments_.allowedFolders) access.folders.emplace_back(folder);
  access.runsCode = arguments_.allowsExternal;
  return access;
}

std::optional<model::FlatModel> Compilation::flattened(model::ClassRef type) {
  FileAccess access = fileAccess();
  access.read = &namedFiles_;
  return model::flatten(classes_, type, sources_, diagnostics, access, &parts_);
}

bool Compilation::flatten() {
  const Stopwatch stopwatch(seconds.flatten);
  if (ownTree_) classes_.add(*ownTree_, diagnostics);
  if (diagnostics.hasErrors()) return false;
  class_ = model::chooseClass(classes_, *tree_, chosenName(), diagnostics);
  if (class_ == model::ClassRef::none) return false;
  flat_ = flattened(class_);
  if (!flat_) return false;
  name_ = flat_->name;
  experiment_ = flat_->experiment;
  return true;
}

namespace {

/// "a.b.n", "3" to "a(b(n = 3))"; empty if a name has subscripts, for which there is no modifier.
std::string modifier(std::string_view name, std::string_view value) {
  if (name.find('[') != std::string_view::npos) return {};
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return fmt::format("{} = {}", name, value);
  return fmt::format("{}({})", name.substr(0, dot), modifier(name.substr(dot + 1), value));
}

/// A number with a unit as the number that Modelica means; other values as they are.
std::string modelicaValue(const std::string& text) {
  const auto quantity = parseQuantity(text);
  return quantity ? fmt::format("{}", quantity->value) : text;
}

}  // namespace

bool Compilation::flattenModified(const std::vector<simulation::ParameterSetting>& settings) {
  const Stopwatch stopwatch(seconds.flatten);
  std::vector<std::string> modifiers;
  for (const simulation::ParameterSetting& setting : settings) {
    modifiers.push_back(modifier(setting.name, modelicaValue(setting.value)));
    if (!modifiers.back().empty()) continue;
    diagnostics.error(
        "bad-setting", {},
        fmt::format("'{}' decides the structure of the model and is an element of an array: it cannot be set "
                    "from outside",
                    setting.name));
    return false;
  }
  const std::string name = classes_.qualifiedName(class_);
  const SourceId source =
      sources_.add("--set", fmt::format("model 'Modified {}'\n  extends {}({});\nend 'Modified {}';\n",
                                        modified_.size(), name, fmt::join(modifiers, ", "), modified_.size()));
  modified_.push_back(syntax::parse(source, sources_, symbols_, diagnostics));
  if (diagnostics.hasErrors()) return false;
  classes_.add(modified_.back(), diagnostics);
  const model::ClassRef type = model::chooseClass(classes_, modified_.back(), "", diagnostics);
  if (type == model::ClassRef::none) return false;
  system_.reset();
  compiled_.reset();
  flat_ = flattened(type);
  if (!flat_) return false;
  flat_->name = name_;
  flat_->experiment = experiment_;
  return true;
}

bool Compilation::makeSolvable() {
  const Stopwatch stopwatch(seconds.sort);
  isFlattened();
  model::FlatModel own = keepsForms ? *flat_ : *std::exchange(flat_, std::nullopt);
  if (arguments_.settableStarts) equations::makeStartsSettable(own);
  system_ = equations::makeSolvable(std::move(own), sources_, diagnostics, solvableOptions);
  return system_.has_value() && (inlined.empty() || inlineFormula());
}

/// A model in which nothing is differentiated needs no formula.
bool Compilation::inlineFormula() {
  const auto formula = equations::findStageFormula(inlined);
  if (!formula) {
    Diagnostic& diagnostic =
        diagnostics.error("unknown-method", {}, fmt::format("'{}' is no formula that can be inlined", inlined));
    const auto names = equations::stageFormulaNames();
    const auto meant = nearest(inlined, names);
    diagnostic.hint(meant ? fmt::format("did you mean '{}'?", *meant)
                          : "'dashpot methods --family inlined' lists them, as inline:NAME");
    return false;
  }
  const bool hasStates = std::ranges::any_of(system_->simulation.rows, &equations::Row::differential);
  return !hasStates || equations::inlineFormula(*system_, *formula, sources_, diagnostics);
}

bool Compilation::compile() {
  const Stopwatch stopwatch(seconds.compile);
  compiled_ = codegen::compile(*system_, sources_, stepData);
  if (!keepsForms) system_.reset();
  return true;
}

std::vector<std::filesystem::path> Compilation::libraryFolders() const {
  std::set<std::string_view> names;
  for (const model::PartClass& type : parts_.classes)
    names.insert(std::string_view(type.name).substr(0, type.name.find('.')));
  std::vector<std::filesystem::path> folders;
  for (const std::string_view name : names)
    if (const model::StoredId stored = library_.topLevel(name);
        stored != model::StoredId::none && library_[stored].isDirectory)
      folders.push_back(library_[stored].file.parent_path());
  return folders;
}

std::string Compilation::treeText() const { return syntax::print(*tree_, symbols_); }

}  // namespace dashpot::api
