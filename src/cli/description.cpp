#include "cli/description.hpp"

#include "dashpot/integrate.hpp"

#include <algorithm>
#include <string_view>

namespace dashpot::cli {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> methodNames() {
  std::vector<std::string> names;
  for (const auto& known : {methods(), inlinedMethods()})
    for (const MethodTraits& method : known) names.emplace_back(method.name);
  return names;
}

/// CLI11 writes a type as NAME, and behind a colon what a validator asks for: TEXT:{llvm,interpreter}, INT:POSITIVE.
void readType(const std::string& type, ArgumentDescription& argument) {
  const std::size_t colon = type.find(":{");
  if (colon != std::string::npos && type.ends_with('}')) {
    argument.choices = split(std::string_view(type).substr(colon + 2, type.size() - colon - 3), ',');
    for (const std::string& choice : argument.choices) argument.value += (argument.value.empty() ? "" : "|") + choice;
    return;
  }
  argument.value = type.starts_with("problem:") ? type : type.substr(0, type.find(':'));
  argument.isFolder = argument.value == "DIR";
  argument.isFile = argument.value.starts_with("FILE");
  if (!argument.isFile) return;
  for (const std::string& form : split(argument.value, '|'))
    if (form.starts_with("FILE.")) argument.extensions.push_back(form.substr(std::string_view("FILE.").size()));
}

bool namesMethods(const ArgumentDescription& argument) {
  return argument.names.front() == "--method" || argument.names.front() == "METHOD";
}

ArgumentDescription describe(const CLI::Option& option) {
  ArgumentDescription argument{.text = option.get_description()};
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (!option.nonpositional()) argument.names = {option.get_name(true)};
  if (option.get_items_expected_max() > 0) readType(option.get_type_name(), argument);
  if (namesMethods(argument)) argument.choices = methodNames();
  argument.standard = option.get_default_str();
  argument.isRequired = option.get_required();
  argument.isRepeatable = option.get_items_expected_max() > 1;
  return argument;
}

VerbDescription describe(const CLI::App& app) {
  VerbDescription verb{.name = app.get_name(), .text = app.get_description()};
  for (const CLI::Option* option : app.get_options())
    (option->nonpositional() ? verb.options : verb.positionals).push_back(describe(*option));
  constexpr std::string_view heading = "Example:\n";
  const std::string footer = app.get_footer();
  if (footer.starts_with(heading)) verb.example = footer.substr(heading.size());
  return verb;
}

}  // namespace

std::vector<VerbDescription> describeVerbs(const CLI::App& app) {
  std::vector<VerbDescription> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
    verbs.push_back(describe(*verb));
  return verbs;
}

}  // namespace dashpot::cli
