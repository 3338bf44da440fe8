// cmake/build-web.sh: the page becomes part of the program where it can be built, and the program is built in any case.
#include "workbench.hpp"

#include <gmock/gmock.h>

#include <sys/wait.h>

namespace dashpot::server::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class PageBuild : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder.path / "web/src");
    fs::create_directories(folder.path / "tools");
    write(folder.path / "web/package.json", "{}");
    write(folder.path / "web/package-lock.json", "{}");
    // All that the script needs, and no Node.
    for (const char* tool : {"bash", "env", "flock", "find", "cmp", "cp", "cat", "cut", "gzip", "mkdir", "rm",
                             "sha256sum", "sort", "stat", "touch"})
      for (const char* place : {"/usr/bin/", "/bin/"})
        if (fs::exists(std::string(place) + tool) && !fs::exists(folder.path / "tools" / tool))
          fs::create_symlink(std::string(place) + tool, folder.path / "tools" / tool);
  }
  int build(const std::string& mode) {
    const std::string script = std::string(dashpot::testing::sourceTree) + "/cmake/build-web.sh";
    const std::string command = "PATH='" + (folder.path / "tools").string() + "' bash '" + script + "' '" +
                                (folder.path / "web").string() + "' '" + (folder.path / "out").string() + "' " + mode +
                                " 2>'" + (folder.path / "log").string() + "'";
    return WEXITSTATUS(std::system(command.c_str()));
  }
  TemporaryFolder folder;
};

TEST_F(PageBuild, WithoutNodeThereIsAProgramWithoutAPage) {
  EXPECT_EQ(build("AUTO"), 0);
  EXPECT_THAT(contentOf(folder.path / "out/page.cpp"), HasSubstr("return {};"));
  EXPECT_THAT(contentOf(folder.path / "log"), HasSubstr("nodejs and npm are missing"));
  EXPECT_EQ(build("ON"), 1);
}

TEST_F(PageBuild, EmbedsWhatIsUpToDateWithoutNode) {
  fs::create_directories(folder.path / "web/dist/chunks");
  write(folder.path / "web/dist/chunks/a-1.js", "let a = 1;\n");
  write(folder.path / "web/dist/a-1.js.map", "not this");
  write(folder.path / "web/dist/index.html", "<!doctype html>\n");
  EXPECT_EQ(build("ON"), 0) << contentOf(folder.path / "log");
  const std::string table = contentOf(folder.path / "out/page.cpp");
  EXPECT_THAT(table, HasSubstr("{\"/chunks/a-1.js\", \"text/javascript; charset=utf-8\", "));
  EXPECT_THAT(table, HasSubstr("{dashpot_page + 0, 11}"));
  EXPECT_THAT(table, HasSubstr("{\"/index.html\", \"text/html; charset=utf-8\", "));
  EXPECT_THAT(table, Not(HasSubstr(".map")));
  EXPECT_TRUE(contentOf(folder.path / "out/page.bin").starts_with("let a = 1;\n\x1f\x8b"));
}

}  // namespace
}  // namespace dashpot::server::testing
