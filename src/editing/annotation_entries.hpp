// editing/annotation_entries.hpp (internal): reading and changing entries of an annotation that is there.
#pragma once

#include "editing/layout.hpp"

namespace dashpot::editing {

/// The entry `name` of an annotation, or of an entry of it; null: there is none.
[[nodiscard]] const syntax::Argument* annotationEntry(const File& file, const syntax::Modification& annotation,
                                                      std::string_view name);

/// A number as it is written: a literal, perhaps with a sign. Empty: it is computed, or none.
[[nodiscard]] std::optional<double> literalNumber(const syntax::Tree& tree, syntax::ExpressionId expression);

/// {x, y}
struct WrittenPoint {
  syntax::ExpressionId x = syntax::ExpressionId::none, y = syntax::ExpressionId::none;
  Point value = {};
};
[[nodiscard]] std::optional<WrittenPoint> writtenPoint(const syntax::Tree& tree, syntax::ExpressionId expression);
/// {{x, y}, {x, y}, ...}
[[nodiscard]] std::optional<std::vector<WrittenPoint>> writtenPoints(const syntax::Tree& tree,
                                                                     syntax::ExpressionId expression);

/// Writes numbers anew where their values change. One of the same value that stands nearby is written as it is there.
class NumberEdits {
 public:
  explicit NumberEdits(const File& file) : file_(file) {}
  void knows(const WrittenPoint& point);
  void set(syntax::ExpressionId number, double value);
  void set(const WrittenPoint& point, Point value) {
    set(point.x, value.x);
    set(point.y, value.y);
  }
  [[nodiscard]] Edits take() { return std::move(edits_); }

 private:
  const File& file_;
  std::vector<syntax::ExpressionId> known_;
  Edits edits_;
};

/// Adds an entry to an annotation that may not be there yet, at the end of a declaration or connection.
[[nodiscard]] Edit addEntry(const File& file, Span owner, const syntax::Modification& annotation,
                            std::string_view opening, std::string_view entry);

}  // namespace dashpot::editing
