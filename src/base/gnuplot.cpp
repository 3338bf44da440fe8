#include "base/gnuplot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

extern char** environ;

namespace dashpot {
namespace {

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

// By which a whole picture is known: gnuplot does not notice when its output gets lost.
constexpr std::string_view endOfSvg = "</svg>\n\n", endOfPng = "IEND\xAE\x42\x60\x82";

std::optional<Diagnostic> write(std::string_view bytes, const std::filesystem::path& file) {
  File out(std::fopen(file.c_str(), "wb"));
  const bool isOpen = out != nullptr;
  bool isWritten = isOpen && std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size();
  if (isOpen && std::fclose(out.release()) != 0) isWritten = false;
  if (isWritten) return std::nullopt;
  Diagnostic diagnostic = fault(fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)));
  std::error_code ignored;
  if (isOpen && std::filesystem::is_regular_file(file, ignored)) std::filesystem::remove(file, ignored);
  return diagnostic;
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

std::string gnuplotString(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    result += c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

std::optional<Diagnostic> draw(const std::string& script, const std::filesystem::path& file, int width, int height) {
  const std::string suffix = file.extension().string();
  if (suffix != ".svg" && suffix != ".png")
    return fault(fmt::format("'{}' is not a plot that can be written", file.string()))
        .hint("end the name in .svg or .png");
  const std::string terminal =
      suffix == ".svg"
          ? fmt::format("set terminal svg size {},{} dynamic background rgb 'white' font 'sans,14'\n", width, height)
          : fmt::format("set terminal pngcairo size {},{} font 'sans,11'\n", width, height);
  const auto picture = runGnuplot(terminal + script);
  if (!picture) return picture.error();
  if (!picture->ends_with(suffix == ".svg" ? endOfSvg : endOfPng))
    return fault(fmt::format("cannot write '{}': gnuplot did not finish the picture", file.string()))
        .hint("the disk of temporary files may be full");
  return write(*picture, file);
}

Expected<std::string, Diagnostic> drawAsText(const std::string& script, int columns, int rows) {
  return runGnuplot(fmt::format("set terminal dumb size {},{} ascii\n", columns, rows) + script + "unset grid\n");
}

}  // namespace dashpot
