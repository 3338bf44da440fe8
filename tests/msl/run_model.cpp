#include "run_model.hpp"

#include "first_error.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>

namespace dashpot::msl {

std::string problemOf(StandardLibrary& library, const std::string& model) {
  try {
    const auto compiled = library.compile(model);
    if (!compiled) return compiled.error();
    Diagnostics said;
    results::Table table(results::selectColumns(compiled->recorded, {}, said));
    const simulation::Outcome outcome = simulation::simulate(*compiled, {}, table, said);
    if (outcome.kind == simulation::OutcomeKind::finished) return "";
    return library.relative(fmt::format("at {:.6g}: {}", outcome.endTime, firstError(said, library.sources())));
  } catch (const std::exception& error) {
    return fmt::format("internal error: {}", error.what());
  }
}

}  // namespace dashpot::msl
