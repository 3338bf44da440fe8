// Small models with what must become of them: tests/models/semantics/*.cases. A file holds cases
//
//   ==== what the case is about
//   the text of the models; the last one is flattened
//   ---- flat              the flat model follows, as `dashpot flatten` prints it
//   ---- messages          or what is reported, and nothing else
//
// With DASHPOT_UPDATE_CASES=1 in the environment the expectations are rewritten; read the difference before keeping it.
#include "model/flat_model.hpp"
#include "models/front_end.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dashpot::testing {
namespace {

namespace fs = std::filesystem;

struct Case {
  fs::path file;
  std::string name;
  std::string text;
  bool expectsFlat = true;
  std::string expected;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.file.filename().string() << ": " << one.name; }

const fs::path folder = fs::path(testing::sourceTree) / "tests" / "models" / "semantics";

std::vector<Case> casesOf(const fs::path& file) {
  std::vector<Case> cases;
  std::ifstream stream(file);
  bool inExpectation = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("==== ")) {
      cases.push_back({.file = file, .name = line.substr(5)});
      inExpectation = false;
    } else if (line == "---- flat" || line == "---- messages") {
      cases.back().expectsFlat = line == "---- flat";
      inExpectation = true;
    } else {
      (inExpectation ? cases.back().expected : cases.back().text) += line + '\n';
    }
  }
  return cases;
}

std::vector<Case> allCases() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cases") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Case> cases;
  for (const fs::path& file : files)
    for (Case& one : casesOf(file)) cases.push_back(std::move(one));
  return cases;
}

std::string outcome(const Case& one) {
  const FrontEnd front(one.text);
  if (!one.expectsFlat) return front.flat ? "no error:\n" + model::print(*front.flat) : front.messages();
  return front.flat ? front.messages() + model::print(*front.flat) : front.messages();
}

class Corpus : public ::testing::TestWithParam<Case> {};

TEST_P(Corpus, IsFlattenedAsExpected) {
  const Case& one = GetParam();
  EXPECT_EQ(outcome(one), one.expected) << one.file.filename().string() << ": " << one.name;
}

TEST_P(Corpus, TheFlatTextIsAModelWithTheSameFlatText) {
  const Case& one = GetParam();
  const FrontEnd front(one.text);
  if (!front.flat) return;
  EXPECT_TRUE(model::check(*front.flat).empty());
  const std::string text = model::print(*front.flat);
  const FrontEnd again(text);
  ASSERT_TRUE(again.flat) << again.messages() << text;
  EXPECT_EQ(model::print(*again.flat), text);
}

std::string testName(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file.stem().string() + '_' + info.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Semantics, Corpus, ::testing::ValuesIn(allCases()), testName);

TEST(CorpusSize, CoversTheLanguage) { EXPECT_GE(allCases().size(), 200u); }

TEST(CorpusUpdate, OnRequest) {
  if (!std::getenv("DASHPOT_UPDATE_CASES")) return;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".cases") continue;
    std::ostringstream out;
    for (const Case& one : casesOf(entry.path()))
      out << "==== " << one.name << '\n'
          << one.text << (one.expectsFlat ? "---- flat\n" : "---- messages\n") << outcome(one);
    std::ofstream(entry.path()) << out.str();
  }
}

}  // namespace
}  // namespace dashpot::testing
