// Counts the calls of operator new in this program, for tests that a step allocates nothing.
#pragma once

namespace dashpot::testing {

long allocations();

}  // namespace dashpot::testing
