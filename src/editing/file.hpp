// editing/file.hpp
//
// A text that is edited: parsed, with its words and their places, among the classes it may name.
#pragma once

#include "base/diagnostic.hpp"
#include "model/classes/class_table.hpp"
#include "model/classes/library.hpp"
#include "syntax/lexer.hpp"
#include "syntax/tree.hpp"

#include <memory>
#include <string>

namespace dashpot::editing {

/// The libraries around a file. They are read once and serve every version of the text.
struct Surroundings {
  Sources sources;
  Symbols symbols;
  model::Library library{sources, symbols};
  Diagnostics diagnostics;  // of the libraries' files
};

/// One version of a text. It does not change: a changed text is another file.
class File {
 public:
  File(std::string name, std::string text, std::shared_ptr<Surroundings> around = std::make_shared<Surroundings>());

  [[nodiscard]] const std::string& name() const { return around_->sources[source_].name(); }
  [[nodiscard]] const std::string& text() const { return around_->sources[source_].text(); }
  [[nodiscard]] const syntax::Tree& tree() const { return *tree_; }
  [[nodiscard]] const std::vector<syntax::Token>& tokens() const { return tokens_.tokens; }
  [[nodiscard]] const std::vector<syntax::LexedComment>& comments() const { return tokens_.comments; }
  /// What the parser has to say about the text.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] const Sources& sources() const { return around_->sources; }
  [[nodiscard]] Symbols& symbols() const { return around_->symbols; }
  /// The classes of the file, and through them those of the libraries.
  [[nodiscard]] model::ClassTable& classes() const { return *classes_; }
  [[nodiscard]] model::Library& library() const { return around_->library; }
  [[nodiscard]] std::shared_ptr<Surroundings> around() const { return around_; }

  [[nodiscard]] std::string_view text(syntax::Span span) const {
    return std::string_view(text()).substr(span.begin, span.end - span.begin);
  }
  [[nodiscard]] std::string_view text(Symbol symbol) const {
    return symbol == Symbol::none ? std::string_view() : around_->symbols.text(symbol);
  }
  /// The number of the first word that begins at or behind a place.
  [[nodiscard]] std::size_t tokenAt(std::uint32_t offset) const;
  /// The number of the word that closes the parenthesis, bracket or brace with this number.
  [[nodiscard]] std::size_t closing(std::size_t opening) const;

 private:
  std::shared_ptr<Surroundings> around_;
  SourceId source_;
  Diagnostics diagnostics_;
  std::unique_ptr<syntax::Tree> tree_;
  syntax::Tokens tokens_;
  std::unique_ptr<model::ClassTable> classes_;
};

}  // namespace dashpot::editing
