// base/source.hpp
//
// Where something stands in the text a user wrote.
//
// A position is a file and a byte offset; line and column are computed only when a person has to read them. All texts
// of one compilation live in one `Sources`, which owns them and hands out ids.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

enum class SourceId : std::uint32_t { none = 0xffffffff };

/// A stretch of text, [begin, end) in bytes, of one file.
struct SourceRange {
  SourceId source = SourceId::none;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool known() const { return source != SourceId::none; }
  bool operator==(const SourceRange&) const = default;
};

/// From the beginning of the first to the end of the second.
[[nodiscard]] SourceRange join(SourceRange first, SourceRange second);

struct LineColumn {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in bytes
};

class SourceText {
 public:
  SourceText(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] LineColumn lineColumn(std::uint32_t offset) const;
  /// The text of a line (from 1) without its end-of-line characters.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> lineStarts_;
};

class Sources {
 public:
  SourceId add(std::string name, std::string text);
  [[nodiscard]] const SourceText& operator[](SourceId id) const { return texts_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  /// "file:line:column", or "file:line" without the column.
  [[nodiscard]] std::string describe(SourceRange range) const;
  [[nodiscard]] std::string describeLine(SourceRange range) const;
  [[nodiscard]] std::string_view text(SourceRange range) const;

 private:
  std::deque<SourceText> texts_;  // a deque: views into a text stay valid when another is added
};

}  // namespace dashpot
