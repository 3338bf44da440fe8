// base/gnuplot.hpp: the one way in which anything is drawn: a gnuplot script in, an SVG or PNG file or text out.
// gnuplot is optional at run time; where it is missing, the diagnostic says so and nothing else is lost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

namespace dashpot {

/// A string for gnuplot, taken as it stands.
[[nodiscard]] std::string gnuplotString(std::string_view text);

/// Draws the script to a file, SVG or PNG by its suffix, of this size in pixels. Empty: done.
[[nodiscard]] std::optional<Diagnostic> draw(const std::string& script, const std::filesystem::path& file, int width,
                                             int height);

/// The same with characters.
[[nodiscard]] Expected<std::string, Diagnostic> drawAsText(const std::string& script, int columns, int rows);

}  // namespace dashpot
