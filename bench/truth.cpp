// Models with known solutions, generated from seeds, by every method that must be right (tests/truth).
//
//   bench_truth [--cases N] [--seed FIRST] [--family TEXT] [--method NAME] [--tolerance T] [--text]
//               [--patience SECONDS]
//
// N models of each family (100), from seed FIRST (1) on: seed FIRST + N goes on where this ends. --text prints the
// models. Each fault is reported at once with what it takes to repeat it. At the end stands the distribution of the
// largest error of each run, in tolerances times the size of the signal; 20 is the most that is allowed.
#include "truth/judge.hpp"
#include "truth/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace dashpot::truth {
namespace {

struct Arguments {
  std::uint64_t cases = 100, first = 1;
  std::string family = {}, method = {};
  double tolerance = 0.0;  // none: one of 1e-4 to 1e-8, by the seed
  double patience = 30.0;
  bool printsText = false;
};

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] { return i + 1 < words.size() ? words[++i] : std::string(); };
    if (words[i] == "--cases")
      arguments.cases = std::strtoull(value().c_str(), nullptr, 10);
    else if (words[i] == "--seed")
      arguments.first = std::strtoull(value().c_str(), nullptr, 10);
    else if (words[i] == "--family")
      arguments.family = value();
    else if (words[i] == "--method")
      arguments.method = value();
    else if (words[i] == "--tolerance")
      arguments.tolerance = std::strtod(value().c_str(), nullptr);
    else if (words[i] == "--patience")
      arguments.patience = std::strtod(value().c_str(), nullptr);
    else if (words[i] == "--text")
      arguments.printsText = true;
    else
      fmt::print(stderr, "'{}' is no option; the head of bench/truth.cpp lists them\n", words[i]);
  }
  return arguments;
}

struct Tally {
  std::vector<double> errors;  // of runs that came to their end
  std::map<Fault, std::size_t> faults;

  [[nodiscard]] double quantile(double part) const {
    if (errors.empty()) return 0.0;
    return errors[static_cast<std::size_t>(part * static_cast<double>(errors.size() - 1))];
  }
  [[nodiscard]] std::size_t count(Fault fault) const {
    const auto found = faults.find(fault);
    return found == faults.end() ? 0 : found->second;
  }
};

std::string shown(const std::string& method) { return method.empty() ? "default" : method; }

/// Short enough for a line.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void judgeFamily(const Family& family, const Arguments& arguments, std::map<std::string, Tally>& tallies) {
  for (std::uint64_t seed = arguments.first; seed < arguments.first + arguments.cases; ++seed) {
    const KnownModel known = family.make(seed);
    if (arguments.printsText) fmt::print("{}", known.text);
    const Model model = compile(known);
    const double tolerance =
        arguments.tolerance > 0 ? arguments.tolerance : std::pow(10.0, -Random(seed).integer(4, 8));
    for (const std::string& method : judgedMethods()) {
      if (!arguments.method.empty() && arguments.method != shown(method)) continue;
      const Judgement judgement = judge(known, model, method, tolerance, arguments.patience);
      Tally& tally = tallies[shown(method)];
      ++tally.faults[judgement.fault];
      if (judgement.fault == Fault::none || judgement.fault == Fault::wrong) tally.errors.push_back(judgement.error);
      if (judgement.fault == Fault::none) continue;
      fmt::print("  {}: --family '{}' --seed {} --cases 1 --method {} --tolerance {}: error {:.3g}; {}\n",
                 nameOf(judgement.fault), family.name, seed, shown(method), tolerance, judgement.error,
                 firstLine(judgement.explanation));
      std::fflush(stdout);
    }
    if ((seed - arguments.first + 1) % 500 == 0) {
      fmt::print("  {}: {} of {} done, up to seed {}\n", family.name, seed - arguments.first + 1, arguments.cases,
                 seed);
      std::fflush(stdout);
    }
  }
}

void print(const std::string& family, std::map<std::string, Tally>& tallies) {
  for (auto& [method, tally] : tallies) {
    std::ranges::sort(tally.errors);
    std::size_t runs = 0;
    for (const auto& [fault, count] : tally.faults) runs += count;
    fmt::print("{:<26} {:<8} {:>6} {:>9.3g} {:>9.3g} {:>9.3g} {:>7} {:>7} {:>7} {:>7}\n", family, method, runs,
               tally.quantile(0.5), tally.quantile(0.95), tally.quantile(1.0), tally.count(Fault::wrong),
               tally.count(Fault::failed), tally.count(Fault::early), tally.count(Fault::refused));
  }
}

int run(const Arguments& arguments) {
  std::map<std::string, std::map<std::string, Tally>> tallies;
  std::size_t faults = 0;
  for (const Family& family : families()) {
    if (!arguments.family.empty() && std::string(family.name).find(arguments.family) == std::string::npos) continue;
    judgeFamily(family, arguments, tallies[family.name]);
  }
  fmt::print("{:<26} {:<8} {:>6} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7} {:>7}\n", "family", "method", "runs", "median",
             "95 %", "largest", "wrong", "failed", "early", "refused");
  for (auto& [family, byMethod] : tallies) {
    print(family, byMethod);
    for (const auto& [method, tally] : byMethod)
      for (const auto& [fault, count] : tally.faults) faults += fault == Fault::none ? 0 : count;
  }
  fmt::print("{} faults; to go on: --seed {}\n", faults, arguments.first + arguments.cases);
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace dashpot::truth

int main(int count, char** words) { return dashpot::truth::run(dashpot::truth::parse({words + 1, words + count})); }
