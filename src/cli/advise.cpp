// dashpot advise: which method and step suit a linear block, for a given input and accuracy.
#include "analysis/advisor.hpp"
#include "base/units.hpp"
#include "cli/cli.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "integrators/linear_parts/transition_matrix.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <numbers>

namespace dashpot::cli {
namespace {

using analysis::Advice;
using analysis::AdviceRequest;
using analysis::MethodChoice;
using analysis::Refinement;
using integrators::LinearBlock;
using nlohmann::ordered_json;
using AdviceFault = Unexpected<std::string>;

struct AdviseOptions {
  std::string frequency;
  std::vector<std::string> poles;
  std::string timeConstant;
  std::string damping;
  std::string naturalFrequency;
  double percent = 1;
  bool published = false;
  bool confirm = false;
  bool json = false;
};

/// A plain number, or one with this unit; Hz counts as 2 pi rad/s where an angular frequency is wanted.
Expected<double, std::string> quantity(const std::string& text, std::string_view unit) {
  if (unit == "rad/s" && text.ends_with("Hz")) {
    const auto hertz = parseQuantity(std::string_view(text).substr(0, text.size() - 2));
    if (hertz && hertz->unit.empty()) return 2 * std::numbers::pi * hertz->value;
  }
  const auto parsed = parseQuantity(text);
  if (!parsed) return AdviceFault{parsed.error()};
  if (!parsed->unit.empty() && parsed->unit != unit) return AdviceFault{fmt::format("'{}' is not in {}", text, unit)};
  return parsed->value;
}

/// "re,im" or "re".
Expected<std::complex<double>, std::string> pole(const std::string& text) {
  const auto comma = text.find(',');
  const auto re = quantity(text.substr(0, comma), "1/s");
  const auto im =
      comma == std::string::npos ? Expected<double, std::string>(0.0) : quantity(text.substr(comma + 1), "1/s");
  if (!re || !im) return AdviceFault{fmt::format("'{}' is no pole; write --pole=-1667 or --pole=-2638,2691", text)};
  return std::complex<double>(*re, *im);
}

Expected<LinearBlock, std::string> blockOf(const AdviseOptions& options) {
  const bool second = !options.damping.empty() || !options.naturalFrequency.empty();
  const int ways = (options.poles.empty() ? 0 : 1) + (options.timeConstant.empty() ? 0 : 1) + (second ? 1 : 0);
  if (ways != 1)
    return AdviceFault{
        "say what the block is: --time-constant T, or --damping Z and --natural-frequency W, or --pole RE,IM"};
  if (!options.timeConstant.empty()) {
    const auto T = quantity(options.timeConstant, "s");
    if (!T) return AdviceFault{T.error()};
    if (!(*T > 0)) return AdviceFault{fmt::format("the time constant '{}' must be positive", options.timeConstant)};
    return integrators::firstOrderBlock(*T);
  }
  if (second) {
    if (options.damping.empty() || options.naturalFrequency.empty())
      return AdviceFault{"a second-order block needs both --damping and --natural-frequency"};
    const auto zeta = quantity(options.damping, "1"), wn = quantity(options.naturalFrequency, "rad/s");
    if (!zeta) return AdviceFault{zeta.error()};
    if (!wn) return AdviceFault{wn.error()};
    if (!(*wn > 0))
      return AdviceFault{fmt::format("the natural frequency '{}' must be positive", options.naturalFrequency)};
    return integrators::secondOrderBlock(*zeta, *wn);
  }
  std::vector<std::complex<double>> poles;
  for (const std::string& text : options.poles) {
    const auto parsed = pole(text);
    if (!parsed) return AdviceFault{parsed.error()};
    poles.push_back(*parsed);
  }
  return analysis::blockFromPoles(poles);
}

/// The output of the block, driven by a cosine from rest for two periods, at sixteen times.
std::vector<double> simulate(const AdviceRequest& request, const MethodChoice& choice, double h) {
  const double span = 4 * std::numbers::pi / request.frequency;
  const int samples = 16;
  const auto perSample = static_cast<long>(std::ceil(span / samples / h * (1 - 1e-9)));
  const double step = span / samples / static_cast<double>(perSample);
  const LinearBlock& block = request.block;
  integrators::TransitionMatrix transition(block.A, block.B.leftCols(1), 1);
  const auto& phi = transition.at(step);
  const auto f = [&](const Eigen::VectorXd& x, double t) -> Eigen::VectorXd {
    return block.A * x + block.B.col(0) * std::cos(request.frequency * t);
  };
  Eigen::VectorXd x = Eigen::VectorXd::Zero(block.order());
  std::vector<double> output;
  for (long i = 0; i < samples * perSample; ++i) {
    const double t = static_cast<double>(i) * step;
    const double u0 = std::cos(request.frequency * t), u1 = std::cos(request.frequency * (t + step));
    if (choice.method == "rk4") {
      const Eigen::VectorXd k1 = f(x, t), k2 = f(x + step / 2 * k1, t + step / 2),
                            k3 = f(x + step / 2 * k2, t + step / 2), k4 = f(x + step * k3, t + step);
      x += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    } else {
      x = (phi.Phi * x + phi.Theta.col(0) * u0 + phi.Theta.col(1) * (choice.input == "ramp" ? (u1 - u0) / step : 0.0))
              .eval();
    }
    if ((i + 1) % perSample == 0) output.push_back((block.C.row(0) * x)(0) + block.D(0, 0) * u1);
  }
  return output;
}

/// Two runs agree when they differ by less than the error asked for, of the amplitude.
Refinement confirm(const AdviceRequest& request, const MethodChoice& choice) {
  const double amplitude = std::abs(request.block.transferFunction({0, request.frequency})(0, 0));
  return analysis::refineStep([&](double h) { return simulate(request, choice, h); }, choice.step,
                              request.percent / 100 * amplitude);
}

std::string orDash(double value, int digits) { return std::isfinite(value) ? number(value, digits) : "-"; }

void print(const AdviceRequest& request, const Advice& advice, const std::optional<Refinement>& confirmed) {
  say("Block of order {}, time constants {:.4g} to {:.4g} s; input at {:.4g} rad/s; error {:.4g} %\n\n",
      request.block.order(), advice.slowest, advice.fastest, request.frequency, request.percent);
  Table table({{"method", Table::Align::left},
               {"input", Table::Align::left},
               {"step/s"},
               {"error/%"},
               {"steps/cycle"},
               {"cost"}});
  const double cheapest = advice.choices.front().cost;
  for (const MethodChoice& choice : advice.choices)
    table.add({choice.method, choice.input, number(choice.step, 4), orDash(choice.percent, 3),
               number(choice.stepsPerCycle, 4), orDash(choice.cost / cheapest, 3)});
  say("{}\n", table.text());
  for (const std::string& reason : advice.reasons) say("{}\n", reason);
  if (!confirmed) return;
  say("\nConfirmation by halving the step, over two cycles from rest:\n");
  for (const auto& [step, difference] : confirmed->history)
    say("  {:.4g} s against {:.4g} s: largest difference {:.3g}\n", step, step / 2, difference);
  say("{}\n", confirmed->agreed ? fmt::format("A step of {:.4g} s is confirmed.", confirmed->step)
                                : "No two runs agreed: the block does not settle at any step tried.");
}

ordered_json toJson(const AdviceRequest& request, const Advice& advice, const std::optional<Refinement>& confirmed) {
  ordered_json choices = ordered_json::array();
  for (const MethodChoice& choice : advice.choices)
    choices.push_back({{"method", choice.method},
                       {"input", choice.input.empty() ? ordered_json(nullptr) : ordered_json(choice.input)},
                       {"step", choice.step},
                       {"error_percent", finiteOrNull(choice.percent)},
                       {"steps_per_cycle", choice.stepsPerCycle},
                       {"cost_microseconds_per_second", finiteOrNull(choice.cost)}});
  ordered_json json{{"schema", "dashpot/advise/1"},
                    {"frequency", request.frequency},
                    {"error_percent", request.percent},
                    {"rules", request.rules == analysis::AdviceRules::exact ? "exact" : "published"},
                    {"choices", choices},
                    {"reasons", advice.reasons}};
  if (confirmed) {
    ordered_json history = ordered_json::array();
    for (const auto& [step, difference] : confirmed->history)
      history.push_back({{"step", step}, {"difference", finiteOrNull(difference)}});
    json["confirmation"] = {{"agreed", confirmed->agreed}, {"step", confirmed->step}, {"history", history}};
  }
  return json;
}

ExitCode run(const AdviseOptions& options) {
  AdviceRequest request{.percent = options.percent,
                        .rules = options.published ? analysis::AdviceRules::published : analysis::AdviceRules::exact};
  const auto frequency = quantity(options.frequency, "rad/s");
  if (!frequency) return fail(frequency.error(), "write --frequency 280, or --frequency 50Hz");
  request.frequency = *frequency;
  auto block = blockOf(options);
  if (!block) return fail(block.error());
  request.block = std::move(*block);
  const auto advice = analysis::advise(request);
  if (!advice) return fail(advice.error());
  std::optional<Refinement> confirmed;
  if (options.confirm) confirmed = confirm(request, advice->choices.front());
  if (options.json)
    printJson(toJson(request, *advice, confirmed));
  else
    print(request, *advice, confirmed);
  return ExitCode::success;
}

}  // namespace

void addAdvise(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<AdviseOptions>();
  CLI::App* verb = addVerb(app, "advise", "Say which method and step suit a linear block, its input and an accuracy",
                           "dashpot advise --time-constant 0.6ms --frequency 280 --error 1\n"
                           "  dashpot advise --damping 0.7 --natural-frequency 3768 --frequency 280 --confirm");
  verb->add_option("--frequency", options->frequency, "Of the dominant input, in rad/s or with Hz")
      ->type_name("W")
      ->required();
  verb->add_option("--time-constant", options->timeConstant, "The block is T y' + y = u")->type_name("T");
  verb->add_option("--damping", options->damping, "The block is y'' + 2 Z W y' + W^2 y = W^2 u")->type_name("Z");
  verb->add_option("--natural-frequency", options->naturalFrequency, "W of the same")->type_name("W");
  verb->add_option("--pole", options->poles, "The block has these poles; a complex one brings its conjugate")
      ->type_name("RE,IM")
      ->allow_extra_args(false);
  verb->add_option("--error", options->percent, "Average error in % of the output's root mean square (default 1)")
      ->type_name("PERCENT");
  verb->add_flag("--published", options->published, "By the rules of Smith (1974) instead of the exact error");
  verb->add_flag("--confirm", options->confirm, "Simulate the best choice, and halve its step until two runs agree");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
