// Large models: how the time to compile them, that of their runs and their memory grow with their size, and the run
// against CVODE with KLU on the same equations written by hand, at a tolerance of 1e-4. Each model has a process of its
// own, so that its memory is its own. Exponents are those between a size and the one before: 1 is growth in proportion;
// that of a run is for the time of a step.
// With --count, instructions instead of times, counted by callgrind: the same from one time to the next, whoever else
// uses the machine, and without what caches cost.
//
//   bench_large [--quick] [--only MODEL] [--count]
#include "api/compilation.hpp"
#include "simulation/simulate.hpp"
#include "study/codes.hpp"
#include "study/cpu_clock.hpp"
#include "study/large_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace dashpot::bench {
namespace {

constexpr double tolerance = 1e-4;

struct Family {
  const char* name;
  std::string (*model)(int);
  problems::TestProblem (*problem)(int);
  std::vector<int> sizes;
};

std::vector<Family> families(bool isQuick) {
  const std::vector<int> upTo4{100, 1000, 10'000}, upTo5{100, 1000, 10'000, 100'000};
  const std::vector<int> doubled =
      isQuick ? std::vector{1000, 2000, 4000} : std::vector{1000, 2000, 4000, 8000, 16'000};
  return {{"heat line", heatModel, heatLine, isQuick ? upTo4 : upTo5},
          {"RC ladder", circuitModel, heatLine, isQuick ? std::vector{100, 1000} : upTo4},
          {"cascade", cascadeModel, cascade, doubled},
          {"heat plate", plateModel, heatPlate, isQuick ? std::vector{30, 60} : std::vector{30, 60, 100, 200}}};
}

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

/// What a process measured of its model; plain numbers, for a pipe.
struct Row {
  double equations = 0, compile = 0, run = 0, yardstick = 0;
  long steps = 0, yardstickSteps = 0;
};

double perStep(const Row& row) { return row.run / static_cast<double>(row.steps); }

/// The growth from one row to the next.
std::string exponent(const std::optional<Row>& last, const Row& row, double before, double now) {
  if (!last) return "-";
  return fmt::format("{:.2f}", std::log(now / before) / std::log(row.equations / last->equations));
}

/// The first run of a model that was just compiled, with the making of its code, as a user has it.
Row measure(const Family& family, int size, const codegen::CodeOptions& options, bool isRun) {
  Row row;
  const double began = cpuSeconds();
  api::Compilation compilation({.text = family.model(size)});
  compilation.keepsForms = false;
  compilation.isFlattened = [&] { row.equations = static_cast<double>(compilation.flat().equations.size()); };
  if (!compilation.run()) _exit(1);
  simulation::ModelCode code(compilation.compiled(), options);
  row.compile = cpuSeconds() - began;
  if (!isRun) return row;
  const problems::TestProblem test = family.problem(size);
  Diagnostics diagnostics;
  Nothing nothing;
  const double before = cpuSeconds();
  const simulation::Outcome outcome = simulation::simulate(
      code, {.stop = test.end, .tolerance = tolerance, .interval = test.end - test.start, .method = "rodas4"}, nothing,
      diagnostics);
  if (outcome.kind != simulation::OutcomeKind::finished) _exit(1);
  row.run = std::min(outcome.runSeconds, cpuSeconds() - before);  // as bench/simulation.cpp has it
  row.steps = outcome.statistics.steps;
  return row;
}

struct Measured {
  Row row;
  double megabytes = 0;
};

/// In another process. Nothing: it failed.
std::optional<Measured> measureApart(const Family& family, int size, bool isYardstick) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    Row row;
    if (isYardstick) {
      const Run run = runOnce({"CVODE+KLU", false}, family.problem(size), tolerance);
      row.yardstick = run.seconds, row.yardstickSteps = run.steps;
    } else {
      row = measure(family, size, {}, true);
    }
    _exit(write(ends[1], &row, sizeof row) == sizeof row ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool isRead = child > 0 && read(ends[0], &measured.row, sizeof(Row)) == sizeof(Row);
  close(ends[0]);
  int status = 1;
  rusage usage{};
  if (child > 0) wait4(child, &status, 0, &usage);
  measured.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  if (!isRead || status != 0) return std::nullopt;
  return measured;
}

void study(const Family& family) {
  std::optional<Row> last;
  for (const int size : family.sizes) {
    const auto ours = measureApart(family, size, false), theirs = measureApart(family, size, true);
    if (!ours || !theirs) {
      fmt::print("{:>10} {:>7}  failed\n", family.name, size);
      continue;
    }
    const Row& row = ours->row;
    const Row before = last.value_or(row);
    fmt::print("{:>10} {:>7} {:>9.0f} {:>9.4f} {:>5} {:>9.5f} {:>5} {:>6} {:>9.5f} {:>6} {:>8.2f} {:>7.0f} {:>8.2f}\n",
               family.name, size, row.equations, row.compile, exponent(last, row, before.compile, row.compile), row.run,
               exponent(last, row, perStep(before), perStep(row)), row.steps, theirs->row.yardstick,
               theirs->row.yardstickSteps, row.run / theirs->row.yardstick, ours->megabytes,
               1024 * ours->megabytes / row.equations);
    std::fflush(stdout);
    last = row;
  }
}

// ---------------------------------------------------------------------------------------------- instructions

/// What a process does whose instructions are counted, and says on its standard output.
void work(const Family& family, const std::string& what, int size) {
  if (what == "nothing") return;
  // When LLVM has made code that is faster depends on the clock: a library that is not there makes none.
  const Row row = measure(family, size, {.generator = {.library = "none"}}, what == "run");
  fmt::print("row {} {}\n", row.equations, row.steps);
}

/// This program under callgrind; `row` gets what it says of the model. Negative: it failed.
double instructions(const Family& family, const std::string& what, int size, Row& row) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command =
      fmt::format("valgrind --tool=callgrind --callgrind-out-file=/dev/null '{}' --work {} --only '{}' --size {} 2>&1",
                  program, what, family.name, size);
  FILE* const output = popen(command.c_str(), "r");
  double counted = -1;
  char line[400];
  while (output && std::fgets(line, sizeof line, output)) {
    if (const char* const found = std::strstr(line, "Collected :")) counted = std::atof(found + sizeof("Collected :"));
    (void)std::sscanf(line, "row %lf %ld", &row.equations, &row.steps);
  }
  return output && pclose(output) == 0 ? counted : -1;
}

void count(const Family& family) {
  std::optional<Row> last;
  for (const int size : family.sizes) {
    Row row;
    const double nothing = instructions(family, "nothing", size, row),
                 compile = instructions(family, "compile", size, row), run = instructions(family, "run", size, row);
    if (std::min({nothing, compile, run}) < 0) {
      fmt::print("{:>10} {:>7}  failed: is valgrind there?\n", family.name, size);
      continue;
    }
    row.compile = compile - nothing, row.run = run - compile;
    const Row before = last.value_or(row);
    fmt::print("{:>10} {:>7} {:>9.0f} {:>12.0f} {:>5} {:>6} {:>12.0f} {:>5}\n", family.name, size, row.equations,
               row.compile / row.equations, exponent(last, row, before.compile, row.compile), row.steps,
               perStep(row) / row.equations, exponent(last, row, perStep(before), perStep(row)));
    std::fflush(stdout);
    last = row;
  }
}

}  // namespace
}  // namespace dashpot::bench

int main(int argc, char** argv) {
  namespace bench = dashpot::bench;
  bool isQuick = false, isCounted = false;
  int size = 0;
  std::string only, work;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick") isQuick = true;
    if (option == "--count") isCounted = true;
    if (option == "--only" && i + 1 < argc) only = argv[++i];
    if (option == "--work" && i + 1 < argc) work = argv[++i];
    if (option == "--size" && i + 1 < argc) size = std::atoi(argv[++i]);
  }
  if (isCounted) {
    fmt::print("instructions, by callgrind; those of the run for each step, LLVM's code left out\n");
    fmt::print("{:>10} {:>7} {:>9} {:>12} {:>5} {:>6} {:>12} {:>5}\n", "model", "size", "equations", "compile/equ.",
               "exp.", "steps", "step/equ.", "exp.");
  } else if (work.empty()) {
    fmt::print("seconds of processor time; the run is the first one, with rodas4 at a tolerance of 1e-4\n");
    fmt::print("{:>10} {:>7} {:>9} {:>9} {:>5} {:>9} {:>5} {:>6} {:>9} {:>6} {:>8} {:>7} {:>8}\n", "model", "size",
               "equations", "compile", "exp.", "run", "exp.", "steps", "CVODE+KLU", "steps", "run/them", "MB",
               "kB/equ.");
  }
  for (const auto& family : bench::families(isQuick)) {
    if (!only.empty() && only != family.name) continue;
    if (!work.empty())
      bench::work(family, work, size);
    else if (isCounted)
      bench::count(family);
    else
      bench::study(family);
  }
  return 0;
}
