// editing/layout.hpp (internal)
//
// How a text is laid out around what the tree says: parentheses, semicolons, words such as `annotation` and `protected`,
// lines and indentation. The tree says what; this says where exactly.
#pragma once

#include "editing/edits.hpp"

namespace dashpot::editing {

using syntax::Span;

[[nodiscard]] inline bool isEmpty(Span span) { return span.begin == span.end; }

// --------------------------------------------------------------------------------------------------------- lines

[[nodiscard]] std::uint32_t lineBegin(std::string_view text, std::uint32_t offset);
/// Where the end-of-line characters of the line stand.
[[nodiscard]] std::uint32_t lineEnd(std::string_view text, std::uint32_t offset);
/// Whether only blanks stand before it on its line.
[[nodiscard]] bool beginsLine(std::string_view text, std::uint32_t offset);
/// The blanks at the beginning of the line.
[[nodiscard]] std::string indentOf(std::string_view text, std::uint32_t offset);
/// "\r\n" or "\n", as the file has it.
[[nodiscard]] std::string lineBreak(std::string_view text);

/// A line behind a declaration or equation that ends at `after`, its semicolon included: behind the comment that follows
/// on the same line, or on that line, if more text does.
[[nodiscard]] Edit insertAfter(const File& file, std::uint32_t after, const std::string& indent, std::string_view line);
/// Takes a declaration or equation away, its semicolon included, and its lines, if nothing else is on them. Comments
/// stay.
[[nodiscard]] Edit removeLines(const File& file, Span span);

// --------------------------------------------------------------------------------------------------------- lists

/// Takes one of several things away that are separated by commas. Comments stay.
[[nodiscard]] Edits removeItem(const File& file, const std::vector<Span>& items, std::size_t index);
/// Adds an argument to a list in parentheses, in the manner of the last one.
[[nodiscard]] Edit addArgument(const File& file, Span parentheses, const std::vector<Span>& items,
                               std::string_view argument);
[[nodiscard]] std::vector<Span> spansOf(const syntax::Tree& tree, syntax::List<syntax::ArgumentId> list);

// --------------------------------------------------------------------------------------- declarations, arguments

/// An expression with the parentheses around it, which its own span leaves out.
[[nodiscard]] Span withParentheses(const File& file, syntax::ExpressionId expression, Span within);

/// The parts of `name[subscripts](arguments) = value if condition "description" annotation(entries)`; empty spans
/// stand where the part would be.
struct DeclarationLayout {
  Span arguments;                 // with their parentheses
  Span value;                     // behind the '='
  std::uint32_t head = 0;         // where arguments would go: behind name and subscripts
  std::uint32_t beforeValue = 0;  // where " = value" would go
  std::uint32_t valueSign = 0;    // the '='
  Span annotation;                // from the word on
  Span entries;                   // of the annotation, with their parentheses
};
[[nodiscard]] DeclarationLayout layoutOf(const File& file, const syntax::Component& component);

/// The same for an argument of a modification: `each final name(arguments) = value "description"`.
struct ArgumentLayout {
  Span arguments;
  Span value;
  std::uint32_t head = 0;
  std::uint32_t beforeValue = 0;
  std::uint32_t valueSign = 0;
};
[[nodiscard]] ArgumentLayout layoutOf(const File& file, const syntax::Argument& argument);

/// From the word `annotation` to its closing parenthesis, at the end of a statement, declaration or extends-clause; and
/// its list.
struct AnnotationLayout {
  Span whole;
  Span entries;
};
[[nodiscard]] AnnotationLayout annotationAtEnd(const File& file, Span owner, const syntax::Modification& annotation);

// ------------------------------------------------------------------------------------------------------- classes

/// What a class consists of, in the order of the text.
struct ClassItem {
  enum class Kind : std::uint8_t { publicWord, protectedWord, clause, section, annotation, external, end };
  Kind kind = Kind::end;
  Span span = {};           // with the semicolon, where there is one
  std::uint32_t index = 0;  // clause: of its first element; section: of the section
};
struct ClassLayout {
  std::uint32_t header = 0;      // behind name, modification and description
  std::vector<ClassItem> items;  // the last one is the end
};
[[nodiscard]] ClassLayout layoutOf(const File& file, const syntax::Class& node);

/// The indentation of what stands in a class.
[[nodiscard]] std::string bodyIndent(const File& file, const syntax::Class& node, const ClassLayout& layout);

/// In order and without empty ones.
[[nodiscard]] Edits sorted(Edits edits);

/// The shortest text of a number that reads as the same value.
[[nodiscard]] std::string numberText(double value);

}  // namespace dashpot::editing
