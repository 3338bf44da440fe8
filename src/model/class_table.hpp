// model/class_table.hpp
//
// The classes of all parsed files, who encloses whom, and the look-up of class names (Modelica 3.6, chapter 5).
#pragma once

#include "base/diagnostic.hpp"
#include "syntax/tree.hpp"

#include <optional>
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
  std::vector<std::pair<Symbol, ClassRef>> nested = {};

  [[nodiscard]] const syntax::Class& node() const { return (*tree)[id]; }
};

/// The predefined types and `time`: names that the language keeps for itself.
[[nodiscard]] bool isReserved(std::string_view name);

class ClassTable {
 public:
  explicit ClassTable(Symbols& symbols) : symbols_(symbols) {}

  /// The tree must outlive the table.
  /// A name that is taken already, or reserved, is reported.
  void add(const syntax::Tree& tree, Diagnostics& diagnostics);

  [[nodiscard]] const ClassEntry& operator[](ClassRef ref) const { return entries_[static_cast<std::size_t>(ref)]; }
  [[nodiscard]] const std::vector<std::pair<Symbol, ClassRef>>& topLevel() const { return topLevel_; }
  [[nodiscard]] Symbols& symbols() const { return symbols_; }

  /// "A.B.C"
  [[nodiscard]] std::string qualifiedName(ClassRef ref) const;
  [[nodiscard]] ClassRef findQualified(std::string_view name) const;
  /// A class nested in `scope` or inherited by it.
  [[nodiscard]] ClassRef member(ClassRef scope, Symbol name) const;
  /// Looks a name up in `scope` and the classes enclosing it, then at the top level.
  [[nodiscard]] ClassRef visible(ClassRef scope, Symbol name) const;
  /// Resolves A.B.C as written in `scope`. On failure, the index of the part that is not found.
  struct Resolution {
    ClassRef found = ClassRef::none;
    std::size_t failedPart = 0;
    ClassRef lastFound = ClassRef::none;
  };
  [[nodiscard]] Resolution resolve(ClassRef scope, const syntax::Tree& tree, const syntax::Expression& reference) const;
  /// The classes a class extends, as far as they are found.
  [[nodiscard]] std::vector<ClassRef> bases(ClassRef ref) const;
  /// Every name that can be written for a class in this scope: candidates for hints.
  [[nodiscard]] std::vector<std::string_view> visibleNames(ClassRef scope) const;

 private:
  ClassRef addClass(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing, Diagnostics& diagnostics);
  [[nodiscard]] ClassRef inherited(ClassRef scope, Symbol name, int depth) const;

  Symbols& symbols_;
  std::vector<ClassEntry> entries_;
  std::vector<std::pair<Symbol, ClassRef>> topLevel_;
};

}  // namespace dashpot::model
