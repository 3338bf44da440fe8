// Runs the built program as a user does: arguments in, text and exit code out.
#pragma once

#include "paths.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace dashpot::cli {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// In bytes; 0 if it is not there. To be asked of a file that grows: reading it may never come to its end.
inline std::uintmax_t sizeOf(const std::filesystem::path& file) {
  std::error_code isNotThere;
  const std::uintmax_t size = std::filesystem::file_size(file, isNotThere);
  return isNotThere ? 0 : size;
}

/// `arguments` as for a shell; `before` may set the environment.
inline Outcome run(const std::string& arguments, const std::string& before = {}) {
  const auto base = std::filesystem::path(::testing::TempDir()) / ("dashpot-cli-" + std::to_string(getpid()));
  const std::string out = base.string() + ".out";
  const std::string err = base.string() + ".err";
  const std::string command =
      before + " '" + testing::programPath + "' " + arguments + " > '" + out + "' 2> '" + err + "' < /dev/null";
  const int status = std::system(command.c_str());
  const Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, contentOf(out), contentOf(err)};
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return outcome;
}

}  // namespace dashpot::cli
