// cli/interruption.hpp: Ctrl-C and SIGTERM during a run.
//
// The first signal asks the run to end after the present step, so that it can go on later as if nothing had happened.
// A run that has not ended a moment later (a step of a huge model, an event that never settles) is told to give up
// where it is, and keeps what it has recorded. One that does not answer even then, or to a second signal, ends with the
// program.
#pragma once

#include <atomic>

namespace dashpot::cli {

/// Catches the signals while it lives. There is one at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  [[nodiscard]] static bool isRequested();
  /// Becomes true if the run has not ended a moment after the request.
  [[nodiscard]] static const std::atomic<bool>& isUrgent();

 private:
  using Handler = void (*)(int);
  Handler interrupt_, termination_, alarm_;
};

}  // namespace dashpot::cli
