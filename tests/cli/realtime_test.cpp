#include "cli/child.hpp"
#include "cli/model_file.hpp"
#include "cli/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string examples = std::string(testing::sourceTree) + "/examples";

/// Somebody to whom datagrams can be sent.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    EXPECT_EQ(bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0);
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  [[nodiscard]] int port() const { return port_; }
  /// Until one has come; false if none does.
  [[nodiscard]] bool hears() const {
    constexpr int milliseconds = 120'000;
    pollfd ready{socket_, POLLIN, 0};
    return poll(&ready, 1, milliseconds) > 0;
  }

 private:
  int socket_;
  int port_ = 0;
};

/// A port that nobody listens at.
int freePort() { return Listener().port(); }

bool hasProgram(const std::string& name) {
  return std::system(fmt::format("command -v {} > /dev/null 2>&1", name).c_str()) == 0;
}

TEST(RealTime, TellsWhatStepsCost) {
  const Outcome outcome =
      run(fmt::format("realtime {}/cylinder_circuit.mo --step 1ms --duration 50ms --ordinary", examples));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* word : {"CylinderCircuit", "rodas3", "against the clock", "emergencies", "overruns", "smallest step",
                           "p50", "p99.9", "worst", "ordinary priority"})
    EXPECT_THAT(outcome.out, HasSubstr(word));
}

TEST(RealTime, GivesTheSameAsJson) {
  const Outcome outcome =
      run(fmt::format("realtime {}/cylinder_circuit.mo --step 1ms --duration 50ms --ordinary --json", examples));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["schema"], "dashpot/realtime/1");
  EXPECT_EQ(report["status"], "finished");
  EXPECT_EQ(report["steps"], 50);
  EXPECT_EQ(report["cost"]["count"], 50);
  EXPECT_NEAR(report["time"].get<double>(), 0.05, 1e-12);
  std::int64_t inBuckets = 0;
  for (const json& bucket : report["cost"]["histogram"]) inBuckets += bucket["count"].get<std::int64_t>();
  EXPECT_EQ(inBuckets, 50);
  EXPECT_LE(report["cost"]["p50"], report["cost"]["p99"]);
  EXPECT_LE(report["cost"]["p99"], report["cost"]["p99_9"]);
  EXPECT_LE(report["cost"]["p99_9"], report["cost"]["worst"]);
  EXPECT_EQ(report["emergencies"]["held"], 0);
  EXPECT_FALSE(report["final"].empty());
}

TEST(RealTime, WritesAPageThatNeedsNothingElse) {
  const TemporaryPath page("realtime-page.html");
  const Outcome outcome =
      run(fmt::format("realtime {}/cylinder_circuit.mo --step 1ms --duration 20ms --ordinary --report '{}'", examples,
                      page.path().string()));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + page.path().string()));
  const std::string text = contentOf(page.path());
  EXPECT_THAT(text, AllOf(HasSubstr("<svg"), HasSubstr("default-src 'none'"), HasSubstr("smallest step"),
                          HasSubstr("What a step costs"), HasSubstr("Outputs")));
  EXPECT_THAT(text, Not(HasSubstr("src=\"http")));
}

TEST(RealTime, PrintsTheOrderOfItsMessages) {
  const std::string call =
      fmt::format("realtime {}/realtime/servo_plant.mo --step 1ms --udp 7001,7002 --layout", examples);
  const Outcome outcome = run(call + " --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json layout = json::parse(outcome.out);
  EXPECT_EQ(layout["inputs"], json::parse(R"([{"name": "u", "unit": ""}])"));
  ASSERT_EQ(layout["outputs"].size(), 4U);
  EXPECT_EQ(layout["outputs"][0], json::parse(R"({"name": "s", "unit": "m"})"));
  EXPECT_THAT(run(call).out, AllOf(HasSubstr("to the model"), HasSubstr("from the model"), HasSubstr("p_b")));
  EXPECT_EQ(json::parse(run(call + " --json --vars load.v").out)["outputs"].size(), 1U);
}

TEST(RealTime, EndsWithItsReportWhenItIsInterrupted) {
  const TemporaryPath log("realtime-log");
  const Listener partner;
  Child child({"realtime", examples + "/cylinder_circuit.mo", "--step", "1ms", "--duration", "forever", "--ordinary",
               "--json", "--udp", fmt::format("{},{}", freePort(), partner.port())},
              log.path());
  ASSERT_TRUE(partner.hears()) << contentOf(log.path());  // it runs
  child.signal(SIGINT);
  EXPECT_EQ(child.wait(), 0);  // an endless run ends no other way
  const json report = json::parse(contentOf(log.path()));
  EXPECT_EQ(report["status"], "interrupted");
}

TEST(RealTime, FollowsDataAndGoesOnThroughWhatCannotBeComputed) {
  // h' = -sqrt(h): sqrt(h) falls by t/2. An eighth of a second it cannot be computed, and h is held.
  const ModelFile model(
      "model Tank input Real u(start = 1); Real h(start = 1, fixed = true); equation der(h) = -sqrt(u)*sqrt(h); "
      "end Tank;");
  const ModelFile data("time,u\n0,1\n0.125,-1\n0.25,1\n", "data.csv");
  const Outcome outcome =
      run(fmt::format("realtime {} --step 0.0078125 --duration 0.5 --input {} --input-interpolation hold --vars h "
                      "--ordinary --json",
                      model.argument(), data.argument()));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report["steps"], 64);
  EXPECT_EQ(report["emergencies"]["held"], 16);
  EXPECT_NEAR(report["final"]["h"].get<double>(), 0.8125 * 0.8125, 1e-6);
  EXPECT_THAT(report["diagnostics"].dump(), HasSubstr("square root of a negative number"));
}

TEST(RealTime, ExplainsWhatIsWrongWithItsArguments) {
  const ModelFile model("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  const auto complaint = [&](const std::string& options) {
    const Outcome outcome = run(fmt::format("realtime {} --ordinary {}", model.argument(), options));
    EXPECT_NE(outcome.code, 0) << options;
    return outcome.err;
  };
  EXPECT_THAT(complaint(""), HasSubstr("--step is required"));
  EXPECT_THAT(complaint("--step 0"), HasSubstr("--step: '0' is not a positive time"));
  EXPECT_THAT(complaint("--step 1bar"), HasSubstr("'1bar' is not a time"));
  EXPECT_THAT(complaint("--step 1ms --duration -1"), HasSubstr("not a positive time"));
  EXPECT_THAT(complaint("--step 1ms --method cvode"), HasSubstr("chooses its own steps"));
  EXPECT_THAT(complaint("--step 1ms --method rodsa3"), HasSubstr("did you mean 'rodas3'?"));
  EXPECT_THAT(complaint("--step 1ms --udp 7001"), HasSubstr("two addresses are needed"));
  EXPECT_THAT(complaint("--step 1ms --udp 192.0.2.1:7001,7002"), HasSubstr("no network interface"));
  EXPECT_THAT(complaint("--step 1ms --shm ../x"), HasSubstr("no name for shared memory"));
  EXPECT_THAT(complaint("--step 1ms --lockstep"), HasSubstr("lock-step needs a partner"));
  EXPECT_THAT(complaint("--step 1ms --vars y"), HasSubstr("y"));
  EXPECT_THAT(complaint("--step 1ms --input missing.csv"), HasSubstr("missing.csv"));
  EXPECT_THAT(complaint("--step 1ms --report page.txt"), HasSubstr("must end in .html"));
  EXPECT_THAT(complaint("--step 1ms --iterations 0"), HasSubstr("0 iterations are none"));
  const json refusal = json::parse(run(fmt::format("realtime {} --step 0 --json", model.argument())).out);
  EXPECT_EQ(refusal["schema"], "dashpot/realtime/1");
  EXPECT_EQ(refusal["status"], "rejected");
}

TEST(RealTime, SaysThatAPortIsBusy) {
  const Listener other;
  const Outcome outcome =
      run(fmt::format("realtime {}/realtime/servo_plant.mo --step 1ms --udp {},9 --ordinary", examples, other.port()));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the port is in use by another program"));
}

TEST(RealTime, SaysThatItsPartnerIsSilent) {
  const Outcome outcome =
      run(fmt::format("realtime {}/realtime/servo_plant.mo --step 1ms --udp {},{} --lockstep --timeout 50ms --ordinary",
                      examples, freePort(), freePort()));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the partner did not answer the outputs at time 0 within 0.05 s"));
}

// ---- the examples ---------------------------------------------------------------------------------------------------

/// Another program beside the one that is tested: what it says until it ends.
class Beside {
 public:
  explicit Beside(const std::string& command) : pipe_(popen((command + " 2>&1").c_str(), "r")) {}
  /// Its exit code and its words.
  std::pair<int, std::string> wait() {
    std::string said;
    for (int c = std::fgetc(pipe_); c != EOF; c = std::fgetc(pipe_)) said += static_cast<char>(c);
    const int status = pclose(pipe_);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
  }

 private:
  std::FILE* pipe_;
};

/// In lock-step every message is answered, however slow the machine. The controller wants the load at 300 mm from 0.5 s
/// on, where it must have come to rest.
void expectControl(Beside& controller, const std::vector<std::string>& exchange) {
  const TemporaryPath log("realtime-log");
  std::vector<std::string> arguments{"realtime",   examples + "/realtime/servo_plant.mo",
                                     "--step",     "1ms",
                                     "--duration", "2s",
                                     "--lockstep", "--timeout",
                                     "120s",       "--ordinary",
                                     "--json"};
  arguments.insert(arguments.end(), exchange.begin(), exchange.end());
  Child child(arguments, log.path());
  EXPECT_EQ(child.wait(), 0) << contentOf(log.path());
  const auto [code, said] = controller.wait();
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("messages answered"));
  const json report = json::parse(contentOf(log.path()));
  EXPECT_EQ(report["steps"], 2000);
  EXPECT_EQ(report["messages"]["fresh_steps"], 2000);
  EXPECT_NEAR(report["final"]["s"].get<double>(), 0.3, 1e-3);
  EXPECT_NEAR(report["final"]["v"].get<double>(), 0.0, 1e-3);
}

TEST(RealTime, TheControllerInPythonMovesTheLoad) {
  if (!hasProgram("python3")) GTEST_SKIP() << "python3 is not installed";
  const int own = freePort(), partner = freePort();
  Beside controller(
      fmt::format("python3 '{}/realtime/controller.py' --listen {} --send {} --timeout 120", examples, partner, own));
  expectControl(controller, {"--udp", fmt::format("{},{}", own, partner)});
}

TEST(RealTime, TheControllerInCMovesTheLoad) {
  if (!hasProgram("cc")) GTEST_SKIP() << "there is no C compiler";
  const TemporaryPath program("realtime-controller");
  ASSERT_EQ(std::system(fmt::format("cc -std=c11 -Wall -Wextra -Werror -O1 -o {} '{}/realtime/controller.c'",
                                    program.argument(), examples)
                            .c_str()),
            0);
  const std::string name = fmt::format("dashpot-test-servo-{}", getpid());
  Beside controller(fmt::format("{} {}", program.argument(), name));
  expectControl(controller, {"--shm", name});
}

/// In lock-step the clock plays no part: the result does not depend on the machine.
TEST(RealTime, TwoRunsCoupleTheHalvesOfACylinder) {
  const int first = freePort(), second = freePort();
  const TemporaryPath log("realtime-half.log");
  const std::vector<std::string> common{"--step",    "1ms",  "--duration", "0.5s",  "--lockstep",
                                        "--timeout", "120s", "--ordinary", "--json"};
  std::vector<std::string> hydraulics{"realtime", examples + "/split_cylinder.mo",    "--model", "HydraulicsAlone",
                                      "--udp",    fmt::format("{},{}", first, second)};
  hydraulics.insert(hydraulics.end(), common.begin(), common.end());
  Child child(hydraulics, log.path());
  const Outcome mechanics =
      run(fmt::format("realtime {}/split_cylinder.mo --model MechanicsAlone --udp {},{} --step 1ms --duration 0.5s "
                      "--lockstep --timeout 120s --ordinary --json",
                      examples, second, first));
  ASSERT_EQ(mechanics.code, 0) << mechanics.err;
  const double x = json::parse(mechanics.out)["final"]["x"];
  const Outcome whole = run(fmt::format(
      "simulate {}/split_cylinder.mo --model SplitCylinder --stop 0.5 --vars whole.cylinder.x --json", examples));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const double wanted = json::parse(whole.out)["final"]["whole.cylinder.x"];
  EXPECT_NEAR(x, wanted, 1e-3);
  EXPECT_GT(std::abs(wanted - 0.1), 5e-3);
  (void)child.waitFor(30);
}

TEST(RealTime, ThePistonInPythonIsASecondSolver) {
  if (!hasProgram("python3")) GTEST_SKIP() << "python3 is not installed";
  const int own = freePort(), partner = freePort();
  Beside piston(fmt::format("python3 '{}/realtime/piston.py' --listen {} --send {} --step 1e-3 --timeout 120", examples,
                            partner, own));
  const Outcome hydraulics =
      run(fmt::format("realtime {}/split_cylinder.mo --model HydraulicsAlone --step 1ms --duration 0.2s --udp {},{} "
                      "--lockstep --timeout 120s --ordinary --json",
                      examples, own, partner));
  EXPECT_EQ(hydraulics.code, 0) << hydraulics.err;
  const auto [code, said] = piston.wait();
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("after 200 steps"));
}

}  // namespace
}  // namespace dashpot::cli
