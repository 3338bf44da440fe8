// How soon an editor hears from the language server, on a file of 2,000 lines; and a diagram editor, on a circuit of 500
// components.
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

/// 500 components in rows, all placed, with lines for every other connection.
std::string placedCircuit() {
  constexpr int pairs = 250, perRow = 12, pitch = 40;
  std::string text = "model Circuit\n  inner Dashpot.Hydraulics.Fluids.TextbookOil fluid;\n";
  const auto at = [](int i, int shift) {
    return fmt::format(
        "annotation(Placement(transformation(origin = {{{}, {}}}, extent = {{{{-10, -10}}, {{10, 10}}}})))",
        (2 * (i % perRow) + shift) * pitch, -(i / perRow) * pitch);
  };
  for (int i = 0; i < pairs; ++i)
    text += fmt::format(
        "  Dashpot.Hydraulics.Volumes.FixedVolume volume{0}(V = 1e-3) {1};\n"
        "  Dashpot.Hydraulics.Resistances.Orifice orifice{0}(d = 2e-3) {2};\n",
        i, at(i, 0), at(i, 1));
  text += "equation\n";
  for (int i = 0; i < pairs; ++i) {
    const int x = 2 * (i % perRow) * pitch, y = -(i / perRow) * pitch;
    text += fmt::format(
        "  connect(volume{0}.port, orifice{0}.port_a) annotation(Line(points = {{{{{1}, {2}}}, {{{1}, {3}}}, {{{4}, "
        "{3}}}, "
        "{{{4}, {5}}}, {{{6}, {5}}}}}, color = {{0, 0, 255}}));\n",
        i, x, y - 10, y - 14, x + 26, y, x + 30);
    if (i + 1 < pairs) text += fmt::format("  connect(orifice{}.port_b, volume{}.port);\n", i, i + 1);
  }
  return text + "end Circuit;\n";
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
    if (message.find("\"textDocument/publishDiagnostics\"") == std::string::npos) return;  // its reading is not ours
    const json parsed = json::parse(message);
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

void runDiagram() {
  const std::string text = placedCircuit();
  const double yardstick = parseTime(text);
  fmt::print("\na circuit of 500 components; parsing it once takes {:.2f} ms\n\n", yardstick);
  fmt::print("{:<44} {:>9} {:>12}\n", "a diagram editor's question", "ms", "x parsing");
  Client client;
  client.open(text);
  client.waitForDiagnostics();
  const auto row = [&](const char* what, const char* method, const json& params) {
    const double time = median([&] {
      client.type(0, 0, " ");
      const double once = milliseconds([&] { client.request(method, params); });
      client.type(0, 1, "");
      return once;
    });
    fmt::print("{:<44} {:>9.2f} {:>12.1f}\n", what, time, time / yardstick);
  };
  const auto move = [](int number, int x, int y) {
    return json{{"kind", "move"}, {"component", fmt::format("volume{}", number)}, {"to", {x, y}}};
  };
  json many = json::array();
  for (int i = 0; i < 50; ++i) many.push_back(move(i, 2 * (i % 12) * 40 + 4, -(i / 12) * 40 + 4));
  const json add{{"kind", "add"}, {"type", "Dashpot.Hydraulics.Valves.ReliefValve"}, {"at", {-80, 0}}};
  const json connect{{"kind", "connect"}, {"from", "volume3.port"}, {"to", "orifice200.port_b"}};
  row("the diagram", "dashpot/diagram", json::object());
  row("one component is moved, its lines follow", "dashpot/edit", {{"gestures", {move(3, 250, 5)}}});
  row("50 components are moved, their lines follow", "dashpot/edit", {{"gestures", many}});
  row("a component is added", "dashpot/edit", {{"gestures", {add}}});
  row("two far ports are connected", "dashpot/edit", {{"gestures", {connect}}});
  row("which ports can be connected", "dashpot/connectable", {{"from", "volume3.port"}});
  row("the panel of a component", "dashpot/component", {{"component", "orifice3"}});
  row("the palette", "dashpot/palette", json::object());
}

}  // namespace
}  // namespace dashpot

int main(int argumentCount, char** arguments) {
  dashpot::run(argumentCount > 1 ? dashpot::contentOf(arguments[1]) : dashpot::generatedText());
  if (argumentCount == 1) dashpot::runDiagram();
}
