#include "cli/cli.hpp"
#include "cli/memory_limit.hpp"
#include "cli/output.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <system_error>
#include <unistd.h>

namespace dashpot::cli {
namespace {

constexpr auto verbs = {addSimulate, addCompare,   addReproduce, addRealTime,  addExplain,     addLinearize, addCheck,
                        addFlatten,  addStructure, addMethods,   addStability, addChart,       addAdvise,    addDetest,
                        addDemo,     addDraw,      addLibrary,   addNew,       addImportLinks, addEdit,      addExport,
                        addLsp,      addServe,     addWorker,    addManual,    addCompletion};

std::string namesOf(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::vector<std::string> verbNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return o->nonpositional(); })) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

ExitCode wrongUsage(const std::string& message, const std::string& hint, const std::string& command) {
  say(stderr, "error: {}\n", message);
  if (!hint.empty()) say(stderr, "hint: {}\n", hint);
  say(stderr, "usage: see '{} --help'\n", command);
  return ExitCode::usage;
}

/// The verb that was given, or the program itself.
const CLI::App& activeApp(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : *given.front();
}

/// Explains what CLI11 could not parse, with the nearest option or verb.
ExitCode explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& active = activeApp(app);
  const bool inVerb = &active != &app;
  const std::string command = inVerb ? "dashpot " + active.get_name() : "dashpot";
  for (const std::string& leftOver : app.remaining(true)) {
    if (leftOver.starts_with("-") && leftOver.size() > 1) {
      const std::string name = leftOver.substr(0, leftOver.find('='));
      return wrongUsage(fmt::format("unknown option '{}' of '{}'", name, command),
                        didYouMean(name, optionNames(active)), command);
    }
    if (!inVerb) {
      const std::string near = didYouMean(leftOver, verbNames(app));
      return wrongUsage(fmt::format("unknown verb '{}'", leftOver),
                        near.empty() ? "the verbs are " + namesOf(verbNames(app)) : near, command);
    }
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error))
    return wrongUsage(fmt::format("unexpected argument '{}' of '{}'", app.remaining(true).front(), command), {},
                      command);
  return wrongUsage(error.what(), {}, command);
}

ExitCode parseAndRun(int argumentCount, char** arguments) {
  ExitCode result = ExitCode::success;
  CLI::App app("Dashpot models and simulates stiff physical systems.", "dashpot");
  app.set_version_flag("--version", std::string("dashpot ") + DASHPOT_VERSION, "Show the version and exit");
  app.set_help_flag("-h,--help", "Show this help and exit");
  app.require_subcommand(0, 1);
  app.footer("'dashpot VERB --help' explains a verb and gives an example.");
  app.get_formatter()->column_width(34);
  for (const auto& add : verbs) add(app, result);
  try {
    app.parse(argumentCount, arguments);
    if (app.get_subcommands().empty()) {
      say("{}", app.help());
      return argumentCount > 1 ? ExitCode::success : ExitCode::usage;
    }
    return result;
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
    return ExitCode::success;
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
}

/// Where standard error is closed, messages go nowhere instead of into the first file that is opened.
void openStandardError() {
  if (fcntl(STDERR_FILENO, F_GETFD) != -1) return;
  const int null = open("/dev/null", O_WRONLY);
  if (null >= 0 && null != STDERR_FILENO) dup2(null, STDERR_FILENO);
}

ExitCode outOfMemory() {
  say(stderr, "error: this needs more memory than there is ({})\n", memoryLimitText());
  say(stderr, "hint: a smaller model, or a larger limit with --memory\n");
  return ExitCode::userError;
}

ExitCode run(int argumentCount, char** arguments) {
  openStandardError();
  limitMemoryToMachine();
  std::signal(SIGXFSZ, SIG_IGN);  // at the limit of a file's size, writing fails as on a full disk
  std::signal(SIGPIPE, SIG_IGN);  // and so it does where the reader of a pipe has gone: results are still kept
  try {
    return checkOutput(parseAndRun(argumentCount, arguments));
  } catch (const std::system_error& error) {  // long output meets a full disk while it is printed
    if (std::ferror(stdout) != 0) {
      say(stderr, "error: cannot write the output: {}\n", error.code().message());
      return ExitCode::userError;
    }
    say(stderr, "internal error: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (const std::exception& error) {
    say(stderr, "internal error: {}\n", error.what());
  } catch (...) {
    say(stderr, "internal error: an exception of unknown type\n");
  }
  say(stderr, "note: this is a bug in dashpot {}, not in your input; please report it\n", DASHPOT_VERSION);
  return ExitCode::internalError;
}

}  // namespace
}  // namespace dashpot::cli

int main(int argumentCount, char** arguments) { return static_cast<int>(dashpot::cli::run(argumentCount, arguments)); }
