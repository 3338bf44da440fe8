#include "server/worker/worker.hpp"

#include "server/files/descriptor.hpp"
#include "server/worker/frames.hpp"
#include "server/worker/run_model.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <deque>
#include <fcntl.h>
#include <new>
#include <thread>

namespace dashpot::server {

namespace {

using nlohmann::json;

/// Takes the pipe away from a standard stream, so that nothing else reads or writes it.
Descriptor takeStream(int stream, int instead) {
  Descriptor pipe(fcntl(stream, F_DUPFD_CLOEXEC, 3));
  dup2(instead, stream);
  return pipe;
}

class Worker {
 public:
  Worker(int in, int out) : in_(in), out_(out) {}

  int loop() {
    // The thread ends with the process.
    std::thread([this] { listen(); }).detach();
    while (true) {
      const json request = nextRun();
      try {
        runModel(request, cache_, control_, server_);
      } catch (const std::bad_alloc&) {
        cache_ = ModelCache();
        fail("this needs more memory than a run may take: a smaller model, or a larger machine");
      } catch (const std::exception& error) {
        fail(fmt::format("internal error: {}: a bug of Dashpot, please report it with the model", error.what()));
      }
    }
  }

 private:
  /// Whatever the run is doing: an order to end is heard, and so is the end of the server.
  void listen() {
    while (const auto frame = readFrame(in_)) {
      const json message = json::parse(frame->content, nullptr, false);
      const std::string order = message.value("order", "");
      const std::uint32_t job = message.value("job", 0U);
      if (order == "run") {
        heard_ = job;
        control_.begin(paceIn(message));
        const std::lock_guard lock(mutex_);
        runs_.push_back(message);
        arrived_.notify_one();
      } else if (job != heard_) {
        continue;  // it has ended meanwhile
      } else if (order == "cancel") {
        control_.cancel();
      } else if (order == "pace") {
        control_.setPace(paceIn(message), message.value("paused", false));
      } else if (order == "input") {
        control_.setInput(message.value("name", ""), message.value("value", 0.0));
      }
    }
    std::_Exit(0);
  }

  static std::optional<double> paceIn(const json& message) {
    const auto pace = message.find("pace");
    if (pace == message.end() || !pace->is_number() || !(pace->get<double>() > 0)) return std::nullopt;
    return pace->get<double>();
  }

  json nextRun() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !runs_.empty(); });
    json request = std::move(runs_.front());
    runs_.pop_front();
    return request;
  }

  void send(FrameKind kind, std::string_view content) const {
    if (!writeFrame(out_, kind, content)) std::_Exit(0);
  }

  void fail(const std::string& sentence) const {
    server_.tell({{"event", "ended"}, {"state", "failed"}, {"messages", sentence}});
  }

  int in_, out_;
  std::uint32_t heard_ = 0;  // the job that was asked for last
  ModelCache cache_;
  RunControl control_;
  ToServer server_{
      .tell =
          [this](const json& message) {
            send(FrameKind::message, message.dump(-1, ' ', false, json::error_handler_t::replace));
          },
      .begin = [this](std::span<const double> parameters) { send(FrameKind::parameters, bytesOf(parameters)); },
      .rows = [this](std::span<const double> rows) { send(FrameKind::rows, bytesOf(rows)); }};
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<json> runs_;
};

}  // namespace

int work() {
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  const Descriptor in = takeStream(STDIN_FILENO, *nothing), out = takeStream(STDOUT_FILENO, *nothing);
  return Worker(*in, *out).loop();
}

}  // namespace dashpot::server
