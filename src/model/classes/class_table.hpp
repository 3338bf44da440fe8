// model/classes/class_table.hpp
//
// The classes of all parsed files as they are written: who encloses whom, what is nested and imported. What a name
// means in the context of an instance is decided in lookup.cpp (instance.hpp).
#pragma once

#include "base/diagnostic.hpp"
#include "model/classes/library.hpp"
#include "model/classes/neighbours.hpp"
#include "syntax/tree.hpp"

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

enum class ClassRef : std::uint32_t { none = 0xffffffff };

struct ClassEntry {
  const syntax::Tree* tree = nullptr;
  syntax::ClassId id = syntax::ClassId::none;
  ClassRef enclosing = ClassRef::none;
  StoredId stored = StoredId::none;  // it has a file of its own, perhaps with further classes beside it
  std::vector<std::pair<Symbol, ClassRef>> nested = {};
  std::unordered_map<Symbol, ClassRef> nestedByName = {};

  [[nodiscard]] const syntax::Class& node() const { return (*tree)[id]; }
};

/// The predefined types and `time`: names that the language keeps for itself.
[[nodiscard]] bool isReserved(std::string_view name);
/// Names of predefined classes, which others must not have (Modelica 3.6, section 4.9).
[[nodiscard]] bool isTakenByPredefined(std::string_view name);
/// StateSelect, AssertionLevel and Clock: classes that every model knows.
[[nodiscard]] bool isPredefinedClass(std::string_view name);

class ClassTable {
 public:
  explicit ClassTable(Symbols& symbols);
  ~ClassTable();
  ClassTable(const ClassTable&) = delete;
  ClassTable& operator=(const ClassTable&) = delete;

  /// Classes that are not added are looked for in the library, and loaded when they are first named. What is wrong in
  /// its files is reported to `diagnostics`.
  void use(Library& library, Diagnostics& diagnostics) { library_ = &library, libraryDiagnostics_ = &diagnostics; }
  /// Classes that the library does not have either are looked for in the files beside this one.
  void useNeighboursOf(const std::filesystem::path& file) { neighbours_.emplace(file, *library_); }
  /// The tree must outlive the table.
  /// A name that is taken already, or reserved, is reported.
  void add(const syntax::Tree& tree, Diagnostics& diagnostics);
  /// The class of a redeclaration, which no class has among its elements; the same for the same node.
  ClassRef define(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing);

  [[nodiscard]] const ClassEntry& operator[](ClassRef ref) const { return entries_[static_cast<std::size_t>(ref)]; }
  [[nodiscard]] const std::vector<std::pair<Symbol, ClassRef>>& topLevel() const { return topLevel_; }
  [[nodiscard]] Symbols& symbols() const { return symbols_; }

  /// "A.B.C"
  [[nodiscard]] std::string qualifiedName(ClassRef ref) const;
  [[nodiscard]] ClassRef findQualified(std::string_view name);
  /// Classes of the library that have this name, whatever package they are in; else, if asked for, those with a name
  /// like it. For messages: at most three.
  [[nodiscard]] std::vector<std::string> storedNamesLike(std::string_view name, bool alsoSimilar) const;
  /// The file of a library that modelica://A.B/path names. Empty: there is no such package.
  [[nodiscard]] std::optional<std::string> resource(std::string_view uri) const;
  /// A class written in `scope` (ClassRef::none: at the top level).
  [[nodiscard]] ClassRef nested(ClassRef scope, Symbol name);

 private:
  ClassRef addClass(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing, Diagnostics& diagnostics);
  void addPredefined();
  ClassRef load(ClassRef package, StoredId stored);
  ClassRef neighbour(Symbol name);

  Symbols& symbols_;
  std::deque<ClassEntry> entries_;  // a deque: references stay valid while classes are loaded
  std::vector<std::pair<Symbol, ClassRef>> topLevel_;
  std::unordered_map<Symbol, ClassRef> topLevelByName_;
  std::unordered_map<Symbol, ClassRef> predefined_;  // enumerations of the language, functions that are built in
  std::unordered_map<const syntax::Class*, ClassRef> defined_;
  std::unique_ptr<syntax::Tree> predefinedTree_;
  Library* library_ = nullptr;
  std::optional<Neighbours> neighbours_;
  Diagnostics* libraryDiagnostics_ = nullptr;
};

}  // namespace dashpot::model
