// cli/memory_limit.hpp: how much memory the program may take. What needs more ends with a message and keeps what it
// has, instead of bringing the machine to a standstill.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace dashpot::cli {

/// At first: all that the machine has.
void limitMemoryToMachine();

/// --memory SIZE.
void addMemoryOption(CLI::App& verb);

/// "2 GB"; empty if there is no limit.
[[nodiscard]] std::string memoryLimitText();

}  // namespace dashpot::cli
