// Two versions of the program at equal error: both run the five circuits of bench/models/hydraulic_circuits.mo by turns
// through their command lines, each with its default method, with 1,000 and with 100 points of all variables.
//
// Seconds are those of the search for initial values and of the run, as the programs' summaries give them, the least of
// several runs. The worst error is the largest of any state at any point, as a share of the state's range, against a
// run of the first program with the tolerance 1e-10. Times at an error are interpolated between tolerances.
//
// Points are evaluated, but not written to a file. Both get the same text: the circuits as the compiler of this source
// tree makes them flat, so that a version whose library differs has the same equations.
//
//   bench_against PROGRAM OTHER [--quick] [--only MODEL] [--root DIR]
//
// DIR is the source tree, where the models are; else the present folder. --quick: fewer repetitions.
#include "api/compilation.hpp"
#include "base/csv_table.hpp"
#include "model/flat_model.hpp"
#include "study/curve.hpp"
#include "study/geometric_mean.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace dashpot::bench {
namespace {

constexpr const char* circuits[] = {"ReliefLine", "ServoAxis", "PressureFedAxis", "ControlledSupply", "Transmission"};
constexpr double wantedErrors[] = {1e-2, 1e-3};
constexpr double loosest = -1, tightest = -6, apart = 0.5;  // exponents of tolerances

struct Arguments {
  std::vector<std::string> programs;
  std::string root = ".", only;
  int repetitions = 25;
};

/// A circuit as text, and what is looked at in it.
struct Circuit {
  std::string file;
  double length = 0;  // seconds
  std::vector<std::string> states;
};

struct Ran {
  bool isFinished = false;
  double seconds = 0;
  long steps = 0;
};

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("dashpot-against-{}", getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// States may be protected, and are looked at. (No function is left in these circuits, which would have such a part, too.)
std::string withAllPublic(std::string flat) {
  constexpr std::string_view word = "protected";
  for (std::size_t at = flat.find(word); at != std::string::npos; at = flat.find(word, at)) flat.erase(at, word.size());
  return flat;
}

Circuit circuitOf(const std::string& root, const std::string& name, const Folder& folder) {
  api::Compilation compilation({.file = root + "/bench/models/hydraulic_circuits.mo",
                                .model = "HydraulicCircuits." + name,
                                .libraries = {root + "/library"}});
  if (!compilation.run()) {
    fmt::print(stderr, "{}", render(compilation.diagnostics, compilation.sources()));
    std::exit(1);
  }
  const codegen::CompiledModel& model = compilation.compiled();
  Circuit circuit{.file = folder.file(name + ".mo"), .length = model.experiment.stopTime.value_or(1.0)};
  std::ofstream(circuit.file) << withAllPublic(model::print(compilation.flat()));
  for (std::size_t i = 0; i < model.size(); ++i)
    if (model.states.isDifferential[i]) circuit.states.push_back(model.states.names[i]);
  return circuit;
}

/// All variables are evaluated at all points in any case; a file of them, which is text, would be most of the time.
Ran run(const std::string& program, const Circuit& circuit, double tolerance, int points,
        const std::string& options = "") {
  const std::string command =
      fmt::format("'{}' simulate '{}' --tolerance {:g} --interval {:.17g} --json {} 2>/dev/null", program, circuit.file,
                  tolerance, circuit.length / points, options);
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  for (char part[4096]; const std::size_t count = std::fread(part, 1, sizeof part, pipe);) text.append(part, count);
  const bool isSound = pclose(pipe) == 0;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!isSound || json.is_discarded()) return {};
  return {.isFinished = true,
          .seconds = json["run_seconds"].get<double>() + json["stage_seconds"]["initialise"].get<double>(),
          .steps = json["steps"].get<long>()};
}

/// The states at the points of the output, each at the first record of its time: events add others.
std::optional<std::vector<std::vector<double>>> statesOf(const std::string& file, const Circuit& circuit, int points) {
  const auto table = readCsv(file);
  if (!table) return std::nullopt;
  const double interval = circuit.length / points;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table->rows(); ++row)
    if (std::fabs(table->columns[0][row] - static_cast<double>(rows.size()) * interval) < 1e-6 * interval)
      rows.push_back(row);
  if (rows.size() != static_cast<std::size_t>(points) + 1) return std::nullopt;
  std::vector<std::vector<double>> states;
  for (const std::string& name : circuit.states) {
    const auto found = std::ranges::find(table->names, "'" + name + "'");  // as flat models have them
    if (found == table->names.end()) return std::nullopt;
    const auto& column = table->columns[static_cast<std::size_t>(found - table->names.begin())];
    states.emplace_back();
    for (const std::size_t row : rows) states.back().push_back(column[row]);
  }
  return states;
}

double worstError(const std::vector<std::vector<double>>& found, const std::vector<std::vector<double>>& right) {
  double worst = 0;
  for (std::size_t k = 0; k < right.size(); ++k) {
    const auto [low, high] = std::ranges::minmax(right[k]);
    double error = 0;
    for (std::size_t i = 0; i < right[k].size(); ++i) error = std::max(error, std::fabs(found[k][i] - right[k][i]));
    if (high > low) worst = std::max(worst, error / (high - low));
  }
  return worst;
}

using Ratios = std::map<std::pair<double, int>, std::vector<double>>;  // by error and points

void study(const std::string& name, const Arguments& arguments, const Folder& folder, Ratios& ratios) {
  const Circuit circuit = circuitOf(arguments.root, name, folder);
  const std::string result = folder.file("result.csv"), writes = "-o '" + result + "'";
  for (const int points : {1000, 100}) {
    if (!run(arguments.programs[0], circuit, 1e-10, points, "--method radau " + writes).isFinished) {
      fmt::print("{:>18}  no reference\n", name);
      return;
    }
    const auto reference = statesOf(result, circuit, points);
    std::vector<std::vector<Run>> runs(2);
    for (double exponent = loosest; exponent >= tightest; exponent -= apart) {
      const double tolerance = std::pow(10, exponent);
      Run best[2];
      for (int k = 0; k < arguments.repetitions; ++k)
        for (int which = 0; which < 2; ++which) {
          const Ran ran = run(arguments.programs[static_cast<std::size_t>(which)], circuit, tolerance, points,
                              k == 0 ? writes : "");
          Run& of = best[which];
          if (k > 0) {
            of.seconds = std::min(of.seconds, ran.seconds);
            continue;
          }
          const auto states = ran.isFinished ? statesOf(result, circuit, points) : std::nullopt;
          of = {.ok = states && reference, .tolerance = tolerance, .seconds = ran.seconds, .steps = ran.steps};
          if (of.ok) of.digits = -std::log10(worstError(*states, *reference));
        }
      for (std::size_t which = 0; which < 2; ++which) runs[which].push_back(best[which]);
      fmt::print("{:>18} {:>6} {:>7.0e}  {:>9.0f} {:>7} {:>8.1e}  {:>9.0f} {:>7} {:>8.1e}\n", name, points, tolerance,
                 1e6 * best[0].seconds, best[0].steps, std::pow(10, -best[0].digits), 1e6 * best[1].seconds,
                 best[1].steps, std::pow(10, -best[1].digits));
      std::fflush(stdout);
    }
    for (const double error : wantedErrors) {
      const auto ours = atDigits(runs[0], -std::log10(error)), theirs = atDigits(runs[1], -std::log10(error));
      if (!ours || !theirs) {
        fmt::print("{:>18} {:>6} error {:g}: not reached by {}\n", name, points, error,
                   ours ? "the other" : "the first");
        continue;
      }
      fmt::print("{:>18} {:>6} error {:g}: {:.0f} and {:.0f} us, {:.2f} times as fast\n", name, points, error,
                 1e6 * ours->seconds, 1e6 * theirs->seconds, theirs->seconds / ours->seconds);
      ratios[{error, points}].push_back(theirs->seconds / ours->seconds);
    }
  }
}

Arguments argumentsFrom(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--quick")
      arguments.repetitions = 5;
    else if (word == "--only" && i + 1 < count)
      arguments.only = words[++i];
    else if (word == "--root" && i + 1 < count)
      arguments.root = words[++i];
    else
      arguments.programs.push_back(word);
  }
  return arguments;
}

void measure(const Arguments& arguments) {
  fmt::print("microseconds, steps and worst error of both programs, by turns\n");
  const Folder folder;
  Ratios ratios;
  for (const char* const name : circuits)
    if (arguments.only.empty() || arguments.only == name) study(name, arguments, folder, ratios);
  for (const auto& [key, all] : ratios)
    fmt::print("error {:g}, {} points: {:.2f} times as fast in the geometric mean of {}, {:.2f} at least\n", key.first,
               key.second, geometricMean(all), all.size(), std::ranges::min(all));
}

}  // namespace
}  // namespace dashpot::bench

int main(int count, char** words) {
  const auto arguments = dashpot::bench::argumentsFrom(count, words);
  if (arguments.programs.size() != 2) {
    // Of no use without another version: `./dev bench` runs all programs, and goes on.
    fmt::print("bench_against PROGRAM OTHER [--quick] [--only MODEL] [--root DIR]\n");
    return 0;
  }
  for (const std::string& program : arguments.programs)
    if (access(program.c_str(), X_OK) != 0) {
      fmt::print(stderr, "there is no program at '{}'\n", program);
      return 2;
    }
  dashpot::bench::measure(arguments);
  return 0;
}
