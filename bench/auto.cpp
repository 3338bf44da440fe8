// The automatic method against the best single method in hindsight, and against the fixed choices of the field.
//
//   bench_auto [--quick] [--only TEXT] [--json FILE] [--problems | --models] [ROOT]
//
// Every code runs over a ladder of tolerances; what is compared is the time to reach 2 to 9 correct digits, read off
// these curves (study/curve.hpp), as processor time of the thread. Repetitions go round robin over the codes, in one
// process, and the fastest counts. A third of the names, chosen by a hash, is printed apart: rules that are made from now
// on are to be made with the others. The first rules and constants of src/selection/rules.toml were made with all of them,
// so the two figures do not yet say how the rules generalise. ROOT is the source tree, where the models are; else the
// present folder.
#include "study/broad_set.hpp"
#include "study/curve.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace dashpot::bench {
namespace {

constexpr double shortRun = 1e-3;  // seconds
constexpr int fewestDigits = 2, mostDigits = 9, loosest = 1, tightest = 11;
const Code automatic{"auto", true};

struct Settings {
  bool quick = false, problems = true, models = true;
  std::string only, json, root = ".";
  [[nodiscard]] int repetitions() const { return quick ? 3 : 9; }
  [[nodiscard]] double longRun() const { return quick ? 0.03 : 0.1; }  // seconds; tighter tolerances are left out
  [[nodiscard]] double longest() const { return quick ? 0.15 : 1; }
};

struct Curve {
  Code code;
  std::vector<Run> runs;  // from loose to tight
};

std::vector<Curve> measure(const Case& test, const Settings& settings) {
  std::vector<Curve> curves;
  curves.push_back({automatic, {}});
  for (const std::string& method : test.methods) curves.push_back({{method, true}, {}});
  if (test.takesYardsticks)
    for (const char* name : {"CVODE", "RADAU5", "LSODA"}) curves.push_back({{name, false}, {}});
  for (int exponent = loosest; exponent <= tightest; ++exponent) {
    const double tolerance = std::pow(10, -exponent);
    for (int k = 0; k < settings.repetitions(); ++k)
      for (Curve& curve : curves) {
        const bool isFirst = k == 0;
        if (isFirst ? !curve.runs.empty() && curve.runs.back().seconds > settings.longRun()
                    : curve.runs.size() < static_cast<std::size_t>(exponent) || !curve.runs.back().ok ||
                          curve.runs.back().seconds > settings.longRun())
          continue;
        Run run = test.run(curve.code, tolerance, settings.longest());
        // The codes before it have left their own data and instructions in the caches.
        if (run.ok && run.seconds < shortRun)
          run.seconds = std::min(run.seconds, test.run(curve.code, tolerance, settings.longest()).seconds);
        if (isFirst)
          curve.runs.push_back(run);
        else
          curve.runs.back().seconds = std::min(curve.runs.back().seconds, run.seconds);
      }
  }
  return curves;
}

struct Point {
  std::string name, best;
  int digits;
  double ratio;
  bool heldOut;
};

struct Totals {
  std::vector<Point> points;                           // of auto against the best single method
  std::map<std::string, std::vector<double>> against;  // ratios by yardstick
  std::vector<std::string> failures;
};

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return NAN;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

double geometricMean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += std::log(v);
  return values.empty() ? NAN : std::exp(sum / static_cast<double>(values.size()));
}

/// Tolerances at which auto failed and another method did not.
void noteFailures(const Case& test, const std::vector<Curve>& curves, Totals& totals) {
  for (const Run& run : curves.front().runs) {
    if (run.ok) continue;
    for (const Curve& curve : curves)
      if (curve.code.ours && std::ranges::any_of(curve.runs, [&](const Run& other) {
            return other.tolerance == run.tolerance && other.ok;
          })) {
        totals.failures.push_back(
            fmt::format("{} at {:g}, where {} succeeds", test.name, run.tolerance, curve.code.name));
        break;
      }
  }
}

void report(const Case& test, const std::vector<Curve>& curves, Totals& totals) {
  fmt::print("{:<28}{}", test.name, isHeldOut(test.name) ? "*" : " ");
  noteFailures(test, curves, totals);
  for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
    const auto own = atDigits(curves.front().runs, digits);
    Point point{test.name, "", digits, INFINITY, isHeldOut(test.name)};
    double best = INFINITY;
    for (const Curve& curve : curves) {
      const auto other = curve.code.name == automatic.name ? std::nullopt : atDigits(curve.runs, digits);
      if (!other) continue;
      if (!curve.code.ours && own) totals.against[curve.code.name].push_back(own->seconds / other->seconds);
      if (curve.code.ours && other->seconds < best) best = other->seconds, point.best = curve.code.name;
    }
    if (own && best < INFINITY) {
      point.ratio = own->seconds / best;
      totals.points.push_back(point);
      fmt::print(" {:>5.2f} {:<8}", point.ratio, point.best);
    } else {
      fmt::print(" {:>5} {:<8}", own ? "" : "-", point.best);
    }
  }
  fmt::print("\n");
  std::fflush(stdout);
}

std::string figures(const std::vector<Point>& points, auto isWanted) {
  std::vector<double> ratios;
  for (const Point& point : points)
    if (isWanted(point)) ratios.push_back(point.ratio);
  return fmt::format("{:>5} figures: median {:.2f}, 95 % below {:.2f}, geometric mean {:.2f}, largest {:.2f}",
                     ratios.size(), quantile(ratios, 0.5), quantile(ratios, 0.95), geometricMean(ratios),
                     quantile(ratios, 1));
}

void conclude(Totals& totals) {
  fmt::print("\ntime of auto over that of the best single method in hindsight, at equal digits\n");
  fmt::print("  all        {}\n", figures(totals.points, [](const Point&) { return true; }));
  fmt::print("  learned by {}\n", figures(totals.points, [](const Point& p) { return !p.heldOut; }));
  fmt::print("  held out   {}\n", figures(totals.points, [](const Point& p) { return p.heldOut; }));
  for (const auto& [name, ratios] : totals.against)
    fmt::print("  over {:<7} {:>4} figures: geometric mean {:.2f}\n", name, ratios.size(), geometricMean(ratios));
  std::ranges::sort(totals.points, std::greater{}, &Point::ratio);
  fmt::print("\nthe worst\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(10, totals.points.size()); ++i) {
    const Point& p = totals.points[i];
    fmt::print("  {:.2f}  {} at {} digits, where {} is best\n", p.ratio, p.name, p.digits, p.best);
  }
  fmt::print("\nfailures where a single method succeeds: {}\n", totals.failures.size());
  for (const std::string& failure : totals.failures) fmt::print("  {}\n", failure);
}

nlohmann::json jsonOf(const Case& test, const std::vector<Curve>& curves) {
  nlohmann::json json{{"name", test.name}, {"kind", test.kind}, {"held_out", isHeldOut(test.name)}};
  for (const Curve& curve : curves) {
    auto runs = nlohmann::json::array();
    for (const Run& r : curve.runs)
      runs.push_back({{"tolerance", r.tolerance},
                      {"ok", r.ok},
                      {"seconds", r.seconds},
                      {"digits", r.digits},
                      {"steps", r.steps},
                      {"rejected", r.rejected},
                      {"rhs_evals", r.rhsEvals},
                      {"jac_evals", r.jacEvals},
                      {"lu", r.lu}});
    json["codes"][curve.code.name] = std::move(runs);
  }
  return json;
}

Settings settingsFrom(int count, char** words) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--quick")
      settings.quick = true;
    else if (word == "--problems")
      settings.models = false;
    else if (word == "--models")
      settings.problems = false;
    else if (word == "--only" && i + 1 < count)
      settings.only = words[++i];
    else if (word == "--json" && i + 1 < count)
      settings.json = words[++i];
    else
      settings.root = word;
  }
  return settings;
}

int run(const Settings& settings) {
  std::vector<Case> cases;
  if (settings.problems) cases = problemCases(settings.quick, settings.only);
  if (settings.models) std::ranges::move(modelCases(settings.root, settings.only), std::back_inserter(cases));
  fmt::print("auto over the best single method, which is named, at {} to {} digits; * held out\n", fewestDigits,
             mostDigits);
  Totals totals;
  auto json = nlohmann::json::array();
  for (const Case& test : cases) {
    const std::vector<Curve> curves = measure(test, settings);
    report(test, curves, totals);
    json.push_back(jsonOf(test, curves));
  }
  conclude(totals);
  if (!settings.json.empty()) std::ofstream(settings.json) << json.dump() << '\n';
  return totals.failures.empty() ? 0 : 1;
}

}  // namespace
}  // namespace dashpot::bench

int main(int count, char** words) { return dashpot::bench::run(dashpot::bench::settingsFrom(count, words)); }
