#include "language_server/formatting.hpp"

#include "language_server/token_kinds.hpp"
#include "syntax/lexer.hpp"

#include <algorithm>

namespace dashpot::language_server {

namespace {

using syntax::Token;
using syntax::TokenKind;

/// How a line begins.
struct Line {
  enum class Kind : std::uint8_t { untouched, statement, continuation };
  Kind kind = Kind::untouched;
  std::size_t depth = 0;    // a statement: steps of indentation
  std::uint32_t first = 0;  // a continuation: the line where its statement begins
};

bool isClauseWord(TokenKind kind) {
  return isAny(kind, {TokenKind::keywordIf, TokenKind::keywordFor, TokenKind::keywordWhen, TokenKind::keywordWhile});
}

/// Reads the tokens once and says of each line what it begins with.
class Structure {
 public:
  Structure(const Text& text, const syntax::Tokens& lexed)
      : text_(text), tokens_(lexed.tokens), lines_(text.lineCount()) {
    auto comment = lexed.comments.begin();
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      for (; comment != lexed.comments.end() && comment->begin < tokens_[at_].begin; ++comment)
        note(comment->begin, depth_);
      if (kind() == TokenKind::endOfFile) break;
      read();
    }
    // A line end inside a string or a comment leaves the next line alone.
    for (const Token& token : tokens_) leaveAlone(token.begin, token.end);
    for (const syntax::LexedComment& each : lexed.comments) leaveAlone(each.begin, each.end);
  }

  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

 private:
  [[nodiscard]] TokenKind kind(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].kind : TokenKind::endOfFile;
  }

  /// Whatever stands first on a line decides about it.
  void note(std::uint32_t offset, std::size_t depth) {
    const std::uint32_t line = text_.lineOf(offset);
    const std::string_view before =
        std::string_view(text_.string()).substr(text_.lineStart(line), offset - text_.lineStart(line));
    if (before.find_first_not_of(" \t") != std::string_view::npos) return;
    if (isStart_)
      lines_[line] = {Line::Kind::statement, depth, line};
    else
      lines_[line] = {Line::Kind::continuation, depth, statementLine_};
  }

  void read() {
    const bool begins = isStart_ && brackets_ == 0;
    note(tokens_[at_].begin, begins && isOutdented() ? depth_ - std::min<std::size_t>(depth_, 1) : depth_);
    if (begins) {
      statementLine_ = text_.lineOf(tokens_[at_].begin);
      beginStatement();
    } else {
      goOn();
    }
  }

  [[nodiscard]] bool isOutdented() const {
    if (kind() == TokenKind::keywordInitial)
      return isAny(kind(1), {TokenKind::keywordEquation, TokenKind::keywordAlgorithm});
    return isAny(kind(), {TokenKind::keywordEnd, TokenKind::keywordElse, TokenKind::keywordElseif,
                          TokenKind::keywordElsewhen, TokenKind::keywordEquation, TokenKind::keywordAlgorithm,
                          TokenKind::keywordPublic, TokenKind::keywordProtected});
  }

  void beginStatement() {
    isStart_ = false;
    if (kind() == TokenKind::keywordEnd) {
      depth_ -= std::min<std::size_t>(depth_, 1);
    } else if (isAny(kind(), {TokenKind::keywordElse, TokenKind::keywordEquation, TokenKind::keywordAlgorithm,
                              TokenKind::keywordPublic, TokenKind::keywordProtected})) {
      isInSection_ = isInSection_ || isAny(kind(), {TokenKind::keywordEquation, TokenKind::keywordAlgorithm});
      if (isAny(kind(), {TokenKind::keywordPublic, TokenKind::keywordProtected})) isInSection_ = false;
      isStart_ = true;
    } else if (isAny(kind(), {TokenKind::keywordElseif, TokenKind::keywordElsewhen})) {
      isHead_ = true;
    } else if (isInSection_ && isClauseWord(kind())) {
      ++depth_;
      isHead_ = true;
    } else {
      goOn();
    }
  }

  void goOn() {
    if (isOpening(kind())) ++brackets_;
    if (isClosing(kind()) && brackets_ > 0) --brackets_;
    if (brackets_ > 0) return;
    const bool followsInitial = at_ > 0 && tokens_[at_ - 1].kind == TokenKind::keywordInitial;
    if (kind() == TokenKind::semicolon) {
      isStart_ = true;
      isHead_ = false;
    } else if (isHead_ && isAny(kind(), {TokenKind::keywordThen, TokenKind::keywordLoop})) {
      isHead_ = false;
      isStart_ = true;
    } else if (followsInitial && isAny(kind(), {TokenKind::keywordEquation, TokenKind::keywordAlgorithm})) {
      isInSection_ = true;
      isStart_ = true;
    } else if (isClassWord(kind()) && beginsClass(1)) {
      readHeader();
    }
  }

  /// A name and no '=' follow, or `extends`: a class with a body.
  [[nodiscard]] bool beginsClass(std::size_t ahead) const {
    if (kind(ahead) == TokenKind::keywordExtends) return kind(ahead + 1) == TokenKind::identifier;
    return kind(ahead) == TokenKind::identifier && kind(ahead + 1) != TokenKind::becomes;
  }

  /// From the class word to the end of the description; what follows begins a statement.
  void readHeader() {
    const auto take = [this] {
      ++at_;
      note(tokens_[at_].begin, depth_);
    };
    take();
    if (kind() == TokenKind::keywordExtends) take();
    if (kind(1) == TokenKind::leftParenthesis) {
      int open = 0;
      do {
        take();
        if (isOpening(kind())) ++open;
        if (isClosing(kind())) --open;
      } while (open > 0 && kind(1) != TokenKind::endOfFile);
    }
    while (kind(1) == TokenKind::string || (kind(1) == TokenKind::plus && kind() == TokenKind::string)) take();
    ++depth_;
    isInSection_ = false;
    isStart_ = true;
  }

  void leaveAlone(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t line = text_.lineOf(begin) + 1; line < lines_.size() && text_.lineStart(line) < end; ++line)
      lines_[line].kind = Line::Kind::untouched;
  }

  const Text& text_;
  const std::vector<Token>& tokens_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t brackets_ = 0;
  bool isStart_ = true;       // the next token begins a statement
  bool isHead_ = false;       // of a clause: before its `then` or `loop`
  bool isInSection_ = false;  // of equations or an algorithm
  std::uint32_t statementLine_ = 0;
};

std::size_t widthOf(std::string_view blanks, std::size_t tab) {
  std::size_t width = 0;
  for (const char c : blanks) width += c == '\t' ? tab - width % tab : 1;
  return width;
}

}  // namespace

std::vector<Indentation> reindented(const Text& text, const Layout& layout) {
  Sources sources;
  Diagnostics unheard;
  const syntax::Tokens lexed = syntax::tokenize(sources.add("", text.string()), sources, unheard);
  const Structure structure(text, lexed);
  const std::size_t step = std::clamp<std::size_t>(layout.width, 1, 16);
  std::vector<Indentation> result;
  std::vector<std::ptrdiff_t> shift(text.lineCount());  // of the statement that begins on a line
  for (std::uint32_t i = 0; i < text.lineCount(); ++i) {
    const Line& line = structure.lines()[i];
    const std::string_view content = text.line(i);
    const std::size_t blanks = std::min(content.find_first_not_of(" \t"), content.size());
    const std::size_t had = widthOf(content.substr(0, blanks), step);
    std::size_t wanted = had;
    if (line.kind == Line::Kind::statement) {
      wanted = line.depth * step;
      shift[i] = static_cast<std::ptrdiff_t>(wanted) - static_cast<std::ptrdiff_t>(had);
    } else if (line.kind == Line::Kind::continuation) {
      wanted =
          static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(had) + shift[line.first]));
    } else {
      continue;
    }
    const std::string after =
        layout.usesTabs ? std::string(wanted / step, '\t') + std::string(wanted % step, ' ') : std::string(wanted, ' ');
    if (after != content.substr(0, blanks)) result.push_back({i, blanks, after});
  }
  return result;
}

}  // namespace dashpot::language_server
