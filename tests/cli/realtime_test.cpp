#include "cli/child.hpp"
#include "cli/model_file.hpp"
#include "cli/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string examples = std::string(testing::sourceTree) + "/examples";

/// A port that nobody listens at.
int freePort() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  EXPECT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), length), 0);
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length);
  close(socket);
  return ntohs(address.sin_port);
}

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
  Child child(
      {"realtime", examples + "/cylinder_circuit.mo", "--step", "1ms", "--duration", "forever", "--ordinary", "--json"},
      log.path());
  EXPECT_FALSE(child.waitFor(3.0));
  child.signal(SIGINT);
  const auto code = child.waitFor(30);
  ASSERT_TRUE(code);
  EXPECT_EQ(*code, 0);  // an endless run ends no other way
  const json report = json::parse(contentOf(log.path()));
  EXPECT_EQ(report["status"], "interrupted");
}

TEST(RealTime, ExplainsWhatIsWrongWithItsArguments) {
  const ModelFile model("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  const auto complaint = [&](const std::string& options) {
    const Outcome outcome = run(fmt::format("realtime {} --ordinary {}", model.argument(), options));
    EXPECT_NE(outcome.code, 0) << options;
    return outcome.err;
  };
  EXPECT_THAT(complaint(""), HasSubstr("--step is required"));
  EXPECT_THAT(complaint("--step 0"), HasSubstr("the step 0 is not positive"));
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
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), length), 0);
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length);
  const Outcome outcome = run(fmt::format("realtime {}/realtime/servo_plant.mo --step 1ms --udp {},9 --ordinary",
                                          examples, ntohs(address.sin_port)));
  close(socket);
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

/// How often a controller answers depends on the machine; that it does, does not.
void expectAnswers(Beside& controller, const std::vector<std::string>& exchange) {
  const TemporaryPath log("realtime-log");
  std::vector<std::string> arguments{
      "realtime", examples + "/realtime/servo_plant.mo", "--step", "1ms", "--duration", "2s", "--ordinary", "--json"};
  arguments.insert(arguments.end(), exchange.begin(), exchange.end());
  Child child(arguments, log.path());
  EXPECT_EQ(child.wait(), 0) << contentOf(log.path());
  const auto [code, said] = controller.wait();
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("messages answered"));
  const json report = json::parse(contentOf(log.path()));
  EXPECT_GT(report["messages"]["taken"], 0);
  EXPECT_GT(report["messages"]["fresh_steps"], 0);
  EXPECT_EQ(report["messages"]["wrong_magic"], 0);
  EXPECT_EQ(report["messages"]["too_short"], 0);
  EXPECT_EQ(report["steps"], 2000);
}

TEST(RealTime, TheControllerInPythonAnswers) {
  if (!hasProgram("python3")) GTEST_SKIP() << "python3 is not installed";
  const int own = freePort(), partner = freePort();
  Beside controller(fmt::format("python3 '{}/realtime/controller.py' --listen {} --send {}", examples, partner, own));
  expectAnswers(controller, {"--udp", fmt::format("{},{}", own, partner)});
}

TEST(RealTime, TheControllerInCAnswers) {
  if (!hasProgram("cc")) GTEST_SKIP() << "there is no C compiler";
  const TemporaryPath program("realtime-controller");
  ASSERT_EQ(std::system(fmt::format("cc -std=c11 -Wall -Wextra -Werror -O1 -o {} '{}/realtime/controller.c'",
                                    program.argument(), examples)
                            .c_str()),
            0);
  const std::string name = fmt::format("dashpot-test-servo-{}", getpid());
  Beside controller(fmt::format("{} {}", program.argument(), name));
  expectAnswers(controller, {"--shm", name});
}

/// In lock-step the clock plays no part: the result does not depend on the machine.
TEST(RealTime, TwoRunsCoupleTheHalvesOfACylinder) {
  const int first = freePort(), second = freePort();
  const TemporaryPath log("realtime-half.log");
  const std::vector<std::string> common{"--step", "1ms", "--duration", "0.5s", "--lockstep", "--ordinary", "--json"};
  std::vector<std::string> hydraulics{"realtime", examples + "/split_cylinder.mo",    "--model", "HydraulicsAlone",
                                      "--udp",    fmt::format("{},{}", first, second)};
  hydraulics.insert(hydraulics.end(), common.begin(), common.end());
  Child child(hydraulics, log.path());
  const Outcome mechanics =
      run(fmt::format("realtime {}/split_cylinder.mo --model MechanicsAlone --udp {},{} --step 1ms --duration 0.5s "
                      "--lockstep --timeout 30s --ordinary --json",
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
  Beside piston(
      fmt::format("python3 '{}/realtime/piston.py' --listen {} --send {} --step 1e-3", examples, partner, own));
  const Outcome hydraulics =
      run(fmt::format("realtime {}/split_cylinder.mo --model HydraulicsAlone --step 1ms --duration 0.2s --udp {},{} "
                      "--lockstep --timeout 30s --ordinary --json",
                      examples, own, partner));
  EXPECT_EQ(hydraulics.code, 0) << hydraulics.err;
  const auto [code, said] = piston.wait();
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("after 200 steps"));
}

}  // namespace
}  // namespace dashpot::cli
