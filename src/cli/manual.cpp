// dashpot manual: the manual page of the program, in the format of man(1).
#include "cli/cli.hpp"
#include "cli/description.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace dashpot::cli {
namespace {

constexpr std::array<std::pair<ExitCode, std::string_view>, 6> exitCodes{{
    {ExitCode::success, "The work was done."},
    {ExitCode::userError, "Something is wrong with the model or with another file; messages say what and where."},
    {ExitCode::usage, "The command line cannot be understood."},
    {ExitCode::numericalFailure, "The run stopped before its end; what was computed is kept."},
    {ExitCode::internalError, "An error of the program; please report it."},
    {ExitCode::interrupted, "Ctrl-C ended the run; what was computed is kept."},
}};

/// Text for troff: no character of it is a request, and hyphens can be copied as such.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool startsLine = result.empty() || result.back() == '\n';
    if (startsLine && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else
      result += c;
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

std::string headOf(const ArgumentDescription& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + bold(name);
  return option.value.empty() ? head : head + " " + italic(option.value);
}

std::string usage(const VerbDescription& verb) {
  std::string line = bold("dashpot") + " " + bold(verb.name) + " [" + italic("OPTION") + "]...";
  for (const ArgumentDescription& argument : verb.positionals) {
    const std::string name = italic(argument.names.front()) + (argument.isRepeatable ? "..." : "");
    line += argument.isRequired ? " " + name : " [" + name + "]";
  }
  return line + "\n";
}

std::string entry(const std::string& head, const ArgumentDescription& argument) {
  std::string text = fmt::format(".TP\n{}\n{}.\n", head, plain(argument.text));
  if (!argument.standard.empty()) text += fmt::format("Default: {}.\n", plain(argument.standard));
  return text;
}

std::string verbText(const VerbDescription& verb) {
  std::string text = fmt::format(".SS {}\n{}.\n.PP\n{}", plain(verb.name), plain(verb.text), usage(verb));
  for (const ArgumentDescription& argument : verb.positionals)
    text += entry(italic(argument.names.front()) + " " + plain(argument.value), argument);
  for (const ArgumentDescription& option : verb.options) text += entry(headOf(option), option);
  if (!verb.example.empty()) text += fmt::format(".PP\nExample:\n.PP\n.nf\n{}\n.fi\n", plain(verb.example));
  return text;
}

std::string manualOf(const CLI::App& app) {
  std::string text = fmt::format(".TH DASHPOT 1 \"\" \"{}\" \"User Commands\"\n", app.version());
  text += section("NAME") + "dashpot \\- model and simulate stiff physical systems\n";
  text += section("SYNOPSIS") + bold("dashpot") + " " + italic("VERB") + " [" + italic("OPTION") + "]... [" +
          italic("ARGUMENT") + "]...\n";
  text += section("DESCRIPTION") +
          plain(
              "Models are written in Modelica. A run takes a model, or a built-in test problem, to trajectories: as a "
              "summary, a file or a plot.\n");
  text += section("VERBS");
  for (const VerbDescription& verb : describeVerbs(app)) text += verbText(verb);
  text += section("EXIT STATUS");
  for (const auto& [code, meaning] : exitCodes)
    text += fmt::format(".TP\n{}\n{}\n", bold(std::to_string(static_cast<int>(code))), plain(meaning));
  text += section("ENVIRONMENT") + ".TP\n" + bold("MODELICAPATH") +
          "\nFolders in which libraries are looked for after those of the program, separated by colons.\n";
  return text;
}

}  // namespace

void addManual(CLI::App& app, ExitCode& result) {
  CLI::App* verb = addVerb(app, "manual", "Print the manual page, for man", "dashpot manual | man -l -");
  verb->callback([&app, &result] {
    say("{}", manualOf(app));
    result = ExitCode::success;
  });
}

}  // namespace dashpot::cli
