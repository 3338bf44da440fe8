#include "model/classes/library.hpp"

#include "base/parallel.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

namespace dashpot::model {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view packageFile = "package.mo";

bool isPackageDirectory(const fs::path& directory) {
  std::error_code status;
  return fs::is_regular_file(directory / packageFile, status);
}

/// "Modelica 4.0.0" is a version of Modelica.
struct VersionedName {
  std::string_view name;
  std::vector<int> version;  // empty: none is given
};

VersionedName versionedName(std::string_view stem) {
  const std::size_t blank = stem.find(' ');
  VersionedName result{stem.substr(0, blank), {}};
  if (blank == std::string_view::npos) return result;
  const std::string_view version = stem.substr(blank + 1);
  for (const char* at = version.data(); at < version.data() + version.size();) {
    int number = 0;
    const auto [end, status] = std::from_chars(at, version.data() + version.size(), number);
    if (status != std::errc{}) break;
    result.version.push_back(number);
    at = end + 1;  // a dot
  }
  return result;
}

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";  // of UTF-8, with which some editors begin a file

/// The name that the first class of a file has, read off its beginning; empty: it is not seen there.
std::string declaredName(const fs::path& file) {
  constexpr std::size_t enough = 1 << 16;
  std::ifstream stream(file, std::ios::binary);
  std::string text(enough, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.starts_with(byteOrderMark)) text.erase(0, byteOrderMark.size());
  std::string words;  // without comments
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.starts_with("//"))
      at += std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*"))
      at += std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    else
      words += text[at++];
  }
  std::istringstream tokens(words);
  for (std::string word; tokens >> word;)
    if (word == "package" && tokens >> word) return word.substr(0, word.find_first_of("\"\r\n;="));
  return {};
}

/// A folder that is a package may have another name than that.
std::string packageName(const fs::path& folder, std::string_view name) {
  const std::string declared = declaredName(folder / packageFile);
  return declared.empty() ? std::string(name) : declared;
}

/// A file or folder that is stored under one name in a directory: the name without a version wins, then the latest.
struct Candidate {
  fs::path file;
  bool isDirectory = false;
  std::vector<int> version = {};

  [[nodiscard]] bool isBetterThan(const Candidate& other) const {
    if (version.empty() != other.version.empty()) return version.empty();
    if (version != other.version) return version > other.version;
    return isDirectory && !other.isDirectory;
  }
};

}  // namespace

StoredId Library::add(std::string_view name, StoredId package, fs::path file, bool isDirectory) {
  entries_.push_back({.stored = {symbols_.intern(name), package, std::move(file), isDirectory}});
  return static_cast<StoredId>(entries_.size() - 1);
}

std::vector<StoredId> Library::scan(const fs::path& directory, StoredId package) {
  std::map<std::string, Candidate> found;
  std::error_code status;
  for (const fs::directory_entry& item : fs::directory_iterator(directory, status)) {
    const fs::path& path = item.path();
    Candidate candidate;
    std::string stem;
    if (isPackageDirectory(path)) {
      candidate = {path / packageFile, true};
      stem = path.filename().string();
    } else if (path.extension() == ".mo" && path.filename() != packageFile && item.is_regular_file(status)) {
      candidate = {path, false};
      stem = path.stem().string();
    } else {
      continue;
    }
    std::string name = stem;
    if (package == StoredId::none) {  // only a top-level class has versions
      VersionedName versioned = versionedName(stem);
      name = candidate.isDirectory ? packageName(path, versioned.name) : std::string(versioned.name);
      candidate.version = std::move(versioned.version);
    }
    const auto [place, isNew] = found.try_emplace(name, candidate);
    if (!isNew && candidate.isBetterThan(place->second)) place->second = std::move(candidate);
  }
  std::vector<StoredId> ids;
  for (auto& [name, candidate] : found) ids.push_back(add(name, package, candidate.file, candidate.isDirectory));
  return ids;
}

bool Library::addRoot(const fs::path& root) {
  std::error_code status;
  const bool isDirectory = fs::is_directory(root, status);
  if (!isDirectory && !fs::is_regular_file(root, status)) return false;
  const fs::path whole = fs::weakly_canonical(root, status);  // "." has no name, its canonical form has
  if (!isDirectory)
    roots_.push_back({root, {add(versionedName(whole.stem().string()).name, StoredId::none, root, false)}});
  else if (isPackageDirectory(root))
    roots_.push_back({root,
                      {add(packageName(root, versionedName(whole.filename().string()).name), StoredId::none,
                           root / packageFile, true)}});
  else
    roots_.push_back({root, scan(root, StoredId::none)});
  return true;
}

StoredId Library::topLevel(std::string_view name) const {
  const Symbol symbol = symbols_.find(name);
  if (symbol == Symbol::none) return StoredId::none;
  for (const Root& root : roots_)
    for (const StoredId id : root.classes)
      if (entry(id).stored.name == symbol) return id;
  return StoredId::none;
}

std::vector<Symbol> Library::topLevelNames() const {
  std::vector<Symbol> names;
  for (const Root& root : roots_)
    for (const StoredId id : root.classes)
      if (std::ranges::find(names, entry(id).stored.name) == names.end()) names.push_back(entry(id).stored.name);
  return names;
}

StoredId Library::child(StoredId package, Symbol name) {
  for (const StoredId id : children(package))
    if (entry(id).stored.name == name) return id;
  return StoredId::none;
}

StoredId Library::child(StoredId package, std::string_view name) {
  const std::span<const StoredId> all = children(package);  // interns the names
  const auto found = std::ranges::find(all, symbols_.find(name), [this](StoredId id) { return entry(id).stored.name; });
  return found == all.end() ? StoredId::none : *found;
}

std::vector<std::string> Library::packageOrder(StoredId package) const {
  const std::filesystem::path file = entry(package).stored.file.parent_path() / "package.order";
  std::error_code status;
  std::vector<std::string> names;
  if (!std::filesystem::is_regular_file(file, status)) return names;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) names.push_back(std::move(line));
  }
  return names;
}

std::span<const StoredId> Library::children(StoredId package) {
  if (!entry(package).isListed && entry(package).stored.isDirectory) {
    std::vector<StoredId> ids = scan(entry(package).stored.file.parent_path(), package);
    std::map<std::string, std::size_t, std::less<>> rank;
    for (std::string& name : packageOrder(package)) rank.try_emplace(std::move(name), rank.size());
    const auto rankOf = [&](StoredId id) {
      const auto found = rank.find(symbols_.text(entry(id).stored.name));
      return found == rank.end() ? rank.size() : found->second;
    };
    std::ranges::stable_sort(ids, {}, rankOf);
    entry(package).children = std::move(ids);
  }
  entry(package).isListed = true;
  return entry(package).children;
}

std::string Library::qualifiedName(StoredId id) const {
  const StoredClass& stored = entry(id).stored;
  std::string name(symbols_.text(stored.name));
  return stored.package == StoredId::none ? name : qualifiedName(stored.package) + '.' + name;
}

const syntax::Tree* Library::load(StoredId id, Diagnostics& diagnostics) {
  load(std::span(&id, 1), diagnostics);
  return entry(id).tree.get();
}

void Library::load(std::span<const StoredId> ids, Diagnostics& diagnostics) {
  // Each file is parsed with symbols and diagnostics of its own; what is shared is touched by one thread only.
  struct Job {
    StoredId id = StoredId::none;
    SourceId source = SourceId::none;
    Symbols symbols = {};
    Diagnostics diagnostics = {};
  };
  std::deque<Job> jobs;
  for (const StoredId id : ids) {
    if (entry(id).isLoaded) continue;
    entry(id).isLoaded = true;
    const auto source = read(entry(id).stored.file);
    if (source)
      jobs.push_back({.id = id, .source = *source});
    else
      diagnostics.add(source.error());
  }
  const auto parseInto = [this](Job& job, Symbols& symbols, Diagnostics& reports) {
    entry(job.id).tree = std::make_unique<syntax::Tree>(syntax::parse(job.source, sources_, symbols, reports));
  };
  if (jobs.size() == 1) {
    parseInto(jobs.front(), symbols_, diagnostics);
  } else {
    parallelFor(jobs.size(), [&](std::size_t i) { parseInto(jobs[i], jobs[i].symbols, jobs[i].diagnostics); });
    for (Job& job : jobs) {
      syntax::moveSymbols(*entry(job.id).tree, job.symbols, symbols_);
      for (const Diagnostic& diagnostic : job.diagnostics.all()) diagnostics.add(diagnostic);
    }
  }
  parsed_ += jobs.size();
  for (const Job& job : jobs) {
    checkWithin(job.id, diagnostics);
    if (!holdsItsClass(job.id, diagnostics)) entry(job.id).tree.reset();
  }
}

Expected<SourceId, Diagnostic> Library::read(const fs::path& file) {
  const auto changed = texts_.find(file);
  return changed == texts_.end() ? syntax::readFile(file, sources_) : sources_.add(file.string(), changed->second);
}

std::optional<syntax::Tree> Library::parse(const fs::path& file, Diagnostics& diagnostics) {
  const auto source = read(file);
  if (source) return syntax::parse(*source, sources_, symbols_, diagnostics);
  diagnostics.add(source.error());
  return std::nullopt;
}

void Library::setText(const fs::path& file, std::optional<std::string> text) {
  if (text)
    texts_[file] = std::move(*text);
  else
    texts_.erase(file);
  for (Entry& entry : entries_) {
    if (entry.stored.file != file) continue;
    entry.isLoaded = false;
    entry.tree.reset();
  }
}

bool Library::holdsItsClass(StoredId id, Diagnostics& diagnostics) const {
  const StoredClass& stored = entry(id).stored;
  const syntax::Tree& tree = *entry(id).tree;
  const std::string_view expected = symbols_.text(stored.name);
  if (tree.classes.empty()) {
    diagnostics.error("wrong-file", {tree.source, 0, 0}, fmt::format("this file has to hold the class {}", expected));
    return false;
  }
  const syntax::Class& first = tree[tree.at(tree.classes, 0)];
  if (first.name != stored.name) {
    diagnostics.error("wrong-file", tree.range(first.nameSpan),
                      fmt::format("this file has to hold the class {}, as its name says", expected));
    return false;
  }
  if (tree.classes.count > 1) {
    const syntax::Class& second = tree[tree.at(tree.classes, 1)];
    diagnostics
        .error("wrong-file", tree.range(second.nameSpan),
               fmt::format("a file of a library holds one class, and {} is there already", expected))
        .hint(fmt::format("put it into {}", expected));
  }
  return true;
}

void Library::checkWithin(StoredId id, Diagnostics& diagnostics) const {
  const StoredId package = entry(id).stored.package;
  const syntax::Tree& tree = *entry(id).tree;
  const std::string expected = package == StoredId::none ? "" : qualifiedName(package);
  const std::string written =
      tree.within == syntax::ExpressionId::none ? "" : syntax::print(tree, tree.within, symbols_);
  if (written == expected) return;
  const SourceRange where = written.empty() ? SourceRange{tree.source, 0, 0} : tree.range(tree[tree.within].span);
  if (expected.empty())
    diagnostics.breach("wrong-within", where, fmt::format("this is a top-level class, not one of {}", written))
        .hint("remove the within clause, or put the file into the directory of its package");
  else
    diagnostics
        .breach("wrong-within", where,
                written.empty() ? fmt::format("this file lies in the package {} and does not say so", expected)
                                : fmt::format("this file lies in the package {}, not in {}", expected, written))
        .hint(fmt::format("begin it with 'within {};'", expected));
}

StoredId Library::adopt(const fs::path& file) {
  std::error_code status;
  const fs::path whole = fs::weakly_canonical(file, status);
  const bool isPackage = whole.filename() == packageFile;
  if (!isPackageDirectory(whole.parent_path()) || whole.extension() != ".mo") return StoredId::none;
  // The way down from the outermost directory that is a package.
  fs::path outermost = whole.parent_path();
  while (outermost.has_relative_path() && isPackageDirectory(outermost.parent_path()))
    outermost = outermost.parent_path();
  auto own = std::ranges::find(roots_, outermost, &Root::directory);
  if (own == roots_.end()) {
    if (!addRoot(outermost)) return StoredId::none;
    own = roots_.end() - 1;
  }
  std::rotate(roots_.begin(), own, own + 1);  // the file at hand wins over libraries
  StoredId at = roots_.front().classes.front();
  const fs::path rest = (isPackage ? whole.parent_path() : whole).lexically_relative(outermost);
  for (const fs::path& part : rest) {
    if (part == ".") continue;
    at = child(at, std::string_view(part.extension() == ".mo" ? part.stem().string() : part.string()));
    if (at == StoredId::none) return at;
  }
  return at;
}

std::optional<ResourceFile> findResource(Library& library, std::string_view uri) {
  constexpr std::string_view scheme = "modelica://";
  if (!uri.starts_with(scheme)) return std::nullopt;
  const std::string_view name = uri.substr(scheme.size());
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view package = name.substr(0, slash);
  const auto next = [&] {
    const std::size_t dot = std::min(package.find('.'), package.size());
    const std::string_view part = package.substr(0, dot);
    package.remove_prefix(std::min(dot + 1, package.size()));
    return part;
  };
  StoredId at = library.topLevel(next());
  if (at == StoredId::none) return std::nullopt;
  const fs::path top = library[at].file.parent_path();
  while (!package.empty()) {
    const StoredId child = library.child(at, next());
    if (child == StoredId::none || !library[child].isDirectory) break;
    at = child;
  }
  return ResourceFile{library[at].file.parent_path() / name.substr(slash + 1), top};
}

std::vector<fs::path> libraryRoots(std::span<const std::string> given, const fs::path& program,
                                   std::string_view modelicaPath) {
  std::vector<fs::path> roots(given.begin(), given.end());
  const auto addIfThere = [&](const fs::path& directory) {
    std::error_code status;
    if (fs::is_directory(directory, status)) roots.push_back(directory);
  };
  if (!program.empty()) {
    std::error_code status;
    const fs::path folder = fs::weakly_canonical(program, status).parent_path();  // /lib may be a link to /usr/lib
    addIfThere(folder / "library");
    addIfThere(folder.parent_path() / "library");
    addIfThere(folder.parent_path() / "share" / "dashpot" / "library");
  }
  while (!modelicaPath.empty()) {
    const std::size_t colon = std::min(modelicaPath.find(':'), modelicaPath.size());
    if (colon > 0) addIfThere(fs::path(modelicaPath.substr(0, colon)));
    modelicaPath.remove_prefix(std::min(colon + 1, modelicaPath.size()));
  }
  return roots;
}

}  // namespace dashpot::model
