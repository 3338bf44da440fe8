#include "language_server/stdio.hpp"

#include "language_server/message.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace dashpot::language_server {

namespace {

/// Messages between the thread that reads and the one that answers.
class Inbox {
 public:
  void put(std::optional<std::string> message) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(message));
    }
    arrived_.notify_one();
  }
  /// Nothing: the stream has ended.
  std::optional<std::string> take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !waiting_.empty(); });
    std::optional<std::string> message = std::move(waiting_.front());
    waiting_.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::optional<std::string>> waiting_;
};

}  // namespace

int serve(std::FILE* in, std::FILE* out, std::FILE* log, ServerOptions options,
          const std::function<void(int code)>& leave) {
  options.tellsModels = false;
  Server server(
      [out](const std::string& message) {
        const std::string bytes = framed(message);
        std::fwrite(bytes.data(), 1, bytes.size(), out);
        std::fflush(out);
      },
      std::move(options));
  Inbox inbox;
  std::string streamError;
  std::thread reader([&] {
    MessageReader messages(in);
    // After `exit` nothing is read: who is at the other end may keep the stream open.
    for (std::optional<std::string> message = messages.next(); message; message = messages.next()) {
      const bool isLast = !server.announce(*message);
      inbox.put(std::move(message));
      if (isLast) break;
    }
    streamError = messages.error();
    inbox.put(std::nullopt);
  });
  while (const std::optional<std::string> message = inbox.take()) server.receive(*message);
  reader.join();
  if (!streamError.empty()) fmt::print(log, "error: {}\n", streamError);
  const int code = server.isOver() ? server.exitCode() : 1;
  if (leave) leave(code);
  return code;
}

}  // namespace dashpot::language_server
