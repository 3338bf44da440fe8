// server/tab/reply.hpp: what goes back for one request of a page (JSON-RPC 2.0).
#pragma once

#include "language_server/protocol.hpp"
#include "server/http/http_server.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <string>

namespace dashpot::server {

/// Ends a request with more than a sentence for the page.
class RefusedRequest : public language_server::RequestError {
 public:
  RefusedRequest(const std::string& message, nlohmann::json data)
      : RequestError(language_server::ErrorCode::requestFailed, message), data_(std::move(data)) {}
  [[nodiscard]] const nlohmann::json& data() const { return data_; }

 private:
  nlohmann::json data_;
};

class Reply {
 public:
  /// A null id: a notification, which has no answer.
  Reply(nlohmann::json id, std::shared_ptr<WebSocket> socket) : id_(std::move(id)), socket_(std::move(socket)) {}

  [[nodiscard]] std::string id() const { return id_.dump(); }
  void operator()(const nlohmann::json& result) const;
  void fail(language_server::ErrorCode code, const std::string& message, const nlohmann::json& data = nullptr) const;
  /// Answers with what the work throws, if it throws.
  void guard(const std::function<void()>& work) const;

 private:
  void send(const nlohmann::json& message) const;

  nlohmann::json id_;
  std::shared_ptr<WebSocket> socket_;
};

}  // namespace dashpot::server
