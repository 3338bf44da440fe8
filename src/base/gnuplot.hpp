// base/gnuplot.hpp
//
// gnuplot draws what we do not draw ourselves: PNG files, and pictures made of characters. It gets numbers as data and
// texts through one function, reads no settings of the user's, and runs confined: it cannot start a shell.
#pragma once

#include "base/figure.hpp"

#include <string>
#include <string_view>

namespace dashpot {

/// A string for gnuplot: whatever is not a letter, a digit or a blank is given by its octal number, so that nothing in
/// it can end the string or mean anything else than itself.
[[nodiscard]] std::string gnuplotString(std::string_view text);

/// The commands for gnuplot that follow `set terminal`.
[[nodiscard]] std::string gnuplotScript(const Figure& figure);

[[nodiscard]] Expected<std::string, Diagnostic> pngByGnuplot(const Figure& figure);
/// The first panel.
[[nodiscard]] Expected<std::string, Diagnostic> textByGnuplot(const Figure& figure, int columns, int rows);

/// An error with the code that all faults of pictures have.
[[nodiscard]] Diagnostic plotFault(std::string message);

}  // namespace dashpot
