// Look-up among classes as they are written.
#include "model/classes/written_classes.hpp"

#include "syntax/parse.hpp"

#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

TEST(WrittenClasses, ALibraryThatInheritsFromItselfIsSearchedToAnEnd) {
  for (const char* text : {"package P extends P.Q; end P;", "package P extends P.Q.R; extends P.S; end P;",
                           "package P extends Q.R; end P; package Q extends P.S; end Q;",
                           "package P extends Q.A; package B extends A; end B; end P; package Q extends P.B; end Q;"}) {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const syntax::Tree tree = syntax::parse(sources.add("P.mo", text), sources, symbols, diagnostics);
    ClassTable classes(symbols);
    classes.add(tree, diagnostics);
    WrittenClasses written(classes, sources);
    const ClassRef package = classes.findQualified("P");
    EXPECT_EQ(written.member(package, symbols.intern("Missing")), ClassRef::none) << text;
    for (const syntax::ElementId id : tree.items(classes[package].node().elements)) {
      if (tree[id].kind != syntax::ElementKind::extends) continue;
      EXPECT_EQ(written.base(package, tree[id]), ClassRef::none) << text;
    }
  }
}

}  // namespace
}  // namespace dashpot::model
