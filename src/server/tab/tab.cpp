#include "server/tab/tab.hpp"

#include "base/printable.hpp"
#include "language_server/protocol.hpp"
#include "language_server/server.hpp"
#include "server/tab/analyses.hpp"
#include "server/tab/analysis.hpp"
#include "server/tab/reply.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <condition_variable>
#include <set>
#include <thread>

namespace dashpot::server {

namespace {

using language_server::ErrorCode;
using language_server::memberOf;
using language_server::RequestError;
using language_server::textAt;
using nlohmann::json;
namespace fs = std::filesystem;

[[noreturn]] void refuse(const FileFailure& failure) {
  json data;
  if (failure.reason == FileFailure::Reason::changed)
    data = {{"reason", "changed"}, {"text", failure.now->text}, {"hash", failure.now->hash}};
  if (failure.reason == FileFailure::Reason::exists) data = {{"reason", "exists"}};
  if (failure.reason == FileFailure::Reason::missing) data = {{"reason", "missing"}};
  throw RefusedRequest(failure.sentence, std::move(data));
}

std::vector<std::string> namesIn(const json& params, const char* name) {
  std::vector<std::string> names;
  const json& list = memberOf(params, name);
  if (list.is_array())
    for (const json& each : list)
      if (each.is_string()) names.push_back(each.get<std::string>());
  return names;
}

double numberAt(const json& params, const char* name) {
  const json& value = memberOf(params, name);
  if (!value.is_number()) throw RequestError(ErrorCode::invalidParams, fmt::format("'{}' has to be a number", name));
  return value.get<double>();
}

bool isBeneath(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

class Tab final : public WebSocketListener, public std::enable_shared_from_this<Tab> {
 public:
  Tab(std::shared_ptr<Workbench> workbench, std::shared_ptr<WebSocket> socket)
      : workbench_(std::move(workbench)),
        socket_(std::move(socket)),
        queue_(std::make_shared<JobQueue>(workbench_->process, workbench_->slots)),
        language_(std::make_unique<language_server::Server>(
            [to = socket_](const std::string& message) { to->sendText(message); },
            language_server::ServerOptions{.findLibraries = workbench_->findLibraries,
                                           .libraries = workbench_->libraries,
                                           .version = workbench_->version})) {
    addInOrder();
    addAtOnce();
  }

  /// It belongs to its thread from here on, and goes with it.
  void start() {
    workbench_->tabs->enter();
    watcher_ = workbench_->watch->watcher([weak = weak_from_this()](const std::string& path, const auto& hash) {
      if (const auto self = weak.lock()) self->fileChanged(path, hash);
    });
    std::thread([self = shared_from_this(), tabs = workbench_->tabs]() mutable {
      self->loop();
      self.reset();
      tabs->leave();
    }).detach();
  }

  void received(std::string message) override {
    if (message.find("\"dashpot/") != std::string::npos || message.find("$/cancelRequest") != std::string::npos) {
      const json parsed = json::parse(message, nullptr, false);
      if (handleAtOnce(parsed)) return;
    }
    (void)language_->announce(message);
    put(std::move(message));
  }

  void closed() override {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
    arrived_.notify_one();
  }

 private:
  using Handler = std::function<void(const json& params, const Reply& reply)>;

  // -------------------------------------------------------------------------------------------------------- messages

  static constexpr std::size_t mostWaiting = 64 << 20;  // bytes

  void put(std::string message) {
    const std::lock_guard lock(mutex_);
    waitingBytes_ += message.size();
    inbox_.push_back(std::move(message));
    if (waitingBytes_ > mostWaiting) socket_->close();
    arrived_.notify_one();
  }

  /// Nothing: the page has gone.
  std::optional<std::string> take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return isOver_ || !inbox_.empty(); });
    if (isOver_) return std::nullopt;
    std::string message = std::move(inbox_.front());
    inbox_.pop_front();
    waitingBytes_ -= message.size();
    return message;
  }

  void loop() {
    while (const auto message = take()) handle(*message);
    for (const auto& [number, job] : jobs_) workbench_->jobs.remove(number);
    // Here, not where the last reference goes: it takes a moment.
    queue_->close();
    queue_.reset();
    analyses_.reset();
    language_.reset();
  }

  void handle(const std::string& text) {
    json message = json::parse(text, nullptr, false);
    const json& method = memberOf(message, "method");
    if (method == "initialize" && memberOf(message, "params").is_object()) {
      // The folder is what is served, whatever the page thinks.
      message["params"]["workspaceFolders"] = {{{"uri", rootUri()}, {"name", "served"}}};
      return language_->receive(message.dump());
    }
    const auto handler = method.is_string() ? inOrder_.find(method.get<std::string>()) : inOrder_.end();
    if (handler == inOrder_.end()) return language_->receive(text);
    answer(message, handler->second);
  }

  bool handleAtOnce(const json& message) {
    const json& method = memberOf(message, "method");
    if (method == "$/cancelRequest") analyses_->cancel(memberOf(memberOf(message, "params"), "id").dump());
    const auto handler = method.is_string() ? atOnce_.find(method.get<std::string>()) : atOnce_.end();
    if (handler == atOnce_.end()) return false;
    answer(message, handler->second);
    return true;
  }

  void answer(const json& message, const Handler& handler) {
    const Reply reply(message.contains("id") ? message["id"] : json(), socket_);
    reply.guard([&] { handler(memberOf(message, "params"), reply); });
  }

  void notify(const char* method, const json& params) {
    socket_->sendText(language_server::toText({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
  }

  // ----------------------------------------------------------------------------------------------------------- files

  void addInOrder() {
    inOrder_ = {{"dashpot/session", [this](const json&, const Reply& reply) { reply(session()); }},
                {"dashpot/files", [this](const json&, const Reply& reply) { reply(files()); }},
                {"dashpot/read", [this](const json& params, const Reply& reply) { reply(read(params)); }},
                {"dashpot/save", [this](const json& params, const Reply& reply) { reply(save(params)); }},
                {"dashpot/draft", [this](const json& params, const Reply&) { keepDraft(params); }},
                {"dashpot/rename_file", [this](const json& params, const Reply& reply) { reply(rename(params)); }},
                {"dashpot/delete_file", [this](const json& params, const Reply& reply) { reply(remove(params)); }},
                {"dashpot/run", [this](const json& params, const Reply& reply) { run(params, reply); }},
                {"dashpot/analyse", [this](const json& params, const Reply& reply) { startAnalysis(params, reply); }}};
  }

  [[nodiscard]] std::string rootUri() const { return language_server::uriOf(workbench_->folder->root().string()); }
  [[nodiscard]] std::vector<fs::path> libraries() const { return workbench_->findLibraries(workbench_->libraries); }

  json session() const {
    json examples = json::array();
    if (const auto folder = exampleFolder(libraries()))
      for (const Example& each : examplesIn(*folder))
        examples.push_back({{"path", each.path}, {"title", each.title}, {"description", each.description}});
    return {{"version", workbench_->version},
            {"root_uri", rootUri()},
            {"readonly", workbench_->folder->isReadonly()},
            {"libraries", packagesIn(libraries())},
            {"examples", std::move(examples)}};
  }

  json files() const {
    json list = json::array();
    for (const FileEntry& file : workbench_->folder->list())
      list.push_back({{"path", file.path},
                      {"size", file.size},
                      {"modified", file.modified},
                      {"models", workbench_->stored.modelsIn(*workbench_->folder, file)}});
    json drafts = json::array();
    for (const Draft& draft : workbench_->drafts->list())
      drafts.push_back({{"path", draft.path}, {"time", draft.time}});
    return {{"files", std::move(list)}, {"drafts", std::move(drafts)}};
  }

  static json stored(const Expected<StoredText, std::string>& found) {
    if (!found) throw RequestError(ErrorCode::requestFailed, found.error());
    return {{"uri", language_server::uriOf(found->file.string())},
            {"text", found->text},
            {"hash", contentHash(found->text)},
            {"readonly", true}};
  }

  json read(const json& params) {
    if (params.contains("class")) return stored(readClass(libraries(), textAt(params, "class")));
    const std::string& path = textAt(params, "path");
    if (path.starts_with("examples:")) {
      const auto folder = exampleFolder(libraries());
      return stored(folder ? readExample(*folder, path)
                           : Expected<StoredText, std::string>(Unexpected{std::string("there are no examples here")}));
    }
    const auto content = workbench_->folder->read(path);
    const auto draft = workbench_->drafts->find(path);
    if (!content && draft && content.error().reason == FileFailure::Reason::missing) return unsaved(*draft);
    if (!content) refuse(content.error());
    watcher_->know(path, content->hash);
    // Bytes that are no UTF-8 cannot be shown as they are, so that saving would change them.
    const bool isText = isUtf8(content->text);
    json answer{{"uri", uriOf(path)},
                {"path", path},
                {"text", content->text},
                {"hash", content->hash},
                {"readonly", workbench_->folder->isReadonly() || !isText}};
    if (draft) answer["draft"] = {{"text", draft->text}, {"hash", hashOf(*draft)}, {"time", draft->time}};
    return answer;
  }

  [[nodiscard]] std::string uriOf(const std::string& path) const {
    return language_server::uriOf((workbench_->folder->root() / path).string());
  }

  static json hashOf(const Draft& draft) { return draft.hash ? json(*draft.hash) : json(); }

  /// A text that never was a file.
  json unsaved(const Draft& draft) const {
    return {
        {"uri", uriOf(draft.path)}, {"path", draft.path}, {"text", draft.text}, {"hash", nullptr}, {"readonly", false}};
  }

  /// Without a text: it has been saved, or given up.
  void keepDraft(const json& params) {
    const std::string& path = textAt(params, "path");
    const json& text = memberOf(params, "text");
    if (!text.is_string()) return workbench_->drafts->forget(path);
    const json& hash = memberOf(params, "hash");
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    workbench_->drafts->keep({.path = path,
                              .text = text.get<std::string>(),
                              .hash = hash.is_string() ? std::optional(hash.get<std::string>()) : std::nullopt,
                              .time = now.count()});
  }

  static bool isUtf8(std::string_view text) {
    while (!text.empty()) {
      const std::size_t length = characterLength(text);
      if (length == 0) return false;
      text.remove_prefix(length);
    }
    return true;
  }

  json save(const json& params) {
    const std::string& path = textAt(params, "path");
    const std::string& text = textAt(params, "text");
    const json& hash = memberOf(params, "hash");
    ServedFolder& folder = *workbench_->folder;
    const auto held = watcher_->hold();
    const auto saved =
        memberOf(params, "overwrite") == json(true)
            ? folder.overwrite(path, text)
            : folder.save(path, text, hash.is_string() ? std::optional(hash.get<std::string>()) : std::nullopt);
    if (!saved) refuse(saved.error());
    watcher_->know(path, *saved);
    return {{"hash", *saved}};
  }

  json rename(const json& params) {
    const std::string& path = textAt(params, "path");
    const std::string& to = textAt(params, "to");
    const std::string& hash = textAt(params, "hash");
    const auto held = watcher_->hold();
    if (const auto failure = workbench_->folder->rename(path, hash, to)) refuse(*failure);
    watcher_->forget(path);
    watcher_->know(to, hash);
    return json::object();
  }

  json remove(const json& params) {
    const std::string& path = textAt(params, "path");
    const auto held = watcher_->hold();
    if (const auto failure = workbench_->folder->remove(path, textAt(params, "hash"))) refuse(*failure);
    watcher_->forget(path);
    return json::object();
  }

  void fileChanged(const std::string& path, const std::optional<std::string>& hash) {
    notify("dashpot/file_changed", {{"path", path}, {"hash", hash ? json(*hash) : json()}});
    put(R"({"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[]}})");
  }

  // ------------------------------------------------------------------------------------------------------------ runs

  /// The document that a page speaks of, as a worker knows it, and all texts that are open.
  struct Source {
    std::string file;
    std::map<std::string, std::string> texts;
  };
  Source sourceOf(const json& params) const {
    const std::string& uri = textAt(memberOf(params, "textDocument"), "uri");
    std::vector<fs::path> known{workbench_->folder->root()};
    const auto roots = libraries();
    if (const auto examples = exampleFolder(roots)) known.push_back(*examples);
    for (const fs::path& root : roots) {
      std::error_code status;
      known.push_back(fs::weakly_canonical(root, status));
    }
    Source source;
    for (language_server::OpenText& open : language_->openTexts()) {
      // A document that claims to lie elsewhere has no folder: nothing beside it is read.
      const bool isKnown =
          std::ranges::any_of(known, [&](const fs::path& folder) { return isBeneath(open.path, folder); });
      const std::string name = isKnown ? open.path : open.uri;
      if (open.uri == uri) source.file = name;
      source.texts[name] = std::move(open.text);
    }
    if (source.file.empty()) throw RequestError(ErrorCode::invalidParams, fmt::format("'{}' is not open", uri));
    return source;
  }

  void run(const json& params, const Reply& reply) {
    Source source = sourceOf(params);
    json request{{"order", "run"},
                 {"job", workbench_->jobs.newNumber()},
                 {"file", source.file},
                 {"texts", std::move(source.texts)},
                 {"libraries", workbench_->libraries}};
    if (const json& model = memberOf(params, "class"); model.is_string()) request["model"] = model;
    for (const char* name : {"settings", "parameters", "inputs"})
      if (const json& given = memberOf(params, name); given.is_object()) request[name] = given;
    if (const json& pace = memberOf(params, "pace"); pace.is_number()) request["pace"] = pace;
    const auto number = request["job"].get<std::uint32_t>();
    const JobAudience audience{.notify =
                                   [weak = weak_from_this()](const json& status) {
                                     if (const auto self = weak.lock()) self->notify("dashpot/job", status);
                                   },
                               .send = [socket = socket_](std::string frame) { socket->sendBinary(std::move(frame)); }};
    const auto job =
        std::make_shared<Job>(number, std::move(request), namesIn(params, "watch"), audience, workbench_->budget);
    // What the page says to the job, once it knows its number, is heard when it has been submitted.
    const std::lock_guard lock(jobsMutex_);
    jobs_.emplace(number, job);
    workbench_->jobs.add(job);
    reply({{"job", number}});
    job->announce();
    if (!queue_->submit(job))
      job->end(JobState::failed,
               fmt::format("{} runs are waiting already: this one was not begun", JobQueue::mostWaiting));
  }

  std::shared_ptr<Job> jobIn(const json& params) const {
    const json& number = memberOf(params, "job");
    const std::lock_guard lock(jobsMutex_);
    const auto found = number.is_number_unsigned() ? jobs_.find(number.get<std::uint32_t>()) : jobs_.end();
    if (found == jobs_.end()) throw RequestError(ErrorCode::requestFailed, "there is no such run any more");
    return found->second;
  }

  /// In a thread of its own: it may take long. It is cancelled as LSP says, by the id of the request.
  void startAnalysis(const json& params, const Reply& reply) {
    const std::string& verb = textAt(params, "what");
    Source source;
    if (params.contains("textDocument")) source = sourceOf(params);
    const json& model = memberOf(params, "class");
    AnalysisRequest request{
        .verb = verb,
        .arguments = verbArguments(verb,
                                   {.file = source.file,
                                    .model = model.is_string() ? model.get<std::string>() : std::string(),
                                    .libraries = workbench_->libraries},
                                   memberOf(params, "parameters"), memberOf(params, "arguments")),
        .texts = std::move(source.texts)};
    const bool isStarted = analyses_->start(
        reply.id(), [process = workbench_->process, request = std::move(request), reply](const auto& isCancelled) {
          reply.guard([&] { reply(analyse(process, request, isCancelled)); });
        });
    if (!isStarted)
      throw RequestError(ErrorCode::requestFailed, fmt::format("{} analyses are under way already", Analyses::most));
  }

  void addAtOnce() {
    atOnce_["dashpot/cancel"] = [this](const json& params, const Reply& reply) {
      const auto job = jobIn(params);
      reply(json::object());
      queue_->cancel(*job);
    };
    atOnce_["dashpot/pace"] = [this](const json& params, const Reply& reply) {
      queue_->tell(*jobIn(params), {{"order", "pace"},
                                    {"pace", memberOf(params, "pace").is_number() ? memberOf(params, "pace") : json()},
                                    {"paused", memberOf(params, "paused") == json(true)}});
      reply(json::object());
    };
    atOnce_["dashpot/input"] = [this](const json& params, const Reply& reply) {
      const auto job = jobIn(params);
      const std::string& name = textAt(params, "name");
      const double value = numberAt(params, "value");
      queue_->tell(*job, {{"order", "input"}, {"name", name}, {"value", value}});
      job->noteInput(name, value);
      reply(json::object());
    };
    atOnce_["dashpot/watch"] = [this](const json& params, const Reply& reply) {
      jobIn(params)->watch(namesIn(params, "variables"), [&] { reply(json::object()); });
    };
    atOnce_["dashpot/received"] = [this](const json& params, const Reply&) {
      constexpr double mostRows = 1e15;  // whatever a page says, it is a number of rows
      jobIn(params)->confirm(static_cast<std::size_t>(std::clamp(numberAt(params, "row"), 0.0, mostRows)));
    };
    atOnce_["dashpot/variables"] = [this](const json& params, const Reply& reply) {
      reply(jobIn(params)->variables());
    };
    atOnce_["dashpot/window"] = [this](const json& params, const Reply& reply) {
      const auto job = jobIn(params);
      constexpr double mostPixels = 20'000;
      const auto pixels = static_cast<std::size_t>(std::clamp(numberAt(params, "pixels"), 1.0, mostPixels));
      const std::uint32_t frame = ++lastFrame_;
      std::string bytes =
          job->window(frame, namesIn(params, "variables"), numberAt(params, "from"), numberAt(params, "to"), pixels);
      reply({{"frame", frame}});
      socket_->sendBinary(std::move(bytes));
    };
    atOnce_["dashpot/values"] = [this](const json& params, const Reply& reply) {
      reply({{"values", jobIn(params)->values(namesIn(params, "variables"), numberAt(params, "time"))}});
    };
    atOnce_["dashpot/drop"] = [this](const json& params, const Reply& reply) {
      const auto job = jobIn(params);
      queue_->cancel(*job);
      workbench_->jobs.remove(job->number());
      {
        const std::lock_guard lock(jobsMutex_);
        jobs_.erase(job->number());
      }
      reply(json::object());
    };
  }

  std::shared_ptr<Workbench> workbench_;
  std::shared_ptr<WebSocket> socket_;
  std::map<std::string, Handler> inOrder_, atOnce_;
  std::shared_ptr<FileWatch::Watcher> watcher_;
  mutable std::mutex jobsMutex_;
  std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;
  std::shared_ptr<JobQueue> queue_;
  std::uint32_t lastFrame_ = 0;
  std::unique_ptr<Analyses> analyses_ = std::make_unique<Analyses>();
  std::mutex mutex_;  // over the next four
  std::condition_variable arrived_;
  std::deque<std::string> inbox_;
  std::size_t waitingBytes_ = 0;
  bool isOver_ = false;
  std::unique_ptr<language_server::Server> language_;
};

}  // namespace

void JobRegistry::add(const std::shared_ptr<Job>& job) {
  const std::lock_guard lock(mutex_);
  jobs_[job->number()] = job;
}

void JobRegistry::remove(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  jobs_.erase(number);
}

std::shared_ptr<Job> JobRegistry::find(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(number);
  return found == jobs_.end() ? nullptr : found->second;
}

void TabCount::enter() {
  const std::lock_guard lock(mutex_);
  ++count_;
}

void TabCount::leave() {
  const std::lock_guard lock(mutex_);
  --count_;
  left_.notify_all();
}

bool TabCount::waitForNone(std::chrono::seconds most) {
  std::unique_lock lock(mutex_);
  return left_.wait_for(lock, most, [this] { return count_ == 0; });
}

std::shared_ptr<WebSocketListener> openTab(std::shared_ptr<Workbench> workbench, std::shared_ptr<WebSocket> socket) {
  const auto tab = std::make_shared<Tab>(std::move(workbench), std::move(socket));
  tab->start();
  return tab;
}

}  // namespace dashpot::server
