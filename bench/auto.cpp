// The automatic method against the best single method in hindsight, and against the fixed choices of the field.
//
//   bench_auto [--quick] [--learned] [--only TEXT] [--json FILE] [--problems | --models] [ROOT]
//
// Every code runs over a ladder of tolerances. Single methods are compared at equal tolerances, from 1e-2 to 1e-9: that
// is what a user sets, and methods of one program promise the same by it. A method competes if it keeps its promise,
// with an error of at most ten tolerances, or does no worse than auto did. Other programs mean other things by a
// tolerance, so that these are compared by the time to reach 2 to 9 correct digits, read off the curves
// (study/curve.hpp); single methods are so, too, in a second table. Times are processor time of the thread. Digits are
// those of the end; of a model, those of the course that it records. Repetitions go round robin over the codes, in one
// process, and the fastest counts, of short runs the fastest of several in a row; codes that are far behind are not
// repeated. --quick takes every other tolerance and less patience, for the same problems but the largest. Rows are
// written as they come; --json writes one object a line.
//
// A third of the problems, chosen by a hash of their names, is held out: constants of src/selection/rules.toml are fitted
// with --learned, which leaves these out, and the two parts are reported apart. Some rules were made with the figures of
// all problems at hand (docs/automatic-method.md says which). The very first rules were made
// with all problems that were in the set then; the split was drawn anew after that, and problems were added
// (Case::isNew), so that the figure of those that are held out and new says how the rules generalise. ROOT is the
// source tree, where the models are; else the present folder.
#include "study/broad_set.hpp"
#include "study/cpu_clock.hpp"
#include "study/curve.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::bench {
namespace {

constexpr double warmTime = 2e-4;  // seconds for which a short run is repeated
constexpr int mostRepeats = 40;
constexpr double hopeless = 25;  // times the fastest: a run ends there, and the next tolerance is not tried
constexpr double muchTime = 10;  // seconds
constexpr int mostDigits = 9, tightest = 11;
const Code automatic{"auto", true};
constexpr const char* formerDefault = "rodas5p";

struct Settings {
  bool quick = false, problems = true, models = true, learnedOnly = false;
  std::string only, json, root = ".";
  [[nodiscard]] int stride() const { return quick ? 2 : 1; }  // of tolerances and digits, in powers of ten
  [[nodiscard]] int loosest() const { return stride(); }      // the exponent of the first tolerance
  [[nodiscard]] int repetitions() const { return quick ? 5 : 9; }
  [[nodiscard]] double longRun() const { return quick ? 0.03 : 0.1; }  // seconds; tighter tolerances are left out
  [[nodiscard]] double longest() const { return quick ? 0.1 : 1; }
  [[nodiscard]] double budget() const { return quick ? 3 : 300; }  // seconds of a case, after which none are begun
};

struct Curve {
  Code code;
  std::vector<Run> runs;  // from loose to tight
};

std::vector<Curve> curvesOf(const Case& test) {
  std::vector<Curve> curves;
  curves.push_back({automatic, {}});
  for (const std::string& method : test.methods) curves.push_back({{method, true}, {}});
  if (test.takesYardsticks)
    for (const char* name : {"CVODE", "RADAU5", "LSODA"}) curves.push_back({{name, false}, {}});
  return curves;
}

double fastestAt(const std::vector<Curve>& curves, double tolerance) {
  double fastest = INFINITY;
  for (const Curve& curve : curves)
    for (const Run& run : curve.runs)
      if (run.ok && run.tolerance == tolerance) fastest = std::min(fastest, run.seconds);
  return fastest;
}

Run timed(const Case& test, const Code& code, double tolerance, double longest) {
  Run run = test.run(code, tolerance, longest);
  // The codes before it have left their own data and instructions in the caches: short runs go on until these are warm.
  double spent = run.seconds;
  for (int k = 1; run.ok && spent < warmTime && k < mostRepeats; ++k) {
    const double again = test.run(code, tolerance, longest).seconds;
    spent += again;
    if (again > 0) run.seconds = std::min(run.seconds, again);  // a clock may stand still for once
  }
  return run;
}

/// All codes once, but those that were too slow at the tolerance before. The automatic method is the first, with all
/// the time there is.
void tryAt(double tolerance, double before, const Case& test, const Settings& settings, std::vector<Curve>& curves) {
  const double fastestBefore = fastestAt(curves, before);
  for (Curve& curve : curves) {
    if (!curve.runs.empty() &&
        (curve.runs.back().seconds > settings.longRun() || curve.runs.back().seconds > hopeless * fastestBefore))
      continue;
    const double longest = std::min(settings.longest(), hopeless * fastestAt(curves, tolerance));
    curve.runs.push_back(timed(test, curve.code, tolerance, longest));
  }
}

void repeatAt(double tolerance, const Case& test, const Settings& settings, std::vector<Curve>& curves) {
  const double fastest = fastestAt(curves, tolerance);
  for (Curve& curve : curves) {
    if (curve.runs.empty() || curve.runs.back().tolerance != tolerance || !curve.runs.back().ok) continue;
    Run& run = curve.runs.back();
    const bool contends = curve.code.name == automatic.name || run.seconds < (curve.code.ours ? 2.5 : 10) * fastest;
    if (run.seconds > settings.longRun() || !contends) continue;
    run.seconds = std::min(run.seconds, timed(test, curve.code, tolerance, settings.longest()).seconds);
  }
}

std::vector<Curve> measure(const Case& test, const Settings& settings) {
  std::vector<Curve> curves = curvesOf(test);
  const double start = cpuSeconds();
  double before = NAN;
  for (int exponent = settings.loosest(); exponent <= tightest; exponent += settings.stride()) {
    if (cpuSeconds() - start > settings.budget()) break;
    const double tolerance = std::pow(10, -exponent);
    tryAt(tolerance, std::exchange(before, tolerance), test, settings, curves);
    for (int k = 1; k < settings.repetitions(); ++k) repeatAt(tolerance, test, settings, curves);
  }
  return curves;
}

/// One figure: the time of auto over that of the best single method.
struct Point {
  std::string name, best;
  int digits;  // of the tolerance, or of the result
  double ratio;
  bool heldOut, isNew;
};

/// How many of the runs of a code have an error of more than ten tolerances.
struct Promises {
  int made = 0, broken = 0;
};

struct Totals {
  std::vector<Point> atTolerances, atDigits;
  std::map<std::string, std::vector<double>> against;  // ratios by yardstick, at equal digits
  std::map<std::string, Promises> promises;            // by code
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

/// Tolerances at which auto failed and another method did not. To have had no time left is no failure.
void noteFailures(const Case& test, const std::vector<Curve>& curves, Totals& totals) {
  for (const Run& run : curves.front().runs) {
    if (run.ok || test.run(automatic, run.tolerance, muchTime).ok) continue;
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

bool keepsPromise(const Run& run) { return run.digits >= -std::log10(run.tolerance) - 1; }

const Run* runAt(const Curve& curve, double tolerance) {
  const auto run = std::ranges::find(curve.runs, tolerance, &Run::tolerance);
  return run != curve.runs.end() && run->ok ? &*run : nullptr;
}

/// Nothing, where auto has no result at that tolerance, or no single method one that is as good.
std::optional<Point> compareAtTolerance(int exponent, const Case& test, const std::vector<Curve>& curves,
                                        Totals& totals) {
  const double tolerance = std::pow(10, -exponent);
  const Run* const own = runAt(curves.front(), tolerance);
  Point point{test.name, "", exponent, INFINITY, isHeldOut(test.name), test.isNew};
  double best = INFINITY;
  for (const Curve& curve : curves) {
    const Run* const run = runAt(curve, tolerance);
    if (!run) continue;
    Promises& promises = totals.promises[curve.code.name];
    ++promises.made;
    if (!keepsPromise(*run)) ++promises.broken;
    if (!own || !curve.code.ours || curve.code.name == automatic.name) continue;
    if ((keepsPromise(*run) || run->digits >= own->digits) && run->seconds < best)
      best = run->seconds, point.best = curve.code.name;
  }
  if (best == INFINITY) return std::nullopt;
  point.ratio = own->seconds / best;
  return point;
}

std::optional<Point> compareAtDigits(int digits, const Case& test, const std::vector<Curve>& curves, Totals& totals) {
  const auto own = atDigits(curves.front().runs, digits);
  if (!own) return std::nullopt;
  Point point{test.name, "", digits, INFINITY, isHeldOut(test.name), test.isNew};
  double best = INFINITY;
  for (const Curve& curve : curves) {
    const auto other = curve.code.name == automatic.name ? std::nullopt : atDigits(curve.runs, digits);
    if (!other) continue;
    const bool isYardstick = !curve.code.ours || curve.code.name == formerDefault;
    if (isYardstick) totals.against[curve.code.name].push_back(own->seconds / other->seconds);
    if (curve.code.ours && other->seconds < best) best = other->seconds, point.best = curve.code.name;
  }
  if (best == INFINITY) return std::nullopt;
  point.ratio = own->seconds / best;
  return point;
}

void report(const Case& test, const Settings& settings, const std::vector<Curve>& curves, Totals& totals) {
  fmt::print("{:<28}{}", test.name, isHeldOut(test.name) ? "*" : " ");
  noteFailures(test, curves, totals);
  for (int digits = 2; digits <= mostDigits; digits += settings.stride()) {
    if (const auto point = compareAtDigits(digits, test, curves, totals)) totals.atDigits.push_back(*point);
    const auto point = compareAtTolerance(digits, test, curves, totals);
    if (point) totals.atTolerances.push_back(*point);
    if (point)
      fmt::print(" {:>5.2f} {:<8}", point->ratio, point->best);
    else
      fmt::print(" {:>5} {:<8}", "-", "");
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

void tell(const char* what, std::vector<Point>& points) {
  fmt::print("\ntime of auto over that of the best single method in hindsight, at equal {}\n", what);
  fmt::print("  all        {}\n", figures(points, [](const Point&) { return true; }));
  fmt::print("  learned by {}\n", figures(points, [](const Point& p) { return !p.heldOut; }));
  fmt::print("  held out   {}\n", figures(points, [](const Point& p) { return p.heldOut; }));
  fmt::print("  and new    {}\n", figures(points, [](const Point& p) { return p.heldOut && p.isNew; }));
  std::ranges::sort(points, std::greater{}, &Point::ratio);
  fmt::print("  the worst\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(10, points.size()); ++i) {
    const Point& p = points[i];
    fmt::print("    {:.2f}  {} at {} digits, where {} is best\n", p.ratio, p.name, p.digits, p.best);
  }
}

void conclude(Totals& totals) {
  tell("tolerances", totals.atTolerances);
  tell("digits of the result", totals.atDigits);
  fmt::print("\ntime of auto over that of others, at equal digits of the result\n");
  for (const auto& [name, ratios] : totals.against)
    fmt::print("  over {:<7} {:>4} figures: geometric mean {:.2f}\n", name, ratios.size(), geometricMean(ratios));
  fmt::print("\nruns with an error of more than ten tolerances\n");
  for (const auto& [name, promises] : totals.promises)
    fmt::print("  {:<9} {:>4} of {:>4} ({:.1f} %)\n", name, promises.broken, promises.made,
               100.0 * promises.broken / promises.made);
  fmt::print("\nfailures where a single method succeeds: {}\n", totals.failures.size());
  for (const std::string& failure : totals.failures) fmt::print("  {}\n", failure);
}

nlohmann::json jsonOf(const MethodTrail& trail) {
  auto choices = nlohmann::json::array();
  for (const MethodTrail::Choice& choice : trail.choices) {
    nlohmann::json json{{"time", choice.time}, {"method", choice.method}, {"rules", choice.rules}};
    for (const MethodTrail::Fact& fact : choice.facts) json["facts"][fact.name] = fact.value;
    for (const MethodTrail::Alternative& other : choice.alternatives) json["costs"][other.method] = other.cost;
    choices.push_back(std::move(json));
  }
  return choices;
}

nlohmann::json jsonOf(const Case& test, const std::vector<Curve>& curves) {
  nlohmann::json json{
      {"name", test.name}, {"kind", test.kind}, {"held_out", isHeldOut(test.name)}, {"new", test.isNew}};
  const Extent extent = test.extent();
  json["unknowns"] = extent.unknowns;
  json["non_zeros"] = extent.nonZeros;
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
  for (const Run& run : curves.front().runs) json["trails"].push_back(jsonOf(test.trail(run.tolerance)));
  return json;
}

Settings settingsFrom(int count, char** words) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--quick")
      settings.quick = true;
    else if (word == "--learned")
      settings.learnedOnly = true;
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
  if (settings.problems) cases = problemCases(settings.quick);
  if (settings.models) std::ranges::move(modelCases(settings.root), std::back_inserter(cases));
  fmt::print("auto over the best single method, which is named, at tolerances of 2 to {} digits; * held out\n",
             mostDigits);
  Totals totals;
  std::ofstream json;
  if (!settings.json.empty()) json.open(settings.json);
  for (Case& test : cases) {
    if (test.name.find(settings.only) == std::string::npos || (settings.learnedOnly && isHeldOut(test.name))) continue;
    if (!test.prepare()) {
      fmt::print(stderr, "left out: {}\n", test.name);
      continue;
    }
    const std::vector<Curve> curves = measure(test, settings);
    report(test, settings, curves, totals);
    if (json.is_open()) json << jsonOf(test, curves).dump() << std::endl;
    test = {};  // models have code, and it is a long list
  }
  conclude(totals);
  return totals.failures.empty() ? 0 : 1;
}

}  // namespace
}  // namespace dashpot::bench

int main(int count, char** words) { return dashpot::bench::run(dashpot::bench::settingsFrom(count, words)); }
