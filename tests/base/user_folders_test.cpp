#include "base/user_folders.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

namespace dashpot {
namespace {

namespace fs = std::filesystem;

class UserFolders : public ::testing::Test {
 protected:
  ~UserFolders() override {
    for (const auto& [name, value] : before_) set(name, value);
  }
  static void set(const char* name, const std::optional<std::string>& value) {
    if (value)
      setenv(name, value->c_str(), 1);
    else
      unsetenv(name);
  }

 private:
  static std::optional<std::string> get(const char* name) {
    const char* const value = std::getenv(name);
    return value ? std::optional<std::string>(value) : std::nullopt;
  }
  std::map<const char*, std::optional<std::string>> before_{{"HOME", get("HOME")},
                                                            {"XDG_CACHE_HOME", get("XDG_CACHE_HOME")}};
};

TEST_F(UserFolders, CachesLieWhereTheUserSays) {
  set("HOME", "/home/anna");
  set("XDG_CACHE_HOME", "/fast/caches");
  EXPECT_EQ(userCacheFolder(), "/fast/caches/dashpot");
  set("XDG_CACHE_HOME", std::nullopt);
  EXPECT_EQ(userCacheFolder(), "/home/anna/.cache/dashpot");
}

TEST_F(UserFolders, ARelativeFolderOrNoneIsNotOne) {
  set("HOME", "/home/anna");
  for (const char* other : {"", "caches"}) {
    set("XDG_CACHE_HOME", other);
    EXPECT_EQ(userCacheFolder(), "/home/anna/.cache/dashpot");
  }
  set("HOME", std::nullopt);
  EXPECT_TRUE(userCacheFolder().empty());
}

TEST_F(UserFolders, AFolderThatOthersCanWriteToIsNotTheUsersOwn) {
  std::string name = (fs::temp_directory_path() / "dashpot-own-XXXXXX").string();
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  const fs::path folder = name;
  EXPECT_TRUE(isOwnFolder(folder));
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(folder, others, fs::perm_options::add);
    EXPECT_FALSE(isOwnFolder(folder));
    fs::permissions(folder, others, fs::perm_options::remove);
  }
  fs::remove_all(folder);
  EXPECT_TRUE(isOwnFolder(folder)) << "not there yet: it will be made";
}

}  // namespace
}  // namespace dashpot
