// base/svg.hpp: pictures as scalable vector graphics (W3C SVG 1.1), which every browser shows.
#pragma once

#include "base/figure.hpp"

namespace dashpot {

[[nodiscard]] std::string svg(const Figure& figure);

/// For a text element: markup and what is not printable are shown, not obeyed.
[[nodiscard]] std::string svgText(std::string_view text);

/// About how wide a text is in a common sans-serif font; rather too much than too little.
[[nodiscard]] double svgTextWidth(std::string_view text, double fontSize);

}  // namespace dashpot
