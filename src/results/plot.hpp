// results/plot.hpp: a table to SVG or PNG: one panel per unit, display units, a mark at each event. gnuplot draws;
// where it is missing, the diagnostic says so and nothing else is lost.
#pragma once

#include "base/diagnostic.hpp"
#include "results/table.hpp"

#include <filesystem>
#include <optional>

namespace dashpot::results {

/// The format follows from the file's extension. Empty: done.
[[nodiscard]] std::optional<Diagnostic> plot(const Table& table, const std::string& title,
                                             const std::filesystem::path& file);

/// What gnuplot is told; the data is inline.
[[nodiscard]] std::string plotScript(const Table& table, const std::string& title);

}  // namespace dashpot::results
