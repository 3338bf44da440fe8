// dashpot serve: the workbench in the browser. dashpot worker: what it computes in; not for people.
#include "cli/compilation.hpp"
#include "cli/memory_limit.hpp"
#include "cli/output.hpp"
#include "server/server.hpp"
#include "server/worker/worker.hpp"

#include <fmt/format.h>

#include <cctype>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has it so

namespace dashpot::cli {
namespace {

struct ServeArguments {
  std::string folder = ".", assets;
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::vector<std::string> allowedHosts, libraries;
  bool noBrowser = false, readonly = false;
};

bool isLoopback(const std::string& host) { return host == "127.0.0.1" || host == "::1" || host == "localhost"; }

/// If there is a browser and a screen to show it on; else the user opens the address.
void openBrowser(const std::string& address) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
  std::string program = "xdg-open", argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, program.c_str(), nullptr, nullptr, words, environ) != 0) return;
  std::thread([process] { waitpid(process, nullptr, 0); }).detach();
}

/// The folder to serve, and the end of the address that opens a file of it.
struct Shown {
  std::filesystem::path folder;
  std::string fragment = {};
};

/// A model stands for its folder, with this model open.
Shown shownBy(const std::filesystem::path& given) {
  std::error_code status;
  if (!std::filesystem::is_regular_file(given, status)) return {given};
  std::string fragment = "#f=";
  for (const char c : given.filename().string())
    fragment += std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-'
                    ? std::string(1, c)
                    : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return {given.has_parent_path() ? given.parent_path() : ".", fragment};
}

ExitCode run(const ServeArguments& arguments, const std::string& version) {
  // Only this thread takes the signals that end the program.
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);

  const Shown shown = shownBy(arguments.folder);
  server::ServeOptions options{.folder = shown.folder,
                               .host = arguments.host,
                               .port = arguments.port,
                               .allowedHosts = arguments.allowedHosts,
                               .isReadonly = arguments.readonly,
                               .drafts = server::draftPlace(),
                               .libraries = arguments.libraries,
                               .findLibraries = librariesAtHand,
                               .version = version};
  if (!arguments.assets.empty()) options.assets = arguments.assets;
  for (std::string& library : options.libraries) {
    std::error_code status;
    if (!std::filesystem::exists(library, status)) return fail("there is no library directory '" + library + "'");
    library = std::filesystem::canonical(library, status).string();  // workers have another working folder
  }
  auto server = server::Server::start(std::move(options));
  if (!server)
    return fail(server.error(), server.error().ends_with("is in use") ? "without --port a free one is taken" : "");
  if (!isLoopback(arguments.host))
    say(stderr,
        "warning: other machines can reach this server at {}: whoever has the address below can read and change the "
        "folder, and "
        "the connection is not encrypted\n",
        arguments.host);
  if (const auto lacking = (*server)->lacking()) say(stderr, "warning: {}\n", *lacking);
  const std::string address = (*server)->address() + shown.fragment;
  say("Dashpot serves {}\n  {}\nCtrl-C ends it.\n", std::filesystem::absolute(shown.folder).lexically_normal().string(),
      address);
  std::fflush(stdout);
  if (!arguments.noBrowser) openBrowser(address);
  int signal = 0;
  sigwait(&ending, &signal);
  server->reset();
  leave(ExitCode::success);  // whatever a check is doing
}

/// With a verb: that verb, in a process that ends with the one that started it.
ExitCode work(const std::vector<std::string>& verb) {
  if (verb.empty()) return server::work() == 0 ? ExitCode::success : ExitCode::internalError;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::vector<char*> words{const_cast<char*>("dashpot")};
  for (const std::string& word : verb) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv("/proc/self/exe", words.data());
  return ExitCode::internalError;
}

}  // namespace

void addServe(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ServeArguments>();
  CLI::App* verb = addVerb(app, "serve", "Open the workbench: draw machines, run them and see them, in the browser",
                           "dashpot serve ~/machines --port 8080");
  verb->add_option("folder", options->folder,
                   "The folder whose models are shown, nothing outside of it; or a model in it, to begin with")
      ->capture_default_str()
      ->type_name("DIR|FILE.mo");
  verb->add_option("--port", options->port, "Where to listen; 0: a port that is free")->capture_default_str();
  verb->add_option("--host", options->host, "At which address; another than 127.0.0.1 lets other machines in")
      ->capture_default_str()
      ->type_name("ADDRESS");
  verb->add_option("--allow-host", options->allowedHosts,
                   "A further name by which browsers may call it, behind a proxy, say; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  verb->add_flag("--no-browser", options->noBrowser, "Print the address only");
  verb->add_flag("--readonly", options->readonly, "Change no file");
  verb->add_option("--assets", options->assets, "The files of the page, instead of those in the program")
      ->type_name("DIR");
  verb->add_option("--library", options->libraries,
                   "Where to look for libraries, before those of the program and of MODELICAPATH; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->callback(
      [options, &result, version = app.version()] { result = run(*options, version.substr(version.find(' ') + 1)); });
}

void addWorker(CLI::App& app, ExitCode& result) {
  CLI::App* verb = app.add_subcommand("worker", "Computes for 'dashpot serve'")->group("");
  verb->prefix_command();
  addMemoryOption(*verb);
  verb->callback([verb, &result] { result = work(verb->remaining()); });
}

}  // namespace dashpot::cli
