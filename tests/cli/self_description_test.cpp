// The manual page and the completion of shells say what the program takes, no more and no less.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace dashpot::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> result;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) result.insert((*at)[1]);
  return result;
}

/// As the help of the program lists them.
std::set<std::string> verbs() {
  const std::string help = run("--help").out;
  return matches(help.substr(help.find("Subcommands:")), "\n  ([a-z-]+) ");
}

/// Long options, as the help of the verb lists them.
std::set<std::string> optionsOf(const std::string& verb) {
  return matches(run(verb + " --help").out, "\n  (?:-[a-z],)?(--[a-z-]+)");
}

std::string withoutBackslashes(std::string text) {
  std::erase(text, '\\');
  return text;
}

/// A folder with some files, in which bash completes command lines.
class Place {
 public:
  Place() : folder_(std::filesystem::path(::testing::TempDir()) / ("dashpot-shell-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "machines");
    for (const char* name : {"press.mo", "press.csv", "data.mat"}) std::ofstream(folder_ / name) << "\n";
  }
  ~Place() { std::filesystem::remove_all(folder_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  /// What bash proposes for the last of the words.
  [[nodiscard]] std::vector<std::string> proposals(const std::string& words) const {
    std::ofstream(folder_ / "script") << "cd '" << folder_.string() << "'\n"
                                      << "source <('" << testing::programPath << "' completion bash)\n"
                                      << "compopt() { :; }\n"  // may be called by readline only
                                      << "COMP_WORDS=(" << words << ")\n"
                                      << "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                      << "_dashpot\n"
                                      << "for reply in \"${COMPREPLY[@]}\"; do echo \"$reply\"; done\n";
    const std::string out = (folder_ / "out").string();
    const std::string command = "bash '" + (folder_ / "script").string() + "' > '" + out + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::vector<std::string> lines;
    std::istringstream text(contentOf(out));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }

 private:
  std::filesystem::path folder_;
};

TEST(Completion, BashProposesVerbsAndTheirOptions) {
  const Place place;
  EXPECT_THAT(place.proposals("dashpot sim"), ElementsAre("simulate"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --checkpoint"),
              UnorderedElementsAre("--checkpoint", "--checkpoint-every"));
  for (const std::string& verb : verbs()) {
    EXPECT_THAT(place.proposals("dashpot ''"), Contains(verb));
    const std::vector<std::string> proposed = place.proposals("dashpot " + verb + " --");
    for (const std::string& option : optionsOf(verb)) EXPECT_THAT(proposed, Contains(option)) << verb;
  }
}

TEST(Completion, BashProposesTheValuesThatAnOptionTakes) {
  const Place place;
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --backend ''"), ElementsAre("llvm", "interpreter"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --backend = i"), ElementsAre("interpreter"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --method rodas5"), Contains("rodas5p"));
  EXPECT_THAT(place.proposals("dashpot stability rodas4 grk"), Contains("grk4t"));
  EXPECT_THAT(place.proposals("dashpot simulate ''"), UnorderedElementsAre("machines", "press.mo"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --input ''"), UnorderedElementsAre("machines", "press.csv"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --library ''"), ElementsAre("machines"));
  EXPECT_THAT(place.proposals("dashpot simulate press.mo --stop ''"), ElementsAre());
  EXPECT_THAT(place.proposals("dashpot completion ''"), UnorderedElementsAre("bash", "fish", "zsh"));
}

TEST(Completion, EveryShellKnowsEveryOption) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Outcome script = run("completion " + shell);
    EXPECT_EQ(script.code, 0);
    for (const std::string& verb : verbs())
      for (const std::string& option : optionsOf(verb))
        EXPECT_THAT(script.out, HasSubstr(shell == "fish" ? " -l " + option.substr(2) : option)) << verb;
  }
}

TEST(Completion, AnUnknownShellIsWrongUsage) {
  const Outcome outcome = run("completion csh");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("bash"));
}

TEST(Manual, DescribesEveryVerbWithEveryOption) {
  const Outcome manual = run("manual");
  EXPECT_EQ(manual.code, 0);
  EXPECT_THAT(manual.out, AllOf(HasSubstr(".TH DASHPOT 1"), HasSubstr(".SH NAME"), HasSubstr(".SH EXIT STATUS")));
  const std::string text = withoutBackslashes(manual.out);
  for (const std::string& verb : verbs()) {
    const std::size_t begin = text.find("\n.SS " + verb + "\n");
    ASSERT_NE(begin, std::string::npos) << verb;
    const std::string section = text.substr(begin, text.find("\n.S", begin + 1) - begin);
    for (const std::string& option : optionsOf(verb)) EXPECT_THAT(section, HasSubstr(option)) << verb;
  }
}

/// A line that starts with a dot or an apostrophe is a request to troff: only those meant as one do.
TEST(Manual, HasNoRequestsOfTroffButItsOwn) {
  std::istringstream text(run("manual").out);
  const std::regex request("\\.(TH|SH|SS|TP|PP|nf|fi)( .*)?");
  for (std::string line; std::getline(text, line);) {
    EXPECT_TRUE(!line.starts_with('.') || std::regex_match(line, request)) << line;
    EXPECT_THAT(line, Not(StartsWith("'")));
  }
}

}  // namespace
}  // namespace dashpot::cli
