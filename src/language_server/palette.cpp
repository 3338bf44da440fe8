#include "language_server/palette.hpp"

#include "drawing/draw.hpp"
#include "drawing/json.hpp"
#include "editing/edits.hpp"
#include "syntax/parse.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using Paths = std::vector<std::filesystem::path>;

/// The words of a name or a sentence in small letters: "ReliefValve" has "relief" and "valve".
void addWords(std::string_view text, std::set<std::string>& words) {
  constexpr std::size_t shortest = 2;
  std::string word;
  const auto finish = [&] {
    if (word.size() >= shortest) words.insert(word);
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool isPart = std::isalnum(c) != 0 || c >= 0x80;
    const bool beginsHump = std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(text[i - 1])) != 0;
    if (!isPart || beginsHump) finish();
    if (isPart) word += static_cast<char>(std::tolower(c));
  }
  finish();
}

class PaletteWriter {
 public:
  explicit PaletteWriter(const Paths& roots) {
    for (const std::filesystem::path& root : roots) (void)around_.library.addRoot(root);
    classes_.use(around_.library, around_.diagnostics);
  }

  /// All packages of the libraries.
  std::string libraries() {
    for (const Symbol name : around_.library.topLevelNames())
      packages(catalogue_.componentsIn(classes_.nested(ClassRef::none, name)));
    return std::move(json_).text();
  }

  /// Classes in the folders that other files can name: each is the first of a file with its name, or in a package.
  std::string folders(const Paths& folders, const std::vector<Document>& open, const Document* current) {
    for (const Document& document : open)
      if (!document.path.empty()) around_.library.setText(document.path, document.text.string());
    std::set<std::string> known;
    for (const Symbol name : around_.library.topLevelNames()) known.emplace(around_.symbols.text(name));
    for (const std::filesystem::path& folder : folders) {
      (void)around_.library.addRoot(folder);
      std::vector<ClassRef> own;
      for (const Symbol name : around_.library.topLevelNames())
        if (known.emplace(around_.symbols.text(name)).second)
          std::ranges::copy(catalogue_.componentsIn(classes_.nested(ClassRef::none, name)), std::back_inserter(own));
      if (current) std::erase_if(own, [&](ClassRef ref) { return fileOf(ref) == current->path; });
      package(folder.filename().string(), "Models of this folder", own);
    }
    return std::move(json_).text();
  }

  /// Classes of a document that its other classes can use.
  std::string classesOf(const Document& document) {
    const std::string name = document.path.substr(document.path.rfind('/') + 1);
    const SourceId source = around_.sources.add(document.path, document.text.string());
    const syntax::Tree tree = syntax::parse(source, around_.sources, around_.symbols, around_.diagnostics);
    if (tree.within != syntax::ExpressionId::none || around_.diagnostics.hasErrors()) return {};
    classes_.add(tree, around_.diagnostics);
    std::vector<ClassRef> own;
    for (const syntax::ClassId id : tree.items(tree.classes))
      std::ranges::copy(catalogue_.componentsIn(classes_.define(tree, id, ClassRef::none)), std::back_inserter(own));
    package(name.empty() ? "this file" : name, "Classes of this file", own);
    return std::move(json_).text();
  }

 private:
  /// In the order of the library, which has the classes of a package one after the other.
  void packages(const std::vector<ClassRef>& components) {
    std::map<ClassRef, std::vector<ClassRef>> byPackage;
    std::vector<ClassRef> order;
    for (const ClassRef ref : components) {
      std::vector<ClassRef>& list = byPackage[classes_[ref].enclosing];
      if (list.empty()) order.push_back(classes_[ref].enclosing);
      list.push_back(ref);
    }
    for (const ClassRef ref : order)
      if (ref == ClassRef::none)
        package("", "", byPackage[ref]);
      else
        package(classes_.qualifiedName(ref), text(classes_[ref].node().description), byPackage[ref]);
  }

  [[nodiscard]] std::string_view text(Symbol symbol) const {
    return symbol == Symbol::none ? std::string_view() : around_.symbols.text(symbol);
  }

  [[nodiscard]] const std::string& fileOf(ClassRef ref) const {
    return around_.sources[classes_[ref].tree->source].name();
  }

  [[nodiscard]] bool isMeantForCircuits(ClassRef ref) {
    if (classes_.qualifiedName(ref).find(".Interfaces.") != std::string::npos) return false;
    const model::ClassEntry& entry = classes_[ref];
    for (const char* reason : {"obsolete", "experiment"})
      if (written_.argument(*entry.tree, entry.node().annotation, reason)) return false;
    return true;
  }

  void package(const std::string& name, std::string_view description, std::vector<ClassRef> components) {
    std::erase_if(components, [&](ClassRef ref) { return !isMeantForCircuits(ref); });
    if (components.empty()) return;
    json_.openObject().member("name", name).member("description", description).key("components").openArray();
    for (const ClassRef ref : components) component(ref);
    json_.close().close();
  }

  void component(ClassRef ref) {
    const model::CatalogueComponent described = catalogue_.describe(ref);
    json_.openObject()
        .member("name", described.name)
        .member("kind", described.kind)
        .member("description", described.description)
        .member("default_component_name", editing::usualName(described.defaultName, described.name))
        .memberIfGiven("default_component_prefixes", described.defaultPrefixes);
    drawing::writeIcon(json_, drawing::drawIcon(classes_, around_.sources, ref,
                                                {.valueAtInstant = {}, .library = &around_.library, .changed = {}}));
    std::set<std::string> words;
    for (const std::string& each : {described.name, described.description}) addWords(each, words);
    for (const auto& port : described.ports) addWords(port.description, words);
    json_.key("keywords").openArray();
    for (const std::string& word : words) json_.value(word);
    json_.close().close();
  }

  JsonText json_;
  editing::Surroundings around_;
  model::ClassTable classes_{around_.symbols};
  model::WrittenClasses written_{classes_, around_.sources};
  model::Catalogue catalogue_{classes_, around_.library, around_.sources};
};

}  // namespace

std::string Palette::answer(const Workspace& workspace, const Document* current) {
  const Snapshot now = workspace.snapshot();
  const Paths roots = workspace.libraryRoots();
  if (!isMade_ || filesRead_ != now.filesRead || roots_ != roots) {
    libraries_ = PaletteWriter(roots).libraries();
    roots_ = roots;
    filesRead_ = now.filesRead;
    isMade_ = true;
  }
  std::string packages;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) packages += (packages.empty() ? "" : ",") + part;
  };
  if (current) add(PaletteWriter(now.roots).classesOf(*current));
  add(PaletteWriter(roots).folders(workspace.folders(), now.open, current));
  add(libraries_);
  return "{\"packages\":[" + packages + "]}";
}

}  // namespace dashpot::language_server
