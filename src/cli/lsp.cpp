// dashpot lsp: the language server on standard input and output.
#include "cli/compilation.hpp"
#include "language_server/stdio.hpp"

#include <cstdio>
#include <memory>

namespace dashpot::cli {
namespace {

struct LspOptions {
  std::vector<std::string> libraries;
  bool stdio = false;  // as several editors say; there is no other way
};

ExitCode run(const LspOptions& options, const std::string& version) {
  const auto exitCode = [](int code) { return code == 0 ? ExitCode::success : ExitCode::userError; };
  return exitCode(language_server::serve(
      stdin, stdout, stderr, {.findLibraries = librariesAtHand, .libraries = options.libraries, .version = version},
      [&](int code) { leave(exitCode(code)); }));
}

}  // namespace

void addLsp(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<LspOptions>();
  CLI::App* verb =
      addVerb(app, "lsp", "Serve an editor: diagnostics, completion, navigation (Language Server Protocol)",
              "dashpot lsp --library ~/libraries      an editor starts it: see docs/editors.md");
  verb->add_option("--library", options->libraries,
                   "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_flag("--stdio", options->stdio, "Use standard input and output, as it always does");
  verb->callback([options, &result, version = app.version()] { result = run(*options, version); });
}

}  // namespace dashpot::cli
