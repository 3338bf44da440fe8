// A folder of its own that is served for a test, with pages on it.
#pragma once

#include "api/compilation.hpp"
#include "client.hpp"
#include "paths.hpp"
#include "server/server.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace dashpot::server::testing {

namespace fs = std::filesystem;

inline std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// As editors do: nobody sees a file that is half written.
inline void write(const fs::path& file, std::string_view text) {
  const fs::path partial = file.parent_path() / ("." + file.filename().string() + ".new");
  std::ofstream(partial, std::ios::binary) << text;
  fs::rename(partial, file);
}

/// Goes with its content.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::path(::testing::TempDir()) / "dashpot-serve-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder");
    path = fs::canonical(name);
  }
  ~TemporaryFolder() { fs::remove_all(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path path;
};

inline const std::string libraryFolder = std::string(dashpot::testing::sourceTree) + "/library";
inline const std::string exampleFolder = std::string(dashpot::testing::sourceTree) + "/examples";

/// A pendulum-like oscillator: cheap to compile, and its solution is known.
inline constexpr std::string_view oscillator = R"(model Oscillator
  parameter Real w = 2 "Angular frequency";
  parameter Integer n = 2 "Decides the structure";
  input Real push(start = 0);
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real many[n];
equation
  der(x) = v;
  der(v) = -w^2*x + push;
  for i in 1:n loop
    many[i] = i*x;
  end for;
  annotation(experiment(StopTime = 5));
end Oscillator;
)";

/// Calls a function that never returns, at time 0.1.
inline constexpr std::string_view endless = R"(model Endless
  function forever
    input Real u;
    output Real y;
  algorithm
    y := 0;
    while u > 0.1 loop
      y := y + 1;
    end while;
  end forever;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + 0*forever(x);
end Endless;
)";

class Workbench : public ::testing::Test {
 protected:
  void serve(ServeOptions options = {}) {
    options.folder = folder.path;
    options.libraries = {libraryFolder};
    options.findLibraries = api::librariesAtHand;
    options.version = "test";
    options.program = dashpot::testing::programPath;
    options.watchInterval = std::chrono::milliseconds(20);
    auto started = Server::start(std::move(options));
    ASSERT_TRUE(started) << started.error();
    server = std::move(*started);
    port = server->port();
    cookie = cookieFor(port, server->token());
  }
  [[nodiscard]] std::unique_ptr<Page> page() const {
    auto result = std::make_unique<Page>(port, cookie);
    result->ask("initialize", {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", json::object()}});
    result->notify("initialized", json::object());
    return result;
  }
  [[nodiscard]] std::string uri(const std::string& name) const { return "file://" + (folder.path / name).string(); }
  void open(Page& on, const std::string& name, std::string_view text) const {
    on.notify("textDocument/didOpen",
              {{"textDocument", {{"uri", uri(name)}, {"languageId", "modelica"}, {"version", 1}, {"text", text}}}});
  }
  /// The number of the job.
  std::uint32_t run(Page& on, const std::string& name, json more = json::object()) const {
    json params{{"textDocument", {{"uri", uri(name)}}},
                {"settings", json::object()},
                {"parameters", json::object()},
                {"inputs", json::object()},
                {"watch", json::array()}};
    params.update(more);
    return on.ask("dashpot/run", params)["job"];
  }
  [[nodiscard]] Answer fetch(const std::string& path) const { return get(port, path, {{"Cookie", cookie}}); }

  TemporaryFolder folder;
  std::unique_ptr<Server> server;
  std::uint16_t port = 0;
  std::string cookie;
};

}  // namespace dashpot::server::testing
