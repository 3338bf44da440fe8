// The files of the served folder, and no other; saved whole, and only over what was seen.
#include "server/files/served_folder.hpp"

#include "server/files/open_beneath.hpp"
#include "workbench.hpp"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/stat.h>

namespace dashpot::server::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Reason = FileFailure::Reason;

class Folder : public ::testing::Test {
 protected:
  ServedFolder& served(bool isReadonly = false) {
    if (!served_) served_ = std::move(*ServedFolder::open(folder.path, isReadonly));
    return *served_;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& each : fs::directory_iterator(folder.path)) all.push_back(each.path().filename());
    std::ranges::sort(all);
    return all;
  }

  TemporaryFolder folder, outside;

 private:
  std::unique_ptr<ServedFolder> served_;
};

TEST_F(Folder, ReadsWhatLiesBeneathIt) {
  fs::create_directories(folder.path / "a/b");
  write(folder.path / "a/b/press.mo", "model Press end Press;");
  const auto content = served().read("a/b/press.mo");
  ASSERT_TRUE(content);
  EXPECT_EQ(content->text, "model Press end Press;");
  EXPECT_EQ(content->hash, contentHash(content->text));
}

TEST_F(Folder, NoNameLeadsOutOfIt) {
  write(outside.path / "x.mo", "outside");
  const std::string up = "../" + outside.path.filename().string() + "/x.mo";
  for (const std::string& path :
       {up, "a/../" + up, (outside.path / "x.mo").string(), std::string("/etc/x.mo"), std::string("a/./x.mo"),
        std::string(".git/x.mo"), std::string(), std::string("a\0/../x.mo", 10)}) {
    const auto read = served().read(path);
    ASSERT_FALSE(read) << path;
    EXPECT_EQ(read.error().reason, Reason::refused) << path;
    EXPECT_FALSE(served().save(path, "", std::nullopt)) << path;
    EXPECT_FALSE(served().overwrite(path, "")) << path;
  }
  EXPECT_EQ(contentOf(outside.path / "x.mo"), "outside");
}

TEST_F(Folder, NoLinkLeadsOutOfIt) {
  write(outside.path / "x.mo", "outside");
  fs::create_symlink(outside.path / "x.mo", folder.path / "link.mo");
  fs::create_directory_symlink(outside.path, folder.path / "sub");
  fs::create_symlink("/proc/self/environ", folder.path / "magic.mo");
  for (const std::string path : {"link.mo", "sub/x.mo", "magic.mo"}) {
    ASSERT_FALSE(served().read(path)) << path;
    EXPECT_FALSE(served().overwrite(path, "changed")) << path;
    EXPECT_FALSE(served().save(path, "changed", contentHash("outside"))) << path;
    EXPECT_TRUE(served().remove(path, contentHash("outside"))) << path;
    EXPECT_TRUE(served().rename(path, contentHash("outside"), "new.mo")) << path;
  }
  EXPECT_FALSE(served().save("sub/new.mo", "", std::nullopt));
  EXPECT_EQ(contentOf(outside.path / "x.mo"), "outside");
  EXPECT_FALSE(fs::exists(outside.path / "new.mo"));
  EXPECT_TRUE(served().list().empty());
}

TEST_F(Folder, NeitherKernelNorProgramOpensWhatLiesElsewhere) {
  fs::create_directories(folder.path / "a/b");
  write(folder.path / "a/b/x.mo", "inside");
  write(outside.path / "x.mo", "outside");
  fs::create_symlink(outside.path / "x.mo", folder.path / "link.mo");
  fs::create_directory_symlink(outside.path, folder.path / "sub");
  const Descriptor root(::open(folder.path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const auto& open : {openBeneath, openWithoutLinks}) {
    EXPECT_TRUE(open(*root, "a/b/x.mo", O_RDONLY));
    EXPECT_TRUE(open(*root, ".", O_PATH | O_DIRECTORY));
    for (const std::string& path : {std::string("link.mo"), std::string("sub/x.mo"), std::string("../x.mo"),
                                    std::string("a/../../x.mo"), (outside.path / "x.mo").string()})
      EXPECT_FALSE(open(*root, path, O_RDONLY)) << path;
  }
}

TEST_F(Folder, ALinkWithinItStaysALink) {
  write(folder.path / "real.mo", "one");
  fs::create_symlink("real.mo", folder.path / "link.mo");
  ASSERT_TRUE(served().save("link.mo", "two", contentHash("one")));
  EXPECT_TRUE(fs::is_symlink(folder.path / "link.mo"));
  EXPECT_EQ(contentOf(folder.path / "real.mo"), "two");
}

TEST_F(Folder, ServesModelsAndDataOnly) {
  for (const std::string name : {"id_rsa", "a.txt", "a.mo.sh", "mo", ".mo", "script.py"}) {
    write(folder.path / name, "x");
    EXPECT_FALSE(served().read(name)) << name;
    EXPECT_FALSE(served().overwrite(name, "y")) << name;
  }
  for (const std::string name : {"a.mo", "a.csv", "a.mat", "package.order"}) {
    write(folder.path / name, "x");
    EXPECT_TRUE(served().read(name)) << name;
  }
  std::vector<std::string> listed;
  for (const FileEntry& each : served().list()) listed.push_back(each.path);
  EXPECT_THAT(listed, ElementsAre("a.csv", "a.mat", "a.mo", "package.order"));
}

TEST_F(Folder, AFolderOrAPipeIsNoFile) {
  fs::create_directory(folder.path / "folder.mo");
  ASSERT_EQ(mkfifo((folder.path / "pipe.mo").c_str(), 0600), 0);
  EXPECT_FALSE(served().read("folder.mo"));
  EXPECT_FALSE(served().read("pipe.mo"));
  EXPECT_TRUE(served().list().empty());
}

TEST_F(Folder, SavesOverWhatTheClientHasSeenOnly) {
  write(folder.path / "a.mo", "one");
  const auto saved = served().save("a.mo", "two", contentHash("one"));
  ASSERT_TRUE(saved);
  EXPECT_EQ(*saved, contentHash("two"));
  const auto second = served().save("a.mo", "three", contentHash("one"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().reason, Reason::changed);
  EXPECT_EQ(second.error().now->text, "two");
  EXPECT_EQ(second.error().now->hash, contentHash("two"));
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "two");
  ASSERT_TRUE(served().overwrite("a.mo", "three"));
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "three");
}

TEST_F(Folder, ANewFileReplacesNone) {
  ASSERT_TRUE(served().save("a.mo", "one", std::nullopt));
  const auto second = served().save("a.mo", "two", std::nullopt);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().reason, Reason::exists);
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "one");
  EXPECT_EQ(served().save("b.mo", "x", contentHash("one")).error().reason, Reason::missing);
  EXPECT_EQ(served().save("none/b.mo", "x", std::nullopt).error().reason, Reason::missing);
}

TEST_F(Folder, ASavedFileKeepsItsModeAndLeavesNothingBeside) {
  write(folder.path / "a.mo", "one");
  fs::permissions(folder.path / "a.mo", fs::perms(0640));
  ASSERT_TRUE(served().overwrite("a.mo", "two"));
  EXPECT_EQ(fs::status(folder.path / "a.mo").permissions(), fs::perms(0640));
  EXPECT_THAT(names(), ElementsAre("a.mo"));
  EXPECT_FALSE(served().overwrite("a.mo", std::string(ServedFolder::largestFile + 1, 'x')));
  EXPECT_THAT(names(), ElementsAre("a.mo"));
  EXPECT_EQ(contentOf(folder.path / "a.mo"), "two");
}

TEST_F(Folder, RenamesAndDeletesWhatTheClientHasSeenOnly) {
  write(folder.path / "a.mo", "one");
  write(folder.path / "b.mo", "b");
  EXPECT_EQ(served().rename("a.mo", contentHash("other"), "c.mo")->reason, Reason::changed);
  EXPECT_EQ(served().rename("a.mo", contentHash("one"), "b.mo")->reason, Reason::exists);
  EXPECT_EQ(served().rename("a.mo", contentHash("one"), "../c.mo")->reason, Reason::refused);
  EXPECT_EQ(served().rename("a.mo", contentHash("one"), "c.sh")->reason, Reason::refused);
  EXPECT_FALSE(served().rename("a.mo", contentHash("one"), "c.mo"));
  EXPECT_EQ(served().remove("c.mo", contentHash("other"))->reason, Reason::changed);
  EXPECT_FALSE(served().remove("c.mo", contentHash("one")));
  EXPECT_THAT(names(), ElementsAre("b.mo"));
}

TEST_F(Folder, ForReadingOnlyChangesNothing) {
  write(folder.path / "a.mo", "one");
  ServedFolder& readonly = served(true);
  EXPECT_TRUE(readonly.read("a.mo"));
  EXPECT_THAT(readonly.overwrite("a.mo", "two").error().sentence, HasSubstr("--readonly"));
  EXPECT_FALSE(readonly.save("a.mo", "two", contentHash("one")));
  EXPECT_FALSE(readonly.save("b.mo", "two", std::nullopt));
  EXPECT_TRUE(readonly.rename("a.mo", contentHash("one"), "b.mo"));
  EXPECT_TRUE(readonly.remove("a.mo", contentHash("one")));
  EXPECT_THAT(names(), ElementsAre("a.mo"));
}

TEST_F(Folder, ListsNoHiddenFolders) {
  fs::create_directories(folder.path / ".git");
  fs::create_directories(folder.path / "sub");
  write(folder.path / ".git/a.mo", "x");
  write(folder.path / "sub/b.mo", "xyz");
  const auto list = served().list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].path, "sub/b.mo");
  EXPECT_EQ(list[0].size, 3u);
}

}  // namespace
}  // namespace dashpot::server::testing
