#include "language_server/dispatch.hpp"

#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exception>

namespace dashpot::language_server {

namespace {

using nlohmann::json;

constexpr std::string_view cancelMethod = "$/cancelRequest";
constexpr std::string_view exitMethod = "exit";

bool isId(const json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

void Dispatch::fail(const json& id, int code, const std::string& reason) {
  send_(toText({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", reason}}}}));
}

void Dispatch::onRequest(const std::string& method, Handler handler) {
  onTextRequest(method, [handler = std::move(handler)](const json& params) { return toText(handler(params)); });
}

bool Dispatch::announce(std::string_view text) {
  if (text.find(cancelMethod) == std::string_view::npos && text.find(exitMethod) == std::string_view::npos) return true;
  const json message = json::parse(text, nullptr, false);
  const json& method = memberOf(message, "method");
  if (method == exitMethod) return false;
  const json& id = memberOf(memberOf(message, "params"), "id");
  if (method != cancelMethod || !isId(id)) return true;
  const std::lock_guard lock(mutex_);
  cancelled_.insert(toText(id));
  return true;
}

bool Dispatch::takeCancellation(const json& id) {
  const std::lock_guard lock(mutex_);
  return cancelled_.erase(toText(id)) > 0;
}

void Dispatch::receive(std::string_view text) {
  const json message = json::parse(text, nullptr, false);
  if (message.is_discarded())
    return fail(nullptr, static_cast<int>(ErrorCode::parseError), "the message is no valid JSON");
  const auto id = message.is_object() ? message.find("id") : message.end();
  const bool hasId = message.is_object() && id != message.end();
  if (!message.is_object() || (hasId && !isId(*id) && !id->is_null()))
    return fail(nullptr, static_cast<int>(ErrorCode::invalidRequest),
                "a message is an object, with a text or number as its id");
  if (!message.contains("method")) {
    // An answer to something that was asked of the client; else nothing that can be understood.
    if (!message.contains("result") && !message.contains("error"))
      fail(hasId ? *id : json(), static_cast<int>(ErrorCode::invalidRequest), "the message has no method");
    return;
  }
  if (!message["method"].is_string())
    return fail(hasId ? *id : json(), static_cast<int>(ErrorCode::invalidRequest), "the method has to be a text");
  hasId ? request(message, *id) : notification(message);
}

void Dispatch::request(const json& message, const json& id) {
  const auto& method = message["method"].get_ref<const std::string&>();
  if (takeCancellation(id)) return fail(id, static_cast<int>(ErrorCode::requestCancelled), "the request was cancelled");
  try {
    guard_(method, true);
    const auto handler = handlers_.find(method);
    if (handler == handlers_.end())
      return fail(id, static_cast<int>(ErrorCode::methodNotFound), fmt::format("there is no method '{}'", method));
    const std::string result = handler->second(memberOf(message, "params"));
    send_(fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", toText(id), result));
  } catch (const RequestError& error) {
    fail(id, static_cast<int>(error.code()), error.what());
  } catch (const json::exception& error) {
    fail(id, static_cast<int>(ErrorCode::invalidParams), error.what());
  } catch (const std::exception& error) {
    fail(id, static_cast<int>(ErrorCode::internalError), fmt::format("internal error: {}", error.what()));
  }
}

/// Nobody waits for an answer: what is wrong with a notification goes to the client's log.
void Dispatch::notification(const json& message) {
  const auto& method = message["method"].get_ref<const std::string&>();
  const json& params = memberOf(message, "params");
  if (method == cancelMethod) {
    (void)takeCancellation(memberOf(params, "id"));  // the request has been answered before, or never came
    return;
  }
  const auto listener = listeners_.find(method);
  if (listener == listeners_.end()) return;
  try {
    guard_(method, false);
    listener->second(params);
  } catch (const std::exception& error) {
    constexpr int isError = 1;
    send_(toText({{"jsonrpc", "2.0"},
                  {"method", "window/logMessage"},
                  {"params", {{"type", isError}, {"message", fmt::format("{}: {}", method, error.what())}}}}));
  }
}

}  // namespace dashpot::language_server
