// language_server/protocol.hpp: what several requests have in common on the wire: places, errors, addresses of files.
#pragma once

#include "language_server/document.hpp"

#include <nlohmann/json_fwd.hpp>

#include <stdexcept>
#include <string>

namespace dashpot::language_server {

/// The codes of JSON-RPC and of LSP 3.17 that are used here.
enum class ErrorCode : int {
  parseError = -32700,
  invalidRequest = -32600,
  methodNotFound = -32601,
  invalidParams = -32602,
  internalError = -32603,
  serverNotInitialized = -32002,
  requestFailed = -32803,
  requestCancelled = -32800,
};

/// Ends a request: the client gets its code and its sentence.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

[[nodiscard]] nlohmann::json toJson(const Position& position);
[[nodiscard]] nlohmann::json toJson(const Range& range);
[[nodiscard]] Position positionFrom(const nlohmann::json& json);
[[nodiscard]] Range rangeFrom(const nlohmann::json& json);

/// A member that must be there and be a text; else a RequestError.
[[nodiscard]] const std::string& textAt(const nlohmann::json& object, const char* name);
/// The member `name` of an object; an empty object if there is none.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& json, const char* name);

/// A text of any bytes as one line of JSON; what is no UTF-8 is replaced.
[[nodiscard]] std::string toText(const nlohmann::json& json);

/// "file:///a%20b.mo" to "/a b.mo" and back. An address of another kind has no path.
[[nodiscard]] std::string pathOf(const std::string& uri);
[[nodiscard]] std::string uriOf(const std::string& path);

}  // namespace dashpot::language_server
