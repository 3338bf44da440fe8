#include "base/rsvg.hpp"

#include "base/confined_process.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace dashpot {

namespace {

Diagnostic fault(std::string message) {
  return {.severity = Severity::error,
          .code = "png",
          .message = std::move(message),
          .details = {},
          .notes = {},
          .hints = {}};
}

}  // namespace

Expected<std::string, Diagnostic> pngOfSvg(std::string_view svg, double zoom) {
  const auto run = runConfined("rsvg-convert", {"--format", "png", "--zoom", fmt::format("{:g}", zoom)}, svg);
  if (!run && run.error() == ENOENT)
    return Unexpected{fault("PNG files are made by rsvg-convert, which is not installed")
                          .hint("install the package librsvg2-bin, or write an .svg file")};
  if (!run) return Unexpected{fault(fmt::format("cannot start rsvg-convert: {}", std::strerror(run.error())))};
  constexpr std::string_view end = "IEND\xAE\x42\x60\x82";  // of a whole picture
  if (run->isSuccess && std::string_view(run->output).ends_with(end)) return run->output;
  Diagnostic diagnostic = fault("rsvg-convert could not draw the picture");
  if (!run->errors.empty()) diagnostic.detail(run->errors);
  return Unexpected{std::move(diagnostic.hint("write an .svg file instead"))};
}

}  // namespace dashpot
