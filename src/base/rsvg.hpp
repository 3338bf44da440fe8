// base/rsvg.hpp
//
// PNG from our SVG, by the program rsvg-convert of librsvg. It runs confined and gets the picture as its input, so that
// an image in it that was made to break a decoder breaks that process and not ours.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

#include <string>
#include <string_view>

namespace dashpot {

/// `zoom`: pixels of the result per pixel of the picture.
[[nodiscard]] Expected<std::string, Diagnostic> pngOfSvg(std::string_view svg, double zoom);

}  // namespace dashpot
