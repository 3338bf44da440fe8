#include "server/tab/stored_models.hpp"

#include "base/file_access.hpp"
#include "model/classes/class_table.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace dashpot::server {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view examplePrefix = "examples:";
constexpr std::size_t largestImage = 2'000'000;  // bytes

std::string fileContent(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct TopLevelClass {
  std::string name, description;
};

std::vector<TopLevelClass> topLevelClasses(const std::string& text) {
  Sources sources;
  Symbols symbols;
  Diagnostics unheard;
  const syntax::Tree tree = syntax::parse(sources.add("", text), sources, symbols, unheard);
  std::vector<TopLevelClass> classes;
  const auto textOf = [&](Symbol symbol) {
    return symbol == Symbol::none ? std::string() : std::string(symbols.text(symbol));
  };
  for (const syntax::ClassId id : tree.items(tree.classes))
    classes.push_back({textOf(tree[id].name), textOf(tree[id].description)});
  return classes;
}

/// "TwoBranchCircuit" to "Two branch circuit".
std::string titleOf(const std::string& name) {
  std::string title;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto isUpper = [&](std::size_t k) {
      return k < name.size() && std::isupper(static_cast<unsigned char>(name[k])) != 0;
    };
    const bool beginsWord = i > 0 && isUpper(i) && !isUpper(i - 1) && !isUpper(i + 1);
    if (beginsWord) title += ' ';
    title += name[i] == '_' ? ' '
             : beginsWord   ? static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])))
                            : name[i];
  }
  return title;
}

/// The first sentence of the comment that a file begins with.
std::string firstSentence(std::string_view text) {
  std::string comment;
  while (text.starts_with("//")) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t first = std::min(line.find_first_not_of("/ "), line.size());
    if (first == line.size()) break;
    comment += comment.empty() ? "" : " ";
    comment += line.substr(first);
  }
  const std::size_t stop = comment.find(". ");
  return stop == std::string::npos ? comment : comment.substr(0, stop + 1);
}

/// Of all libraries.
struct Stored {
  explicit Stored(const std::vector<fs::path>& roots) {
    for (const fs::path& root : roots) (void)library.addRoot(root);
    classes.use(library, unheard);
  }
  Sources sources;
  Symbols symbols;
  Diagnostics unheard;
  model::Library library{sources, symbols};
  model::ClassTable classes{symbols};
};

}  // namespace

std::vector<std::string> StoredModels::modelsIn(const ServedFolder& folder, const FileEntry& file) {
  if (!file.path.ends_with(".mo")) return {};
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(file.path);
    if (known != known_.end() && known->second.size == file.size && known->second.modified == file.modified)
      return known->second.models;
  }
  std::vector<std::string> models;
  if (const auto content = folder.read(file.path))
    for (TopLevelClass& each : topLevelClasses(content->text)) models.push_back(std::move(each.name));
  const std::lock_guard lock(mutex_);
  known_[file.path] = {file.size, file.modified, models};
  return models;
}

std::optional<fs::path> exampleFolder(const std::vector<fs::path>& libraries) {
  for (const fs::path& library : libraries) {
    std::error_code status;
    if (library.filename() != "library") continue;
    fs::path folder = fs::canonical(library.parent_path() / "examples", status);
    if (!status && fs::is_directory(folder, status)) return folder;
  }
  return std::nullopt;
}

std::vector<Example> examplesIn(const fs::path& folder) {
  std::vector<Example> machines, others;
  std::error_code status;
  std::vector<fs::path> files;
  for (const auto& each : fs::directory_iterator(folder, status))
    if (each.path().extension() == ".mo") files.push_back(each.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const std::string text = fileContent(file);
    const auto classes = topLevelClasses(text);
    if (classes.empty()) continue;
    const TopLevelClass& last = classes.back();
    const bool isMachine = text.find("Dashpot.") != std::string::npos;
    (isMachine ? machines : others)
        .push_back({std::string(examplePrefix) + file.filename().string(), titleOf(last.name),
                    last.description.empty() ? firstSentence(text) : last.description});
  }
  // Circuits first: they can be drawn.
  std::ranges::move(others, std::back_inserter(machines));
  return machines;
}

Expected<StoredText, std::string> readExample(const fs::path& folder, const std::string& path) {
  const std::string name = path.substr(std::min(examplePrefix.size(), path.size()));
  std::error_code status;
  const fs::path file = folder / name;
  const bool isPlain = path.starts_with(examplePrefix) && name.ends_with(".mo") && name.find('/') == std::string::npos;
  if (!isPlain || !fs::is_regular_file(file, status)) return Unexpected{fmt::format("there is no example '{}'", name)};
  return StoredText{file, fileContent(file)};
}

Expected<StoredText, std::string> readClass(const std::vector<fs::path>& libraries, const std::string& name) {
  Stored stored(libraries);
  const model::ClassRef type = stored.classes.findQualified(name);
  if (type == model::ClassRef::none) return Unexpected{fmt::format("there is no class '{}' in the libraries", name)};
  const SourceText& source = stored.sources[stored.classes[type].tree->source];
  return StoredText{source.name(), source.text()};
}

std::vector<std::string> packagesIn(const std::vector<fs::path>& libraries) {
  const Stored stored(libraries);
  std::vector<std::string> names;
  for (const Symbol symbol : stored.library.topLevelNames()) names.emplace_back(stored.symbols.text(symbol));
  return names;
}

std::optional<StoredText> readResource(const std::vector<fs::path>& libraries, const std::string& uri) {
  Stored stored(libraries);
  const auto resource = model::findResource(stored.library, uri);
  std::error_code status;
  if (!resource || fs::file_size(resource->file, status) > largestImage || status) return std::nullopt;
  auto bytes = readNamedFile(resource->file.string(), {{resource->folder}});
  if (!bytes) return std::nullopt;
  return StoredText{resource->file, std::move(*bytes)};
}

}  // namespace dashpot::server
