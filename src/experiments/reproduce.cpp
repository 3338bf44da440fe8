#include "experiments/reproduce.hpp"

#include <fmt/format.h>

namespace dashpot::experiments {
namespace {

using Cells = std::vector<std::vector<std::optional<Expectation>>>;

const Expectation* cellOf(const Cells& cells, std::size_t row, std::size_t column) {
  return cells.empty() || !cells[row][column] ? nullptr : &*cells[row][column];
}

/// Runs the cells of an experiment one after the other, and draws the balance.
class Reproducer {
 public:
  Reproducer(const Experiment& experiment, const std::filesystem::path& root, const ReproduceOptions& options)
      : experiment_(experiment), options_(options) {
    laboratory_.root = root;
  }

  Reproduction run() {
    for (const Table& table : experiment_.tables) result_.tables.push_back(measured(table));
    result_.status = statusFound();
    return std::move(result_);
  }

 private:
  /// That what agrees is a corrected formula, or that too much is missing in the source for a verdict, is not a matter of
  /// numbers: the experiment says so.
  [[nodiscard]] Status statusFound() const {
    if (!isDecided_ || experiment_.status == Status::undecided) return Status::undecided;
    if (!allAgree_) return Status::differs;
    return experiment_.status == Status::corrected ? Status::corrected : Status::agrees;
  }

  TableResult measured(const Table& table) {
    TableResult result;
    if (table.isPictureOnly && !options_.takesPictures) {
      result.cells.assign(table.rows.size(), std::vector<CellResult>(table.columns.size()));
      return result;
    }
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      auto& row = result.cells.emplace_back();
      for (std::size_t j = 0; j < table.columns.size(); ++j) row.push_back(measuredCell(table, i, j));
    }
    return result;
  }

  CellResult measuredCell(const Table& table, std::size_t i, std::size_t j) {
    const Line &row = table.rows[i], &column = table.columns[j];
    CellResult cell;
    if (options_.isCancelled && options_.isCancelled()) {
      cell.fault = "interrupted";
      result_.faults.push_back(cell.fault);
      return cell;
    }
    const Measured value = measure(merged(merged(table.settings, row.settings), column.settings), laboratory_);
    if (!value) {
      cell.fault = value.error();
      result_.faults.push_back(
          fmt::format("{}{}{}: {}", row.label, row.label.empty() ? "" : ", ", column.label, cell.fault));
      return cell;
    }
    cell.ours = *value;
    judge(table, i, j, cell);
    return cell;
  }

  void judge(const Table& table, std::size_t i, std::size_t j, CellResult& cell) {
    const Line &row = table.rows[i], &column = table.columns[j];
    const Agreement& agreement = column.agreement.isGiven() ? column.agreement
                                 : row.agreement.isGiven()  ? row.agreement
                                                            : table.agreement;
    if (const Expectation* const published = cellOf(table.published, i, j)) {
      cell.agrees = agrees(*cell.ours, *published, agreement);
      if (row.isJudged && column.isJudged) {
        isDecided_ = true;
        allAgree_ &= cell.agrees;
      }
    }
    if (const Expectation* const others = cellOf(table.independent, i, j)) {
      cell.agreesWithOthers = agrees(*cell.ours, *others, agreement);
      result_.agreesWithOthers &= cell.agreesWithOthers;
    }
  }

  const Experiment& experiment_;
  const ReproduceOptions& options_;
  Laboratory laboratory_;
  Reproduction result_;
  bool isDecided_ = false;
  bool allAgree_ = true;
};

}  // namespace

bool Reproduction::isAsStated(const Experiment& experiment) const {
  return faults.empty() && status == experiment.status;
}

Reproduction reproduce(const Experiment& experiment, const std::filesystem::path& root,
                       const ReproduceOptions& options) {
  return Reproducer(experiment, root, options).run();
}

}  // namespace dashpot::experiments
