// realtime/exchange_memory.hpp: the memory of an exchange block: of this process alone, or a POSIX shared memory object
// that another process of the same user can open by its name.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

#include <cstdint>
#include <string>

namespace dashpot::realtime {

class ExchangeMemory {
 public:
  /// Of this process alone.
  explicit ExchangeMemory(std::size_t words);
  /// `name` without a slash: /dev/shm/NAME. An object that a run has left behind is taken over; one that is in use, or
  /// somebody else's, is not.
  [[nodiscard]] static Expected<ExchangeMemory, Diagnostic> shared(const std::string& name, std::size_t words);
  ~ExchangeMemory();
  ExchangeMemory(ExchangeMemory&& other) noexcept;
  ExchangeMemory& operator=(ExchangeMemory&&) = delete;

  [[nodiscard]] std::uint64_t* words() const { return words_; }

 private:
  ExchangeMemory() = default;
  std::string name_;  // with a slash; empty: not shared
  int file_ = -1;     // holds the lock that says that it is in use
  std::uint64_t* words_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace dashpot::realtime
