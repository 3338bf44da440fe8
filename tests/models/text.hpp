// Files of the source tree as text: examples, and the expected texts in tests/models/golden.
#pragma once

#include "paths.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace dashpot::testing {

inline std::string readText(const std::string& path) {
  std::ifstream stream(std::string(testing::sourceTree) + "/" + path, std::ios::binary);
  EXPECT_TRUE(stream) << "cannot read " << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// An example by its name, as "examples/NAME.mo".
inline std::string exampleText(const std::string& name) { return readText("examples/" + name + ".mo"); }

/// A model of the tests, as "tests/models/NAME.mo".
inline std::string modelText(const std::string& name) { return readText("tests/models/" + name + ".mo"); }

inline std::string goldenText(const std::string& name) { return readText("tests/models/golden/" + name); }

}  // namespace dashpot::testing
