// dashpot completion: what a shell needs to propose verbs, options, methods and files.
//
// The scripts hold all words; only files and folders are looked for when the user asks.
#include "cli/cli.hpp"
#include "cli/description.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::cli {
namespace {

using Verbs = std::vector<VerbDescription>;

std::string words(const std::vector<std::string>& list) { return fmt::format("{}", fmt::join(list, " ")); }

std::vector<std::string> optionNames(const VerbDescription& verb) {
  std::vector<std::string> names;
  for (const ArgumentDescription& option : verb.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> verbNames(const Verbs& verbs) {
  std::vector<std::string> names;
  for (const VerbDescription& verb : verbs) names.push_back(verb.name);
  return names;
}

/// The first argument without a name, if the verb takes one.
ArgumentDescription positionalOf(const VerbDescription& verb) {
  return verb.positionals.empty() ? ArgumentDescription{} : verb.positionals.front();
}

/// Inside single quotes of a shell.
std::string shellQuoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text)
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  return result + "'";
}

// ---- bash -----------------------------------------------------------------------------------------------------------

constexpr std::string_view bashFrame = R"(# Completion for bash, written by 'dashpot completion bash'.

_dashpot_words() {{ COMPREPLY=($(compgen -W "$1" -- "$word")); }}

_dashpot_folders() {{
  compopt -o filenames
  COMPREPLY=($(compgen -d -- "$word"))
}}

# Files with one of the extensions given, any file without them; and folders on the way.
_dashpot_files() {{
  local extension
  _dashpot_folders
  if (($# == 0)); then COMPREPLY=($(compgen -f -- "$word")); fi
  for extension; do COMPREPLY+=($(compgen -f -X "!*.$extension" -- "$word")); done
}}

_dashpot() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} IFS=$' \t\n'
  COMPREPLY=()
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  if ((COMP_CWORD == 1)); then
    _dashpot_words '{} --help --version'
    return
  fi
  IFS=$'\n'
  case ${{COMP_WORDS[1]}},$before in
{}  esac
}}

complete -F _dashpot dashpot
)";

std::string bashProposal(const ArgumentDescription& argument) {
  if (!argument.choices.empty())
    return "_dashpot_words " + shellQuoted(fmt::format("{}", fmt::join(argument.choices, "\n")));
  if (argument.isFolder) return "_dashpot_folders";
  if (argument.isFile)
    return argument.extensions.empty() ? "_dashpot_files" : "_dashpot_files " + words(argument.extensions);
  return ":";
}

std::string bashCases(const VerbDescription& verb) {
  std::string cases;
  for (const ArgumentDescription& option : verb.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(verb.name + "," + name);
    cases += fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), bashProposal(option));
  }
  cases +=
      fmt::format("    {},*) if [[ $word == -* ]]; then _dashpot_words {}; else {}; fi ;;\n", verb.name,
                  shellQuoted(fmt::format("{}", fmt::join(optionNames(verb), "\n"))), bashProposal(positionalOf(verb)));
  return cases;
}

std::string bash(const Verbs& verbs) {
  std::string cases;
  for (const VerbDescription& verb : verbs) cases += bashCases(verb);
  return fmt::format(bashFrame, words(verbNames(verbs)), cases);
}

// ---- zsh ------------------------------------------------------------------------------------------------------------

constexpr std::string_view zshFrame = R"(#compdef dashpot
# Completion for zsh, written by 'dashpot completion zsh'.

_dashpot() {{
  local -a verbs=(
{}  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{}  esac
}}

_dashpot "$@"
)";

/// Text between the brackets and colons of _arguments and _describe.
std::string zshText(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zshProposal(const ArgumentDescription& argument) {
  if (!argument.choices.empty()) return "(" + words(argument.choices) + ")";
  if (argument.isFolder) return "_files -/";
  if (!argument.isFile) return " ";
  return argument.extensions.empty() ? "_files"
                                     : fmt::format("_files -g \"*.({})\"", fmt::join(argument.extensions, "|"));
}

std::string zshValue(const ArgumentDescription& argument) {
  return ":" + zshText(argument.value.empty() ? "argument" : argument.value) + ":" + zshProposal(argument);
}

std::string zshCase(const VerbDescription& verb) {
  std::string text = fmt::format("    {}) _arguments", verb.name);
  for (const ArgumentDescription& option : verb.options)
    for (const std::string& name : option.names)
      text += " \\\n      " + shellQuoted((option.isRepeatable ? "*" : "") + name + "[" + zshText(option.text) + "]" +
                                          (option.value.empty() ? "" : zshValue(option)));
  for (const ArgumentDescription& argument : verb.positionals)
    text += " \\\n      " + shellQuoted("*" + zshValue(argument));
  return text + " ;;\n";
}

std::string zsh(const Verbs& verbs) {
  std::string names, cases;
  for (const VerbDescription& verb : verbs) {
    names += fmt::format("    {}\n", shellQuoted(verb.name + ":" + zshText(verb.text)));
    cases += zshCase(verb);
  }
  return fmt::format(zshFrame, names, cases);
}

// ---- fish -----------------------------------------------------------------------------------------------------------

std::string fishProposal(const ArgumentDescription& argument) {
  if (!argument.choices.empty()) return "-x -a " + shellQuoted(words(argument.choices));
  if (argument.isFolder) return "-x -a '(__fish_complete_directories)'";
  return argument.isFile ? "-r -F" : "-x";
}

std::string fishOption(const ArgumentDescription& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += " " + fishProposal(option);
  return text + " -d " + shellQuoted(option.text);
}

std::string fish(const Verbs& verbs) {
  std::string text = "# Completion for fish, written by 'dashpot completion fish'.\ncomplete -c dashpot -f\n";
  for (const VerbDescription& verb : verbs) {
    text +=
        fmt::format("complete -c dashpot -n __fish_use_subcommand -a {} -d {}\n", verb.name, shellQuoted(verb.text));
    const std::string given = shellQuoted("__fish_seen_subcommand_from " + verb.name);
    for (const ArgumentDescription& option : verb.options)
      text += fmt::format("complete -c dashpot -n {}{}\n", given, fishOption(option));
    for (const ArgumentDescription& argument : verb.positionals) {
      if (argument.isFile) text += fmt::format("complete -c dashpot -n {} -F\n", given);
      if (!argument.choices.empty())
        text += fmt::format("complete -c dashpot -n {} -a {}\n", given, shellQuoted(words(argument.choices)));
    }
  }
  return text;
}

const std::map<std::string, std::function<std::string(const Verbs&)>>& shells() {
  static const std::map<std::string, std::function<std::string(const Verbs&)>> table{
      {"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  return table;
}

std::vector<std::string> shellNames() {
  std::vector<std::string> names;
  for (const auto& [name, write] : shells()) names.push_back(name);
  return names;
}

}  // namespace

void addCompletion(CLI::App& app, ExitCode& result) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb = addVerb(app, "completion", "Print a script that lets a shell complete verbs, options and files",
                           "source <(dashpot completion bash)");
  verb->add_option("SHELL", *shell, "Which shell")->required()->check(CLI::IsMember(shellNames()));
  verb->callback([shell, &app, &result] {
    say("{}", shells().at(*shell)(describeVerbs(app)));
    result = ExitCode::success;
  });
}

}  // namespace dashpot::cli
