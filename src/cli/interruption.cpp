#include "cli/interruption.hpp"

#include "cli/cli.hpp"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace dashpot::cli {
namespace {

constexpr unsigned moment = 1, patience = 4;  // seconds

std::atomic<bool> requested = false, urgent = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use nothing else");

// Signal handlers: nothing but system calls and these two flags.

[[noreturn]] void giveUp() {
  constexpr std::string_view text = "\nerror: the run did not answer; what was recorded last may not be in its file\n";
  (void)!::write(STDERR_FILENO, text.data(), text.size());
  _exit(static_cast<int>(ExitCode::interrupted));
}

void request(int) {
  if (requested.exchange(true)) giveUp();
  alarm(moment);
}

void press(int) {
  if (urgent.exchange(true)) giveUp();
  alarm(patience);
}

}  // namespace

Interruption::Interruption()
    : interrupt_(std::signal(SIGINT, request)),
      termination_(std::signal(SIGTERM, request)),
      alarm_(std::signal(SIGALRM, press)) {}

Interruption::~Interruption() {
  alarm(0);
  std::signal(SIGINT, interrupt_);
  std::signal(SIGTERM, termination_);
  std::signal(SIGALRM, alarm_);
}

bool Interruption::isRequested() { return requested; }
const std::atomic<bool>& Interruption::isUrgent() { return urgent; }

}  // namespace dashpot::cli
