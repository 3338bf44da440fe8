// What a thread does that a real-time loop must not: memory taken from the heap, and locks. Counted per thread.
#pragma once

namespace dashpot::testing {

/// malloc and its kin, and operator new; under a sanitizer, which has its own, operator new alone.
long allocations();
/// pthread_mutex_lock and its kin: also those that nobody else holds.
long locks();

}  // namespace dashpot::testing
