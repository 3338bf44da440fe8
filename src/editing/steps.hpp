// editing/steps.hpp (internal)
//
// A gesture made of several: each works on what the ones before it left, and the whole is one list of edits of the text
// that there was at first.
#pragma once

#include "editing/edits.hpp"

#include <functional>
#include <memory>

namespace dashpot::editing {

class Steps {
 public:
  explicit Steps(const File& file);

  /// The text as it stands.
  [[nodiscard]] const File& file() const { return current_ ? *current_ : first_; }
  /// False if the gesture is refused; `refused` says why.
  [[nodiscard]] bool make(const std::function<Outcome(const File& file)>& gesture);
  [[nodiscard]] const Diagnostic& refused() const { return refused_; }

  /// What all of them changed.
  [[nodiscard]] Change finish();

 private:
  /// A stretch of the first text, or new text.
  struct Piece {
    std::uint32_t begin = 0, end = 0;
    std::string added = {};
    bool isOld = true;
    [[nodiscard]] std::uint32_t size() const { return isOld ? end - begin : static_cast<std::uint32_t>(added.size()); }
  };
  void apply(const Edit& edit);
  /// The number of the piece that begins at a place of the text as it stands, which is split there if need be.
  [[nodiscard]] std::size_t pieceAt(std::uint32_t offset);

  const File& first_;
  std::unique_ptr<File> current_;
  std::vector<Piece> pieces_;
  Change change_;
  Diagnostic refused_;
};

}  // namespace dashpot::editing
