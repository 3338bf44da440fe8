#include "analysis/plot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

extern char** environ;

namespace dashpot::analysis {
namespace {

// Okabe and Ito 2008: distinguishable also by colour-blind people.
constexpr const char* palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

/// A gnuplot string: in single quotes only the quote itself is special.
std::string gnuplotString(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    result += c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

std::string dataBlock(const Curve& curve, std::size_t number) {
  std::string text = fmt::format("$curve{} << end_of_curve\n", number);
  bool gap = true;  // no blank line before the first point: it would not count as one block
  for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i) {
    const bool finite = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
    if (finite)
      text += fmt::format("{:.17g} {:.17g}\n", curve.x[i], curve.y[i]);
    else if (!gap)
      text += "\n";
    gap = !finite;
  }
  return text + "end_of_curve\n";
}

bool hasPoints(const Curve& curve) {
  for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i)
    if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) return true;
  return false;
}

std::string drawing(const Curve& curve, std::size_t number) {
  const std::size_t colour = curve.colour > 0 ? static_cast<std::size_t>(curve.colour - 1) : number;
  const bool points = curve.style == Curve::Style::points;
  const char* with = points ? "points" : curve.style == Curve::Style::linePoints ? "linespoints" : "lines";
  const std::string look = points ? "pt 7 ps 0.6" : curve.style == Curve::Style::dashed ? "lw 1.5 dt 2" : "lw 2";
  return fmt::format("$curve{} using 1:2 with {} lc rgb '{}' {} {}", number, with, palette[colour % std::size(palette)],
                     look, curve.title.empty() ? "notitle" : "title " + gnuplotString(curve.title));
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string contentOf(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[4096];
  while (const auto count = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, count);
  return text;
}

Diagnostic fault(std::string message) {
  return {.severity = Severity::error,
          .code = "plot",
          .message = std::move(message),
          .details = {},
          .notes = {},
          .hints = {}};
}

/// Runs gnuplot on the script; gives what it prints.
Expected<std::string, Diagnostic> runGnuplot(const std::string& script) {
  const File input(std::tmpfile()), output(std::tmpfile()), errors(std::tmpfile());
  if (!input || !output || !errors) return Unexpected{fault("cannot make a temporary file for gnuplot")};
  if (std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() || std::fflush(input.get()) != 0)
    return Unexpected{fault("cannot write a temporary file for gnuplot: the disk may be full")};
  std::rewind(input.get());

  posix_spawn_file_actions_t redirections;
  posix_spawn_file_actions_init(&redirections);
  posix_spawn_file_actions_adddup2(&redirections, fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&redirections, fileno(output.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&redirections, fileno(errors.get()), STDERR_FILENO);
  char name[] = "gnuplot";
  char* const arguments[] = {name, nullptr};
  pid_t process = 0;
  const int failure = posix_spawnp(&process, name, &redirections, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&redirections);
  if (failure != 0)
    return Unexpected{fault(failure == ENOENT ? "gnuplot, which draws the plots, is not installed"
                                              : fmt::format("gnuplot does not start: {}", std::strerror(failure)))
                          .hint("install the package gnuplot (Debian: gnuplot-nox), or go without the plot")};
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    Diagnostic diagnostic = fault("gnuplot failed");
    const std::string words = contentOf(errors.get());
    return Unexpected{words.empty() ? diagnostic : diagnostic.detail(words.substr(0, 500))};
  }
  return contentOf(output.get());
}

}  // namespace

std::string gnuplotScript(const Plot& plot) {
  std::string text = fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                                 gnuplotString(plot.title), gnuplotString(plot.xLabel), gnuplotString(plot.yLabel));
  text += "set key noenhanced below center\nset grid lt 1 lw 0.5 lc rgb '#dddddd'\n";
  if (plot.logX) text += "set logscale x\nset format x '10^{%T}'\n";
  if (plot.logY) text += "set logscale y\nset format y '10^{%T}'\n";
  if (plot.equalScales) text += "set size ratio -1\n";
  if (plot.axes) text += "set xzeroaxis lt -1 lw 0.5\nset yzeroaxis lt -1 lw 0.5\n";
  if (plot.xRange) text += fmt::format("set xrange [{:.17g}:{:.17g}]\n", plot.xRange->first, plot.xRange->second);
  if (plot.yRange) text += fmt::format("set yrange [{:.17g}:{:.17g}]\n", plot.yRange->first, plot.yRange->second);

  std::string drawings;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    if (!hasPoints(plot.curves[i])) continue;
    text += dataBlock(plot.curves[i], i);
    drawings += (drawings.empty() ? "plot " : ", \\\n     ") + drawing(plot.curves[i], i);
  }
  if (drawings.empty()) drawings = "set label 'no data' at graph 0.5, 0.5 center\nplot [0:1] [0:1] NaN notitle";
  return text + drawings + "\n";
}

std::optional<Diagnostic> writePlot(const Plot& plot, const std::filesystem::path& file) {
  const std::string suffix = file.extension().string();
  if (suffix != ".svg" && suffix != ".png")
    return fault(fmt::format("'{}' is not a plot that can be written", file.string()))
        .hint("end the name in .svg or .png");
  // Opened here first: gnuplot's own complaint about a bad path helps nobody.
  if (const File probe(std::fopen(file.c_str(), "wb")); !probe)
    return fault(fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)));

  const std::string terminal =
      suffix == ".svg" ? fmt::format("set terminal svg size {},{} dynamic background rgb 'white' font 'sans,14'\n",
                                     plot.width, plot.height)
                       : fmt::format("set terminal pngcairo size {},{} font 'sans,11'\n", plot.width, plot.height);
  const auto printed = runGnuplot(terminal + "set output " + gnuplotString(file.string()) + "\n" + gnuplotScript(plot) +
                                  "unset output\n");
  if (printed) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return printed.error();
}

Expected<std::string, Diagnostic> textPlot(const Plot& plot, int columns, int rows) {
  return runGnuplot(fmt::format("set terminal dumb size {},{} ascii\n", columns, rows) + gnuplotScript(plot) +
                    "unset grid\n");
}

}  // namespace dashpot::analysis
