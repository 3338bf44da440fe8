// How soon an editor hears from the language server, on a file of 2,000 lines.
//
//   bench_language_server [FILE.mo]     without an argument, a text made here: a circuit of many components
//
// The yardstick is parsing the text once. Given are medians, from the moment a change of one character arrives until the
// answer is there, in ms and as a multiple of the yardstick.
#include "api/compilation.hpp"
#include "language_server/server.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

namespace dashpot {
namespace {

using nlohmann::json;

constexpr int repetitions = 15;
constexpr const char* uri = "file:///nowhere/bench.mo";

/// A chain of volumes and orifices: four lines of declarations for each, and as much in equations.
std::string generatedText() {
  constexpr int parts = 334;
  std::string text = "model Chain \"A long line\"\n  import Dashpot.Hydraulics.*;\n  inner Fluids.TextbookOil fluid;\n";
  for (int i = 0; i < parts; ++i)
    text += fmt::format(
        "  // part {0}\n  Volumes.FixedVolume volume{0}(V = 1e-3,\n    p_start = 1e5) \"Number {0}\";\n"
        "  Resistances.Orifice orifice{0}(d = 2e-3);\n",
        i);
  text += "  Volumes.FixedVolume last(V = 1e-3);\nequation\n";
  for (int i = 0; i < parts; ++i)
    text += fmt::format("  connect(volume{0}.port, orifice{0}.port_a);\n  connect(orifice{0}.port_b, {1}.port);\n", i,
                        i + 1 < parts ? fmt::format("volume{}", i + 1) : "last");
  return text + "end Chain;\n";
}

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(const std::function<double()>& measure) {
  std::vector<double> all;
  for (int i = 0; i < repetitions; ++i) all.push_back(measure());
  std::ranges::nth_element(all, all.begin() + repetitions / 2);
  return all[repetitions / 2];
}

/// A client that waits for what it has asked.
class Client {
 public:
  Client()
      : server_([this](const std::string& message) { take(message); },
                {.findLibraries = api::librariesAtHand, .version = "bench"}) {
    request("initialize", json::object());
  }

  void open(const std::string& text) {
    tell("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "modelica"}, {"version", ++version_}, {"text", text}}}});
  }
  /// Puts text at the beginning of a line in place of `replaced` characters.
  void type(int line, int replaced, const std::string& text) {
    const json start{{"line", line}, {"character", 0}}, end{{"line", line}, {"character", replaced}};
    tell("textDocument/didChange",
         {{"textDocument", {{"uri", uri}, {"version", ++version_}}},
          {"contentChanges", json::array({{{"range", {{"start", start}, {"end", end}}}, {"text", text}}})}});
  }
  void waitForDiagnostics() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return seen_ == version_; });
  }
  void request(const std::string& method, json params) {
    params["textDocument"] = {{"uri", uri}};
    server_.receive(json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}}.dump());
  }

 private:
  void tell(const std::string& method, const json& params) {
    server_.receive(json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }
  void take(const std::string& message) {
    const json parsed = json::parse(message);
    if (parsed.value("method", "") != "textDocument/publishDiagnostics") return;
    const std::lock_guard lock(mutex_);
    seen_ = parsed["params"].value("version", -1);
    arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  int version_ = 0;  // of the text; written by one thread and compared under the lock
  int seen_ = -1;    // of the diagnostics that came last
  language_server::Server server_;
};

std::string contentOf(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

double parseTime(const std::string& text) {
  return median([&] {
    Sources sources;
    Symbols symbols;
    Diagnostics diagnostics;
    const SourceId id = sources.add("bench", text);
    return milliseconds([&] { (void)syntax::parse(id, sources, symbols, diagnostics); });
  });
}

void run(const std::string& text) {
  const double yardstick = parseTime(text);
  const auto lines = std::ranges::count(text, '\n');
  fmt::print("{} lines, {} bytes; parsing it once takes {:.2f} ms\n\n", lines, text.size(), yardstick);
  fmt::print("{:<44} {:>9} {:>12}\n", "after one change", "ms", "x parsing");
  const auto row = [&](const char* what, double time) {
    fmt::print("{:<44} {:>9.2f} {:>12.1f}\n", what, time, time / yardstick);
  };
  Client client;
  client.open(text);
  client.waitForDiagnostics();
  const int line = 4;
  row("errors of syntax are told", median([&] {
        const double time = milliseconds([&] {
          client.type(line, 0, ")");
          client.waitForDiagnostics();
        });
        client.type(line, 1, "");
        client.waitForDiagnostics();
        return time;
      }));
  row("the model is flattened, sorted and told", median([&] {
        const double time = milliseconds([&] {
          client.type(line, 0, " ");
          client.waitForDiagnostics();
        });
        client.type(line, 1, "");
        client.waitForDiagnostics();
        return time;
      }));
  const json range{{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", lines}, {"character", 0}}}};
  for (const char* method : {"textDocument/completion", "textDocument/hover", "textDocument/documentSymbol",
                             "textDocument/semanticTokens/full", "textDocument/inlayHint", "textDocument/foldingRange"})
    row(method, median([&] {
          client.type(line, 0, " ");
          const double time = milliseconds([&] {
            client.request(method, {{"position", {{"line", lines - 2}, {"character", 12}}}, {"range", range}});
          });
          client.type(line, 1, "");
          return time;
        }));
}

}  // namespace
}  // namespace dashpot

int main(int argumentCount, char** arguments) {
  dashpot::run(argumentCount > 1 ? dashpot::contentOf(arguments[1]) : dashpot::generatedText());
}
