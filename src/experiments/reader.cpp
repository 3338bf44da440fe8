#include "experiments/reader.hpp"

#include "base/nearest.hpp"
#include "experiments/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

namespace dashpot::experiments {
namespace {

namespace fs = std::filesystem;

using Cells = std::vector<std::vector<std::optional<Expectation>>>;

constexpr std::array<std::string_view, 10> experimentKeys{"name",    "title",  "source",  "claim", "covers",
                                                          "assumes", "status", "because", "slow",  "table"};
/// Of a table; all others are settings of its measure.
constexpr std::array<std::string_view, 11> tableKeys{"title",       "rows",         "columns",  "published",
                                                     "independent", "within",       "absolute", "factor",
                                                     "chart",       "picture_only", "use"};
constexpr std::array<std::string_view, 6> lineKeys{"label", "within", "absolute", "factor", "judged", "law"};
constexpr std::array<std::string_view, 6> chartKeys{"x", "y", "key", "log_x", "log_y", "polar"};

std::string labelOf(const toml::node& value) {
  if (const auto text = value.value<std::string>()) return *text;
  if (const auto number = value.value<double>()) return fmt::format("{:g}", *number);
  return {};
}

/// Reads one [[experiment]]; says what is wrong with it.
class ExperimentReader {
 public:
  ExperimentReader(const toml::table& table, const toml::table& common, const std::string& file,
                   Diagnostics& diagnostics)
      : table_(table), common_(common), file_(file), diagnostics_(diagnostics) {}

  std::optional<Experiment> read() {
    checkKeys(table_, experimentKeys, "an experiment");
    experiment_ = {.name = text("name"),
                   .title = text("title"),
                   .source = text("source"),
                   .claim = text("claim"),
                   .covers = list("covers"),
                   .assumes = list("assumes"),
                   .because = table_["because"].value_or(std::string()),
                   .isSlow = table_["slow"].value_or(false),
                   .file = file_};
    readStatus();
    if (const toml::array* const tables = table_["table"].as_array())
      for (const toml::node& node : *tables)
        if (const toml::table* const each = node.as_table()) experiment_.tables.push_back(readTable(*each));
    if (experiment_.tables.empty() && experiment_.status != Status::undecided) wrong(table_, "it has no table");
    return isSound_ ? std::optional(std::move(experiment_)) : std::nullopt;
  }

 private:
  void readStatus() {
    const std::string status = text("status");
    constexpr std::array all{Status::agrees, Status::corrected, Status::differs, Status::undecided};
    const auto found = std::ranges::find(all, status, [](Status each) { return nameOf(each); });
    if (found == all.end()) return wrong(table_, fmt::format("'{}' is no status", status));
    experiment_.status = *found;
    if (experiment_.status != Status::agrees && experiment_.because.empty())
      wrong(table_, fmt::format("the status '{}' needs its reason, 'because'", status));
  }

  Table readTable(const toml::table& table) {
    Table result{.title = table["title"].value_or(std::string()),
                 .settings = merged(commonSettings(table), settingsOf(table, tableKeys)),
                 .agreement = agreementOf(table),
                 .rows = lines(table, "rows"),
                 .columns = lines(table, "columns"),
                 .published = {},
                 .independent = {},
                 .chart = {},
                 .isPictureOnly = table["picture_only"].value_or(false)};
    result.published = cells(table, "published", result);
    result.independent = cells(table, "independent", result);
    if (const toml::table* const chart = table["chart"].as_table()) {
      checkKeys(*chart, chartKeys, "a chart");
      result.chart = Chart{.x = (*chart)["x"].value_or(std::string()),
                           .y = (*chart)["y"].value_or(std::string()),
                           .key = (*chart)["key"].value_or(std::string()),
                           .logX = (*chart)["log_x"].value_or(false),
                           .logY = (*chart)["log_y"].value_or(false),
                           .isPolar = (*chart)["polar"].value_or(false)};
      if (result.chart->key.empty()) wrong(*chart, "a chart needs the 'key' of the columns that is x");
    }
    return result;
  }

  /// What several tables of a file share: [common.NAME], taken over by use = "NAME".
  toml::table commonSettings(const toml::table& table) {
    const auto name = table["use"].value<std::string>();
    if (!name) return {};
    if (const toml::table* const shared = common_[*name].as_table()) return *shared;
    wrong(table, fmt::format("there is no [common.{}] in this file", *name));
    return {};
  }

  template <class Keys>
  toml::table settingsOf(const toml::table& table, const Keys& reserved) {
    toml::table settings;
    for (const auto& [key, value] : table)
      if (std::ranges::find(reserved, key.str()) == reserved.end()) settings.insert_or_assign(key.str(), value);
    return settings;
  }

  Agreement agreementOf(const toml::table& table) {
    return {.within = table["within"].value<double>(),
            .absolute = table["absolute"].value<double>(),
            .factor = table["factor"].value<double>()};
  }

  /// [{label = "E", method = "diag-exp-e"}, ...], or {step = [0.1, 0.2]}, or {key = "step", from = 1e-3, to = 1, points = 30}.
  std::vector<Line> lines(const toml::table& table, std::string_view which) {
    const toml::node* node = table.get(which);
    if (!node) return {Line{}};
    if (const auto name = node->value<std::string>()) node = common_.get(*name);
    std::vector<Line> result;
    if (!node) wrong(table, fmt::format("'{}' is not among what is common to this file", which));
    if (!node) return {Line{}};
    if (const toml::array* const list = node->as_array()) {
      for (const toml::node& element : *list)
        if (const toml::table* const each = element.as_table()) result.push_back(line(*each));
    } else if (const toml::table* const one = node->as_table()) {
      result = one->contains("from") ? sweep(*one) : valuesOf(*one);
    }
    if (result.empty()) wrong(table, fmt::format("'{}' is empty", which));
    return result;
  }

  Line line(const toml::table& table) {
    Line result{.label = table["label"].value_or(std::string()),
                .settings = settingsOf(table, lineKeys),
                .agreement = agreementOf(table),
                .isJudged = table["judged"].value_or(true),
                .isPublished = table["law"].value_or(false)};
    if (result.label.empty() && !result.settings.empty()) result.label = labelOf(result.settings.begin()->second);
    return result;
  }

  std::vector<Line> valuesOf(const toml::table& table) {
    std::vector<Line> result;
    if (table.size() != 1) wrong(table, "a list of values belongs to one setting");
    for (const auto& [key, values] : table)
      if (const toml::array* const list = values.as_array())
        for (const toml::node& value : *list) {
          Line each{.label = labelOf(value), .settings = {}};
          each.settings.insert_or_assign(key.str(), value);
          result.push_back(std::move(each));
        }
    return result;
  }

  /// Equally spaced in logarithms; where one end is not positive, in the numbers themselves.
  std::vector<Line> sweep(const toml::table& table) {
    const std::string key = table["key"].value_or(std::string());
    const double from = table["from"].value_or(0.0), to = table["to"].value_or(0.0);
    const int points = table["points"].value_or(0);
    if (key.empty() || points < 2 || points > 1000 || !(from != to)) {
      wrong(table, "a sweep has the entries key, from, to and points (2 to 1000)");
      return {};
    }
    std::vector<Line> result;
    for (int k = 0; k < points; ++k) {
      const double share = k / (points - 1.0);
      const double value = from > 0 && to > 0 ? from * std::pow(to / from, share) : from + share * (to - from);
      Line each{.label = fmt::format("{:.4g}", value), .settings = {}};
      each.settings.insert_or_assign(key, value);
      result.push_back(std::move(each));
    }
    return result;
  }

  /// One value for a table of one cell, a list for one row or one column, else a list of rows.
  Cells cells(const toml::table& table, std::string_view which, const Table& shape) {
    const toml::node* const node = table.get(which);
    if (!node) return {};
    const std::size_t rows = shape.rows.size(), columns = shape.columns.size();
    Cells result(rows, std::vector<std::optional<Expectation>>(columns));
    const toml::array* const list = node->as_array();
    const auto mismatch = [&] {
      wrong(table, fmt::format("'{}' is not of the shape of the table, {} rows and {} columns", which, rows, columns));
      return Cells{};
    };
    if (!list) {
      if (rows != 1 || columns != 1) return mismatch();
      result[0][0] = expectation(*node, table, shape.rows[0], shape.agreement);
      return result;
    }
    const bool isFlat = rows == 1 || columns == 1;
    if (list->size() != (isFlat ? rows * columns : rows)) return mismatch();
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        const toml::array* const row = isFlat ? nullptr : (*list)[i].as_array();
        if (!isFlat && (!row || row->size() != columns)) return mismatch();
        result[i][j] = expectation(isFlat ? (*list)[i + j] : (*row)[j], table, shape.rows[i], shape.agreement);
      }
    return result;
  }

  /// 63250, "< 1", "fails"; "-": nothing is published.
  std::optional<Expectation> expectation(const toml::node& node, const toml::table& table, const Line& row,
                                         const Agreement& agreement) {
    if (const auto number = node.value<double>()) {
      if (!agreement.isGiven() && !row.agreement.isGiven() && !node.is_integer())
        wrong(table, "what counts as agreement is missing: within, absolute or factor");
      return Expectation{.value = {.number = *number}};
    }
    const std::string text = node.value_or(std::string());
    if (text.empty() || text == "-") return std::nullopt;
    if (text[0] != '<' && text[0] != '>') return Expectation{.value = {.word = text}};
    const auto kind = text[0] == '<' ? Expectation::Kind::below : Expectation::Kind::above;
    double bound = 0;
    std::istringstream in(text.substr(1));
    if (!(in >> bound)) wrong(table, fmt::format("'{}' is no bound: write it as \"< 1e-3\"", text));
    return Expectation{.kind = kind, .value = {.number = bound}};
  }

  std::string text(std::string_view key) {
    const auto value = table_[key].value<std::string>();
    if (!value || value->empty()) wrong(table_, fmt::format("it needs the text '{}'", key));
    return value.value_or(std::string());
  }

  std::vector<std::string> list(std::string_view key) {
    std::vector<std::string> result;
    if (const auto one = table_[key].value<std::string>()) return {*one};
    if (const toml::array* const array = table_[key].as_array())
      for (const toml::node& element : *array) result.push_back(element.value_or(std::string()));
    return result;
  }

  template <class Keys>
  void checkKeys(const toml::table& table, const Keys& known, std::string_view what) {
    for (const auto& [key, value] : table)
      if (std::ranges::find(known, key.str()) == known.end())
        wrong(table, fmt::format("{} has no entry '{}'", what, key.str()), nearest(key.str(), known));
  }

  void wrong(const toml::table& where, const std::string& problem, std::optional<std::string_view> meant = {}) {
    isSound_ = false;
    const std::string name = table_["name"].value_or(std::string("an experiment"));
    const auto line = where.source().begin.line != 0 ? where.source().begin.line : table_.source().begin.line;
    Diagnostic& d = diagnostics_.error("experiment-file", {}, fmt::format("{}:{}: {}: {}", file_, line, name, problem));
    if (meant) d.hint(fmt::format("did you mean '{}'?", *meant));
  }

  const toml::table& table_;
  const toml::table& common_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  Experiment experiment_;
  bool isSound_ = true;
};

std::string contentOfFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

void readExperiments(std::string_view text, const std::string& file, std::vector<Experiment>& experiments,
                     Diagnostics& diagnostics) {
  try {
    const toml::table all = toml::parse(text, file);
    const toml::array* const list = all["experiment"].as_array();
    for (const auto& [key, value] : all)
      if (key.str() != "experiment" && key.str() != "common")
        diagnostics.error("experiment-file", {}, fmt::format("{}: '{}' is no experiment", file, key.str()));
    if (!list) return;
    const toml::table* const shared = all["common"].as_table();
    const toml::table common = shared ? *shared : toml::table();
    for (const toml::node& node : *list) {
      const toml::table* const table = node.as_table();
      auto experiment = table ? ExperimentReader(*table, common, file, diagnostics).read() : std::nullopt;
      if (!experiment) continue;
      if (std::ranges::find(experiments, experiment->name, &Experiment::name) != experiments.end())
        diagnostics.error(
            "experiment-file", {},
            fmt::format("{}:{}: there are two experiments '{}'", file, table->source().begin.line, experiment->name));
      else
        experiments.push_back(std::move(*experiment));
    }
  } catch (const toml::parse_error& fault) {
    diagnostics.error("experiment-file", {},
                      fmt::format("{}:{}: {}", file, fault.source().begin.line, fault.description()));
  }
}

std::vector<Experiment> readExperiments(const fs::path& folder, Diagnostics& diagnostics) {
  std::set<fs::path> files;
  std::error_code status;
  for (const auto& entry : fs::recursive_directory_iterator(folder, status))
    if (entry.path().extension() == ".toml") files.insert(entry.path());
  std::vector<Experiment> experiments;
  for (const fs::path& file : files)
    readExperiments(contentOfFile(file), file.lexically_relative(folder).string(), experiments, diagnostics);
  return experiments;
}

fs::path experimentsOf(const fs::path& program) {
  std::error_code status;
  const fs::path folder = fs::weakly_canonical(program, status).parent_path();
  for (const fs::path& candidate : {folder / "experiments", folder.parent_path() / "experiments",
                                    folder.parent_path() / "share" / "dashpot" / "experiments"})
    if (fs::is_directory(candidate, status)) return candidate;
  return {};
}

}  // namespace dashpot::experiments
