// dashpot chart: charts for the choice of a method and a step, and of what Jacobians cost.
#include "analysis/jacobian_cost.hpp"
#include "analysis/study_charts.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "cli/cli.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace dashpot::cli {
namespace {

using analysis::Chart;
using analysis::StudyBlock;

constexpr const char* jacobianChart = "jacobian-cost";

struct ChartOptions {
  std::string name;
  std::string block = "T=1";
  double frequency = analysis::StudyRequest{}.frequency;
  std::string step = "0.01";
  analysis::JacobianCostPlan jacobian;
  std::string plotFile, csvFile;
  bool json = false;
};

std::optional<double> positiveValue(std::string_view text, std::string_view unit) {
  const auto quantity = parseQuantity(text);
  const bool isRight = quantity && (quantity->unit.empty() || quantity->unit == unit);
  return isRight && std::isfinite(quantity->value) && quantity->value > 0 ? std::optional(quantity->value)
                                                                          : std::nullopt;
}

/// "T=0.1" or "zeta=0.7,wn=100", in any order.
std::optional<StudyBlock> readBlock(std::string_view text) {
  std::optional<double> timeConstant, damping, natural;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = part.substr(0, equals);
    std::optional<double>* const value = name == "T"      ? &timeConstant
                                         : name == "zeta" ? &damping
                                         : name == "wn"   ? &natural
                                                          : nullptr;
    if (!value || *value) return std::nullopt;
    *value = positiveValue(part.substr(equals + 1), name == "T" ? "s" : name == "wn" ? "rad/s" : "1");
    if (!*value) return std::nullopt;
  }
  if (timeConstant && !damping && !natural) return StudyBlock::firstOrder(*timeConstant);
  if (!timeConstant && damping && natural) return StudyBlock::secondOrder(*damping, *natural);
  return std::nullopt;
}

std::vector<std::string> chartNames() {
  std::vector<std::string> names;
  for (const auto& chart : analysis::studyCharts()) names.emplace_back(chart.name);
  names.emplace_back(jacobianChart);
  return names;
}

ExitCode listCharts() {
  Table table({{"chart", Table::Align::left}, {"shows", Table::Align::left}, {"after", Table::Align::left}});
  for (const auto& chart : analysis::studyCharts())
    table.add({chart.name, chart.about, fmt::format("Smith 1974, figures {}", chart.figures)});
  table.add({jacobianChart, "time of a step against the number of unknowns, by Jacobian", "Esque 2008, section 5.3"});
  say("{}", table.text());
  return ExitCode::success;
}

std::string chartCell(double value) { return std::isfinite(value) ? number(value, 5) : "-"; }

void printChart(const Chart& chart) {
  std::vector<Table::Column> columns{{chart.xLabel}};
  for (const Chart::Line& line : chart.lines) columns.push_back({line.title});
  Table table(std::move(columns));
  for (std::size_t k = 0; k < chart.x.size(); ++k) {
    std::vector<std::string> row{number(chart.x[k], 5)};
    for (const Chart::Line& line : chart.lines) row.push_back(chartCell(line.y[k]));
    table.add(std::move(row));
  }
  say("{}\n{}\n\n{}", chart.title, chart.yLabel, table.text());
  if (!chart.notes.empty()) say("\n");
  for (const std::string& note : chart.notes) say("{}\n", note);
}

nlohmann::ordered_json chartJson(const std::string& name, const Chart& chart) {
  auto lines = nlohmann::ordered_json::array();
  for (const Chart::Line& line : chart.lines) {
    auto values = nlohmann::ordered_json::array();
    for (const double value : line.y) values.push_back(finiteOrNull(value));
    lines.push_back({{"title", line.title}, {"y", std::move(values)}});
  }
  return {{"schema", "dashpot/chart/1"}, {"name", name}, {"title", chart.title}, {"x_label", chart.xLabel},
          {"y_label", chart.yLabel},     {"x", chart.x}, {"lines", lines},       {"notes", chart.notes}};
}

/// Titles hold commas, but no quotation marks.
std::string chartCsv(const Chart& chart) {
  std::string text = fmt::format("\"{}\"", chart.xLabel);
  for (const Chart::Line& line : chart.lines) text += fmt::format(",\"{}\"", line.title);
  text += "\n";
  for (std::size_t k = 0; k < chart.x.size(); ++k) {
    text += fmt::format("{}", chart.x[k]);
    for (const Chart::Line& line : chart.lines)
      text += std::isfinite(line.y[k]) ? fmt::format(",{}", line.y[k]) : std::string(",");
    text += "\n";
  }
  return text;
}

struct ChartFault {
  std::string message, hint;
};

Expected<Chart, ChartFault> makeChart(const ChartOptions& options) {
  const auto refuse = [](std::string message, std::string hint) {
    return Unexpected{ChartFault{std::move(message), std::move(hint)}};
  };
  if (options.name == jacobianChart) {
    for (const int size : options.jacobian.sizes)
      if (size < 1 || size > 1000)
        return refuse(fmt::format("--sizes: {} is not between 1 and 1000", size), "write --sizes 5,10,15,20");
    auto chart = analysis::jacobianCost(options.jacobian);
    if (!chart) return refuse(chart.error(), "a Rosenbrock or implicit method takes part: --method rodas3");
    return *chart;
  }
  const auto block = readBlock(options.block);
  if (!block)
    return refuse(fmt::format("--block: '{}' is no block of first or second order", options.block),
                  "write --block T=0.1, or --block zeta=0.7,wn=100");
  const auto step = positiveValue(options.step, "s");
  if (!step || *step > 1)
    return refuse(fmt::format("--step: '{}' is no time up to 1 s, the window of the study", options.step),
                  "write --step 10ms");
  for (const auto& chart : analysis::studyCharts())
    if (options.name == chart.name) return chart.make({.block = *block, .frequency = options.frequency, .step = *step});
  const std::string near = didYouMean(options.name, chartNames());
  return refuse(fmt::format("there is no chart '{}'", options.name),
                near.empty() ? "'dashpot chart' lists them" : near);
}

ExitCode run(const ChartOptions& options) {
  if (options.name.empty()) return listCharts();
  if (!options.plotFile.empty() && !options.plotFile.ends_with(".svg") && !options.plotFile.ends_with(".png"))
    return fail(fmt::format("--plot: '{}' must end in .svg or .png", options.plotFile));
  const auto chart = makeChart(options);
  if (!chart) return fail(chart.error().message, chart.error().hint);
  std::optional<Diagnostic> fault;
  if (!options.plotFile.empty()) fault = draw(chartPicture(*chart), options.plotFile);
  if (!fault && !options.csvFile.empty()) fault = writeWhole(chartCsv(*chart), options.csvFile);
  if (fault) {
    report(*fault);
    return ExitCode::userError;
  }
  if (options.json) {
    printJson(chartJson(options.name, *chart));
    return ExitCode::success;
  }
  printChart(*chart);
  for (const std::string& file : {options.plotFile, options.csvFile})
    if (!file.empty()) say("\nwrote {}\n", file);
  return ExitCode::success;
}

}  // namespace

void addChart(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ChartOptions>();
  CLI::App* verb = addVerb(app, "chart",
                           "Charts for the choice of a method and a step: errors, constant error, equal error and "
                           "equal cost of linear blocks, and what Jacobians cost",
                           "dashpot chart constant-error --block zeta=10,wn=100 --plot steps.svg");
  verb->add_option("chart", options->name, "Which one; without a name, the list of them")->type_name("NAME");
  verb->add_option("--block", options->block,
                   "Of charts of a block: T y' + y = u, or y'' + 2 zeta wn y' + wn^2 y = wn^2 u; of maps over all "
                   "blocks its order counts")
      ->capture_default_str()
      ->type_name("T=TIME|zeta=Z,wn=W");
  verb->add_option("--frequency", options->frequency, "Of the input, u = cos(w t) [rad/s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_option("--step", options->step, "Of charts with one step")->capture_default_str()->type_name("TIME");
  verb->add_option("--method", options->jacobian.method, "Of jacobian-cost")->capture_default_str()->type_name("NAME");
  verb->add_option("--sizes", options->jacobian.sizes, "Of jacobian-cost: numbers of unknowns")
      ->delimiter(',')
      ->capture_default_str()
      ->type_name("N,...");
  verb->add_option("--plot", options->plotFile, "Draw it into this file")->type_name("FILE.svg|FILE.png");
  verb->add_option("--csv", options->csvFile, "Write its numbers")->type_name("FILE.csv");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
