#include "editing/layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace dashpot::editing {

namespace {

using syntax::ExpressionId;
using syntax::Token;
using syntax::TokenKind;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::uint32_t place(std::size_t offset) { return static_cast<std::uint32_t>(offset); }

const syntax::LexedComment* commentAt(const File& file, std::uint32_t offset) {
  const auto found = std::ranges::lower_bound(file.comments(), offset, {}, &syntax::LexedComment::begin);
  return found != file.comments().end() && found->begin == offset ? &*found : nullptr;
}

/// The first place at or behind `offset` that is no blank; line ends count as text.
std::uint32_t skipBlanks(std::string_view text, std::uint32_t offset) {
  while (offset < text.size() && isBlank(text[offset])) ++offset;
  return offset;
}

bool atLineEnd(std::string_view text, std::uint32_t offset) { return offset >= text.size() || text[offset] == '\n'; }

}  // namespace

// --------------------------------------------------------------------------------------------------------------- lines

std::uint32_t lineBegin(std::string_view text, std::uint32_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return before == std::string_view::npos ? 0 : place(before + 1);
}

std::uint32_t lineEnd(std::string_view text, std::uint32_t offset) {
  std::uint32_t end = place(std::min(text.find('\n', offset), text.size()));
  if (end > offset && end < text.size() && text[end - 1] == '\r') --end;
  return end;
}

bool beginsLine(std::string_view text, std::uint32_t offset) {
  return std::ranges::all_of(text.substr(lineBegin(text, offset), offset - lineBegin(text, offset)), isBlank);
}

std::string indentOf(std::string_view text, std::uint32_t offset) {
  const std::uint32_t begin = lineBegin(text, offset);
  std::uint32_t end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return std::string(text.substr(begin, end - begin));
}

std::string lineBreak(std::string_view text) {
  const std::size_t first = text.find('\n');
  return first != std::string_view::npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

Edit insertAfter(const File& file, std::uint32_t after, const std::string& indent, std::string_view line) {
  const std::string_view text = file.text();
  std::uint32_t at = skipBlanks(text, after);
  while (const syntax::LexedComment* comment = commentAt(file, at)) at = skipBlanks(text, comment->end);
  if (!atLineEnd(text, at)) return {after, after, " " + std::string(line)};
  const std::uint32_t end = at > after && at < text.size() && text[at - 1] == '\r' ? at - 1 : at;
  return {end, end, lineBreak(text) + indent + std::string(line)};
}

Edit removeLines(const File& file, Span span) {
  const std::string_view text = file.text();
  const std::uint32_t behind = skipBlanks(text, span.end);
  const bool isFirst = beginsLine(text, span.begin);
  if (!atLineEnd(text, behind)) return {span.begin, behind};
  if (isFirst) return {lineBegin(text, span.begin), place(std::min<std::size_t>(behind + 1, text.size()))};
  std::uint32_t begin = span.begin;
  while (begin > 0 && isBlank(text[begin - 1])) --begin;
  return {begin, span.end};
}

// --------------------------------------------------------------------------------------------------------------- lists

std::vector<Span> spansOf(const syntax::Tree& tree, syntax::List<syntax::ArgumentId> list) {
  std::vector<Span> spans;
  for (const syntax::ArgumentId id : tree.items(list)) spans.push_back(tree[id].span);
  return spans;
}

Edits removeItem(const File& file, const std::vector<Span>& items, std::size_t index) {
  const Span item = items[index];
  if (items.size() == 1) return {{item.begin, item.end}};
  const std::string_view text = file.text();
  const auto& tokens = file.tokens();
  const auto isOnlyBlank = [&](std::uint32_t begin, std::uint32_t end) {
    return std::ranges::all_of(text.substr(begin, end - begin), [](char c) { return isBlank(c) || c == '\n'; });
  };
  if (index + 1 < items.size()) {
    const Token comma = tokens[file.tokenAt(item.end)];
    std::uint32_t end = comma.end;
    while (end < text.size() && (isBlank(text[end]) || text[end] == '\n')) ++end;
    if (isOnlyBlank(item.end, comma.begin)) return {{item.begin, end}};
    return {{item.begin, item.end}, {comma.begin, comma.end}};
  }
  const Token comma = tokens[file.tokenAt(item.begin) - 1];
  if (isOnlyBlank(comma.end, item.begin)) return {{comma.begin, item.end}};
  return {{comma.begin, comma.end}, {item.begin, item.end}};
}

Edit addArgument(const File& file, Span parentheses, const std::vector<Span>& items, std::string_view argument) {
  if (items.empty()) return {parentheses.begin + 1, parentheses.begin + 1, std::string(argument)};
  const std::string_view text = file.text();
  const Span last = items.back();
  const std::string separator =
      beginsLine(text, last.begin) ? "," + lineBreak(text) + indentOf(text, last.begin) : ", ";
  return {last.end, last.end, separator + std::string(argument)};
}

// ---------------------------------------------------------------------------------------------- declarations, arguments

Span withParentheses(const File& file, ExpressionId expression, Span within) {
  Span span = file.tree()[expression].span;
  const auto& tokens = file.tokens();
  for (std::size_t i = file.tokenAt(span.begin);
       i > 0 && tokens[i - 1].kind == TokenKind::leftParenthesis && tokens[i - 1].begin >= within.begin; --i)
    span.begin = tokens[i - 1].begin;
  for (std::size_t i = file.tokenAt(span.end);
       tokens[i].kind == TokenKind::rightParenthesis && tokens[i].end <= within.end; ++i)
    span.end = tokens[i].end;
  return span;
}

namespace {

/// (arguments) = value, from word number `at` on; the number of the word behind.
template <class Layout>
std::size_t readModification(const File& file, std::size_t at, Span within, const syntax::Modification& modification,
                             Layout& layout) {
  const auto& tokens = file.tokens();
  const auto endBefore = [&](std::size_t i) { return i == 0 ? 0 : tokens[i - 1].end; };
  layout.head = layout.beforeValue = endBefore(at);
  layout.arguments = {layout.head, layout.head};
  if (tokens[at].kind == TokenKind::leftParenthesis && tokens[at].begin < within.end) {
    const std::size_t close = file.closing(at);
    layout.arguments = {tokens[at].begin, tokens[close].end};
    layout.beforeValue = tokens[close].end;
    at = close + 1;
  }
  layout.value = {layout.beforeValue, layout.beforeValue};
  layout.valueSign = layout.beforeValue;
  if (modification.value == ExpressionId::none) return at;
  layout.valueSign = tokens[at].begin;
  layout.value = withParentheses(file, modification.value, {tokens[at].end, within.end});
  return file.tokenAt(layout.value.end);
}

}  // namespace

DeclarationLayout layoutOf(const File& file, const syntax::Component& component) {
  DeclarationLayout layout;
  const auto& tokens = file.tokens();
  std::size_t at = file.tokenAt(component.nameSpan.end);
  if (tokens[at].kind == TokenKind::leftBracket && tokens[at].begin < component.span.end) at = file.closing(at) + 1;
  readModification(file, at, component.span, component.modification, layout);
  const AnnotationLayout annotation = annotationAtEnd(file, component.span, component.annotation);
  layout.annotation = annotation.whole;
  layout.entries = annotation.entries;
  return layout;
}

ArgumentLayout layoutOf(const File& file, const syntax::Argument& argument) {
  ArgumentLayout layout;
  readModification(file, file.tokenAt(file.tree()[argument.name].span.end), argument.span, argument.modification,
                   layout);
  return layout;
}

AnnotationLayout annotationAtEnd(const File& file, Span owner, const syntax::Modification& annotation) {
  const AnnotationLayout none{{owner.end, owner.end}, {owner.end, owner.end}};
  const auto& tokens = file.tokens();
  const auto listFrom = [&](std::size_t open) -> AnnotationLayout {
    const std::uint32_t end = tokens[file.closing(open)].end;
    return {{tokens[open - 1].begin, end}, {tokens[open].begin, end}};
  };
  if (!annotation.arguments.empty()) {
    const std::size_t first = file.tokenAt(file.tree()[file.tree().at(annotation.arguments, 0)].span.begin);
    return listFrom(first - 1);
  }
  // annotation() has nothing that the tree knows of.
  const std::size_t behind = file.tokenAt(owner.end);
  if (behind >= 3 && tokens[behind - 3].kind == TokenKind::keywordAnnotation && tokens[behind - 3].begin >= owner.begin)
    return listFrom(behind - 2);
  return none;
}

// ------------------------------------------------------------------------------------------------------------- classes

ClassLayout layoutOf(const File& file, const syntax::Class& node) {
  const syntax::Tree& tree = file.tree();
  const auto& tokens = file.tokens();
  std::vector<ClassItem> known;  // clauses and sections
  for (std::uint32_t i = 0; i < node.elements.count; ++i) {
    const Span span = tree[tree.at(node.elements, i)].span;
    if (known.empty() || known.back().span.begin != span.begin) known.push_back({ClassItem::Kind::clause, span, i});
  }
  for (std::uint32_t i = 0; i < node.sections.count; ++i)
    known.push_back({ClassItem::Kind::section, tree[tree.at(node.sections, i)].span, i});
  std::ranges::sort(known, {}, [](const ClassItem& item) { return item.span.begin; });

  ClassLayout layout;
  std::size_t at = file.tokenAt(node.nameSpan.end);
  if (tokens[at].kind == TokenKind::leftParenthesis) at = file.closing(at) + 1;
  while (tokens[at].kind == TokenKind::string || tokens[at].kind == TokenKind::plus) ++at;
  layout.header = tokens[at - 1].end;

  auto next = known.begin();
  const auto behindSemicolon = [&](std::size_t i) { return tokens[i].kind == TokenKind::semicolon ? i + 1 : i; };
  while (tokens[at].begin < node.span.end) {
    const std::size_t first = at;
    ClassItem item{.span = {tokens[at].begin, tokens[at].end}};
    if (next != known.end() && next->span.begin == tokens[at].begin) {
      item = *next++;
      at = file.tokenAt(item.span.end);
      if (item.kind == ClassItem::Kind::clause) at = behindSemicolon(at);
    } else if (tokens[at].kind == TokenKind::keywordPublic || tokens[at].kind == TokenKind::keywordProtected) {
      item.kind =
          tokens[at].kind == TokenKind::keywordPublic ? ClassItem::Kind::publicWord : ClassItem::Kind::protectedWord;
      ++at;
    } else if (tokens[at].kind == TokenKind::keywordAnnotation) {
      item.kind = ClassItem::Kind::annotation;
      at = behindSemicolon(file.closing(at + 1) + 1);
    } else if (tokens[at].kind == TokenKind::keywordExternal) {
      item.kind = ClassItem::Kind::external;
      while (tokens[at].kind != TokenKind::semicolon && tokens[at].begin < node.span.end) ++at;
      at = behindSemicolon(at);
    } else {
      break;  // end NAME
    }
    item.span.end = tokens[std::max(at, first + 1) - 1].end;
    layout.items.push_back(item);
  }
  layout.items.push_back({ClassItem::Kind::end, {tokens[at].begin, node.span.end}, 0});
  return layout;
}

std::string bodyIndent(const File& file, const syntax::Class& node, const ClassLayout& layout) {
  const std::string_view text = file.text();
  for (const ClassItem& item : layout.items)
    if (item.kind == ClassItem::Kind::clause && beginsLine(text, item.span.begin))
      return indentOf(text, item.span.begin);
  for (const syntax::SectionId id : file.tree().items(node.sections))
    for (const syntax::StatementId statement : file.tree().items(file.tree()[id].statements))
      if (const std::uint32_t begin = file.tree()[statement].span.begin; beginsLine(text, begin))
        return indentOf(text, begin);
  return indentOf(text, node.span.begin) + "  ";
}

Edits sorted(Edits edits) {
  std::erase_if(edits, [](const Edit& edit) { return edit.begin == edit.end && edit.replacement.empty(); });
  std::ranges::stable_sort(edits, {}, [](const Edit& edit) { return std::pair(edit.begin, edit.end); });
  return edits;
}

std::string numberText(double value) {
  if (value == 0.0) return "0";  // also for -0
  std::array<char, 32> digits{};
  const auto plain = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  std::string text(digits.data(), plain.ptr);
  // 2.1e+07 as 2.1e7
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    const bool isNegative = text[e + 1] == '-';
    std::size_t first = e + 2;
    while (first + 1 < text.size() && text[first] == '0') ++first;
    text = text.substr(0, e + 1) + (isNegative ? "-" : "") + text.substr(first);
  }
  return text;
}

}  // namespace dashpot::editing
