// language_server/dispatch.hpp: a message to the function that handles its method, and what that function gives or throws
// to an answer (JSON-RPC 2.0).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dashpot::language_server {

class Dispatch {
 public:
  using Handler = std::function<nlohmann::json(const nlohmann::json& params)>;
  /// Gives its answer as the text of it, for answers that are long.
  using TextHandler = std::function<std::string(const nlohmann::json& params)>;
  using Listener = std::function<void(const nlohmann::json& params)>;
  using Send = std::function<void(const std::string& message)>;
  /// A reason to refuse a method just now; throws a RequestError.
  using Guard = std::function<void(const std::string& method, bool isRequest)>;

  Dispatch(Send send, Guard guard) : send_(std::move(send)), guard_(std::move(guard)) {}

  void onRequest(const std::string& method, Handler handler);
  void onTextRequest(const std::string& method, TextHandler handler) { handlers_[method] = std::move(handler); }
  void onNotification(const std::string& method, Listener listener) { listeners_[method] = std::move(listener); }

  void receive(std::string_view text);
  /// Of a thread that reads ahead: a request that waits and is cancelled by this message is not begun. False if this
  /// message is the last one.
  bool announce(std::string_view text);

 private:
  void request(const nlohmann::json& message, const nlohmann::json& id);
  void notification(const nlohmann::json& message);
  void fail(const nlohmann::json& id, int code, const std::string& reason);
  [[nodiscard]] bool takeCancellation(const nlohmann::json& id);

  Send send_;
  Guard guard_;
  std::map<std::string, TextHandler> handlers_;
  std::map<std::string, Listener> listeners_;
  std::mutex mutex_;
  std::set<std::string> cancelled_;  // ids of requests, as JSON
};

}  // namespace dashpot::language_server
