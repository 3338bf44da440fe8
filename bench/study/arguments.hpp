// The command line of studies that have a part for a quick look, and subjects with names: [--quick] [--only NAME] [ROOT].
#pragma once

#include <string>

namespace dashpot::bench {

struct Arguments {
  std::string root = ".";  // of the source tree, where the models are
  std::string only;        // the one subject that is measured; empty: all
  bool isQuick = false;
};

inline Arguments argumentsFrom(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--quick")
      arguments.isQuick = true;
    else if (word == "--only" && i + 1 < count)
      arguments.only = words[++i];
    else
      arguments.root = word;
  }
  return arguments;
}

}  // namespace dashpot::bench
