// How fast Modelica text is read, and how much memory its tree takes.
//
//   bench_parse [DIRECTORY | FILE.mo ...]     every .mo file below them; without arguments, a text made here
//
// The yardstick is one look at every byte (counting line ends, as wc does); lexing alone and the whole parser are given
// as MB/s and as a multiple of its time, the tree in bytes per byte of text.
#include "syntax/parse.hpp"

#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <string>

namespace dashpot {
namespace {

constexpr int repetitions = 7;
constexpr std::size_t generatedBytes = 8 << 20;

/// Declarations, equations and a little documentation in about the mixture of a component library.
std::string generatedText() {
  std::string text = "package Generated\n";
  for (int i = 0; text.size() < generatedBytes; ++i)
    text += fmt::format(
        "  model Valve{0} \"A throttle valve, number {0}\"\n"
        "    extends Interfaces.TwoPort(p(start = 1e5, displayUnit = \"bar\"), final useHeatPort = false);\n"
        "    parameter Modelica.Units.SI.Area area(min = 0) = 1.5e-{1} \"Open area\" annotation(Dialog(tab = "
        "\"Flow\"));\n"
        "    Real dp, v[3](each unit = \"m/s\");  // state of the flow\n"
        "  equation\n"
        "    dp = port_a.p - port_b.p;\n"
        "    port_a.m_flow = if dp > 0 then area * sqrt(2 * rho * dp) else -area * sqrt(-2 * rho * dp);\n"
        "    for i in 1:3 loop\n"
        "      der(v[i]) = (a[i] - v[i]) / tau + sin(omega * time + {0});\n"
        "    end for;\n"
        "    annotation(Documentation(info = \"<html><p>The flow follows from the pressure "
        "difference.</p></html>\"));\n"
        "  end Valve{0};\n",
        i, i % 9 + 1);
  return text + "end Generated;\n";
}

void addFiles(const std::filesystem::path& place, Sources& sources) {
  if (std::filesystem::is_regular_file(place)) {
    (void)syntax::readFile(place, sources);
    return;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place))
    if (entry.path().extension() == ".mo") (void)syntax::readFile(entry.path(), sources);
}

/// Processor time, so that other work on the machine does not count.
template <class Work>
double bestSeconds(Work&& work) {
  double best = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

template <class T>
std::size_t bytesOf(const std::vector<T>& arena) {
  return arena.capacity() * sizeof(T);
}

std::size_t bytesOf(const syntax::Tree& tree) {
  return bytesOf(tree.lists) + bytesOf(tree.numbers) + bytesOf(tree.expressions) + bytesOf(tree.parts) +
         bytesOf(tree.iterators) + bytesOf(tree.arguments) + bytesOf(tree.statements) + bytesOf(tree.branches) +
         bytesOf(tree.sections) + bytesOf(tree.components) + bytesOf(tree.elements) + bytesOf(tree.classNodes) +
         bytesOf(tree.remarks) + bytesOf(tree.comments);
}

void run(const Sources& sources) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) bytes += sources[static_cast<SourceId>(i)].text().size();
  const auto overAll = [&](auto&& work) {
    for (std::size_t i = 0; i < sources.size(); ++i) work(static_cast<SourceId>(i));
  };

  std::size_t lines = 0;
  const double scanning = bestSeconds([&] {
    lines = 0;
    overAll([&](SourceId id) { lines += std::ranges::count(sources[id].text(), '\n'); });
  });
  std::size_t tokens = 0;
  const double lexing = bestSeconds([&] {
    tokens = 0;
    Diagnostics diagnostics;
    overAll([&](SourceId id) { tokens += syntax::tokenize(id, sources, diagnostics).tokens.size(); });
  });
  std::size_t treeBytes = 0, errors = 0, symbolBytes = 0;
  const double parsing = bestSeconds([&] {
    treeBytes = 0;
    Symbols symbols;
    Diagnostics diagnostics;
    overAll([&](SourceId id) { treeBytes += bytesOf(syntax::parse(id, sources, symbols, diagnostics)); });
    errors = diagnostics.errorCount();
    symbolBytes = 0;
    for (std::size_t i = 0; i < symbols.size(); ++i)
      symbolBytes += symbols.text(static_cast<Symbol>(i)).size() + sizeof(std::string);
  });

  const double megabytes = static_cast<double>(bytes) / 1e6;
  const auto row = [&](std::string_view what, double seconds) {
    fmt::print("{:<24} {:>9.1f} MB/s {:>8.1f} x\n", what, megabytes / seconds, seconds / scanning);
  };
  fmt::print("{} files, {:.1f} MB, {} lines, {} tokens, {} errors\n", sources.size(), megabytes, lines, tokens, errors);
  row("count line ends", scanning);
  row("lex", lexing);
  row("parse (with lexing)", parsing);
  fmt::print("{:<24} {:>9.2f} bytes per byte of text\n", "tree",
             static_cast<double>(treeBytes) / static_cast<double>(bytes));
  fmt::print("{:<24} {:>9.2f} bytes per byte of text\n", "symbols and strings",
             static_cast<double>(symbolBytes) / static_cast<double>(bytes));
}

}  // namespace
}  // namespace dashpot

int main(int count, char** arguments) {
  dashpot::Sources sources;
  for (int i = 1; i < count; ++i) dashpot::addFiles(arguments[i], sources);
  if (count == 1) (void)sources.add("generated.mo", dashpot::generatedText());
  dashpot::run(sources);
}
