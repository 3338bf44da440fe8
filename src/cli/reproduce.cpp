// dashpot reproduce: the published tables, figures and claims run again, ours beside theirs.
#include "experiments/reproduce.hpp"

#include "base/figure.hpp"
#include "cli/cli.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "experiments/picture.hpp"
#include "experiments/reader.hpp"
#include "experiments/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;

using experiments::Experiment;
using experiments::Reproduction;
using experiments::Reproductions;
using experiments::Status;
using nlohmann::ordered_json;

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string folder;
  std::string report;
  std::string plot;
  bool all = false;
  bool fast = false;
  bool json = false;
};

/// "004" and "004.hires" stand for all that begin so, at a dot or a hyphen.
bool isMeant(const std::string& wanted, const std::string& name) {
  if (!name.starts_with(wanted)) return false;
  return name.size() == wanted.size() || name[wanted.size()] == '.' || name[wanted.size()] == '-';
}

Expected<std::vector<const Experiment*>, std::string> chosenOf(const std::vector<Experiment>& all,
                                                               const ReproduceOptions& options) {
  std::vector<const Experiment*> result;
  for (const std::string& wanted : options.names)
    if (std::ranges::none_of(all, [&](const Experiment& each) { return isMeant(wanted, each.name); }))
      return Unexpected{wanted};
  for (const Experiment& each : all) {
    const bool isNamed = std::ranges::any_of(options.names, [&](const auto& name) { return isMeant(name, each.name); });
    if ((options.names.empty() || isNamed) && !(options.fast && each.isSlow)) result.push_back(&each);
  }
  return result;
}

// ---- for people -----------------------------------------------------------------------------------------------------

void listAll(const std::vector<const Experiment*>& all) {
  Table table({{"experiment", Table::Align::left}, {"status", Table::Align::left}, {"what", Table::Align::left}});
  std::array<int, 4> counts{};
  for (const Experiment* const each : all) {
    table.add({each->name, std::string(titleOf(each->status)), each->title});
    ++counts[static_cast<std::size_t>(each->status)];
  }
  say("{}\n{} experiments: {} agree, {} agree with the corrected formula, {} differ, {} cannot be decided\n",
      table.text(), all.size(), counts[0], counts[1], counts[2], counts[3]);
}

/// Ours beside theirs, one line per cell: that fits a terminal whatever the table is.
void printTable(const experiments::Table& table, const experiments::TableResult& result) {
  if (!table.title.empty()) say("\n{}\n", table.title);
  if (table.isPictureOnly) {
    say("  a picture: see --plot and --report\n");
    return;
  }
  std::vector<Table::Column> columns{{"", Table::Align::left}, {"", Table::Align::left}, {"ours"}};
  if (hasPublished(table)) columns.push_back({"published"});
  if (hasIndependent(table)) columns.push_back({"independent"});
  columns.push_back({"", Table::Align::left});
  Table text(columns);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const experiments::CellText cell = textOf(table, result, i, j);
      std::vector<std::string> line{j == 0 ? table.rows[i].label : "", table.columns[j].label, cell.ours};
      if (hasPublished(table)) line.push_back(cell.published);
      if (hasIndependent(table)) line.push_back(cell.independent);
      const bool isJudged = table.rows[i].isJudged && table.columns[j].isJudged;
      line.push_back(cell.agrees ? (isJudged || cell.published.empty() ? "" : "shown only")
                                 : (isJudged ? "differs" : "differs, shown only"));
      text.add(line);
    }
  say("{}", text.text());
  if (hasPublished(table) || hasIndependent(table)) say("agreement: {}\n", table.agreement.text());
}

void print(const Experiment& experiment, const Reproduction& found) {
  say("\n{}: {}\n{}\nsource: {}\n", experiment.name, experiment.title, experiment.claim, experiment.source);
  for (const std::string& assumption : experiment.assumes) say("assumed: {}\n", assumption);
  for (std::size_t k = 0; k < experiment.tables.size(); ++k) printTable(experiment.tables[k], found.tables[k]);
  say("status: {}\n", titleOf(found.status));
  if (!experiment.because.empty()) say("{}\n", experiment.because);
}

// ---- for programs ---------------------------------------------------------------------------------------------------

ordered_json toJson(const experiments::Value& value) {
  return value.isWord() ? ordered_json(value.word) : ordered_json(value.number);
}

ordered_json toJson(const experiments::Table& table, const experiments::TableResult& result) {
  ordered_json cells = ordered_json::array();
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const experiments::CellResult& cell = result.cells[i][j];
      ordered_json each{{"row", table.rows[i].label}, {"column", table.columns[j].label}};
      each["ours"] = cell.ours ? toJson(*cell.ours) : ordered_json(nullptr);
      if (!cell.fault.empty()) each["fault"] = cell.fault;
      const auto add = [&](const char* key, const auto& expected, bool agrees) {
        if (expected.empty() || !expected[i][j]) return;
        each[key] = toText(*expected[i][j]);
        each[std::string(key) + "_agrees"] = agrees;
      };
      add("published", table.published, cell.agrees);
      add("independent", table.independent, cell.agreesWithOthers);
      cells.push_back(std::move(each));
    }
  return {{"title", table.title}, {"agreement", table.agreement.text()}, {"cells", std::move(cells)}};
}

ordered_json toJson(const Experiment& experiment) {
  return {{"name", experiment.name},
          {"title", experiment.title},
          {"source", experiment.source},
          {"claim", experiment.claim},
          {"covers", experiment.covers},
          {"assumes", experiment.assumes},
          {"stated", nameOf(experiment.status)},
          {"because", experiment.because}};
}

ordered_json toJson(const Experiment& experiment, const Reproduction& found) {
  ordered_json json = toJson(experiment);
  json["status"] = nameOf(found.status);
  json["faults"] = found.faults;
  json["tables"] = ordered_json::array();
  for (std::size_t k = 0; k < experiment.tables.size(); ++k)
    json["tables"].push_back(toJson(experiment.tables[k], found.tables[k]));
  return json;
}

// ---- the verb -------------------------------------------------------------------------------------------------------

/// What is not as the experiment states it.
bool complainAbout(const Experiment& experiment, const Reproduction& found) {
  for (const std::string& fault : found.faults) fail(fmt::format("{}: {}", experiment.name, fault));
  if (!found.agreesWithOthers)
    say(stderr, "warning: {}: figures of the independent program are not met\n", experiment.name);
  if (found.isAsStated(experiment)) return false;
  if (found.faults.empty())
    fail(fmt::format("{}: stated is '{}', found '{}'", experiment.name, titleOf(experiment.status),
                     titleOf(found.status)),
         experiment.file);
  return true;
}

ExitCode drawFirst(const Reproductions& all, const std::string& file) {
  for (const auto& [experiment, found] : all)
    for (std::size_t k = 0; k < experiment->tables.size(); ++k) {
      const experiments::Table& table = experiment->tables[k];
      if (!table.chart) continue;
      const auto fault =
          draw(pictureOf(table, found.tables[k], table.title.empty() ? experiment->title : table.title), file);
      if (!fault) return ExitCode::success;
      report(*fault);
      return ExitCode::userError;
    }
  return fail("none of these experiments has a picture");
}

ExitCode runAll(const std::vector<const Experiment*>& chosen, const ReproduceOptions& options, const fs::path& root) {
  const Interruption interruption;
  const bool showsProgress = isatty(STDERR_FILENO) != 0;
  const experiments::ReproduceOptions plan{.takesPictures = !options.report.empty() || !options.plot.empty(),
                                           .isCancelled = [] { return Interruption::isRequested(); }};
  Reproductions all;
  bool isWrong = false;
  ordered_json list = ordered_json::array();
  for (const Experiment* const experiment : chosen) {
    if (Interruption::isRequested()) return ExitCode::interrupted;
    if (showsProgress) fmt::print(stderr, "\r\x1b[K{} ({} of {})", experiment->name, all.size() + 1, chosen.size());
    all.emplace_back(experiment, experiments::reproduce(*experiment, root, plan));
    if (Interruption::isRequested()) return ExitCode::interrupted;
    if (showsProgress) fmt::print(stderr, "\r\x1b[K");
    if (options.json)
      list.push_back(toJson(*experiment, all.back().second));
    else if (options.report.empty())
      print(*experiment, all.back().second);
    isWrong |= complainAbout(*experiment, all.back().second);
  }
  if (options.json) printJson(ordered_json{{"schema", "dashpot/reproduce/1"}, {"experiments", std::move(list)}});
  if (!options.report.empty()) {
    if (const auto fault = writeReport(all, options.report)) {
      report(*fault);
      return ExitCode::userError;
    }
    if (!options.json) say("wrote {}\n", (fs::path(options.report) / "README.md").string());
  }
  if (!options.plot.empty())
    if (const ExitCode drawn = drawFirst(all, options.plot); drawn != ExitCode::success) return drawn;
  if (!options.json && all.size() > 1) {
    const auto counts = countByStatus(all);
    say("\n{} experiments: {} agree, {} agree with the corrected formula, {} differ, {} cannot be decided\n",
        all.size(), counts[0], counts[1], counts[2], counts[3]);
  }
  return isWrong ? ExitCode::userError : ExitCode::success;
}

ExitCode run(const ReproduceOptions& options) {
  const fs::path folder =
      options.folder.empty() ? experiments::experimentsOf("/proc/self/exe") : fs::path(options.folder);
  std::error_code status;
  if (!fs::is_directory(folder, status))
    return fail(options.folder.empty() ? "the folder 'experiments' is not beside the program"
                                       : fmt::format("there is no folder '{}'", options.folder),
                "name it with --experiments DIR");
  Diagnostics diagnostics;
  const std::vector<Experiment> all = experiments::readExperiments(folder, diagnostics);
  for (const Diagnostic& each : diagnostics.all()) report(each);
  if (diagnostics.hasErrors()) return ExitCode::userError;
  const auto chosen = chosenOf(all, options);
  if (!chosen) {
    std::vector<std::string> known;
    for (const Experiment& each : all) known.push_back(each.name);
    const std::string hint = didYouMean(chosen.error(), known);
    return fail(fmt::format("there is no experiment '{}'", chosen.error()),
                hint.empty() ? "'dashpot reproduce' lists them" : hint);
  }
  const bool isList = options.names.empty() && !options.all;
  if (!isList) return runAll(*chosen, options, fs::weakly_canonical(folder, status).parent_path());
  if (!options.json) {
    listAll(*chosen);
    return ExitCode::success;
  }
  ordered_json list = ordered_json::array();
  for (const Experiment* const each : *chosen) list.push_back(toJson(*each));
  printJson(ordered_json{{"schema", "dashpot/reproduce/1"}, {"experiments", std::move(list)}});
  return ExitCode::success;
}

}  // namespace

void addReproduce(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* verb =
      addVerb(app, "reproduce",
              "Run published tables, figures and claims again and print ours beside theirs; without a name, list them",
              "dashpot reproduce 002.figure-12 --plot figure_12.svg");
  verb->add_option("name", options->names, "Experiments, or what their names begin with: 004, 004.claim-05")
      ->type_name("NAME");
  verb->add_flag("--all", options->all, "All of them");
  verb->add_flag("--fast", options->fast, "Only those that take a moment");
  verb->add_option("--report", options->report, "Write pages with all tables and pictures into this folder")
      ->type_name("DIR");
  verb->add_option("--plot", options->plot, "Draw the first picture of the experiments named, as SVG or PNG")
      ->type_name("FILE.svg|FILE.png");
  verb->add_option("--experiments", options->folder, "Where experiments are, in the place of those of the program")
      ->type_name("DIR");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
