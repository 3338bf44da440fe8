// cli/stability_search.hpp: `dashpot stability METHOD --search`.
#pragma once

#include "cli/cli.hpp"

#include <string>
#include <vector>

namespace dashpot::cli {

struct EmbeddingSearchOptions {
  bool isWanted = false;
  int data = 0;     // in a candidate; 0: as published
  int blended = 0;  // candidates; 0: as published
  int keep = 5;     // blends that are shown
};

ExitCode runEmbeddingSearch(const std::vector<std::string>& methods, const EmbeddingSearchOptions& options, bool json);

}  // namespace dashpot::cli
