// The program as editors start it: the JSON-RPC library of VS Code, and Neovim. Both are optional: where they are not
// installed, the tests say so and are skipped.
#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace dashpot::language_server {
namespace {

namespace fs = std::filesystem;

const fs::path source = fs::path(testing::sourceTree) / "tests/language_server";

struct Outcome {
  int code = -1;
  std::string output;
};

Outcome run(const std::string& command) {
  const fs::path log = fs::path(::testing::TempDir()) / ("dashpot-editor-" + std::to_string(getpid()) + ".log");
  const int status = std::system(("( " + command + " ) > '" + log.string() + "' 2>&1 < /dev/null").c_str());
  std::ifstream in(log);
  const std::string output{std::istreambuf_iterator<char>(in), {}};
  fs::remove(log);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

bool isInstalled(const std::string& program) { return run("command -v " + program).code == 0; }

TEST(Editors, AStrictClientGetsWhatTheProtocolSays) {
  if (!isInstalled("node") || !isInstalled("npm")) GTEST_SKIP() << "node and npm are not installed";
  // Beside the program, so that the modules are fetched once.
  const fs::path folder = fs::path(testing::programPath).parent_path() / "tests/strict_client";
  fs::create_directories(folder);
  for (const char* name : {"package.json", "package-lock.json", ".npmrc", "client.mjs"})
    fs::copy_file(source / "strict_client" / name, folder / name, fs::copy_options::overwrite_existing);
  const std::string inFolder = "cd '" + folder.string() + "' && ";
  if (!fs::exists(folder / "node_modules/vscode-jsonrpc") && run(inFolder + "npm ci --ignore-scripts").code != 0)
    GTEST_SKIP() << "npm cannot fetch vscode-jsonrpc";
  const Outcome outcome = run(inFolder + "node client.mjs '" + testing::programPath + "' '" + testing::sourceTree +
                              "/examples/cylinder_circuit.mo'");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
}

TEST(Editors, NeovimAndTheServerUnderstandEachOther) {
  if (!isInstalled("nvim")) GTEST_SKIP() << "Neovim is not installed";
  const fs::path folder = fs::path(::testing::TempDir()) / ("dashpot-neovim-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "motion.mo") << "model Motion \"𝑥\"\n  Real speed \"Of the piston\";\nequation\n"
                                         "  /* 𝑝 */ speeed = 1;\nend Motion;\n";
  const Outcome outcome =
      run("timeout 60 env HOME='" + folder.string() + "' PROGRAM='" + testing::programPath + "' FILE='" +
          (folder / "motion.mo").string() + "' nvim --headless -u NONE -i NONE -n -c 'luafile " +
          (source / "neovim/session.lua").string() + "' -c 'cquit 1'");
  fs::remove_all(folder);
  EXPECT_EQ(outcome.code, 0) << outcome.output;
}

/// Where a lock file names the host that a package came from, everybody fetches from there.
TEST(Editors, NoLockFileNamesAPlaceToFetchFrom) {
  std::size_t files = 0;
  for (const char* folder : {"editors", "tests", "web"}) {
    if (!fs::exists(fs::path(testing::sourceTree) / folder)) continue;
    fs::recursive_directory_iterator at(fs::path(testing::sourceTree) / folder), end;
    for (; at != end; ++at) {
      if (at->path().filename() == "node_modules") at.disable_recursion_pending();
      if (at->path().filename() != "package-lock.json") continue;
      ++files;
      std::ifstream in(at->path());
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      EXPECT_EQ(text.find("\"resolved\""), std::string::npos) << at->path();
    }
  }
  EXPECT_GE(files, 2u);
}

}  // namespace
}  // namespace dashpot::language_server
