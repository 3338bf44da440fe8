// cli/output_files.hpp: the files that a run writes, beside those that it reads: none may stand for two things.
#pragma once

#include "base/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dashpot::cli {

struct FileArgument {
  std::string option;  // "-o", "--input"; empty: the model itself
  std::string path;    // empty: not given
};

/// Reports each output that is the same file as an input or as another output, under whatever name.
void refuseOverwriting(const std::vector<FileArgument>& outputs, const std::vector<FileArgument>& inputs,
                       Diagnostics& diagnostics);

/// 1204567 as "1,204,567".
[[nodiscard]] std::string grouped(std::int64_t count);
/// "5.2 MB".
[[nodiscard]] std::string sizeText(std::int64_t bytes);

}  // namespace dashpot::cli
