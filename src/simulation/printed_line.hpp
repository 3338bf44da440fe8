// simulation/printed_line.hpp: what a model prints while it runs.
#pragma once

#include <string>

namespace dashpot::simulation {

struct PrintedLine {
  std::string text;
  std::string file;  // an absolute name; empty: the output
};

}  // namespace dashpot::simulation
