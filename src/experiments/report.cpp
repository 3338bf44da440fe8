#include "experiments/report.hpp"

#include "base/whole_file.hpp"
#include "experiments/picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <ranges>

namespace dashpot::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::array statuses{Status::agrees, Status::corrected, Status::differs, Status::undecided};

struct Thesis {
  std::string_view number, title;
};
constexpr std::array theses{
    Thesis{"000", "A diagonal exponential integrator, HASP, automatic method selection (University of Bath, 1980s)"},
    Thesis{"001", "Treeaporn 2005: inlined implicit Runge-Kutta formulas (University of Arizona)"},
    Thesis{"002", "Smith 1974: transition matrices for stiff systems (Oklahoma State University)"},
    Thesis{"003", "Beamis 1990: second-order systems by the Godunov method (University of Arizona)"},
    Thesis{"004", "Esqué 2008: fluid power circuits with Rosenbrock formulas (Tampere University of Technology)"}};

std::string_view titleOfThesis(std::string_view number) {
  const auto found = std::ranges::find(theses, number, &Thesis::number);
  return found == theses.end() ? number : found->title;
}

/// Text in a table of Markdown.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '|')
      result += "\\|";
    else
      result += c;
  return result;
}

/// "ours / published", bold where they differ.
std::string cellMarkdown(const CellText& cell) {
  std::string text = cell.ours;
  if (!cell.published.empty()) text += " / " + cell.published;
  if (!cell.agrees) text = "**" + text + "**";
  if (!cell.independent.empty()) text += " (" + cell.independent + ")";
  return escaped(text);
}

std::string tableMarkdown(const Table& table, const TableResult& result) {
  std::string text = "| |";
  for (const Line& column : table.columns) text += " " + escaped(column.label) + " |";
  text += "\n|---|";
  for (std::size_t j = 0; j < table.columns.size(); ++j) text += "---|";
  text += "\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += "| " + escaped(table.rows[i].label) + " |";
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      text += " " + cellMarkdown(textOf(table, result, i, j)) + " |";
    text += "\n";
  }
  return text;
}

std::string legend(const Table& table) {
  std::string text = hasPublished(table) ? "ours / published" : "ours";
  if (hasIndependent(table)) text += " (an independent program)";
  if (hasPublished(table) || hasIndependent(table)) text += ", agreement " + table.agreement.text();
  return text;
}

std::string pictureName(const Experiment& experiment, std::size_t table) {
  std::string name = experiment.name;
  std::ranges::replace(name, '.', '-');
  return table == 0 ? name + ".svg" : fmt::format("{}-{}.svg", name, table + 1);
}

/// One experiment, with its pictures written beside the page.
std::optional<Diagnostic> addSection(const Experiment& experiment, const Reproduction& found, const fs::path& folder,
                                     std::string& page) {
  page += fmt::format("## {}\n\n**{}**: {}. {}\n\n", experiment.name, titleOf(found.status), experiment.title,
                      experiment.claim);
  if (!experiment.because.empty()) page += experiment.because + "\n\n";
  for (std::size_t k = 0; k < experiment.tables.size(); ++k) {
    const Table& table = experiment.tables[k];
    if (!table.title.empty()) page += table.title + ": ";
    if (!table.isPictureOnly) page += legend(table) + "\n\n" + tableMarkdown(table, found.tables[k]) + "\n";
    if (!table.chart) continue;
    const std::string picture = pictureName(experiment, k);
    const std::string title = table.title.empty() ? experiment.title : table.title;
    if (auto fault = draw(pictureOf(table, found.tables[k], title), folder / picture)) return fault;
    page += fmt::format("{}![{}]({})\n\n", table.isPictureOnly && !table.title.empty() ? "\n\n" : "", title, picture);
  }
  if (!experiment.assumes.empty()) page += fmt::format("Assumed: {}.\n\n", fmt::join(experiment.assumes, "; "));
  page += fmt::format("Source: {}{}.\n\n", experiment.source,
                      experiment.covers.empty() ? "" : fmt::format("; rows {}", fmt::join(experiment.covers, ", ")));
  return std::nullopt;
}

std::string overview(const Reproductions& all) {
  std::string text =
      "# The published figures, reproduced\n\nWritten by `dashpot reproduce --all --report docs/reproduction`; the "
      "entries are in `experiments/`, their form is described in `docs/experiments.md`. Statuses are decided on counts "
      "and errors, never on CPU time.\n\n| thesis | ";
  for (const Status status : statuses) text += std::string(titleOf(status)) + " | ";
  text += "\n|---|---|---|---|---|\n";
  std::map<std::string_view, std::map<Status, int>> counts;
  for (const auto& [experiment, found] : all) ++counts[experiment->thesis()][found.status];
  for (auto& [thesis, byStatus] : counts) {
    text += fmt::format("| [{}]({}.md) | ", titleOfThesis(thesis), thesis);
    for (const Status status : statuses) text += fmt::format("{} | ", byStatus[status]);
    text += "\n";
  }
  text += "\n";
  for (const auto& [thesis, byStatus] : counts) {
    text += fmt::format("## {}\n\n| experiment | status | what |\n|---|---|---|\n", titleOfThesis(thesis));
    for (const auto& [experiment, found] : all)
      if (experiment->thesis() == thesis)
        text += fmt::format("| {} | {} | {} |\n", experiment->name, titleOf(found.status), escaped(experiment->title));
    text += "\n";
  }
  return text;
}

}  // namespace

CellText textOf(const Table& table, const TableResult& result, std::size_t row, std::size_t column) {
  const CellResult& cell = result.cells[row][column];
  const auto expected = [&](const auto& cells) {
    return cells.empty() || !cells[row][column] ? std::string() : toText(*cells[row][column]);
  };
  return {.ours = cell.ours ? toText(*cell.ours) : "?",
          .published = expected(table.published),
          .independent = expected(table.independent),
          .agrees = cell.agrees && cell.ours.has_value()};
}

bool hasPublished(const Table& table) { return !table.published.empty(); }
bool hasIndependent(const Table& table) { return !table.independent.empty(); }

std::vector<std::size_t> countByStatus(const Reproductions& all) {
  std::vector<std::size_t> counts(statuses.size());
  for (const auto& [experiment, found] : all) ++counts[static_cast<std::size_t>(found.status)];
  return counts;
}

std::optional<Diagnostic> writeReport(const Reproductions& all, const fs::path& folder) {
  std::error_code status;
  fs::create_directories(folder, status);
  std::map<std::string_view, std::string> pages;
  for (const auto& [experiment, found] : all) {
    std::string& page = pages[experiment->thesis()];
    if (page.empty()) page = fmt::format("# {}\n\n", titleOfThesis(experiment->thesis()));
    if (auto fault = addSection(*experiment, found, folder, page)) return fault;
  }
  for (const auto& [thesis, page] : pages)
    if (auto fault = writeWhole(page, folder / fmt::format("{}.md", thesis))) return fault;
  return writeWhole(overview(all), folder / "README.md");
}

}  // namespace dashpot::experiments
