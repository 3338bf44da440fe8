// model/classes/library.hpp
//
// Classes stored in files (Modelica 3.6, section 13.4): where they are, and their trees once somebody asks.
//
// A top-level class NAME is a file NAME.mo, or a directory NAME with a package.mo, in one of the roots; "NAME 4.0.0" is
// a version of it. The classes of a directory package are those in its package.mo and, each in a file or directory of
// its own, those beside it. Nothing is parsed before it is asked for, and nothing twice.
//
//   const StoredId package = library.topLevel("Modelica");        // looks at the roots
//   const StoredId blocks = library.child(package, "Blocks");     // looks into the directory
//   const syntax::Tree* tree = library.load(blocks, diagnostics); // parses Modelica/Blocks/package.mo
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "base/symbols.hpp"
#include "syntax/tree.hpp"

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

enum class StoredId : std::uint32_t { none = 0xffffffff };

/// A class with a file of its own.
struct StoredClass {
  Symbol name = Symbol::none;
  StoredId package = StoredId::none;  // the directory package it lies in; none: a top-level class
  std::filesystem::path file;         // NAME.mo or NAME/package.mo
  bool isDirectory = false;
};

class Library {
 public:
  /// Both must outlive the library.
  Library(Sources& sources, Symbols& symbols) : sources_(sources), symbols_(symbols) {}
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Roots are searched in the order in which they were added. A root is a directory that holds packages, or one
  /// package itself: its directory or file. False if there is no such directory or file.
  bool addRoot(const std::filesystem::path& root);

  /// A top-level class of this name; of several versions in one root the latest.
  [[nodiscard]] StoredId topLevel(std::string_view name) const;
  /// Every name that topLevel knows.
  [[nodiscard]] std::vector<Symbol> topLevelNames() const;
  /// A class in a file of its own beside the package.mo of a directory package.
  [[nodiscard]] StoredId child(StoredId package, Symbol name);
  [[nodiscard]] StoredId child(StoredId package, std::string_view name);
  /// All of them: those of package.order first and in its order, then the rest by name.
  [[nodiscard]] std::span<const StoredId> children(StoredId package);

  [[nodiscard]] const StoredClass& operator[](StoredId id) const { return entry(id).stored; }
  /// "A.B.C"
  [[nodiscard]] std::string qualifiedName(StoredId id) const;

  /// The tree whose first class is the stored one; it lives as long as the library. Null if the file has no such class,
  /// which is then reported, as are its errors; a second call reports nothing again.
  [[nodiscard]] const syntax::Tree* load(StoredId id, Diagnostics& diagnostics);
  /// The same for many files, in parallel.
  void load(std::span<const StoredId> ids, Diagnostics& diagnostics);

  /// A file that is no part of a library. Nothing: it cannot be read, which is reported, as are its errors.
  [[nodiscard]] std::optional<syntax::Tree> parse(const std::filesystem::path& file, Diagnostics& diagnostics);

  /// The stored class that a file is: where the directories above it are packages, their whole is added as a root, so
  /// that the file has its place in it. None for a file that belongs to no directory package.
  [[nodiscard]] StoredId adopt(const std::filesystem::path& file);

  /// A text that counts instead of what its file holds: an editor has changed it and not saved it yet. Nothing: the file
  /// itself counts again. The tree that was read before is gone, and so must be every class table that knows it.
  void setText(const std::filesystem::path& file, std::optional<std::string> text);

  /// How many files have been parsed.
  [[nodiscard]] std::size_t parsedFiles() const { return parsed_; }

 private:
  struct Entry {
    StoredClass stored;
    bool isListed = false;  // children are known
    std::vector<StoredId> children = {};
    bool isLoaded = false;
    std::unique_ptr<syntax::Tree> tree = {};
  };
  struct Root {
    std::filesystem::path directory;
    std::vector<StoredId> classes;
  };

  [[nodiscard]] Entry& entry(StoredId id) { return entries_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const Entry& entry(StoredId id) const { return entries_[static_cast<std::size_t>(id)]; }
  StoredId add(std::string_view name, StoredId package, std::filesystem::path file, bool isDirectory);
  /// The classes stored in a directory, each as a file or a directory with a package.mo, by name.
  std::vector<StoredId> scan(const std::filesystem::path& directory, StoredId package);
  [[nodiscard]] std::vector<std::string> packageOrder(StoredId package) const;
  [[nodiscard]] bool holdsItsClass(StoredId id, Diagnostics& diagnostics) const;
  void checkWithin(StoredId id, Diagnostics& diagnostics) const;
  /// The file, or the text that counts instead of it.
  [[nodiscard]] Expected<SourceId, Diagnostic> read(const std::filesystem::path& file);

  Sources& sources_;
  Symbols& symbols_;
  std::deque<Entry> entries_;  // a deque: references stay valid when another is added
  std::vector<Root> roots_;
  std::map<std::filesystem::path, std::string> texts_;  // instead of what files hold
  std::size_t parsed_ = 0;
};

/// A file that belongs to a library.
struct ResourceFile {
  std::filesystem::path file, folder;  // the folder of the library, beneath which it must lie
};
/// What modelica://A.B/path names: beneath the folder of the package A.B (Modelica 3.6, section 13.5). Whether there is
/// such a file, and where its links lead, is not looked at.
[[nodiscard]] std::optional<ResourceFile> findResource(Library& library, std::string_view uri);

/// Where libraries are looked for: the directories given, then beside the program (library/ in a source tree or
/// share/dashpot/library of an installation), then those of MODELICAPATH, which are separated by ':'.
[[nodiscard]] std::vector<std::filesystem::path> libraryRoots(std::span<const std::string> given,
                                                              const std::filesystem::path& program,
                                                              std::string_view modelicaPath);

}  // namespace dashpot::model
