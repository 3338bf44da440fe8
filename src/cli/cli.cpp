#include "cli/cli.hpp"

#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace dashpot::cli {

CLI::App* addVerb(CLI::App& app, const std::string& name, const std::string& description, const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, description);
  verb->footer("Example:\n  " + example);
  return verb;
}

void report(const Diagnostic& diagnostic) {
  std::fflush(stdout);
  say(stderr, "{}", render(diagnostic, Sources{}));
}

ExitCode checkOutput(ExitCode result) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return result;
  say(stderr, "error: cannot write the output: {}\n", std::strerror(errno));
  return result == ExitCode::success ? ExitCode::userError : result;
}

void leave(ExitCode result) {
  const ExitCode last = checkOutput(result);
  std::fflush(stderr);
  std::_Exit(static_cast<int>(last));
}

ExitCode fail(std::string message, std::string hint) {
  Diagnostic diagnostic{.severity = Severity::error,
                        .code = "command-line",
                        .message = std::move(message),
                        .details = {},
                        .notes = {},
                        .hints = {}};
  if (!hint.empty()) diagnostic.hint(std::move(hint));
  report(diagnostic);
  return ExitCode::userError;
}

}  // namespace dashpot::cli
