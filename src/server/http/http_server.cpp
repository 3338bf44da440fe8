#include "server/http/http_server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include <array>
#include <deque>
#include <set>
#include <thread>

// NOLINTBEGIN(bugprone-unused-return-value): Asio returns the error that it also writes to the last argument.
namespace dashpot::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

std::string textOf(beast::string_view view) { return {view.data(), view.size()}; }

HttpRequest requestOf(const http::request_header<>& head) {
  const std::string target = textOf(head.target());
  const std::size_t mark = std::min(target.find('?'), target.size());
  return {.method = textOf(head.method_string()),
          .path = target.substr(0, mark),
          .query = mark < target.size() ? target.substr(mark + 1) : std::string(),
          .host = textOf(head[http::field::host]),
          .origin = textOf(head[http::field::origin]),
          .cookie = textOf(head[http::field::cookie]),
          .acceptEncoding = textOf(head[http::field::accept_encoding]),
          .ifNoneMatch = textOf(head[http::field::if_none_match])};
}

HttpResponse plain(int status, std::string sentence) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(sentence) + '\n'};
}

/// Something with a socket that the server closes when it stops.
class Open {
 public:
  Open() = default;
  virtual ~Open() = default;
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  virtual void drop() = 0;
};

/// What all connections share. All of it belongs to the thread of the sockets, but for the pool.
struct Shared {
  explicit Shared(const HttpLimits& given) : limits(given) {}
  HttpLimits limits;
  HttpHandlers handlers;
  asio::io_context sockets{1};
  asio::thread_pool answers{2};
  std::set<Open*> open;
};

// ---- WebSocket ------------------------------------------------------------------------------------------------------

class WebSocketConnection final : public WebSocket,
                                  public Open,
                                  public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(std::shared_ptr<Shared> shared, beast::tcp_stream stream)
      : shared_(std::move(shared)), stream_(std::move(stream)) {
    shared_->open.insert(this);
  }

  void accept(const http::request<http::string_body>& request) {
    beast::get_lowest_layer(stream_).expires_never();
    stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    stream_.read_message_max(shared_->limits.message);
    stream_.auto_fragment(false);
    stream_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return self->over();
      self->isOpen_ = true;
      self->listener_ = self->shared_->handlers.connected(self);
      self->read();
    });
  }

  void sendText(std::string message) override { send({std::move(message), true}); }
  void sendBinary(std::string bytes) override { send({std::move(bytes), false}); }
  void close() override {
    asio::post(shared_->sockets, [self = shared_from_this()] { self->drop(); });
  }

  void drop() override {
    error_code unheard;
    beast::get_lowest_layer(stream_).socket().close(unheard);
    over();
  }

 private:
  struct Message {
    std::string bytes;
    bool isText = true;
  };

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->over();
      std::string message = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.clear();
      if (self->listener_) self->listener_->received(std::move(message));
      if (self->isOpen_) self->read();
    });
  }

  void send(Message message) {
    asio::post(shared_->sockets, [self = shared_from_this(), message = std::move(message)]() mutable {
      if (!self->isOpen_) return;
      self->waitingBytes_ += message.bytes.size();
      self->waiting_.push_back(std::move(message));
      if (self->waitingBytes_ > self->shared_->limits.waitingToLeave) return self->drop();
      if (self->waiting_.size() == 1) self->write();
    });
  }

  void write() {
    const Message& message = waiting_.front();
    stream_.text(message.isText);
    stream_.async_write(asio::buffer(message.bytes), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->over();
      self->waitingBytes_ -= self->waiting_.front().bytes.size();
      self->waiting_.pop_front();
      if (!self->waiting_.empty()) self->write();
    });
  }

  void over() {
    isOpen_ = false;
    shared_->open.erase(this);
    if (const auto listener = std::exchange(listener_, nullptr)) listener->closed();
  }

  std::shared_ptr<Shared> shared_;  // lives as long as somebody may send
  websocket::stream<beast::tcp_stream> stream_;
  std::shared_ptr<WebSocketListener> listener_;
  beast::flat_buffer buffer_;
  std::deque<Message> waiting_;  // the first is being written
  std::size_t waitingBytes_ = 0;
  bool isOpen_ = false;
};

// ---- HTTP -----------------------------------------------------------------------------------------------------------

class HttpConnection final : public Open, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(std::shared_ptr<Shared> shared, tcp::socket socket)
      : shared_(std::move(shared)), stream_(std::move(socket)) {
    shared_->open.insert(this);
  }
  ~HttpConnection() override { shared_->open.erase(this); }
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(shared_->limits.header);
    parser_->body_limit(shared_->limits.body);
    stream_.expires_after(shared_->limits.silence);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->take(error); });
  }

  /// Says so, and nothing else.
  void refuse(HttpResponse response) {
    stream_.expires_after(shared_->limits.silence);
    isHead_ = false;
    respond(std::move(response), false);
  }

  void drop() override {
    error_code unheard;
    stream_.socket().close(unheard);
  }

 private:
  void take(error_code error) {
    if (error == http::error::header_limit) return refuse(plain(431, "the head of the request is too long"));
    if (error == http::error::body_limit) return refuse(plain(413, "the request is too large"));
    if (error == http::error::end_of_stream) return finish();
    if (error && error.category() == make_error_code(http::error::bad_method).category())
      return refuse(plain(400, "this is not HTTP"));
    if (error) return;  // the other side has gone, or was silent for too long
    const auto request = std::make_shared<http::request<http::string_body>>(parser_->release());
    isHead_ = request->method() == http::verb::head;
    if (websocket::is_upgrade(*request)) return upgrade(*request);
    const bool keepsAlive = request->keep_alive();
    asio::post(shared_->answers, [self = shared_from_this(), request, keepsAlive]() mutable {
      HttpResponse response = self->shared_->handlers.answer(requestOf(*request));
      asio::io_context& sockets = self->shared_->sockets;
      // Moved, so that it goes where it came from: on the thread of the sockets.
      asio::post(sockets, [self = std::move(self), keepsAlive, response = std::move(response)]() mutable {
        self->respond(std::move(response), keepsAlive);
      });
    });
  }

  void upgrade(const http::request<http::string_body>& request) {
    if (auto refusal = shared_->handlers.refuse(requestOf(request))) return respond(std::move(*refusal), false);
    const auto connection = std::make_shared<WebSocketConnection>(shared_, std::move(stream_));
    connection->accept(request);
  }

  void respond(HttpResponse response, bool keepsAlive) {
    if (!response.file.empty()) return sendFile(response, keepsAlive);
    auto message = std::make_shared<http::response<http::string_body>>();
    describe(*message, response, keepsAlive);
    message->content_length(response.body.size());
    if (!isHead_) message->body() = std::move(response.body);
    write(message, keepsAlive);
  }

  void sendFile(const HttpResponse& response, bool keepsAlive) {
    auto message = std::make_shared<http::response<http::file_body>>();
    error_code error;
    message->body().open(response.file.c_str(), beast::file_mode::scan, error);
    std::error_code unheard;
    std::filesystem::remove(response.file, unheard);
    if (error) return respond(plain(500, "the file that was made for this is gone"), false);
    describe(*message, response, keepsAlive);
    message->content_length(message->body().size());
    write(message, keepsAlive);
  }

  template <class Body>
  static void describe(http::response<Body>& message, const HttpResponse& response, bool keepsAlive) {
    message.result(static_cast<unsigned>(response.status));
    message.version(11);
    message.keep_alive(keepsAlive);
    if (!response.type.empty()) message.set(http::field::content_type, response.type);
    for (const auto& [name, value] : response.headers) message.set(name, value);
  }

  template <class Body>
  void write(const std::shared_ptr<http::response<Body>>& message, bool keepsAlive) {
    stream_.expires_after(shared_->limits.silence);
    const auto done = [self = shared_from_this(), message, keepsAlive](error_code error, std::size_t) {
      if (error) return;
      keepsAlive ? self->read() : self->finish();
    };
    if (!isHead_) return http::async_write(stream_, *message, done);
    const auto serializer = std::make_shared<http::response_serializer<Body>>(*message);
    http::async_write_header(stream_, *serializer,
                             [serializer, done](error_code error, std::size_t bytes) { done(error, bytes); });
  }

  /// Takes what is still under way for a moment: closed at once, the other side might not get to read the answer.
  void finish() {
    error_code unheard;
    stream_.socket().shutdown(tcp::socket::shutdown_send, unheard);
    constexpr std::chrono::seconds moment{2};
    stream_.expires_after(moment);
    discard();
  }

  void discard() {
    stream_.async_read_some(asio::buffer(discarded_), [self = shared_from_this()](error_code error, std::size_t) {
      if (!error) self->discard();
    });
  }

  std::shared_ptr<Shared> shared_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::array<char, 16384> discarded_{};
  bool isHead_ = false;
};

// ---- the server -----------------------------------------------------------------------------------------------------

class BeastServer final : public HttpServer {
 public:
  explicit BeastServer(const HttpLimits& limits)
      : shared_(std::make_shared<Shared>(limits)), acceptor_(shared_->sockets) {}
  ~BeastServer() override { stop(); }  // NOLINT(bugprone-exception-escape): a thread that cannot be joined is a bug
  BeastServer(const BeastServer&) = delete;
  BeastServer& operator=(const BeastServer&) = delete;

  /// Empty: done.
  std::string open(const std::string& address, std::uint16_t port) {
    error_code error;
    const auto host = asio::ip::make_address(address == "localhost" ? "127.0.0.1" : address, error);
    if (error) return fmt::format("'{}' is not an address: write it in numbers, as 127.0.0.1", address);
    const tcp::endpoint endpoint(host, port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error == asio::error::address_in_use) return fmt::format("port {} is in use", port);
    return error ? fmt::format("cannot listen at {}, port {}: {}", address, port, error.message()) : std::string();
  }

  [[nodiscard]] std::uint16_t port() const override { return acceptor_.local_endpoint().port(); }

  void start(HttpHandlers handlers) override {
    shared_->handlers = std::move(handlers);
    accept();
    thread_ = std::thread([this] { shared_->sockets.run(); });
  }

  void stop() override {
    if (!thread_.joinable()) return;
    asio::post(shared_->sockets, [this] {
      error_code unheard;
      acceptor_.close(unheard);
      // What is dropped may take itself off the list.
      for (Open* each : std::vector<Open*>(shared_->open.begin(), shared_->open.end()))
        if (shared_->open.contains(each)) each->drop();
    });
    shared_->answers.join();
    thread_.join();
  }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || !acceptor_.is_open()) return;
      if (!error) {
        const bool isFull = shared_->open.size() >= shared_->limits.connections;
        error_code unheard;
        socket.set_option(tcp::no_delay(true), unheard);
        const auto connection = std::make_shared<HttpConnection>(shared_, std::move(socket));
        isFull ? connection->refuse(plain(503, "there are too many connections")) : connection->read();
      }
      accept();
    });
  }

  std::shared_ptr<Shared> shared_;
  tcp::acceptor acceptor_;
  std::thread thread_;
};

}  // namespace

Expected<std::unique_ptr<HttpServer>, std::string> HttpServer::listen(const std::string& address, std::uint16_t port,
                                                                      const HttpLimits& limits) {
  auto server = std::make_unique<BeastServer>(limits);
  if (std::string problem = server->open(address, port); !problem.empty()) return Unexpected{std::move(problem)};
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace dashpot::server
// NOLINTEND(bugprone-unused-return-value)
