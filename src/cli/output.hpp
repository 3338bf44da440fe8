// cli/output.hpp
//
// The one way of text to the terminal: names, units, messages and paths come from files that others wrote, and must not
// make the terminal act, nor JSON invalid.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace dashpot::cli {

/// Shows the text; see base/printable.hpp. Throws std::system_error if it cannot be written.
void write(std::FILE* out, std::string_view text);

template <class... T>
void say(std::FILE* out, fmt::format_string<T...> format, T&&... arguments) {
  write(out, fmt::format(format, std::forward<T>(arguments)...));
}
template <class... T>
void say(fmt::format_string<T...> format, T&&... arguments) {
  write(stdout, fmt::format(format, std::forward<T>(arguments)...));
}

/// Modelica and the like on stdout: to a terminal as any text, to a file or another program byte for byte.
void printSource(std::string_view text);

/// In lines; indent -1: in one.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& json, int indent = 2);
/// The same on stdout.
void printJson(const nlohmann::ordered_json& json, int indent = 2);

}  // namespace dashpot::cli
