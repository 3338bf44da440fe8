// language_server/known_classes.hpp
//
// The classes that a document sees: its own, as its text stands in the editor, and those of the libraries and of the
// workspace's folders, with what other open documents have changed in them.
//
// Trees of libraries are kept from one text of a document to the next. One object belongs to one thread; what it is told
// comes by value.
#pragma once

#include "language_server/document.hpp"
#include "language_server/draft.hpp"
#include "model/classes/catalogue.hpp"
#include "model/classes/written_classes.hpp"
#include "syntax/lexer.hpp"

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::language_server {

/// The files at one moment.
struct Snapshot {
  std::vector<std::filesystem::path> roots;  // where libraries are looked for, in this order
  std::vector<Document> open;
  std::uint64_t filesRead = 0;  // changes whenever files on disk may have
};

/// The classes as one document sees them.
struct View {
  View(Sources& allSources, Symbols& allSymbols, model::Library& allStored)
      : sources(allSources), symbols(allSymbols), library(allStored) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  Document document;
  Sources& sources;
  Symbols& symbols;
  model::Library& library;
  const syntax::Tree* tree = nullptr;  // of the document
  std::deque<syntax::Tree> others;     // of further files that were read for a question
  model::ClassTable classes{symbols};
  model::WrittenClasses written{classes, sources};
  model::Catalogue catalogue{classes, library, sources};
  /// Of the files, the document included: what is wrong in their syntax, their names and their places.
  Diagnostics diagnostics;

  [[nodiscard]] const Text& text() const { return document.text; }
  [[nodiscard]] std::string_view name(Symbol symbol) const {
    return symbol == Symbol::none ? std::string_view() : symbols.text(symbol);
  }
  /// Whether a tree is that of the document.
  [[nodiscard]] bool isOwn(const syntax::Tree& other) const { return &other == tree; }
  /// Reads a further file; its classes are not added.
  const syntax::Tree& parse(const std::string& path, const std::string& content, Diagnostics& reports);
  /// The innermost class around a byte of the document; none: at the top.
  [[nodiscard]] model::ClassRef classAt(std::size_t offset);
};

class KnownClasses {
 public:
  /// The classes as `document` sees them: good until the next call.
  View& seenBy(const Document& document, const Snapshot& snapshot);
  /// The text of a document, to be changed. It must be gone before the next call; views are no good any more.
  std::unique_ptr<Draft> draftOf(const Document& document, const Snapshot& snapshot);

 private:
  /// What is kept as long as the files on disk stay as they are.
  struct Store {
    std::shared_ptr<editing::Surroundings> around = std::make_shared<editing::Surroundings>();
    Sources& sources = around->sources;
    Symbols& symbols = around->symbols;
    model::Library& library = around->library;
    model::StoredId place = model::StoredId::none;  // of the document, if it lies in a package
    std::map<std::string, Text> texts;              // of open documents, as the library knows them
    std::size_t growth = 0;                         // bytes of texts that have been replaced since
  };

  [[nodiscard]] bool isUpToDate(const Document& document, const Snapshot& snapshot) const;
  void makeStore(const Snapshot& snapshot);
  void tellTexts(const Snapshot& snapshot, const Document& document);
  [[nodiscard]] Diagnostics reportsOnLibraries() const;
  [[nodiscard]] const syntax::Tree* storedTree(const Document& document, Diagnostics& diagnostics);

  std::unique_ptr<Store> store_;
  std::unique_ptr<syntax::Tree> ownTree_;  // of a document that lies in no package
  std::unique_ptr<View> view_;
  Snapshot known_;
};

}  // namespace dashpot::language_server
