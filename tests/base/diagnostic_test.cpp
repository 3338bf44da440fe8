#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

namespace dashpot {
namespace {

TEST(Diagnostic, ShowsLocationLineCaretNoteAndHint) {
  Sources sources;
  const SourceId id = sources.add("press.mo", "model M\n  connect(pump.portt, line.port_a);\nend M;\n");
  Diagnostics diagnostics;
  diagnostics.error("unknown-name", {id, 23, 28}, "'pump.portt' is not a component of FixedPump")
      .note("FixedPump has the connectors suction, port, shaft")
      .hint("did you mean 'port'?");
  EXPECT_EQ(render(diagnostics, sources),
            "press.mo:2:16: error: 'pump.portt' is not a component of FixedPump\n"
            "    2 |   connect(pump.portt, line.port_a);\n"
            "      |                ^~~~~\n"
            "note: FixedPump has the connectors suction, port, shaft\n"
            "hint: did you mean 'port'?\n");
}

TEST(Diagnostic, KeepsTabsInFrontOfTheCaret) {
  Sources sources;
  const SourceId id = sources.add("t.mo", "\tx = ;\n");
  EXPECT_EQ(render(Diagnostic{Severity::warning, "", "odd", {id, 5, 6}}, sources),
            "t.mo:1:6: warning: odd\n    1 | \tx = ;\n      | \t    ^\n");
}

TEST(Diagnostic, PutsTheCaretBelowTheCharacterAlsoAfterLettersOfSeveralBytes) {
  Sources sources;
  const SourceId id = sources.add("t.mo", "\"für\" x;\n");
  EXPECT_EQ(render(Diagnostic{Severity::error, "", "odd", {id, 7, 8}}, sources),
            "t.mo:1:8: error: odd\n    1 | \"für\" x;\n      |       ^\n");
}

TEST(Diagnostic, ShowsControlCharactersAsQuestionMarks) {
  Sources sources;
  const SourceId id = sources.add("t.mo", "\x1b[2Jx\n");
  EXPECT_EQ(render(Diagnostic{Severity::error, "", "odd", {id, 4, 5}}, sources),
            "t.mo:1:5: error: odd\n    1 | ?[2Jx\n      |     ^\n");
}

TEST(Diagnostic, MarksTheEndOfTheFileWithoutReadingBeyondIt) {
  Sources sources;
  const SourceId id = sources.add("t.mo", "model M");
  EXPECT_EQ(render(Diagnostic{Severity::error, "", "end", {id, 7, 7}}, sources),
            "t.mo:1:8: error: end\n    1 | model M\n      |        ^\n");
}

TEST(Sources, CountsLinesAndColumnsFromOne) {
  Sources sources;
  const SourceId id = sources.add("t.mo", "ab\r\ncd\n");
  EXPECT_EQ(sources.describe({id, 0, 1}), "t.mo:1:1");
  EXPECT_EQ(sources.describe({id, 5, 6}), "t.mo:2:2");
  EXPECT_EQ(sources[id].line(1), "ab");
}

}  // namespace
}  // namespace dashpot
