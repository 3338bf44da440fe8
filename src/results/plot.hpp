// results/plot.hpp: curves to SVG or PNG: one panel per unit over a common time axis, display units, a mark at each
// event. gnuplot draws; where it is missing, the diagnostic says so and nothing else is lost.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "results/curves.hpp"

#include <filesystem>
#include <optional>

namespace dashpot::results {

/// The format follows from the file's extension. Empty: done.
[[nodiscard]] std::optional<Diagnostic> plot(const Curves& curves, const std::string& title,
                                             const std::filesystem::path& file);

/// With characters, for a terminal of this size.
[[nodiscard]] Expected<std::string, Diagnostic> plotAsText(const Curves& curves, const std::string& title, int columns,
                                                           int rows);

/// What gnuplot is told; the data is inline.
[[nodiscard]] std::string plotScript(const Curves& curves, const std::string& title);

}  // namespace dashpot::results
