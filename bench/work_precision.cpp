// Work against precision on classic stiff problems: our methods and the yardsticks, in one process, on the same F and
// J.
//
// Each code runs over a ladder of tolerances; repetitions go round robin over codes and tolerances, so that a slow
// moment of the machine hits all of them, and the fastest counts.
//
//   bench_work_precision [--json FILE] [--plots DIR] [--codes NAME,...] [PROBLEM...]
#include "analysis/plot.hpp"
#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "study/codes.hpp"
#include "study/curve.hpp"
#include "study/geometric_mean.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using dashpot::bench::atDigits;
using dashpot::bench::Code;
using dashpot::bench::codesFor;
using dashpot::bench::geometricMean;
using dashpot::bench::Run;
using dashpot::bench::runOnce;
using dashpot::problems::TestProblem;

constexpr int repetitions = 9;
constexpr double longRun = 0.1;  // seconds; such runs are not repeated, and tighter tolerances are left out
constexpr int fewestDigits = 2, mostDigits = 12;

struct Curve {
  Code code;
  std::vector<Run> runs;  // from loose to tight
};

std::vector<double> tolerances() {
  std::vector<double> ladder;
  for (double exponent = -1; exponent >= -14; exponent -= 0.5) ladder.push_back(std::pow(10, exponent));
  return ladder;
}

/// `chosen` empty: all codes.
std::vector<Curve> measure(const TestProblem& problem, const std::set<std::string>& chosen) {
  std::vector<Curve> curves;
  for (const Code& code : codesFor(problem))
    if (chosen.empty() || chosen.contains(code.name)) curves.push_back({code, {}});
  for (const double tolerance : tolerances())
    for (Curve& curve : curves)
      if (curve.runs.empty() || curve.runs.back().seconds < longRun)
        curve.runs.push_back(runOnce(curve.code, problem, tolerance));
  const std::size_t longest = tolerances().size();
  for (int k = 1; k < repetitions; ++k)
    for (std::size_t i = 0; i < longest; ++i)
      for (Curve& curve : curves)
        if (i < curve.runs.size() && curve.runs[i].ok && curve.runs[i].seconds < longRun)
          curve.runs[i].seconds =
              std::min(curve.runs[i].seconds, runOnce(curve.code, problem, curve.runs[i].tolerance).seconds);
  return curves;
}

struct Best {
  std::string code;
  Run run;
};

std::optional<Best> bestOf(const std::vector<Curve>& curves, bool ours, double digits) {
  std::optional<Best> best;
  for (const Curve& curve : curves) {
    if (curve.code.ours != ours) continue;
    const auto run = atDigits(curve.runs, digits);
    if (run && (!best || run->seconds < best->run.seconds)) best = Best{curve.code.name, *run};
  }
  return best;
}

std::string cell(const std::optional<Run>& run) {
  return run ? fmt::format("{:.1f}", run->seconds * 1e6) : std::string("-");
}

/// Prints one problem's table; returns the ratio of our best to the best yardstick, by digits.
std::map<int, double> report(const TestProblem& problem, const std::vector<Curve>& curves) {
  fmt::print("\n{} (n = {}): microseconds to reach d correct digits; steps/F/J/LU of the two best\n", problem.name,
             problem.problem.size);
  fmt::print("{:>2}", "d");
  for (const Curve& curve : curves) fmt::print(" {:>9}", curve.code.name);
  fmt::print(" {:>6}  {}\n", "ratio", "best of ours; best yardstick");
  std::map<int, double> ratios;
  for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
    fmt::print("{:>2}", digits);
    for (const Curve& curve : curves) fmt::print(" {:>9}", cell(atDigits(curve.runs, digits)));
    const auto ours = bestOf(curves, true, digits), theirs = bestOf(curves, false, digits);
    if (ours && theirs) {
      ratios[digits] = ours->run.seconds / theirs->run.seconds;
      const auto counts = [](const Best& b) {
        return fmt::format("{} {}/{}/{}/{}", b.code, b.run.steps, b.run.rhsEvals, b.run.jacEvals, b.run.lu);
      };
      fmt::print(" {:>6.2f}  {}; {}", ratios[digits], counts(*ours), counts(*theirs));
    }
    fmt::print("\n");
  }
  return ratios;
}

nlohmann::json jsonOf(const std::vector<Curve>& curves) {
  nlohmann::json result = nlohmann::json::array();
  for (const Curve& curve : curves) {
    nlohmann::json runs = nlohmann::json::array();
    for (const Run& r : curve.runs)
      if (r.ok)
        runs.push_back({{"tolerance", r.tolerance},
                        {"seconds", r.seconds},
                        {"digits", r.digits},
                        {"steps", r.steps},
                        {"rejected", r.rejected},
                        {"rhs_evals", r.rhsEvals},
                        {"jac_evals", r.jacEvals},
                        {"lu", r.lu}});
    result.push_back({{"code", curve.code.name}, {"yardstick", !curve.code.ours}, {"runs", runs}});
  }
  return result;
}

void plot(const TestProblem& problem, const std::vector<Curve>& curves, const std::filesystem::path& directory) {
  dashpot::analysis::Plot picture{
      .title = problem.title, .xLabel = "correct digits", .yLabel = "seconds", .logY = true};
  for (const Curve& curve : curves) {
    dashpot::analysis::Curve drawn{.title = curve.code.name, .x = {}, .y = {}};
    drawn.style =
        curve.code.ours ? dashpot::analysis::Curve::Style::linePoints : dashpot::analysis::Curve::Style::dashed;
    for (const Run& r : curve.runs)
      if (r.ok) {
        drawn.x.push_back(r.digits);
        drawn.y.push_back(r.seconds);
      }
    picture.curves.push_back(drawn);
  }
  const auto file = directory / (problem.name + ".svg");
  if (const auto fault = dashpot::analysis::writePlot(picture, file))
    fmt::print(stderr, "no plot: {}\n", fault->message);
  else
    fmt::print("plot: {}\n", file.string());
}

/// CVODE behind our interface against calling it: same tolerance, same F and J.
void reportOverhead(const std::vector<TestProblem>& all) {
  fmt::print("\nCVODE behind our interface over CVODE called directly, time per step\n");
  for (const TestProblem& problem : all) {
    fmt::print("{:>14}", problem.name);
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      Run ours{}, direct{};
      ours.seconds = direct.seconds = INFINITY;
      for (int k = 0; k < 4 * repetitions; ++k) {
        const Run a = runOnce({"cvode", true}, problem, tolerance);
        const Run b = runOnce({"CVODE", false}, problem, tolerance);
        if (a.seconds < ours.seconds) ours = a;
        if (b.seconds < direct.seconds) direct = b;
      }
      const double perStep =
          (ours.seconds / static_cast<double>(ours.steps)) / (direct.seconds / static_cast<double>(direct.steps));
      fmt::print("  {:.0e}: {:.2f}", tolerance, perStep);
    }
    fmt::print("\n");
  }
}

/// Time of one code over that of another, by digits, for one problem.
std::map<int, double> ratiosOf(const std::vector<Curve>& curves, const std::string& ours, const std::string& theirs) {
  const auto named = [&](const std::string& name) {
    return std::ranges::find(curves, name, [](const Curve& curve) { return curve.code.name; });
  };
  std::map<int, double> ratios;
  if (named(ours) == curves.end() || named(theirs) == curves.end()) return ratios;
  for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
    const auto a = atDigits(named(ours)->runs, digits), b = atDigits(named(theirs)->runs, digits);
    if (a && b) ratios[digits] = a->seconds / b->seconds;
  }
  return ratios;
}

/// One line per number of digits, one column per problem, and the geometric mean over them.
void reportRatios(const std::string& title, const std::map<std::string, std::map<int, double>>& ratios) {
  fmt::print("\n{}\n{:>2}", title, "d");
  for (const auto& [problem, values] : ratios) fmt::print(" {:>12}", problem);
  fmt::print(" {:>12}\n", "mean");
  for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
    fmt::print("{:>2}", digits);
    std::vector<double> known;
    for (const auto& [problem, values] : ratios) {
      const bool has = values.contains(digits);
      if (has) known.push_back(values.at(digits));
      fmt::print(" {:>12}", has ? fmt::format("{:.2f}", values.at(digits)) : "-");
    }
    fmt::print(" {:>12}\n", known.empty() ? "-" : fmt::format("{:.2f}", geometricMean(known)));
  }
}

std::set<std::string> namesIn(const std::string& list) {
  std::set<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');) names.insert(name);
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  std::filesystem::path plots = "bench-results";
  std::string jsonFile;
  std::vector<std::string> names;
  std::set<std::string> chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json" && i + 1 < argc)
      jsonFile = argv[++i];
    else if (argument == "--plots" && i + 1 < argc)
      plots = argv[++i];
    else if (argument == "--codes" && i + 1 < argc)
      chosen = namesIn(argv[++i]);
    else
      names.push_back(argument);
  }
  if (names.empty()) names = {"hires", "robertson", "van-der-pol", "oregonator", "pollution", "brusselator"};
  if (jsonFile.empty()) jsonFile = (plots / "work_precision.json").string();
  std::filesystem::create_directories(plots);

  nlohmann::json json{{"schema", "dashpot-work-precision-1"}};
  std::vector<TestProblem> all;
  std::vector<double> loose;  // ratios at 2 to 4 digits on the small problems
  double worst = 0;
  std::map<std::string, std::map<int, double>> radau;
  for (const std::string& name : names) {
    const auto problem = dashpot::problems::find(name);
    if (!problem || !problem->problem.jacobian || problem->reference.empty()) {
      fmt::print(stderr, "no problem '{}' with a reference solution and a Jacobian\n", name);
      return 2;
    }
    const std::vector<Curve> curves = measure(*problem, chosen);
    const auto ratios = report(*problem, curves);
    json["problems"][name] = jsonOf(curves);
    if (auto values = ratiosOf(curves, "radau", "RADAU5"); !values.empty()) radau[name] = std::move(values);
    plot(*problem, curves, plots);
    all.push_back(*problem);
    if (problem->problem.size >= 100) continue;
    for (const int digits : {2, 3, 4})
      if (ratios.contains(digits)) {
        loose.push_back(ratios.at(digits));
        worst = std::max(worst, ratios.at(digits));
      }
  }
  if (!loose.empty())
    fmt::print(
        "\nour best over the best yardstick at 2 to 4 digits, small problems: geometric mean {:.2f}, largest {:.2f}\n",
        geometricMean(loose), worst);
  if (!radau.empty()) reportRatios("time of radau over that of RADAU5 to reach d correct digits", radau);
  if (chosen.empty()) reportOverhead(all);
  std::ofstream(jsonFile) << json.dump(1) << '\n';
  fmt::print("\nresults: {}\n", jsonFile);
  return 0;
}
