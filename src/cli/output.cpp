#include "cli/output.hpp"

#include "base/printable.hpp"

#include <algorithm>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using nlohmann::ordered_json;

bool isShownAsItIs(const ordered_json& json) {
  if (json.is_string()) return isPrintable(json.get_ref<const std::string&>(), Lines::many);
  if (json.is_array()) return std::ranges::all_of(json, isShownAsItIs);
  if (!json.is_object()) return true;
  return std::ranges::all_of(json.get_ref<const ordered_json::object_t&>(), [](const auto& member) {
    return isPrintable(member.first, Lines::many) && isShownAsItIs(member.second);
  });
}

ordered_json shown(const ordered_json& json) {
  if (json.is_string()) return printable(json.get_ref<const std::string&>(), Lines::many);
  ordered_json result = json.is_array() ? ordered_json::array() : json;
  if (json.is_array())
    for (const ordered_json& element : json) result.push_back(shown(element));
  if (!json.is_object()) return result;
  result = ordered_json::object();
  for (const auto& [name, value] : json.items()) result[printable(name, Lines::many)] = shown(value);
  return result;
}

}  // namespace

void write(std::FILE* out, std::string_view text) {
  if (isPrintable(text, Lines::many))
    fmt::print(out, "{}", text);
  else
    fmt::print(out, "{}", printable(text, Lines::many));
}

void printSource(std::string_view text) {
  if (isatty(STDOUT_FILENO) != 0)
    write(stdout, text);
  else
    fmt::print("{}", text);
}

std::string jsonText(const ordered_json& json, int indent) {
  return isShownAsItIs(json) ? json.dump(indent) : shown(json).dump(indent);
}

void printJson(const ordered_json& json, int indent) { fmt::print("{}\n", jsonText(json, indent)); }

}  // namespace dashpot::cli
