// `dashpot serve` as a user starts and ends it.
#include "cli/child.hpp"
#include "workbench.hpp"

#include <gmock/gmock.h>

namespace dashpot::server::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The first line of the log that has this in it, once it is there.
std::string lineWith(const fs::path& log, const std::string& text) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < deadline) {
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);)
      if (line.find(text) != std::string::npos && !in.eof()) return line;
    usleep(5000);
  }
  return {};
}

TEST(Program, ServesAndEndsWithItsWorkers) {
  TemporaryFolder folder, other;
  const fs::path log = other.path / "log";
  cli::Child program({"serve", folder.path.string(), "--no-browser"}, log);
  const std::string line = lineWith(log, "http://127.0.0.1:");
  const std::size_t colon = line.rfind(':');
  const auto port = static_cast<std::uint16_t>(std::stoul(line.substr(colon + 1)));
  const std::string token = line.substr(line.find("token=") + 6);
  EXPECT_EQ(get(port, "/api/health").status, 200);
  Page page(port, cookieFor(port, token));
  EXPECT_EQ(page.ask("dashpot/session")["root_uri"], "file://" + folder.path.string());
  program.signal(SIGTERM);
  EXPECT_EQ(program.waitFor(30), 0);
  EXPECT_ANY_THROW(Socket{port});
  EXPECT_TRUE(fs::is_empty(folder.path));
}

TEST(Program, SaysWhyItCannotServe) {
  TemporaryFolder folder;
  EXPECT_THAT(cli::run("serve /no/such/folder --no-browser").err, HasSubstr("there is no folder '/no/such/folder'"));
  EXPECT_THAT(cli::run("serve '" + folder.path.string() + "' --assets /no/such --no-browser").err,
              HasSubstr("there is no index.html"));
  EXPECT_THAT(cli::run("serve '" + folder.path.string() + "' --library /no/such --no-browser").err,
              HasSubstr("no library directory"));
  EXPECT_THAT(cli::run("serve '" + folder.path.string() + "' --host nowhere --no-browser").err,
              HasSubstr("is not an address"));
  EXPECT_EQ(cli::run("serve '" + folder.path.string() + "' --port 70000").code, 2);
}

TEST(Program, WarnsWhereOthersCanComeIn) {
  TemporaryFolder folder, other;
  const fs::path log = other.path / "log";
  cli::Child program({"serve", folder.path.string(), "--no-browser", "--host", "0.0.0.0"}, log);
  EXPECT_THAT(lineWith(log, "warning"), HasSubstr("other machines can reach this server"));
  lineWith(log, "Ctrl-C");
  program.signal(SIGINT);
  EXPECT_EQ(program.waitFor(30), 0);
}

TEST(Program, KeepsItsWorkersToItself) {
  EXPECT_THAT(cli::run("--help").out, Not(HasSubstr("worker")));
  EXPECT_THAT(cli::run("manual").out, Not(HasSubstr("worker")));
  EXPECT_THAT(cli::run("completion bash").out, Not(HasSubstr("worker")));
  EXPECT_THAT(cli::run("serve --help").out, HasSubstr("dashpot serve ~/machines"));
}

}  // namespace
}  // namespace dashpot::server::testing
