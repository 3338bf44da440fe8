#include "server/tab/reply.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

namespace dashpot::server {

using language_server::ErrorCode;
using nlohmann::json;

void Reply::send(const json& message) const {
  if (!id_.is_null()) socket_->sendText(language_server::toText(message));
}

void Reply::operator()(const json& result) const { send({{"jsonrpc", "2.0"}, {"id", id_}, {"result", result}}); }

void Reply::fail(ErrorCode code, const std::string& message, const json& data) const {
  json error{{"code", static_cast<int>(code)}, {"message", printable(message, Lines::many)}};
  if (!data.is_null()) error["data"] = data;
  send({{"jsonrpc", "2.0"}, {"id", id_}, {"error", std::move(error)}});
}

void Reply::guard(const std::function<void()>& work) const {
  try {
    work();
  } catch (const RefusedRequest& refused) {
    fail(refused.code(), refused.what(), refused.data());
  } catch (const language_server::RequestError& error) {
    fail(error.code(), error.what());
  } catch (const json::exception& error) {
    fail(ErrorCode::invalidParams, error.what());
  } catch (const std::exception& error) {
    fail(ErrorCode::internalError, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace dashpot::server
