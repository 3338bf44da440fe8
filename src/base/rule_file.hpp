// base/rule_file.hpp: rules as data, in files of TOML: an array of tables, each of which is one rule. What is wrong with
// a rule is reported with its place, and the rule left out; what the rules mean is the business of those who read them.
#pragma once

#include "base/diagnostic.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

/// One rule, as it is written.
class RuleTable {
 public:
  struct Content;  // of the file's format

  /// `noun` is what messages call it: "a rule". All references must outlive this.
  RuleTable(const Content& content, std::string_view noun, const std::string& file, Diagnostics& diagnostics)
      : content_(content), noun_(noun), file_(file), diagnostics_(diagnostics) {}

  /// Other entries than these are wrong.
  void allowOnly(std::span<const std::string_view> entries);
  /// A text that must be there.
  [[nodiscard]] std::string text(std::string_view key);
  /// Empty: there is none.
  [[nodiscard]] std::string optionalText(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view key) const;

  /// Reports what is wrong; with a hint if one of the candidates is nearly what was written.
  void wrong(const std::string& problem, std::string_view written = {},
             std::span<const std::string_view> candidates = {});
  /// Nothing was wrong so far.
  [[nodiscard]] bool isSound() const { return isSound_; }

 private:
  const Content& content_;
  std::string_view noun_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  bool isSound_ = true;
};

/// What a file has of one kind: the tables of the array `key`.
struct RuleKind {
  std::string_view key, noun;
  std::function<void(RuleTable&)> read;
};

/// Calls `read` for each table of each kind, in their order; the text is parsed once.
void readRuleFile(std::string_view text, const std::string& file, std::span<const RuleKind> kinds,
                  Diagnostics& diagnostics);
void readRuleFile(std::string_view text, const std::string& file, std::string_view key, std::string_view noun,
                  Diagnostics& diagnostics, const std::function<void(RuleTable&)>& read);

/// Rules that are part of the program have no faults: any is a bug of the stage.
void requireSoundRules(std::string_view stage, const Diagnostics& diagnostics);

/// A condition on a fact: "events.count >= 100", "failure.code is zeno", "chatter.count" (known, and not zero),
/// "not rest.time".
struct FactCondition {
  enum class Test { known, unknown, atLeast, atMost, is };
  std::string fact;
  Test test = Test::known;
  double number = 0.0;
  std::string word = {};

  /// For a fact that is a number; a NaN is not known.
  [[nodiscard]] static bool holds(Test test, double number, double value) {
    switch (test) {
      case Test::known: return value < 0 || value > 0;
      case Test::unknown: return !(value < 0 || value > 0);
      case Test::atLeast: return value >= number;
      case Test::atMost: return value <= number;
      case Test::is: return false;  // a number is no word
    }
    return false;
  }
  /// None: it is not known.
  [[nodiscard]] bool holds(std::optional<double> value) const {
    return holds(test, number, value.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
};

/// None: it cannot be read.
[[nodiscard]] std::optional<FactCondition> readFactCondition(const std::string& written);

}  // namespace dashpot
