// The cost of one step of each method on a built-in problem: dashpot methods --operations problem:NAME.
#pragma once

#include "cli/cli.hpp"

#include <string>

namespace dashpot::cli {

struct MethodCostOptions {
  std::string problem;  // as in problem:NAME
  std::string step;
  int steps = 100;
  std::string family;  // empty: all
  bool json = false;
};

ExitCode reportMethodCosts(const MethodCostOptions& options);

}  // namespace dashpot::cli
