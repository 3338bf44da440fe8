// A short form of what `./dev bench truth` does at length.
#include "judge.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

namespace dashpot::truth {
namespace {

constexpr std::uint64_t casesPerFamily = 20;

class Truth : public ::testing::TestWithParam<Family> {};

TEST_P(Truth, IsFoundByEveryMethodToTheToleranceAskedFor) {
  for (std::uint64_t seed = 1; seed <= casesPerFamily; ++seed) {
    const KnownModel known = GetParam().make(seed);
    const Model model = compile(known);
    const double tolerance = std::pow(10.0, -Random(seed).integer(4, 8));
    for (const std::string& method : judgedMethods()) {
      const Judgement judgement = judge(known, model, method, tolerance);
      EXPECT_EQ(judgement.fault, Fault::none) << nameOf(judgement.fault) << ": " << judgement.explanation << "\n"
                                              << "seed " << seed << ", method " << method << ", tolerance " << tolerance
                                              << ", error " << judgement.error << "\n"
                                              << known.text;
      if (judgement.fault != Fault::none) return;
    }
  }
}

std::string nameOfTest(const ::testing::TestParamInfo<Family>& info) {
  std::string name;
  bool isWordStart = true;
  for (const char c : std::string(info.param.name)) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      name += isWordStart ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      isWordStart = false;
    } else {
      isWordStart = true;
    }
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Families, Truth, ::testing::ValuesIn(families()), nameOfTest);

}  // namespace
}  // namespace dashpot::truth
