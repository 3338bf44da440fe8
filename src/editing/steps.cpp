#include "editing/steps.hpp"

#include <algorithm>

namespace dashpot::editing {

Steps::Steps(const File& file) : first_(file) {
  pieces_.push_back({0, static_cast<std::uint32_t>(file.text().size())});
}

bool Steps::make(const std::function<Outcome(const File& file)>& gesture) {
  Outcome outcome = gesture(file());
  if (!outcome) {
    refused_ = outcome.error();
    return false;
  }
  std::ranges::move(outcome->notes, std::back_inserter(change_.notes));
  std::ranges::move(outcome->components, std::back_inserter(change_.components));
  std::ranges::move(outcome->connections, std::back_inserter(change_.connections));
  if (outcome->edits.empty()) return true;
  for (auto edit = outcome->edits.rbegin(); edit != outcome->edits.rend(); ++edit) apply(*edit);
  current_ = std::make_unique<File>(first_.name(), editing::apply(file().text(), outcome->edits), first_.around());
  return true;
}

std::size_t Steps::pieceAt(std::uint32_t offset) {
  std::size_t i = 0;
  for (; i < pieces_.size() && offset >= pieces_[i].size(); ++i) offset -= pieces_[i].size();
  if (offset == 0 || i == pieces_.size()) return i;
  Piece rest = pieces_[i];
  if (rest.isOld) {
    pieces_[i].end = rest.begin = rest.begin + offset;
  } else {
    rest.added = rest.added.substr(offset);
    pieces_[i].added.resize(offset);
  }
  pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(rest));
  return i + 1;
}

void Steps::apply(const Edit& edit) {
  const auto begin = static_cast<std::ptrdiff_t>(pieceAt(edit.begin));
  const auto end = static_cast<std::ptrdiff_t>(pieceAt(edit.end));
  pieces_.erase(pieces_.begin() + begin, pieces_.begin() + end);
  if (!edit.replacement.empty()) pieces_.insert(pieces_.begin() + begin, {.added = edit.replacement, .isOld = false});
}

Change Steps::finish() {
  std::uint32_t at = 0;
  std::string added;
  const auto replaceUpTo = [&](std::uint32_t next) {
    if (next > at || !added.empty()) change_.edits.push_back({at, next, std::exchange(added, {})});
  };
  for (const Piece& piece : pieces_) {
    if (!piece.isOld) {
      added += piece.added;
    } else if (piece.size() > 0) {
      replaceUpTo(piece.begin);
      at = piece.end;
    }
  }
  replaceUpTo(static_cast<std::uint32_t>(first_.text().size()));
  return std::move(change_);
}

}  // namespace dashpot::editing
