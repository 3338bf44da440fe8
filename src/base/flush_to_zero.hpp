// Numbers below the smallest normal one count as zero while this lives, on the thread that made it.
//
// What diffuses decays exponentially with the distance, and ends among numbers of less than full precision, each
// operation on which takes a processor some hundred cycles. They mean nothing: 1e-308 of anything is nothing.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace dashpot {

class FlushToZero {
 public:
#if defined(__SSE2__)
  explicit FlushToZero(bool isWanted) : isWanted_(isWanted), before_(isWanted ? _mm_getcsr() : 0) {
    if (isWanted_) _mm_setcsr(before_ | _MM_FLUSH_ZERO_ON);
  }
  ~FlushToZero() {
    if (isWanted_) _mm_setcsr((_mm_getcsr() & ~unsigned{_MM_FLUSH_ZERO_MASK}) | (before_ & _MM_FLUSH_ZERO_MASK));
  }
#else
  explicit FlushToZero(bool isWanted) : isWanted_(isWanted), before_(0) {}
#endif
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;

 private:
  [[maybe_unused]] bool isWanted_;
  [[maybe_unused]] unsigned before_;
};

}  // namespace dashpot
