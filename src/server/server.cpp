#include "server/server.hpp"

#include "results/selection.hpp"
#include "server/http/assets.hpp"
#include "server/http/gate.hpp"
#include "server/http/http_server.hpp"
#include "server/tab/tab.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdlib>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has it so

namespace dashpot::server {

namespace {

namespace fs = std::filesystem;

/// The environment of workers: classes of the folder are found as those of libraries are, after them.
std::vector<std::string> workerEnvironment(const fs::path& folder) {
  constexpr std::string_view name = "MODELICAPATH=";
  std::vector<std::string> environment;
  std::string path;
  for (char** each = environ; *each; ++each) {
    const std::string_view entry = *each;
    if (entry.starts_with(name))
      path = entry.substr(name.size());
    else
      environment.emplace_back(entry);
  }
  environment.push_back(std::string(name) + path + (path.empty() ? "" : ":") + folder.string());
  return environment;
}

/// Half of what the machine has, in megabytes: the server lives beside its workers.
std::string workerMemory() {
  const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return bytes > 0 ? fmt::format("{}MB", static_cast<long>(bytes / 2 / (1 << 20))) : std::string();
}

HttpResponse failed(int status, std::string sentence) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::move(sentence) + '\n'};
}

class WorkbenchServer final : public Server {
 public:
  WorkbenchServer(ServeOptions options, std::unique_ptr<ServedFolder> folder, std::unique_ptr<HttpServer> http)
      : options_(std::move(options)),
        workbench_(std::make_shared<Workbench>()),
        assets_(options_.assets),
        http_(std::move(http)),
        gate_(http_->port(), knownHosts(options_)) {
    Workbench& shared = *workbench_;
    shared.version = options_.version;
    shared.folder = std::move(folder);
    shared.drafts =
        std::make_unique<Drafts>(shared.folder->isReadonly() ? fs::path() : options_.drafts, shared.folder->root());
    shared.libraries = options_.libraries;
    shared.findLibraries = options_.findLibraries;
    shared.process = {.program = options_.program,
                      .folder = shared.folder->root(),
                      .memory = options_.workerMemory.empty() ? workerMemory() : options_.workerMemory,
                      .environment = workerEnvironment(shared.folder->root())};
    shared.slots = std::make_shared<JobSlots>(options_.mostRuns);
    shared.budget = std::make_shared<ResultBudget>();
    shared.budget->most = options_.mostResults;
    shared.watch = std::make_unique<FileWatch>(*shared.folder, options_.watchInterval);
    http_->start(
        {.answer = [this](const HttpRequest& request) { return answer(request); },
         .refuse =
             [this](const HttpRequest& request) {
               auto refusal = gate_.refuseWebSocket(request);
               if (refusal) addSecurityHeaders(*refusal);
               return refusal;
             },
         .connected = [this](std::shared_ptr<WebSocket> socket) { return openTab(workbench_, std::move(socket)); }});
  }

  ~WorkbenchServer() override {
    http_->stop();
    constexpr std::chrono::seconds most{10};
    workbench_->tabs->waitForNone(most);
    workbench_->watch->stop();
  }
  WorkbenchServer(const WorkbenchServer&) = delete;
  WorkbenchServer& operator=(const WorkbenchServer&) = delete;

  [[nodiscard]] std::uint16_t port() const override { return http_->port(); }
  [[nodiscard]] std::string token() const override { return gate_.token(); }
  [[nodiscard]] std::string address() const override {
    const bool isEverywhere = options_.host == "0.0.0.0" || options_.host == "::";
    const std::string host = isEverywhere ? "127.0.0.1" : options_.host;
    return fmt::format("http://{}:{}/?token={}", host.find(':') == std::string::npos ? host : "[" + host + "]", port(),
                       gate_.token());
  }
  [[nodiscard]] std::optional<std::string> lacking() const override { return assets_.whyNone(); }

 private:
  static std::vector<std::string> knownHosts(const ServeOptions& options) {
    std::vector<std::string> hosts = options.allowedHosts;
    hosts.push_back(options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]");
    return hosts;
  }

  HttpResponse answer(const HttpRequest& request) {
    HttpResponse response;
    try {
      const auto refusal = gate_.refuse(request);
      response = refusal ? *refusal : welcome(request);
    } catch (const std::exception& error) {
      response = failed(500, fmt::format("internal error: {}", error.what()));
    }
    addSecurityHeaders(response);
    return response;
  }

  HttpResponse welcome(const HttpRequest& request) {
    if (request.method != "GET" && request.method != "HEAD") return failed(405, "there is nothing to send here");
    if (request.path == "/api/health")
      return {.type = "application/json",
              .body = nlohmann::json{{"ok", true}, {"version", options_.version}}.dump(),
              .headers = {{"Cache-Control", "no-store"}}};
    constexpr std::string_view results = "/results/";
    if (request.path.starts_with(results)) return download(request.path.substr(results.size()), request.query);
    if (request.path == "/resource") return resource(request.query);
    return assets_.answer(request);
  }

  /// NUMBER.csv or NUMBER.mat
  HttpResponse download(const std::string& name, const std::string& query) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const std::string suffix(end, name.data() + name.size());
    const auto job = workbench_->jobs.find(number);
    if (error != std::errc() || (suffix != ".csv" && suffix != ".mat") || !job)
      return failed(404, "there is no such result any more");
    std::string place = (fs::temp_directory_path() / "dashpot-result-XXXXXX").string() + suffix;
    const int file = mkstemps(place.data(), static_cast<int>(suffix.size()));
    if (file < 0) return failed(500, "there is no room for a file");
    close(file);
    const auto names = queryValue(query, "vars");
    const std::string problem = job->write(place, names ? results::splitNames(*names) : std::vector<std::string>());
    if (!problem.empty()) {
      fs::remove(place);
      return failed(404, problem);
    }
    return {.type = suffix == ".csv" ? "text/csv; charset=utf-8" : "application/octet-stream",
            .file = place,
            .headers = {{"Content-Disposition", "attachment"},  // the page names it
                        {"Cache-Control", "no-store"}}};
  }

  /// An image of a library's documentation.
  HttpResponse resource(const std::string& query) {
    const auto uri = queryValue(query, "uri");
    auto found = uri ? readResource(options_.findLibraries(options_.libraries), *uri) : std::nullopt;
    const std::string_view bytes = found ? std::string_view(found->text) : std::string_view();
    const char* type = bytes.starts_with("\x89PNG\r\n\x1a\n")                     ? "image/png"
                       : bytes.starts_with("\xff\xd8\xff")                        ? "image/jpeg"
                       : bytes.starts_with("<svg") || bytes.starts_with("<?xml ") ? "image/svg+xml"
                                                                                  : nullptr;
    if (!type) return failed(404, "there is no such image");
    return {.type = type, .body = std::move(found->text), .headers = {{"Cache-Control", "no-cache"}}};
  }

  ServeOptions options_;
  std::shared_ptr<Workbench> workbench_;
  Assets assets_;
  std::unique_ptr<HttpServer> http_;
  Gate gate_;
};

}  // namespace

fs::path draftPlace() {
  const auto folderIn = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();
  };
  if (const fs::path state = folderIn("XDG_STATE_HOME"); !state.empty()) return state / "dashpot" / "drafts";
  const fs::path home = folderIn("HOME");
  return home.empty() ? fs::path() : home / ".local" / "state" / "dashpot" / "drafts";
}

Expected<std::unique_ptr<Server>, std::string> Server::start(ServeOptions options) {
  auto folder = ServedFolder::open(options.folder, options.isReadonly);
  if (!folder) return Unexpected{folder.error()};
  if (options.assets)
    if (auto problem = Assets(options.assets).whyNone()) return Unexpected{std::move(*problem)};
  auto http = HttpServer::listen(options.host, options.port, {.connections = options.mostConnections});
  if (!http) return Unexpected{http.error()};
  return std::unique_ptr<Server>(
      std::make_unique<WorkbenchServer>(std::move(options), std::move(*folder), std::move(*http)));
}

}  // namespace dashpot::server
