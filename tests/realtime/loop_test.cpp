// The loop itself: what it does at its deadlines, and what it does not do.
#include "realtime/exchange_memory.hpp"
#include "realtime/models.hpp"
#include "realtime/udp_partner.hpp"
#include "realtime/watch.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <cstddef>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>

namespace dashpot::realtime {
namespace {

using simulation::FixedStepRun;
using testing::allocations;
using ::testing::HasSubstr;
using testing::locks;

/// With everything that a step may meet: relations, a clock, a when-clause, an algebraic loop, an input, an assertion,
/// and a square root that is not defined for some inputs.
constexpr const char* eventfulModel = R"(
  model Eventful
    input Real u(start = 1);
    output Real y = x + z;
    output Real n;
    Real x(start = 0.5, fixed = true), v(start = 0, fixed = true), z(start = 0.1);
    discrete Real count(start = 0, fixed = true);
    Boolean isHigh(start = false, fixed = true);
  equation
    der(x) = v;
    der(v) = -100*x - (if isHigh then 2 else 0.5)*v + sqrt(u) + z;
    z^3 + z = x;
    n = count + 0*delay(x, 0.0035);
    when x > 0.1 then isHigh = not pre(isHigh); end when;
    when sample(0, 0.005) then count = pre(count) + 1; end when;
    when x < -0.4 then reinit(v, 0); end when;
    assert(v < 1, "v is high");
  end Eventful;)";

Settings ordinary() {
  Settings settings;
  settings.isPrivileged = false;
  return settings;
}

// ---- pace -----------------------------------------------------------------------------------------------------------

TEST(Loop, NeverRunsAheadOfTheClock) {
  Bench bench("model M Real x(start = 0, fixed = true); equation der(x) = 1; end M;");
  Settings settings = ordinary();
  settings.duration = 0.05;
  Nanoseconds began = 0;
  settings.whenReady = [&] { began = now(); };
  const auto report = run(bench.code(), bench.settings, bench.variables({"x"}), settings, bench.diagnostics);
  ASSERT_TRUE(report) << bench.messages();
  EXPECT_GE(seconds(now() - began), 0.049);  // the last step begins at its deadline
  EXPECT_EQ(report->counts.steps, 50);
  EXPECT_NEAR(report->lastOutputs[0], 0.05, 1e-12);
  EXPECT_EQ(report->loop.ending, Ending::steps);
  EXPECT_EQ(report->loop.cost.count(), 50);
  EXPECT_GE(report->loop.smallestStep(1.0), report->loop.cost.worst());
}

TEST(Loop, CountsEveryStepThatIsNotInTime) {
  Bench bench("model M Real x(start = 0, fixed = true); equation der(x) = 1; end M;");
  bench.settings.step = 1e-6;  // no machine wakes a thread and publishes within a microsecond, step after step
  Settings settings = ordinary();
  settings.duration = 2e-3;
  const auto report = run(bench.code(), bench.settings, bench.variables({"x"}), settings, bench.diagnostics);
  ASSERT_TRUE(report) << bench.messages();
  EXPECT_EQ(report->counts.steps, 2000);  // late, but all of them
  EXPECT_GT(report->loop.overruns, 0);
  EXPECT_GT(report->loop.furthestBehind, 0);
  EXPECT_LE(report->loop.late.size(), 16U);
}

TEST(Loop, EndsWhenItIsToldToWhileItSleeps) {
  Bench bench("model M Real x(start = 0, fixed = true); equation der(x) = 1; end M;");
  bench.settings.step = 0.02;
  Settings settings = ordinary();
  int asked = 0;
  settings.isStopped = [&] { return ++asked > 3; };
  const auto report = run(bench.code(), bench.settings, bench.variables({"x"}), settings, bench.diagnostics);
  ASSERT_TRUE(report) << bench.messages();
  EXPECT_EQ(report->loop.ending, Ending::stopped);
  EXPECT_LE(report->counts.steps, 3);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

std::string complaintAbout(Bench& bench, const Settings& settings) {
  bench.diagnostics = {};
  EXPECT_FALSE(run(bench.code(), bench.settings, {}, settings, bench.diagnostics));
  return bench.messages();
}

TEST(Loop, RefusesWhatCannotRunInRealTime) {
  Bench bench("model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  bench.settings.step = 0;
  EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("the step 0 is not positive"));
  bench.settings.step = -1;
  EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("the step -1 is not positive"));
  bench.settings.step = 1e-9;
  EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("none for a clock"));
  bench.settings.step = 1e-3;
  for (const char* method : {"cvode", "ida", "radau"}) {
    bench.settings.method = method;
    EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("chooses its own steps"));
  }
  bench.settings.method = "rodas33";
  EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("did you mean 'rodas3'?"));
  bench.settings.method = "verlet";  // there are no positions and velocities
  EXPECT_THAT(complaintAbout(bench, ordinary()), HasSubstr("verlet"));
  bench.settings.method = "rodas3";
  Settings settings = ordinary();
  settings.pace = Pace::partner;
  EXPECT_THAT(complaintAbout(bench, settings), HasSubstr("lock-step needs a partner"));
  settings = ordinary();
  settings.sharedMemory = "a";
  settings.udp = UdpAddresses{{.port = 1}, {.port = 2}};
  EXPECT_THAT(complaintAbout(bench, settings), HasSubstr("not by both"));
  settings = ordinary();
  settings.steps.newtonIterations = 0;
  EXPECT_THAT(complaintAbout(bench, settings), HasSubstr("0 iterations are none"));
}

TEST(Loop, SaysThatInputsWithoutASourceStayAsTheyAre) {
  Bench bench("model M input Real u(start = 3); Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  Settings settings = ordinary();
  settings.duration = 1e-3;
  ASSERT_TRUE(run(bench.code(), bench.settings, {}, settings, bench.diagnostics));
  EXPECT_THAT(bench.messages(), HasSubstr("inputs without data stay as they are: u = 3"));
}

TEST(Loop, WarnsOfMethodsWhoseStepsVaryInCost) {
  Bench bench("model M Real x(start = 0, fixed = true); equation der(x) = 1 - x; end M;");
  bench.settings.method = "diag-exp-i2";
  Settings settings = ordinary();
  settings.duration = 1e-3;
  ASSERT_TRUE(run(bench.code(), bench.settings, {}, settings, bench.diagnostics)) << bench.messages();
  EXPECT_THAT(bench.messages(), HasSubstr("the cost of a step of 'diag-exp-i2' is not bounded"));
}

// ---- the exchange ---------------------------------------------------------------------------------------------------

/// Answers through the memory of a run: u = -x.
void answer(const ExchangeBlock& block, const std::atomic<bool>& isOver) {
  Message message{.values = Vector(1)};
  std::uint64_t seen = 0;
  Cell inputs = block.inputs();
  while (!isOver)
    if (block.outputs().read(seen, message) == Cell::News::fresh)
      inputs.write(message.sequence, message.time, Vector{-message.values[0]});
    else
      std::this_thread::yield();
}

TEST(Loop, InLockStepIsTheRecursionOfTheTwoSides) {
  Bench bench("model M input Real u; output Real x(start = 1, fixed = true); equation der(x) = u; end M;");
  bench.settings.step = 0.125;
  const auto model = bench.begin({"x"});
  ExchangeMemory memory(ExchangeBlock::words(1, 1));
  ExchangeBlock block(memory.words(), 1, 1, bench.settings.step);
  Loop loop(*model, block, bench.settings.step,
            {.pace = Pace::partner, .steps = 40, .servedInputs = {0}, .kinds = {InputKind::real}});
  std::atomic<bool> isOver = false;
  std::thread partner([&] { answer(block, isOver); });
  loop.run();
  isOver = true;
  partner.join();
  EXPECT_EQ(loop.report().ending, Ending::steps);
  EXPECT_EQ(loop.report().freshInputs, 40);
  EXPECT_NEAR(model->outputs()[0], std::pow(0.875, 40), 1e-13);  // x := x - h x
}

TEST(Loop, InLockStepEndsWhenItsPartnerIsSilent) {
  Bench bench("model M input Real u; Real x(start = 1, fixed = true); equation der(x) = u; end M;");
  const auto model = bench.begin({"x"});
  ExchangeMemory memory(ExchangeBlock::words(1, 1));
  ExchangeBlock block(memory.words(), 1, 1, 1e-3);
  Loop loop(*model, block, 1e-3,
            {.pace = Pace::partner, .steps = 40, .patience = 0.01, .servedInputs = {0}, .kinds = {InputKind::real}});
  loop.run();
  EXPECT_EQ(loop.report().ending, Ending::silence);
  EXPECT_EQ(model->counts().steps, 0);
}

TEST(Loop, IgnoresBadValuesInSharedMemory) {
  Bench bench("model M input Real u(start = 1); Real x(start = 0, fixed = true); equation der(x) = u; end M;");
  const auto model = bench.begin({"x"});
  ExchangeMemory memory(ExchangeBlock::words(1, 1));
  ExchangeBlock block(memory.words(), 1, 1, 1e-3);
  block.inputs().write(1, 0, Vector{std::nan("")});
  Loop loop(*model, block, 1e-3, {.pace = Pace::none, .steps = 10, .servedInputs = {0}, .kinds = {InputKind::real}});
  loop.run();
  EXPECT_NEAR(model->outputs()[0], 0.01, 1e-14);
  EXPECT_EQ(loop.inputCounts().notFinite, 1);
  EXPECT_EQ(loop.report().withoutInputs, 10);
}

TEST(Loop, ByDatagramsIsTheRecursionOfTheTwoSides) {
  Bench bench("model M input Real u; output Real x(start = 1, fixed = true); equation der(x) = u; end M;");
  bench.settings.step = 0.125;
  UdpPartner partner;
  Settings settings = ordinary();
  settings.pace = Pace::partner;
  settings.duration = 5;
  settings.udp = UdpAddresses{{.port = freePort()}, {.port = partner.port()}};
  std::thread answering([&] {
    while (const auto received = partner.receive(1)) {
      if (received->isLast) return;
      partner.send(settings.udp->own.port,
                   {.sequence = received->message.sequence, .values = {-received->message.values[0]}});
    }
  });
  const auto report = run(bench.code(), bench.settings, bench.variables({"x"}), settings, bench.diagnostics);
  answering.join();
  ASSERT_TRUE(report) << bench.messages();
  EXPECT_EQ(report->counts.steps, 40);
  EXPECT_NEAR(report->lastOutputs[0], std::pow(0.875, 40), 1e-13);
  EXPECT_GE(report->udp.sent, 41);
}

// ---- nothing but the clock ------------------------------------------------------------------------------------------

/// The loop over a run with inputs that make it switch and fail; what it allocated and locked.
struct Watched {
  long allocations = 0, locks = 0;
};

Watched watch(FixedStepRun& model, double step, std::int64_t steps, Pace pace) {
  ExchangeMemory memory(ExchangeBlock::words(1, model.outputs().size()));
  ExchangeBlock block(memory.words(), 1, model.outputs().size(), step);
  std::uint64_t sequence = 0;
  Cell inputs = block.inputs();
  Vector u{1};
  // Asked before each step: a new input, now and then one for which F is not defined.
  const auto feed = [&] {
    u[0] = sequence % 50 == 49 ? -1.0 : 1.0 + 0.5 * std::sin(0.1 * static_cast<double>(sequence));
    inputs.write(sequence, 0.0, u);
    ++sequence;
    return false;
  };
  Loop loop(model, block, step,
            {.pace = pace, .steps = steps, .isStopped = feed, .servedInputs = {0}, .kinds = {InputKind::real}});
  const long before = allocations(), lockedBefore = locks();
  loop.run();
  return {allocations() - before, locks() - lockedBefore};
}

TEST(Loop, AllocatesNothingAndLocksNothing) {
  Bench bench(eventfulModel);
  const long before = allocations(), lockedBefore = locks();
  const auto model = bench.begin({"y", "n", "z"});
  EXPECT_GT(allocations() - before, 0);  // the counters count
  EXPECT_GT(locks() - lockedBefore, 0);
  const Watched watched = watch(*model, 1e-3, 2000, Pace::none);
  EXPECT_EQ(watched.allocations, 0);
  EXPECT_EQ(watched.locks, 0);
  const auto counts = model->counts();
  EXPECT_GT(counts.events, 100);
  EXPECT_GT(counts.held + counts.substepped, 10);
  EXPECT_GT(counts.violated, 0);
}

TEST(Loop, AllocatesNothingOnTheExamples) {
  for (const char* file : {"cylinder_circuit.mo", "two_volume_circuit.mo", "press_cycle.mo", "position_servo.mo"}) {
    Bench bench = Bench::ofExample(file);
    for (const char* method : {"rodas3", "ros2p", "radau5", "tr-bdf2"}) {
      bench.settings.method = method;
      const auto model = bench.begin({});
      const long before = allocations(), lockedBefore = locks();
      for (int k = 0; k < 3000; ++k) (void)model->advance();
      EXPECT_EQ(allocations() - before, 0) << file << " " << method;
      EXPECT_EQ(locks() - lockedBefore, 0) << file << " " << method;
    }
  }
}

TEST(Loop, AllocatesNothingWithAnyMethodOfBoundedCost) {
  // A mass on a spring: positions and velocities for the methods that need them. Some know no forces by velocity.
  const auto spring = [](const char* damping) {
    return fmt::format(R"(
      model M
        input Real u(start = 1);
        Real x(start = 0, fixed = true), v(start = 0, fixed = true);
      equation
        der(x) = v;
        der(v) = sqrt(u) - (if x > 0.005 then 100 else 110)*x{};
      end M;)",
                       damping);
  };
  Bench damped(spring(" - v")), undamped(spring(""));
  int count = 0;
  for (const MethodTraits& method : methods()) {
    if (!method.fixedStep || !hasBoundedCost(method)) continue;
    ++count;
    Bench& bench = method.family == Family::secondOrder ? undamped : damped;
    bench.settings.method = method.name;
    const auto model = bench.begin({"x"});
    const Watched watched = watch(*model, 1e-3, 300, Pace::none);
    EXPECT_EQ(watched.allocations, 0) << method.name;
    EXPECT_EQ(watched.locks, 0) << method.name;
    EXPECT_EQ(model->counts().held, 6) << method.name;
  }
  EXPECT_GT(count, 50);
}

/// From here on the calling thread may ask the kernel to sleep, to tell the time, to write and to end; anything else is
/// trapped.
void allowNothingButTheClock() {
  const auto allow = [](unsigned number) {
    return std::array<sock_filter, 2>{
        {BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  };
  std::vector<sock_filter> filter{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offsetof(seccomp_data, nr)))};
  for (const unsigned number : {SYS_clock_nanosleep, SYS_clock_gettime, SYS_write, SYS_exit_group, SYS_rt_sigreturn})
    for (const sock_filter& line : allow(number)) filter.push_back(line);
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit(77);
}

int reportPipe = -1;

void reportTrap(int, siginfo_t* info, void*) {
  const long number = info->si_syscall;
  (void)!write(reportPipe, &number, sizeof number);
  _exit(1);
}

constexpr long noCall = -1;

/// In a child: the loop with the filter set. The child ends here, before anything is given back to the system.
[[noreturn]] void runWithNothingButTheClock(Loop& loop) {
  allowNothingButTheClock();
  loop.run();
  (void)!write(reportPipe, &noCall, sizeof noCall);
  _exit(0);
}

/// What a child does in which the filter is set; the number of a system call that it made.
template <class Prepare>
std::optional<long> forbiddenCall(const Prepare& prepare) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    reportPipe = ends[1];
    struct sigaction action {};
    action.sa_sigaction = reportTrap;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSYS, &action, nullptr);
    prepare();
    _exit(1);
  }
  close(ends[1]);
  long number = -2;
  const bool isTold = read(ends[0], &number, sizeof number) == static_cast<ssize_t>(sizeof number);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return std::nullopt;
  EXPECT_TRUE(isTold) << status;
  return number;
}

TEST(Loop, FilterCatchesAForbiddenCall) {
  const auto number = forbiddenCall([] {
    allowNothingButTheClock();
    (void)getppid();
  });
  if (!number) GTEST_SKIP() << "the kernel allows no filter of system calls here";
  EXPECT_EQ(*number, SYS_getppid);
}

TEST(Loop, MakesNoSystemCallButToSleep) {
  const auto number = forbiddenCall([] {
    Bench bench(eventfulModel);
    const auto model = bench.begin({"y", "n", "z"});
    ExchangeMemory memory(ExchangeBlock::words(1, 3));
    ExchangeBlock block(memory.words(), 1, 3, 1e-3);
    Loop loop(*model, block, 1e-3,
              {.pace = Pace::clock, .steps = 300, .servedInputs = {0}, .kinds = {InputKind::real}});
    runWithNothingButTheClock(loop);
  });
  if (!number) GTEST_SKIP() << "the kernel allows no filter of system calls here";
  EXPECT_EQ(*number, noCall);
}

TEST(Loop, MakesNoSystemCallButToSleepWithAnExchange) {
  for (const bool isUdp : {false, true}) {
    const auto number = forbiddenCall([&] {
      Bench bench(eventfulModel);
      const auto model = bench.begin({"y", "n", "z"});
      const std::size_t words = ExchangeBlock::words(1, 3);
      auto memory = isUdp ? ExchangeMemory(words)
                          : std::move(*ExchangeMemory::shared("dashpot-test-calls-" + std::to_string(getpid()), words));
      ExchangeBlock block(memory.words(), 1, 3, 1e-3);
      const UdpPartner partner;
      std::unique_ptr<UdpBridge> bridge;
      if (isUdp)
        bridge = std::move(*UdpBridge::open({{{.port = freePort()}, {.port = partner.port()}}, 1e-3, false}, block,
                                            {InputKind::real}));
      Loop loop(
          *model, block, 1e-3,
          {.pace = Pace::clock, .steps = 200, .servedInputs = {0}, .kinds = {InputKind::real}, .isChecked = isUdp});
      if (!isUdp) shm_unlink(("/dashpot-test-calls-" + std::to_string(getpid())).c_str());
      runWithNothingButTheClock(loop);  // the bridge has a thread of its own
    });
    if (!number) GTEST_SKIP() << "the kernel allows no filter of system calls here";
    EXPECT_EQ(*number, noCall) << isUdp;
  }
}

}  // namespace
}  // namespace dashpot::realtime
