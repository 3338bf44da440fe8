#include "expectations.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace dashpot::msl {
namespace {

std::filesystem::path fileNamed(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / ("dashpot_" + name + ".toml");
}

TEST(Expectations, WhatIsWrittenIsReadAgainWithTheModelsOfAPackageTogether) {
  const std::filesystem::path file = fileNamed("expectations");
  const Expectations written{{"Modelica.Blocks.Examples.PID_Controller", "Modelica.Blocks.Examples.Filter",
                              "ModelicaTest.Fluid.TestPipes.Static", "ModelicaTest.Single"}};
  writeExpectations(file, written);
  EXPECT_EQ(readExpectations(file).agreeing, written.agreeing);
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(text.find("\"Modelica.Blocks\" = [\n  \"Examples.Filter\",\n  \"Examples.PID_Controller\",\n]"),
            std::string::npos)
      << text;
  std::filesystem::remove(file);
}

TEST(Expectations, AFileThatIsNotThereExpectsNothing) {
  EXPECT_TRUE(readExpectations(fileNamed("no_expectations")).agreeing.empty());
}

}  // namespace
}  // namespace dashpot::msl
