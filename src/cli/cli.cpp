#include "cli/cli.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace dashpot::cli {

CLI::App* addVerb(CLI::App& app, const std::string& name, const std::string& description, const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, description);
  verb->footer("Example:\n  " + example);
  return verb;
}

void report(const Diagnostic& diagnostic) {
  std::fflush(stdout);
  fmt::print(stderr, "{}", render(diagnostic, Sources{}));
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
