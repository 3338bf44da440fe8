#include "model/classes/library.hpp"

#include "model/flatten.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace dashpot::model {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// A directory of its own for each test, gone afterwards.
class LibraryTest : public ::testing::Test {
 protected:
  LibraryTest() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    root = fs::path(::testing::TempDir()) / ("dashpot_" + std::string(info->name()));
    fs::remove_all(root);
    fs::create_directories(root);
  }
  ~LibraryTest() override { fs::remove_all(root); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  }
  /// A package with a nested directory package, a file, and an order.
  void writeHydraulics() const {
    write("Hydraulics/package.mo", "package Hydraulics\n  constant Real p0 = 1e5;\nend Hydraulics;\n");
    write("Hydraulics/package.order", "Valves\nPumps\np0\n");
    write("Hydraulics/Pumps.mo", "within Hydraulics;\npackage Pumps\nend Pumps;\n");
    write("Hydraulics/Valves/package.mo", "within Hydraulics;\npackage Valves\nend Valves;\n");
    write("Hydraulics/Valves/Check.mo", "within Hydraulics.Valves;\nmodel Check\nend Check;\n");
    write("Hydraulics/Lines.mo", "within Hydraulics;\npackage Lines\nend Lines;\n");
    write("Hydraulics/Resources/readme.txt", "not Modelica");
  }
  std::vector<std::string> childrenOf(StoredId package) {
    std::vector<std::string> names;
    for (const StoredId id : library.children(package)) names.emplace_back(symbols.text(library[id].name));
    return names;
  }
  std::string messages() const {
    std::string text = render(diagnostics, sources);
    for (std::size_t at; (at = text.find(root.string() + "/")) != std::string::npos;)
      text.erase(at, root.string().size() + 1);
    return text;
  }

  fs::path root;
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  Library library{sources, symbols};
};

TEST_F(LibraryTest, ADirectoryPackageHasTheOrderOfItsPackageOrderThenTheRest) {
  writeHydraulics();
  ASSERT_TRUE(library.addRoot(root));
  EXPECT_THAT(childrenOf(library.topLevel("Hydraulics")), ElementsAre("Valves", "Pumps", "Lines"));
}

TEST_F(LibraryTest, AFileIsParsedWhenItsClassIsAskedForAndOnlyOnce) {
  writeHydraulics();
  ASSERT_TRUE(library.addRoot(root));
  const StoredId valves = library.child(library.topLevel("Hydraulics"), "Valves");
  const StoredId check = library.child(valves, "Check");
  EXPECT_EQ(library.parsedFiles(), 0u);
  const syntax::Tree* tree = library.load(check, diagnostics);
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(symbols.text((*tree)[tree->at(tree->classes, 0)].name), "Check");
  EXPECT_EQ(library.load(check, diagnostics), tree);
  EXPECT_EQ(library.parsedFiles(), 1u);
  EXPECT_EQ(library.qualifiedName(check), "Hydraulics.Valves.Check");
  EXPECT_EQ(messages(), "");
}

TEST_F(LibraryTest, ATextThatIsNotSavedCountsUntilItIsTakenBack) {
  write("Tank.mo", "model Tank \"as saved\"\nend Tank;\n");
  ASSERT_TRUE(library.addRoot(root));
  const StoredId tank = library.topLevel("Tank");
  const auto description = [&] {
    const syntax::Tree& tree = *library.load(tank, diagnostics);
    return std::string(symbols.text(tree[tree.at(tree.classes, 0)].description));
  };
  EXPECT_EQ(description(), "as saved");
  library.setText(root / "Tank.mo", "model Tank \"as edited\"\nend Tank;\n");
  EXPECT_EQ(description(), "as edited");
  library.setText(root / "Tank.mo", std::nullopt);
  EXPECT_EQ(description(), "as saved");
  EXPECT_FALSE(diagnostics.hasErrors());
}

TEST_F(LibraryTest, FlatteningASecondClassParsesOnlyWhatIsNew) {
  write("Machines/package.mo", "package Machines\nend Machines;\n");
  write("Machines/Base.mo", "within Machines;\nmodel Base\n  Real x = 1;\nend Base;\n");
  write("Machines/Press.mo", "within Machines;\nmodel Press\n  extends Base;\nend Press;\n");
  write("Machines/Lift.mo", "within Machines;\nmodel Lift\n  Base b;\n  Press p;\nend Lift;\n");
  write("Machines/Unused.mo", "within Machines;\nmodel Unused\nend Unused;\n");
  ASSERT_TRUE(library.addRoot(root));
  ClassTable classes(symbols);
  classes.use(library, diagnostics);
  const auto parsedAfter = [&](std::string_view name) {
    EXPECT_TRUE(flatten(classes, classes.findQualified(name), sources, diagnostics).has_value()) << messages();
    return library.parsedFiles();
  };
  EXPECT_EQ(parsedAfter("Machines.Press"), 3u);  // package.mo, Press.mo, Base.mo
  EXPECT_EQ(parsedAfter("Machines.Lift"), 4u);
  EXPECT_EQ(parsedAfter("Machines.Base"), 4u);
  EXPECT_EQ(parsedAfter("Machines.Press"), 4u);
}

TEST_F(LibraryTest, ManyFilesAreParsedAtOnceAndShareTheirSymbols) {
  std::vector<StoredId> ids;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "M" + std::to_string(i);
    write(name + ".mo", "model " + name + " \"a model\"\n  Real x(start = 1) = f(y = 2);\nend " + name + ";\n");
  }
  ASSERT_TRUE(library.addRoot(root));
  for (int i = 0; i < 20; ++i) ids.push_back(library.topLevel("M" + std::to_string(i)));
  library.load(ids, diagnostics);
  EXPECT_EQ(messages(), "");
  for (const StoredId id : ids) {
    const syntax::Tree* tree = library.load(id, diagnostics);
    ASSERT_NE(tree, nullptr);
    EXPECT_EQ(tree->components.at(0).name, symbols.find("x"));
    EXPECT_EQ(tree->classNodes.at(0).description, symbols.find("a model"));
  }
  EXPECT_EQ(library.parsedFiles(), 20u);
}

TEST_F(LibraryTest, TheFirstRootWinsAndOfSeveralVersionsTheLatest) {
  write("first/Lib 3.2.3/package.mo", "package Lib\nend Lib;\n");
  write("first/Lib 10.0.0/package.mo", "package Lib\nend Lib;\n");
  write("second/Lib.mo", "package Lib\nend Lib;\n");
  write("second/Other.mo", "package Other\nend Other;\n");
  ASSERT_TRUE(library.addRoot(root / "first"));
  ASSERT_TRUE(library.addRoot(root / "second"));
  EXPECT_EQ(library[library.topLevel("Lib")].file, root / "first/Lib 10.0.0/package.mo");
  EXPECT_EQ(library[library.topLevel("Other")].file, root / "second/Other.mo");
  EXPECT_EQ(library.topLevel("None"), StoredId::none);
}

TEST_F(LibraryTest, ARootMayBeOnePackage) {
  writeHydraulics();
  write("Extra.mo", "package Extra\nend Extra;\n");
  ASSERT_TRUE(library.addRoot(root / "Hydraulics"));
  ASSERT_TRUE(library.addRoot(root / "Extra.mo"));
  EXPECT_FALSE(library.addRoot(root / "missing"));
  EXPECT_NE(library.topLevel("Hydraulics"), StoredId::none);
  EXPECT_NE(library.topLevel("Extra"), StoredId::none);
}

TEST_F(LibraryTest, APackageMayBeginWithAByteOrderMark) {
  write("Folder/package.mo", "\xEF\xBB\xBFpackage Marked \"a package for tests\"\nend Marked;\n");
  ASSERT_TRUE(library.addRoot(root));
  EXPECT_NE(library.topLevel("Marked"), StoredId::none);
}

/// A small project: classes in files of any name, in one folder.
class NeighboursTest : public LibraryTest {
 protected:
  void use(const std::string& file) {
    table.use(library, diagnostics);
    table.useNeighboursOf(root / file);
  }
  ClassTable table{symbols};
};

TEST_F(NeighboursTest, AClassIsFoundInAFileBesideTheModelWhateverItsName) {
  write("system.mo", "model System Pump pump; end System;\n");
  write("parts.mo", "connector Port Real p; flow Real q; end Port;\nmodel Pump Real n; end Pump;\n");
  use("system.mo");
  EXPECT_NE(table.findQualified("Pump"), ClassRef::none);
  EXPECT_NE(table.findQualified("Port"), ClassRef::none);
  EXPECT_EQ(table.findQualified("Valve"), ClassRef::none);
  EXPECT_TRUE(diagnostics.all().empty()) << messages();
}

TEST_F(NeighboursTest, AClassThatTwoFilesHaveIsReportedOnceItIsNamed) {
  write("system.mo", "model System end System;\n");
  write("a.mo", "model Pump end Pump; model Tank end Tank;\n");
  write("b.mo", "model Pump end Pump;\n");
  use("system.mo");
  EXPECT_NE(table.findQualified("Tank"), ClassRef::none);
  EXPECT_FALSE(diagnostics.hasErrors()) << messages();
  (void)table.findQualified("Pump");
  ASSERT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.all().front().message, "another file beside the model has a class 'Pump', too");
}

TEST_F(NeighboursTest, AFileWithErrorsIsLeftOutAndSaidToBe) {
  write("system.mo", "model System end System;\n");
  write("broken.mo", "model Pump Real end Pump;\n");
  write("sound.mo", "model Tank end Tank;\n");
  use("system.mo");
  EXPECT_NE(table.findQualified("Tank"), ClassRef::none);
  ASSERT_EQ(diagnostics.all().size(), 1U) << messages();
  EXPECT_EQ(diagnostics.all().front().severity, Severity::warning);
  EXPECT_EQ(diagnostics.all().front().message, "broken.mo has errors and is left out");
}

TEST_F(LibraryTest, AFileInADirectoryPackageFindsItsPlace) {
  writeHydraulics();
  write("loose.mo", "model Loose\nend Loose;\n");
  EXPECT_EQ(library.qualifiedName(library.adopt(root / "Hydraulics/Valves/Check.mo")), "Hydraulics.Valves.Check");
  EXPECT_EQ(library.qualifiedName(library.adopt(root / "Hydraulics/Valves/package.mo")), "Hydraulics.Valves");
  EXPECT_EQ(library.adopt(root / "loose.mo"), StoredId::none);
}

TEST_F(LibraryTest, AFileThatSaysItLiesElsewhereIsReported) {
  writeHydraulics();
  write("Hydraulics/Pumps.mo", "within Hydraulics.Valves;\npackage Pumps\nend Pumps;\n");
  write("Hydraulics/Lines.mo", "package Lines\nend Lines;\n");
  ASSERT_TRUE(library.addRoot(root));
  const StoredId package = library.topLevel("Hydraulics");
  EXPECT_NE(library.load(library.child(package, "Pumps"), diagnostics), nullptr);
  EXPECT_NE(library.load(library.child(package, "Lines"), diagnostics), nullptr);
  EXPECT_EQ(messages(),
            "Hydraulics/Pumps.mo:1:8: warning: this file lies in the package Hydraulics, not in Hydraulics.Valves\n"
            "    1 | within Hydraulics.Valves;\n"
            "      |        ^~~~~~~~~~~~~~~~~\n"
            "hint: begin it with 'within Hydraulics;'\n"
            "Hydraulics/Lines.mo:1:1: warning: this file lies in the package Hydraulics and does not say so\n"
            "    1 | package Lines\n"
            "      | ^\n"
            "hint: begin it with 'within Hydraulics;'\n");
}

TEST_F(LibraryTest, ATopLevelFileThatClaimsAPackageIsReported) {
  write("Loose.mo", "within Some.Package;\nmodel Loose\nend Loose;\n");
  ASSERT_TRUE(library.addRoot(root));
  EXPECT_NE(library.load(library.topLevel("Loose"), diagnostics), nullptr);
  EXPECT_EQ(messages(),
            "Loose.mo:1:8: warning: this is a top-level class, not one of Some.Package\n"
            "    1 | within Some.Package;\n"
            "      |        ^~~~~~~~~~~~\n"
            "hint: remove the within clause, or put the file into the directory of its package\n");
}

TEST_F(LibraryTest, AFileThatHoldsAnotherClassIsReported) {
  write("A.mo", "model B\nend B;\n");
  write("C.mo", "\n");
  write("D.mo", "model D\nend D;\nmodel E\nend E;\n");
  ASSERT_TRUE(library.addRoot(root));
  EXPECT_EQ(library.load(library.topLevel("A"), diagnostics), nullptr);
  EXPECT_EQ(library.load(library.topLevel("C"), diagnostics), nullptr);
  EXPECT_NE(library.load(library.topLevel("D"), diagnostics), nullptr);
  EXPECT_EQ(messages(),
            "A.mo:1:7: error: this file has to hold the class A, as its name says\n"
            "    1 | model B\n"
            "      |       ^\n"
            "C.mo:1:1: error: this file has to hold the class C\n"
            "    1 | \n"
            "      | ^\n"
            "D.mo:3:7: error: a file of a library holds one class, and D is there already\n"
            "    3 | model E\n"
            "      |       ^\n"
            "hint: put it into D\n");
}

TEST_F(LibraryTest, RootsAreTheGivenOnesThenThoseOfTheProgramThenTheEnvironment) {
  for (const char* directory : {"bin", "share/dashpot/library", "path", "also"})
    fs::create_directories(root / directory);
  const std::vector<std::string> given{"mine"};
  const std::string path =
      (root / "path").string() + "::" + (root / "missing").string() + ":" + (root / "also").string();
  EXPECT_THAT(libraryRoots(given, root / "bin/dashpot", path),
              ElementsAre("mine", root / "share/dashpot/library", root / "path", root / "also"));
}

/// On Debian /lib is a link to /usr/lib: what lies beside a file there lies below /usr.
TEST_F(LibraryTest, LinksOnTheWayToTheProgramAreFollowed) {
  for (const char* directory : {"usr/lib", "usr/share/dashpot/library", "elsewhere/a", "elsewhere/library"})
    fs::create_directories(root / directory);
  fs::create_directory_symlink("usr/lib", root / "lib");
  fs::create_directory_symlink("elsewhere/a", root / "a");
  EXPECT_THAT(libraryRoots({}, root / "lib/libdashpot.so", (root / "a/../library").string()),
              ElementsAre(root / "usr/share/dashpot/library", root / "a/../library"));
}

}  // namespace
}  // namespace dashpot::model
