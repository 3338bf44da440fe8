// language_server/draft.hpp: a document while gestures change it.
#pragma once

#include "editing/edits.hpp"
#include "language_server/document.hpp"

#include <memory>

namespace dashpot::language_server {

/// A text that is being changed by gestures, among the classes that its document sees. When it goes, the document's own
/// text counts again.
class Draft {
 public:
  /// `growth` counts the bytes of texts that are kept.
  Draft(const Document& document, std::shared_ptr<editing::Surroundings> around, std::size_t& growth);
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  [[nodiscard]] const editing::File& file() const { return *file_; }
  void apply(const editing::Edits& edits);

 private:
  void show(const std::string& text);

  const Document& document_;
  std::shared_ptr<editing::Surroundings> around_;
  std::size_t& growth_;
  std::unique_ptr<editing::File> file_;
};

}  // namespace dashpot::language_server
