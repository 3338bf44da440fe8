// experiments/report.hpp: what experiments found, as pages with pictures.
#pragma once

#include "base/diagnostic.hpp"
#include "experiments/reproduce.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::experiments {

using Reproductions = std::vector<std::pair<const Experiment*, Reproduction>>;

/// One cell of a table as text: ours, what was published, and the figure of the independent program.
struct CellText {
  std::string ours, published, independent;
  bool agrees = true;
};
[[nodiscard]] CellText textOf(const Table& table, const TableResult& result, std::size_t row, std::size_t column);
[[nodiscard]] bool hasPublished(const Table& table);
[[nodiscard]] bool hasIndependent(const Table& table);

/// The experiments with each status, in the order of the statuses.
[[nodiscard]] std::vector<std::size_t> countByStatus(const Reproductions& all);

/// Writes README.md with an overview, one page per thesis, and a picture per chart. Empty: done.
[[nodiscard]] std::optional<Diagnostic> writeReport(const Reproductions& all, const std::filesystem::path& folder);

}  // namespace dashpot::experiments
