// server/http/http_server.hpp
//
// HTTP/1.1 and WebSockets, behind an interface of a few functions: what is asked, what is answered, messages both ways.
// Who may ask, and what the answers are, is somebody else's. Boost.Beast stays inside http_server.cpp.
//
// Promise: nothing that comes in is larger, and nobody stays longer without a word, than the limits say.
#pragma once

#include "base/expected.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::server {

struct HttpRequest {
  std::string method;       // "GET"
  std::string path, query;  // as they were sent, on both sides of the first '?'
  std::string host, origin, cookie, acceptEncoding, ifNoneMatch;
};

struct HttpResponse {
  int status = 200;
  std::string type = {};  // of the content: "text/html; charset=utf-8"
  std::string body = {};
  std::filesystem::path file = {};  // sent instead of the body, then deleted
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// A connection that talks in messages. Any thread may call it, also after it was closed.
class WebSocket {
 public:
  WebSocket() = default;
  virtual ~WebSocket() = default;
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  virtual void sendText(std::string message) = 0;
  virtual void sendBinary(std::string bytes) = 0;
  virtual void close() = 0;
};

/// The other side of it. Called by one thread, which waits meanwhile: what takes time is done elsewhere.
class WebSocketListener {
 public:
  WebSocketListener() = default;
  virtual ~WebSocketListener() = default;
  WebSocketListener(const WebSocketListener&) = delete;
  WebSocketListener& operator=(const WebSocketListener&) = delete;

  virtual void received(std::string message) = 0;
  /// The last call, however the connection ended.
  virtual void closed() = 0;
};

struct HttpHandlers {
  /// Any request but one for a WebSocket. Called by several threads, and may take its time.
  std::function<HttpResponse(const HttpRequest&)> answer;
  /// A request for a WebSocket: nothing if it is welcome.
  std::function<std::optional<HttpResponse>(const HttpRequest&)> refuse;
  std::function<std::shared_ptr<WebSocketListener>(std::shared_ptr<WebSocket>)> connected;
};

struct HttpLimits {
  std::uint32_t header = 8 << 10;         // bytes of a request's head
  std::uint64_t body = 8 << 20;           // bytes
  std::size_t message = 8 << 20;          // bytes of one that comes in by a WebSocket
  std::size_t waitingToLeave = 64 << 20;  // bytes for a WebSocket whose other side does not read: it is closed
  std::size_t connections = 64;
  std::chrono::seconds silence{30};  // of a connection without a request; a WebSocket is asked for a sign of life
};

class HttpServer {
 public:
  /// Listens; 0: at a port that is free. The failure is a sentence.
  [[nodiscard]] static Expected<std::unique_ptr<HttpServer>, std::string> listen(const std::string& address,
                                                                                 std::uint16_t port,
                                                                                 const HttpLimits& limits = {});
  HttpServer() = default;
  virtual ~HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] virtual std::uint16_t port() const = 0;
  /// Begins to answer.
  virtual void start(HttpHandlers handlers) = 0;
  /// Closes everything. No handler is called after it.
  virtual void stop() = 0;
};

}  // namespace dashpot::server
