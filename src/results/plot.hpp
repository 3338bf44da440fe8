// results/plot.hpp: curves to SVG or PNG: one panel per unit over a common time axis, display units, a mark at each
// event.
#pragma once

#include "base/figure.hpp"
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

[[nodiscard]] Figure figureOf(const Curves& curves, const std::string& title);

}  // namespace dashpot::results
