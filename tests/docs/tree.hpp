// The files of the repository, for tests that read them.
#pragma once

#include "paths.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace dashpot::testing {

inline const std::filesystem::path root = sourceTree;

inline std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace dashpot::testing
