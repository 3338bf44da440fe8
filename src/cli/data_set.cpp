#include "cli/data_set.hpp"

#include "base/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace dashpot::cli {
namespace {

using codegen::VariableInfo;
using simulation::ParameterSetting;

/// As --set takes it; nothing for a date and the like.
std::optional<std::string> settingText(const toml::node& node) {
  if (auto text = node.value_exact<std::string>()) return text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
  if (const auto number = node.value_exact<std::int64_t>()) return fmt::format("{}", *number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  const toml::array* const list = node.as_array();
  if (!list) return std::nullopt;
  std::vector<std::string> parts;
  for (const toml::node& element : *list) {
    auto part = settingText(element);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

void collect(const toml::table& table, const std::string& prefix, const std::string& file,
             std::vector<ParameterSetting>& settings, Diagnostics& diagnostics) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* const below = node.as_table())
      collect(*below, name + ".", file, settings, diagnostics);
    else if (auto text = settingText(node))
      settings.push_back({name, std::move(*text)});
    else
      diagnostics.error("data-set", {},
                        fmt::format("{}:{}: '{}' is no number, text, true, false or list of these", file,
                                    node.source().begin.line, name));
  }
}

std::string inQuotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// A dotted name is a key of TOML unless it has brackets or the like.
std::string keyText(const std::string& name) {
  const auto isBare = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-'; };
  return std::ranges::all_of(name, isBare) ? name : inQuotes(name);
}

std::string shownValue(const VariableInfo& variable, double value) {
  if (variable.isBoolean) return value != 0 ? "true" : "false";
  if (value >= 1 && value <= static_cast<double>(variable.literals.size()))
    return inQuotes(variable.literals[static_cast<std::size_t>(value) - 1]);
  if (variable.unit.empty() || variable.unit == "1") return fmt::format("{:.10g}", value);
  const Unit unit = unitForDisplay(variable.unit, variable.displayUnit);
  const bool isKnown = findUnit(unit.name).has_value();
  return isKnown ? fmt::format("\"{:.10g} {}\"", unit.fromSi(value), unit.name) : fmt::format("{:.10g}", value);
}

}  // namespace

std::vector<ParameterSetting> readDataSet(const std::string& file, Diagnostics& diagnostics) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<ParameterSetting> settings;
  if (!in.is_open() || in.bad()) {
    diagnostics.error("data-set", {}, fmt::format("cannot read the data set '{}'", file));
    return settings;
  }
  try {
    collect(toml::parse(text, file), "", file, settings, diagnostics);
  } catch (const toml::parse_error& fault) {
    diagnostics.error("data-set", {}, fmt::format("{}:{}: {}", file, fault.source().begin.line, fault.description()))
        .hint("write name = value, a value with a unit in quotes: pump.D = \"22 ml/rev\"");
  }
  return settings;
}

std::string dataSetText(const codegen::CompiledModel& model, const std::vector<ParameterSetting>& settings,
                        const std::vector<ParameterSetting>& remaining) {
  std::string text = fmt::format("# Data of {}: dashpot simulate MODEL --data THIS_FILE\n", model.name());
  std::map<std::string, std::string> given;
  for (const ParameterSetting& setting : settings) given[setting.name] = setting.value;
  for (const auto& [name, value] : given) text += fmt::format("{} = {}\n", keyText(name), inQuotes(value));
  Diagnostics ignored;
  const auto values = simulation::parameterValues(model, remaining, ignored);
  if (!values) return text;
  text += "\n# As they are in the model; without the mark they are set.\n";
  for (const VariableInfo& variable : model.recorded.variables) {
    const bool isGiven =
        given.contains(variable.name) || given.contains(variable.name.substr(0, variable.name.find('[')));
    if (variable.canBeSet && variable.kind == codegen::VariableKind::parameter && !isGiven)
      text += fmt::format("# {} = {}\n", keyText(variable.name), shownValue(variable, (*values)[variable.index]));
  }
  return text;
}

}  // namespace dashpot::cli
