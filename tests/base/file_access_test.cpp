#include "base/file_access.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

class NamedFiles : public ::testing::Test {
 protected:
  const fs::path folder = fs::path(::testing::TempDir()) / ("dashpot-named-" + std::to_string(getpid()));
  const fs::path outside = folder.string() + "-outside";

  void SetUp() override {
    fs::create_directories(folder / "sub");
    fs::create_directories(outside);
    std::ofstream(folder / "sub" / "table.txt") << "inside";
    std::ofstream(outside / "secret.txt") << "secret";
  }
  void TearDown() override {
    fs::remove_all(folder);
    fs::remove_all(outside);
  }
  [[nodiscard]] Expected<std::string, ReadFailure> read(const fs::path& file) const {
    return readNamedFile(file.string(), {{folder}});
  }
};

TEST_F(NamedFiles, BeneathAnAllowedFolderAreRead) {
  const auto content = read(folder / "sub" / "table.txt");
  ASSERT_TRUE(content);
  EXPECT_EQ(*content, "inside");
}

TEST_F(NamedFiles, OutsideAreRefused) {
  const auto content = read(outside / "secret.txt");
  ASSERT_FALSE(content);
  EXPECT_TRUE(content.error().isRefused);
  EXPECT_FALSE(read(folder / ".." / outside.filename() / "secret.txt"));
  EXPECT_FALSE(read("/etc/passwd"));
  EXPECT_TRUE(readNamedFile((outside / "secret.txt").string(), {{folder, outside}}));
}

TEST_F(NamedFiles, WhoseNameOnlyBeginsLikeTheFolderAreRefused) {
  EXPECT_FALSE(read(fs::path(folder.string() + "-outside") / "secret.txt"));
}

TEST_F(NamedFiles, BehindLinksAreWhereTheLinksLead) {
  fs::create_symlink(outside / "secret.txt", folder / "link.txt");
  fs::create_directory_symlink(outside, folder / "linked");
  EXPECT_FALSE(read(folder / "link.txt"));
  EXPECT_FALSE(read(folder / "linked" / "secret.txt"));
  fs::create_symlink(folder / "sub" / "table.txt", folder / "inner.txt");
  EXPECT_TRUE(read(folder / "inner.txt"));
}

TEST_F(NamedFiles, ThatAreNoRegularFilesAreRefusedAtOnce) {
  EXPECT_FALSE(readNamedFile("/dev/zero", {{"/"}}));
  EXPECT_EQ(readNamedFile("/dev/zero", {{"/"}}).error().reason, "it is not a regular file");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read(folder / "pipe")) << "nobody writes to it";
  EXPECT_FALSE(read(folder / "sub"));
}

TEST_F(NamedFiles, ThatAreTooLargeAreRefused) {
  std::ofstream(folder / "large.txt") << "x";
  fs::resize_file(folder / "large.txt", largestNamedFile + 1);  // takes no room on the disk
  const auto content = read(folder / "large.txt");
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().reason, "it is larger than 256 MB");
}

TEST_F(NamedFiles, ThatAreNotThereAreNoMatterOfPermission) {
  const auto content = read(folder / "missing.txt");
  ASSERT_FALSE(content);
  EXPECT_FALSE(content.error().isRefused);
}

}  // namespace
}  // namespace dashpot
