// language_server/document.hpp
//
// A text that an editor holds, and the places in it as the protocol counts them: lines from 0, and characters of a line
// in UTF-16 units, or in bytes where both sides agreed on it (LSP 3.17, "Position").
//
// Lines end with \n, \r\n or \r. A place behind the end of its line means that end, one behind the last line the end of
// the text, and one inside a character the beginning of that character: no position is an error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::language_server {

enum class Encoding : std::uint8_t { utf16, utf8 };

struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  auto operator<=>(const Position&) const = default;
};

struct Range {
  Position start, end;
  bool operator==(const Range&) const = default;
};

/// How many units of the encoding a stretch of UTF-8 has. A byte that belongs to no character counts as one.
[[nodiscard]] std::uint32_t lengthIn(Encoding encoding, std::string_view text);

/// Where the lines of a text begin.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  [[nodiscard]] std::size_t lineCount() const { return starts_.size(); }
  [[nodiscard]] std::uint32_t start(std::size_t line) const { return starts_[line]; }
  /// The number of the line that a byte is in.
  [[nodiscard]] std::uint32_t lineOf(std::size_t offset) const;

 private:
  std::vector<std::uint32_t> starts_;
};

/// An immutable text with its places; copies share it, so that threads can.
class Text {
 public:
  Text() : Text(std::string(), Encoding::utf16) {}
  Text(std::string text, Encoding encoding);

  [[nodiscard]] const std::string& string() const { return content_->text; }
  [[nodiscard]] Encoding encoding() const { return encoding_; }
  [[nodiscard]] std::size_t lineCount() const { return content_->lines.lineCount(); }
  /// The bytes of a line without its end.
  [[nodiscard]] std::string_view line(std::size_t number) const;
  [[nodiscard]] std::uint32_t lineStart(std::size_t number) const { return content_->lines.start(number); }
  [[nodiscard]] std::uint32_t lineOf(std::size_t offset) const { return content_->lines.lineOf(offset); }

  [[nodiscard]] std::size_t offsetAt(Position position) const;
  [[nodiscard]] Position positionAt(std::size_t offset) const;
  [[nodiscard]] Range range(std::size_t begin, std::size_t end) const { return {positionAt(begin), positionAt(end)}; }
  /// Whether it is the very same text, not one that reads alike.
  [[nodiscard]] bool isSameAs(const Text& other) const { return content_ == other.content_; }

 private:
  struct Content {
    std::string text;
    LineIndex lines;
  };
  std::shared_ptr<const Content> content_;
  Encoding encoding_ = Encoding::utf16;
};

/// A change that the client announces: new text for a range, or for the whole document.
struct Change {
  std::optional<Range> range;
  std::string text;
};

/// The text after all changes, each of which speaks of the text after the one before it.
[[nodiscard]] Text changed(const Text& before, const std::vector<Change>& changes);

/// An open document.
struct Document {
  std::string uri;
  std::string path;  // of the file; empty: there is none yet
  std::int64_t version = 0;
  Text text;
};

}  // namespace dashpot::language_server
