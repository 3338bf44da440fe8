// rules/rule_base.hpp
//
// Circuit rules as data: the files *.toml beside this one, which are part of the program, and those that libraries
// bring along (Resources/dashpot_rules.toml beside their package.mo).
//
//   [[rule]]
//   name = "two-references"                  # its code in diagnostics, and what silences it
//   of = "line"                              # what it looks at: component, parameter, line or network
//   domain = "hydraulic"                     # of lines and networks
//   when = ["isShared reference"]            # questions, all of which must certainly be answered with yes
//   names = "reference"                      # only what has this role is named
//   serious = true                           # said before a run, too
//   message = "{ports} keep their pressures, on one line"
//   reason = "no flow can settle two pressures at one place"
//   remedy = "leave one of them out, or put a resistance between them"
//
// Questions are listed in rules/questions.hpp. docs/contributing/rule.md says how to add a rule.
#pragma once

#include "base/diagnostic.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::rules {

struct Question;

enum class Subject : std::uint8_t { component, parameter, line, network };

/// A question with the answer that a rule wants.
struct Condition {
  const Question* question = nullptr;
  std::vector<std::string> arguments = {};
  bool isNegated = false;
};

struct Rule {
  std::string name = {};
  Subject of = Subject::component;
  std::string domain = {};  // empty: any
  std::vector<Condition> when = {};
  std::string names = {};  // of a line or network, what has this role is named; empty: all
  bool isSerious = false;
  std::string message = {}, reason = {}, remedy = {};
};

class RuleBase {
 public:
  /// The rules of the program.
  RuleBase();

  /// Adds the rules of a text in TOML. What is wrong with it is reported, and that rule is left out.
  void add(std::string_view text, const std::string& file, Diagnostics& diagnostics);
  /// The same for the file that a library has in its folder, if it has one.
  void addLibrary(const std::filesystem::path& folder, Diagnostics& diagnostics);

  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  /// Each name once, in the order of the rules.
  [[nodiscard]] std::vector<std::string_view> names() const;

 private:
  std::vector<Rule> rules_;
};

}  // namespace dashpot::rules
