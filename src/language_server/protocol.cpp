#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace dashpot::language_server {

using nlohmann::json;

json toJson(const Position& position) { return {{"line", position.line}, {"character", position.character}}; }

json toJson(const Range& range) { return {{"start", toJson(range.start)}, {"end", toJson(range.end)}}; }

const json& memberOf(const json& object, const char* name) {
  static const json nothing = json::object();
  if (!object.is_object()) return nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

const std::string& textAt(const json& object, const char* name) {
  const json& member = memberOf(object, name);
  if (!member.is_string()) throw RequestError(ErrorCode::invalidParams, fmt::format("'{}' has to be a text", name));
  return member.get_ref<const std::string&>();
}

namespace {

/// Numbers beyond what a text can have mean its end.
std::uint32_t countFrom(const json& number) {
  if (!number.is_number())
    throw RequestError(ErrorCode::invalidParams, "a position has the numbers line and character");
  const double value = number.get<double>();
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  return value <= 0 ? 0 : static_cast<std::uint32_t>(std::min(value, most));
}

bool isPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~' || c == '/';
}

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Position positionFrom(const json& object) {
  return {countFrom(memberOf(object, "line")), countFrom(memberOf(object, "character"))};
}

Range rangeFrom(const json& object) {
  return {positionFrom(memberOf(object, "start")), positionFrom(memberOf(object, "end"))};
}

std::string toText(const json& message) { return message.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string pathOf(const std::string& uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return {};
  const std::size_t slash = uri.find('/', scheme.size());
  if (slash == std::string::npos) return {};
  std::string path;
  for (std::size_t i = slash; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? digitOf(uri[i + 1]) : -1;
    const int low = high >= 0 ? digitOf(uri[i + 2]) : -1;
    if (low < 0) {
      path += uri[i];
      continue;
    }
    path += static_cast<char>(16 * high + low);
    i += 2;
  }
  return path.find('\0') == std::string::npos ? path : std::string();
}

std::string uriOf(const std::string& path) {
  std::string uri = "file://";
  for (const char c : path) isPlain(c) ? uri += c : uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

}  // namespace dashpot::language_server
