#include "language_server/draft.hpp"

namespace dashpot::language_server {

Draft::Draft(const Document& document, std::shared_ptr<editing::Surroundings> around, std::size_t& growth)
    : document_(document), around_(std::move(around)), growth_(growth) {
  show(document.text.string());
}

Draft::~Draft() {
  file_.reset();
  if (!document_.path.empty()) around_->library.setText(document_.path, document_.text.string());
}

void Draft::apply(const editing::Edits& edits) { show(editing::apply(file_->text(), edits)); }

/// Classes of a package find one another through the library, so it has to know the text, too.
void Draft::show(const std::string& text) {
  file_.reset();
  if (!document_.path.empty()) around_->library.setText(document_.path, text);
  growth_ += text.size();
  file_ = std::make_unique<editing::File>(document_.path.empty() ? document_.uri : document_.path, text, around_);
}

}  // namespace dashpot::language_server
