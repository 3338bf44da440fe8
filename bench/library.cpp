// How long the Modelica Standard Library takes: all its examples read, checked and compiled in one process, and runs of
// mechanical systems in space.
//
//   bench_library [--quick] [--only TEXT] DIR
//
// DIR holds Modelica/package.mo; else DASHPOT_MSL names it. Seconds are those of one thread's work. An example is checked
// when everything but code is there, as `dashpot check` does; what is refused counts with the time until then. --quick
// leaves out what is not a machine, --only takes the examples with TEXT in their names.
#include "msl/library.hpp"

#include "simulation/simulate.hpp"
#include "study/arguments.hpp"
#include "study/cpu_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace dashpot::bench {
namespace {

constexpr std::array machines{"Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum",
                              "Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar1",
                              "Modelica.Mechanics.MultiBody.Examples.Loops.Engine1a",
                              "Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6",
                              "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.OneAxis",
                              "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot"};
constexpr std::size_t mostListed = 10;

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

struct Effort {
  std::string name;
  double check = 0, code = 0;  // seconds
  std::size_t equations = 0;   // scalar, of the flat model
  bool isChecked = false;
};

struct Made {
  Effort effort;
  Expected<codegen::CompiledModel, std::string> model;
};

Made make(msl::StandardLibrary& library, const std::string& name) {
  Effort effort{.name = name};
  const double began = cpuSeconds();
  double checked = began;
  const auto countEquations = [&](const model::FlatModel& flat) {
    effort.equations = flat.equations.size();
    return std::string();
  };
  auto model = library.compile(name, countEquations, [&] {
    checked = cpuSeconds();
    effort.isChecked = true;
  });
  effort.check = (effort.isChecked ? checked : cpuSeconds()) - began;
  effort.code = effort.isChecked ? cpuSeconds() - checked : 0;
  return {std::move(effort), std::move(model)};
}

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void checkAll(msl::StandardLibrary& library, const std::string& only) {
  std::vector<Effort> efforts;
  for (const std::string& name : library.examples())
    if (name.find(only) != std::string::npos) efforts.push_back(make(library, name).effort);
  Effort sum;
  std::size_t checked = 0;
  for (const Effort& effort : efforts) {
    sum.check += effort.check, sum.code += effort.code, sum.equations += effort.equations;
    if (effort.isChecked) ++checked;
  }
  fmt::print(
      "{} examples, {} checked: {:.1f} s to check, {:.1f} s to make code; {} equations, {:.0f} us each; {:.0f} MB\n",
      efforts.size(), checked, sum.check, sum.code, sum.equations,
      1e6 * (sum.check + sum.code) / static_cast<double>(std::max<std::size_t>(sum.equations, 1)), megabytes());
  std::ranges::sort(efforts, std::greater{}, [](const Effort& e) { return e.check + e.code; });
  fmt::print("the longest:\n");
  for (const Effort& effort : std::span(efforts).first(std::min(mostListed, efforts.size())))
    fmt::print("  {:>6.2f} s to check, {:>6.2f} s for code, {:>6} equations  {}\n", effort.check, effort.code,
               effort.equations, effort.name);
}

void runMachine(msl::StandardLibrary& library, const std::string& name) {
  Made made = make(library, name);
  if (!made.model) {
    fmt::print("{}: {}\n", name, made.model.error());
    return;
  }
  Nothing nothing;
  Diagnostics said;
  const double began = cpuSeconds();
  const simulation::Outcome outcome = simulation::simulate(*made.model, {}, nothing, said);
  fmt::print("{:>6.2f} s to compile, {:>6.2f} s to run to {:g} s in {} steps{}  {}\n",
             made.effort.check + made.effort.code, cpuSeconds() - began, outcome.endTime, outcome.statistics.steps,
             outcome.kind == simulation::OutcomeKind::finished ? "" : ", where it stops,", name);
}

int run(Arguments arguments) {
  if (const char* named = std::getenv("DASHPOT_MSL"); named && arguments.root == ".") arguments.root = named;
  if (arguments.root == ".") {
    fmt::print("left out: name the folder of the Modelica Standard Library, or set DASHPOT_MSL\n");
    return 0;
  }
  msl::StandardLibrary library({arguments.root});
  const double began = cpuSeconds();
  if (library.parseAll() != 0) {
    fmt::print(stderr, "'{}' does not hold a Modelica Standard Library that can be read\n", arguments.root);
    return 1;
  }
  fmt::print("{:.1f} s to read all files\n", cpuSeconds() - began);
  if (!arguments.isQuick) checkAll(library, arguments.only);
  for (const char* const name : machines)
    if (std::string_view(name).find(arguments.only) != std::string_view::npos) runMachine(library, name);
  return 0;
}

}  // namespace
}  // namespace dashpot::bench

int main(int count, char** words) { return dashpot::bench::run(dashpot::bench::argumentsFrom(count, words)); }
