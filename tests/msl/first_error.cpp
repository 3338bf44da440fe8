#include "first_error.hpp"

#include <fmt/format.h>

namespace dashpot::msl {

std::string firstError(const Diagnostics& diagnostics, const Sources& sources) {
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::error) {
      std::string text = diagnostic.where.known()
                             ? fmt::format("{}: {}", sources.describe(diagnostic.where), diagnostic.message)
                             : diagnostic.message;
      if (!diagnostic.details.empty()) text += fmt::format(" ({})", diagnostic.details.front());
      return text;
    }
  return "no diagnostic";
}

}  // namespace dashpot::msl
