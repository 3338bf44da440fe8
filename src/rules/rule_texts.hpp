// rules/rule_texts.hpp: the rule files that are part of the program, put into it when it is built.
#pragma once

#include <span>
#include <string_view>

namespace dashpot::rules {

struct RuleText {
  std::string_view file, text;
};

[[nodiscard]] std::span<const RuleText> ruleTexts();

}  // namespace dashpot::rules
