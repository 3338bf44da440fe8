// A gesture on a text: what comes of it, after the promises that hold for every gesture have been looked at.
#pragma once

#include "editing/edits.hpp"
#include "syntax/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace dashpot::editing {

/// The edits are in order, lie in the text and do not overlap; the text parses; the inverse restores the bytes.
inline void expectPromises(const File& file, const Change& change) {
  const std::string& text = file.text();
  std::uint32_t from = 0;
  for (const Edit& edit : change.edits) {
    ASSERT_LE(from, edit.begin);
    ASSERT_LE(edit.begin, edit.end);
    ASSERT_LE(edit.end, text.size());
    from = edit.end;
  }
  const std::string changed = editing::apply(text, change.edits);
  EXPECT_EQ(editing::apply(changed, inverse(text, change.edits)), text);
  const File again("test.mo", changed);
  EXPECT_EQ(render(again.diagnostics(), again.sources()), render(file.diagnostics(), file.sources())) << changed;
  EXPECT_THAT(syntax::check(again.tree(), again.sources()), ::testing::IsEmpty());
}

using Gesture = std::function<Outcome(const File&)>;

/// The text after the gesture; what went with it into `notes`.
inline std::string edited(const std::string& text, const Gesture& gesture, std::vector<std::string>* notes = nullptr) {
  const File file("test.mo", text);
  EXPECT_TRUE(file.diagnostics().all().empty()) << render(file.diagnostics(), file.sources());
  const Outcome outcome = gesture(file);
  if (!outcome) {
    ADD_FAILURE() << render(outcome.error(), file.sources());
    return "";
  }
  expectPromises(file, *outcome);
  if (notes) *notes = outcome->notes;
  return editing::apply(text, outcome->edits);
}

/// What a user is told; empty, and a failure, if the gesture is not refused.
inline std::string refused(const std::string& text, const Gesture& gesture) {
  const File file("test.mo", text);
  const Outcome outcome = gesture(file);
  if (!outcome) return render(outcome.error(), file.sources());
  ADD_FAILURE() << "not refused: " << editing::apply(text, outcome->edits);
  return "";
}

/// The same text with the line ends of other systems.
inline std::string withCarriageReturns(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? "\r\n" : std::string(1, c);
  return result;
}

}  // namespace dashpot::editing
