// A browser's end of the wire, by hand: HTTP requests, and a page that talks through a WebSocket (RFC 6455). What it sends
// is what a test says, so that it can be wrong.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace dashpot::server::testing {

using nlohmann::json;

/// No test takes so long, unless something hangs.
inline constexpr std::chrono::seconds patience{30};

class Socket {
 public:
  explicit Socket(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect");
  }
  ~Socket() { ::close(socket_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;  // refused: the answer says why
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// False: the other side has closed.
  bool receive() {
    pollfd watched{socket_, POLLIN, 0};
    const auto most = std::chrono::duration_cast<std::chrono::milliseconds>(patience);
    if (poll(&watched, 1, static_cast<int>(most.count())) == 0) throw std::runtime_error("nothing came");
    char buffer[1 << 16];
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) return false;
    received.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
  bool has(std::size_t bytes) {
    while (received.size() < bytes)
      if (!receive()) return false;
    return true;
  }
  std::string received;

 private:
  int socket_;
};

struct Answer {
  int status = 0;
  std::string head, body;

  [[nodiscard]] std::string header(const std::string& name) const {
    const std::size_t at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

/// Sends bytes as they are, and reads one answer.
inline Answer raw(std::uint16_t port, const std::string& bytes, bool hasBody = true) {
  Socket socket(port);
  socket.send(bytes);
  Answer answer;
  std::size_t end = std::string::npos;
  while ((end = socket.received.find("\r\n\r\n")) == std::string::npos)
    if (!socket.receive()) return answer;
  answer.head = socket.received.substr(0, end + 2);
  answer.status = std::stoi(answer.head.substr(9, 3));
  const std::string length = answer.header("Content-Length");
  const std::size_t size = length.empty() || !hasBody ? 0 : std::stoul(length);
  socket.has(end + 4 + size);
  answer.body = socket.received.substr(end + 4);
  return answer;
}

using Headers = std::map<std::string, std::string>;

inline std::string requestText(const std::string& method, std::uint16_t port, const std::string& path, Headers headers,
                               const std::string& body = {}) {
  headers.emplace("Host", "127.0.0.1:" + std::to_string(port));
  if (!body.empty()) headers.emplace("Content-Length", std::to_string(body.size()));
  std::string text = method + " " + path + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  return text + "\r\n" + body;
}

inline Answer get(std::uint16_t port, const std::string& path, const Headers& headers = {}) {
  return raw(port, requestText("GET", port, path, headers));
}

/// What the browser has after it opened the address with the token.
inline std::string cookieFor(std::uint16_t port, const std::string& token) {
  const std::string given = get(port, "/?token=" + token).header("Set-Cookie");
  return given.substr(0, given.find(';'));
}

inline Headers webSocketHeaders(std::uint16_t port, const std::string& cookie) {
  return {{"Upgrade", "websocket"},
          {"Connection", "Upgrade"},
          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
          {"Sec-WebSocket-Version", "13"},
          {"Origin", "http://127.0.0.1:" + std::to_string(port)},
          {"Cookie", cookie}};
}

/// A binary frame of docs/protocol.md.
struct DataFrame {
  int kind = 0;
  std::uint32_t id = 0, firstRow = 0, rows = 0;
  std::vector<std::vector<double>> columns;
};

inline DataFrame decode(const std::string& bytes) {
  const auto number = [&]<class Number>(std::size_t at, Number value) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  };
  DataFrame frame{.kind = bytes[0],
                  .id = number(4, std::uint32_t{}),
                  .firstRow = number(8, std::uint32_t{}),
                  .rows = number(12, std::uint32_t{}),
                  .columns = {}};
  const std::size_t columns = number(2, std::uint16_t{});
  EXPECT_EQ(bytes[1], 1);
  EXPECT_EQ(bytes.size(), 16 + 8 * columns * frame.rows);
  for (std::size_t k = 0; k < columns; ++k) {
    auto& column = frame.columns.emplace_back(frame.rows);
    if (frame.rows > 0) std::memcpy(column.data(), bytes.data() + 16 + 8 * k * frame.rows, 8 * frame.rows);
  }
  return frame;
}

/// A tab of the workbench.
class Page {
 public:
  Page(std::uint16_t port, const std::string& cookie) : socket_(port) {
    socket_.send(requestText("GET", port, "/ws", webSocketHeaders(port, cookie)));
    std::size_t end = std::string::npos;
    while ((end = socket_.received.find("\r\n\r\n")) == std::string::npos)
      if (!socket_.receive()) throw std::runtime_error("refused: " + socket_.received);
    if (!socket_.received.starts_with("HTTP/1.1 101")) throw std::runtime_error("refused: " + socket_.received);
    socket_.received.erase(0, end + 4);
  }

  void sendText(const std::string& text) {
    constexpr char masked = static_cast<char>(0x80);
    std::string frame = "\x81";
    const std::uint64_t size = text.size();
    if (size < 126) {
      frame += static_cast<char>(masked | static_cast<char>(size));
    } else {
      const int bytes = size < 65536 ? 2 : 8;
      frame += static_cast<char>(masked | (bytes == 2 ? 126 : 127));
      for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(size >> (8 * i));
    }
    socket_.send(frame + std::string(4, '\0') + text);  // masked with zeros
  }
  void notify(const std::string& method, const json& params) {
    sendText(json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }
  int request(const std::string& method, const json& params) {
    sendText(json{{"jsonrpc", "2.0"}, {"id", ++lastId_}, {"method", method}, {"params", params}}.dump());
    return lastId_;
  }
  /// The whole answer: with "result" or "error".
  json answerTo(int id) {
    return until([&](const json& message) { return !message.contains("method") && message.value("id", json()) == id; });
  }
  json ask(const std::string& method, const json& params = json::object()) {
    const json answer = answerTo(request(method, params));
    if (answer.contains("error")) throw std::runtime_error(method + ": " + answer["error"].dump());
    return answer["result"];
  }
  json errorOf(const std::string& method, const json& params) {
    const json answer = answerTo(request(method, params));
    return answer.value("error", json());
  }

  /// The first message, of those that came or will come, that this is true of. Others are kept.
  json until(const std::function<bool(const json&)>& isIt) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    std::size_t looked = 0;
    while (true) {
      for (; looked < messages_.size(); ++looked)
        if (isIt(messages_[looked])) {
          json found = messages_[looked];
          messages_.erase(messages_.begin() + static_cast<std::ptrdiff_t>(looked));
          return found;
        }
      if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("it did not come");
      take();
    }
  }
  json notification(const std::string& method, const std::function<bool(const json&)>& isIt = {}) {
    return until([&](const json& message) {
      return message.value("method", "") == method && (!isIt || isIt(message["params"]));
    })["params"];
  }
  /// The job's last word, or the first with this state.
  json jobState(std::uint32_t job, const std::string& state = {}) {
    return notification("dashpot/job", [&](const json& params) {
      const std::string now = params["state"];
      const bool isOver = now == "finished" || now == "failed" || now == "cancelled";
      if (params["job"] == job && isOver && !state.empty() && now != state)
        throw std::runtime_error("the job has ended: " + params.dump());
      return params["job"] == job && (state.empty() ? isOver : now == state);
    });
  }
  DataFrame frame(const std::function<bool(const DataFrame&)>& isIt) {
    while (true) {
      for (const DataFrame& each : frames)
        if (isIt(each)) return each;
      take();
    }
  }

  /// Takes the next message from the wire. Rows are confirmed, unless a test does not want it.
  void take() {
    if (!socket_.has(2)) throw std::runtime_error("the connection is closed");
    const int kind = socket_.received[0] & 15;
    std::uint64_t size = socket_.received[1] & 127;
    const std::size_t bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
    socket_.has(2 + bytes);
    if (bytes > 0) size = 0;
    for (std::size_t i = 0; i < bytes; ++i) size = size << 8U | static_cast<unsigned char>(socket_.received[2 + i]);
    if (!socket_.has(2 + bytes + size)) throw std::runtime_error("the connection is closed");
    const std::string content = socket_.received.substr(2 + bytes, size);
    socket_.received.erase(0, 2 + bytes + size);
    if (kind == 1) messages_.push_back(json::parse(content));
    if (kind == 8) {
      closeCode = content.size() < 2
                      ? 0
                      : static_cast<unsigned char>(content[0]) * 256 + static_cast<unsigned char>(content[1]);
      throw std::runtime_error("closed by the server");
    }
    if (kind != 2) return;
    frames.push_back(decode(content));
    const DataFrame& last = frames.back();
    if (confirms && last.kind != 2 && last.rows > 0)
      notify("dashpot/received", {{"job", last.id}, {"row", last.firstRow + last.rows - 1}});
  }

  std::vector<DataFrame> frames;
  bool confirms = true;
  int closeCode = 0;

 private:
  Socket socket_;
  std::vector<json> messages_;
  int lastId_ = 0;
};

}  // namespace dashpot::server::testing
