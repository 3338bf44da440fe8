#include "editing/file.hpp"

#include "syntax/parse.hpp"

#include <algorithm>

namespace dashpot::editing {

File::File(std::string name, std::string text, std::shared_ptr<Surroundings> around)
    : around_(std::move(around)), source_(around_->sources.add(std::move(name), std::move(text))) {
  Diagnostics heard;  // the parser reports the same
  tokens_ = syntax::tokenize(source_, around_->sources, heard);
  tree_ = std::make_unique<syntax::Tree>(syntax::parse(source_, around_->sources, around_->symbols, diagnostics_));
  classes_ = std::make_unique<model::ClassTable>(around_->symbols);
  classes_->use(around_->library, around_->diagnostics);
  if (diagnostics_.hasErrors()) return;  // classes without names have no place in the table
  Diagnostics ignored;                   // two classes of one name are no obstacle to editing the first
  // A class of a package that is at hand gets its place in it when it is first asked for (entryOf).
  const bool isInPackage = tree_->within != syntax::ExpressionId::none &&
                           classes_->findQualified(this->text((*tree_)[tree_->within].span)) != model::ClassRef::none;
  if (!isInPackage) classes_->add(*tree_, ignored);
}

std::size_t File::tokenAt(std::uint32_t offset) const {
  const auto found = std::ranges::lower_bound(tokens(), offset, {}, &syntax::Token::begin);
  return std::min(static_cast<std::size_t>(found - tokens().begin()), tokens().size() - 1);
}

std::size_t File::closing(std::size_t opening) const {
  using syntax::TokenKind;
  int depth = 0;
  for (std::size_t i = opening; i < tokens().size(); ++i) {
    switch (tokens()[i].kind) {
      case TokenKind::leftParenthesis:
      case TokenKind::leftBracket:
      case TokenKind::leftBrace: ++depth; break;
      case TokenKind::rightParenthesis:
      case TokenKind::rightBracket:
      case TokenKind::rightBrace:
        if (--depth == 0) return i;
        break;
      default: break;
    }
  }
  return tokens().size() - 1;
}

}  // namespace dashpot::editing
