#include "server/tab/analysis.hpp"

#include "language_server/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>

namespace dashpot::server {

namespace {

using language_server::ErrorCode;
using language_server::RequestError;
using nlohmann::json;

struct Verb {
  const char* name;
  bool takesModel;
  bool takesParameters;
  std::vector<std::string_view> options;  // that a page may give
  std::chrono::seconds most{60};          // that it may take
};

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all{
      {"check", true, false, {"rules"}},
      {"structure", true, false, {}},
      {"linearize",
       true,
       true,
       {"at", "steady-state", "start", "tolerance", "method", "input", "output", "bode", "from", "to"}},
      {"compare",
       true,
       true,
       {"methods", "tolerances", "steps", "errors", "floor", "vars", "start", "stop", "interval", "timing", "limit"},
       std::chrono::minutes(10)},
      {"explain",
       true,
       true,
       {"try", "method", "tolerance", "start", "stop", "interval", "step"},
       std::chrono::minutes(10)},
      {"methods", false, false, {"family", "operations", "step", "steps"}},
      {"stability", false, false, {"z", "matrix", "problem", "step", "steps", "domain", "embeddings"}},
  };
  return all;
}

const Verb& verbNamed(const std::string& name) {
  const auto found = std::ranges::find(verbs(), name, [](const Verb& each) { return std::string(each.name); });
  if (found == verbs().end())
    throw RequestError(ErrorCode::requestFailed, fmt::format("there is no analysis '{}' here", name));
  return *found;
}

std::string textOf(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

void addOption(std::vector<std::string>& words, const std::string& name, const json& value) {
  if (value.is_array()) {
    for (const json& each : value) addOption(words, name, each);
  } else if (value.is_boolean()) {
    if (value.get<bool>()) words.push_back("--" + name);
  } else if (!value.is_null()) {
    words.push_back(fmt::format("--{}={}", name, textOf(value)));
  }
}

/// A process that does not outlive the question.
class RunningVerb {
 public:
  explicit RunningVerb(StartedProcess process) : process_(std::move(process)) {}
  RunningVerb(const RunningVerb&) = delete;
  RunningVerb& operator=(const RunningVerb&) = delete;
  ~RunningVerb() {
    kill(process_.number, SIGKILL);
    while (waitpid(process_.number, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  [[nodiscard]] int out() const { return *process_.out; }

 private:
  StartedProcess process_;
};

/// A file without a name.
Descriptor unnamedFile(std::string_view content) {
  Descriptor file(memfd_create("dashpot", MFD_CLOEXEC));
  while (file && !content.empty()) {
    const ssize_t count = write(*file, content.data(), content.size());
    if (count < 0 && errno != EINTR) return {};
    content.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
  if (file) lseek(*file, 0, SEEK_SET);
  return file;
}

std::string contentOf(const Descriptor& file) {
  std::string content;
  std::array<char, 4096> buffer{};
  off_t at = 0;
  for (ssize_t count = 0; (count = pread(*file, buffer.data(), buffer.size(), at)) > 0; at += count)
    content.append(buffer.data(), static_cast<std::size_t>(count));
  return content;
}

}  // namespace

std::vector<std::string> verbArguments(const std::string& verb, const AnalysedModel& model, const json& parameters,
                                       const json& arguments) {
  const Verb& offered = verbNamed(verb);
  std::vector<std::string> words{"--json"};
  if (offered.takesModel) {
    words.emplace_back("--unsaved");
    if (!model.model.empty()) words.push_back("--model=" + model.model);
    for (const std::string& library : model.libraries) words.push_back("--library=" + library);
  }
  if (offered.takesParameters)
    for (const auto& [name, value] : parameters.items())
      words.push_back(fmt::format("--set={}={}", name, textOf(value)));
  std::vector<std::string> last;
  if (offered.takesModel) last.push_back(model.file);
  for (const auto& [name, value] : arguments.items()) {
    if (verb == "stability" && name == "methods") {
      for (const json& each : value) last.push_back(textOf(each));
      continue;
    }
    if (std::ranges::find(offered.options, std::string_view(name)) == offered.options.end())
      throw RequestError(ErrorCode::invalidParams, fmt::format("'{}' has no argument '{}' here", verb, name));
    addOption(words, name, value);
  }
  words.emplace_back("--");
  words.insert(words.end(), last.begin(), last.end());
  return words;
}

json analyse(const ProcessOptions& process, const AnalysisRequest& request, const std::atomic<bool>& isCancelled) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::seconds most = verbNamed(request.verb).most;
  std::vector<std::string> words{"worker", request.verb};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  const Descriptor texts = unnamedFile(json(request.texts).dump(-1, ' ', false, json::error_handler_t::replace));
  const Descriptor messages = unnamedFile({});
  auto started = startProcess(process, words, {.input = *texts, .messages = *messages});
  if (!texts || !messages || !started)
    throw RequestError(ErrorCode::requestFailed, "the system cannot start another process");
  const RunningVerb running(std::move(*started));
  std::string output;
  const auto deadline = Clock::now() + most;
  for (bool isWhole = false; !isWhole;) {
    if (isCancelled) throw RequestError(ErrorCode::requestCancelled, "the analysis was cancelled");
    if (Clock::now() > deadline)
      throw RequestError(ErrorCode::requestFailed, fmt::format("the analysis took longer than {} s", most.count()));
    constexpr int lookAgain = 100;  // milliseconds
    pollfd watched{running.out(), POLLIN, 0};
    if (poll(&watched, 1, lookAgain) <= 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t count = read(running.out(), buffer.data(), buffer.size());
    if (count > 0) output.append(buffer.data(), static_cast<std::size_t>(count));
    isWhole = count == 0;
  }
  json result = json::parse(output, nullptr, false);
  if (!result.is_discarded()) return result;
  std::string why = contentOf(messages);
  if (why.empty()) why = "the analysis ended without a result";
  throw RequestError(ErrorCode::requestFailed, why);
}

}  // namespace dashpot::server
