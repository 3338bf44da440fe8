// Input that makes no sense is refused before the first step, with a sentence that says what to change.
#pragma once

#include "dashpot/integrate.hpp"

#include <string>

namespace dashpot::integrators {

/// Empty: fine. Checks problem and options, the method's abilities included.
std::string complaintAbout(const Problem& problem, const Options& options);
/// Empty: fine. Checks the start of a run.
std::string complaintAboutStart(std::size_t size, double t0, ConstView y0, double end);

}  // namespace dashpot::integrators
