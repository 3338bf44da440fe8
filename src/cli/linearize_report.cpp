#include "cli/json_values.hpp"
#include "cli/linearize.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "results/mat.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::cli {
namespace {

using analysis::Eigenmode;
using analysis::LinearModel;
using Eigen::Index;
using Eigen::MatrixXd;
using nlohmann::ordered_json;

// A matrix with more columns is no longer read on a terminal.
constexpr Index mostColumns = 10;
constexpr std::size_t mostParts = 4, rowsPerDecade = 4;

ordered_json listOf(const Eigen::VectorXd& values) {
  return std::vector<double>(values.data(), values.data() + values.size());
}

ordered_json toJson(const Eigenmode& mode) {
  auto states = ordered_json::array();
  for (const auto& part : mode.states) states.push_back({{"state", part.state}, {"participation", part.share}});
  return {{"re", mode.eigenvalue.real()},
          {"im", mode.eigenvalue.imag()},
          {"pair", mode.isPair},
          {"damping", mode.damping},
          {"natural_frequency", mode.naturalFrequency},
          {"damped_frequency", mode.dampedFrequency()},
          {"time_constant", finiteOrNull(mode.timeConstant)},
          {"states", std::move(states)}};
}

ordered_json toJson(const analysis::FrequencyResponse& response) {
  auto pairs = ordered_json::array();
  for (std::size_t i = 0; i < response.outputs.size(); ++i)
    for (std::size_t j = 0; j < response.inputs.size(); ++j) {
      auto decibels = ordered_json::array(), degrees = ordered_json::array();
      for (const double value : response.decibels(static_cast<Index>(i), static_cast<Index>(j)))
        decibels.push_back(finiteOrNull(value));
      for (const double value : response.phases(static_cast<Index>(i), static_cast<Index>(j)))
        degrees.push_back(finiteOrNull(value));
      pairs.push_back({{"output", response.outputs[i]},
                       {"input", response.inputs[j]},
                       {"magnitude_db", std::move(decibels)},
                       {"phase_deg", std::move(degrees)}});
    }
  return {{"frequencies", response.frequencies}, {"responses", std::move(pairs)}};
}

ordered_json toJson(const LinearReport& report) {
  const LinearModel& model = report.model;
  ordered_json json{{"schema", "dashpot/linearize/1"},
                    {"model", model.name},
                    {"time", model.time},
                    {"states", model.states},
                    {"inputs", model.inputs},
                    {"outputs", model.outputs},
                    {"x0", listOf(model.statesAt)},
                    {"u0", listOf(model.inputsAt)},
                    {"y0", listOf(model.outputsAt)},
                    {"a", rowsOf(model.a)},
                    {"b", rowsOf(model.b)},
                    {"c", rowsOf(model.c)},
                    {"d", rowsOf(model.d)}};
  auto modes = ordered_json::array();
  for (const Eigenmode& mode : report.spectrum.modes) modes.push_back(toJson(mode));
  json["eigenvalues"] = std::move(modes);
  json["stiffness_ratio"] = report.spectrum.stiffnessRatio;
  json["stable"] = report.spectrum.isStable;
  if (report.response) json["frequency_response"] = toJson(*report.response);
  return json;
}

// ---- for people -----------------------------------------------------------------------------------------------------

void printMatrix(const char* name, const MatrixXd& matrix, const std::vector<std::string>& rows,
                 const std::vector<std::string>& columns) {
  if (matrix.size() == 0) return;
  say("\n");
  if (matrix.cols() > mostColumns) {
    say("{}: {} rows, {} columns; --json or -o FILE.mat gives them\n", name, matrix.rows(), matrix.cols());
    return;
  }
  std::vector<Table::Column> heads{{name, Table::Align::left}};
  for (const std::string& column : columns) heads.push_back({column});
  Table table(heads);
  for (Index i = 0; i < matrix.rows(); ++i) {
    std::vector<std::string> cells{rows[static_cast<std::size_t>(i)]};
    for (Index j = 0; j < matrix.cols(); ++j) cells.push_back(number(matrix(i, j), 6));
    table.add(std::move(cells));
  }
  say("{}", table.text());
}

std::string partsOf(const Eigenmode& mode) {
  std::string text;
  for (std::size_t k = 0; k < std::min(mode.states.size(), mostParts); ++k)
    text += fmt::format("{}{} {:.0f} %", k == 0 ? "" : ", ", mode.states[k].state, 100 * mode.states[k].share);
  return text + (mode.states.size() > mostParts ? ", ..." : "");
}

void printEigenvalues(const analysis::Spectrum& spectrum) {
  if (spectrum.modes.empty()) return;
  Table table({{"eigenvalue [1/s]"},
               {"damping"},
               {"frequency [Hz]"},
               {"time constant [s]"},
               {"states that take part", Table::Align::left}});
  for (const Eigenmode& mode : spectrum.modes) {
    const bool oscillates = mode.eigenvalue.imag() != 0;
    const std::string value = oscillates
                                  ? fmt::format("{:.5g} ± {:.5g}i", mode.eigenvalue.real(), mode.eigenvalue.imag())
                                  : number(mode.eigenvalue.real(), 5);
    table.add({value, oscillates ? number(mode.damping, 3) : "", oscillates ? number(mode.naturalFrequency, 4) : "",
               mode.eigenvalue.real() == 0 ? "" : number(mode.timeConstant, 4), partsOf(mode)});
  }
  say("\n{}\n", table.text());
  say("stiffness   {:.3g} (fastest over slowest decay)\n", spectrum.stiffnessRatio);
  if (!spectrum.isStable) say("unstable    an eigenvalue has a positive real part\n");
  if (spectrum.zeros > 0) say("zeros       {} eigenvalues are 0: what is offset stays so\n", spectrum.zeros);
}

void printResponse(const analysis::FrequencyResponse& response) {
  std::vector<Table::Column> heads{{"frequency [Hz]"}};
  std::vector<std::vector<double>> columns;
  for (std::size_t i = 0; i < response.outputs.size(); ++i)
    for (std::size_t j = 0; j < response.inputs.size(); ++j) {
      heads.push_back({fmt::format("{}/{} [dB]", response.outputs[i], response.inputs[j])}), heads.push_back({"[deg]"});
      columns.push_back(response.decibels(static_cast<Index>(i), static_cast<Index>(j)));
      columns.push_back(response.phases(static_cast<Index>(i), static_cast<Index>(j)));
    }
  Table table(heads);
  double next = 0;
  for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
    const double f = response.frequencies[k];
    // A few per decade, and every peak of the first response.
    const bool isPeak = k > 0 && k + 1 < response.frequencies.size() && !columns.empty() &&
                        columns[0][k] > columns[0][k - 1] && columns[0][k] > columns[0][k + 1];
    if (!isPeak && f < next && k + 1 < response.frequencies.size()) continue;
    if (f >= next) next = f * std::pow(10, 1.0 / rowsPerDecade) * (1 - 1e-9);
    std::vector<std::string> cells{number(f, 5)};
    for (const auto& column : columns) cells.push_back(number(column[k], 5));
    table.add(std::move(cells));
  }
  say("\n{}", table.text());
}

}  // namespace

void print(const LinearReport& report, const LinearizeOptions& options, const Diagnostics& diagnostics,
           const Sources& sources) {
  const LinearModel& model = report.model;
  if (options.simulation.json) {
    ordered_json json = toJson(report);
    json["diagnostics"] = cli::toJson(diagnostics, sources);
    printJson(json);
    return;
  }
  say("model       {}\ntime        {:g} s\n", model.name, model.time);
  say("size        {} states, {} inputs, {} outputs\n", model.states.size(), model.inputs.size(), model.outputs.size());
  printMatrix("A", model.a, model.states, model.states);
  printMatrix("B", model.b, model.states, model.inputs);
  if (!model.inputs.empty() || !options.outputs.empty()) printMatrix("C", model.c, model.outputs, model.states);
  printMatrix("D", model.d, model.outputs, model.inputs);
  printEigenvalues(report.spectrum);
  if (report.response && options.bode) printResponse(*report.response);
  std::fflush(stdout);
  say(stderr, "{}", render(diagnostics, sources));
}

std::optional<Diagnostic> writeMat(const LinearReport& report, const std::string& file) {
  const LinearModel& model = report.model;
  std::vector<results::NamedMatrix> matrices;
  const auto add = [&](const char* name, const MatrixXd& m) {
    matrices.push_back({name, static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()),
                        Vector(m.data(), m.data() + m.size())});
  };
  MatrixXd whole(model.a.rows() + model.c.rows(), model.a.cols() + model.b.cols());
  whole << model.a, model.b, model.c, model.d;
  add("ABCD", whole);
  add("nx", MatrixXd::Constant(1, 1, static_cast<double>(model.states.size())));
  add("A", model.a), add("B", model.b), add("C", model.c), add("D", model.d);
  add("x0", model.statesAt), add("u0", model.inputsAt), add("y0", model.outputsAt);
  MatrixXd eigenvalues(0, 2);
  for (const Eigenmode& mode : report.spectrum.modes)
    for (const double sign : {1.0, -1.0}) {
      if (sign < 0 && !mode.isPair) continue;
      eigenvalues.conservativeResize(eigenvalues.rows() + 1, 2);
      eigenvalues.bottomRows(1) << mode.eigenvalue.real(), sign * mode.eigenvalue.imag();
    }
  add("eigenvalues", eigenvalues);
  std::vector<std::string> names = model.states;
  names.insert(names.end(), model.inputs.begin(), model.inputs.end());
  names.insert(names.end(), model.outputs.begin(), model.outputs.end());
  return results::writeMatrices(file, matrices, {{"xuyName", names}});
}

ExitCode refuseLinearize(const LinearizeOptions& options, const Diagnostics& diagnostics, const Sources& sources) {
  if (!options.simulation.json) {
    say(stderr, "{}", render(diagnostics, sources));
    return ExitCode::userError;
  }
  const ordered_json json{
      {"schema", "dashpot/linearize/1"}, {"status", "rejected"}, {"diagnostics", cli::toJson(diagnostics, sources)}};
  printJson(json);
  return ExitCode::userError;
}

}  // namespace dashpot::cli
