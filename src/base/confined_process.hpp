// base/confined_process.hpp
//
// Runs another program on a text, without a shell. The program cannot start any further process, whatever the text
// makes it try: the kernel refuses (Linux seccomp, on x86-64 and AArch64; elsewhere there is no such wall).
#pragma once

#include "base/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

struct ProcessResult {
  bool isSuccess = false;  // it ended by itself, with exit code 0
  std::string output, errors;
};

/// `program` is looked for in the absolute folders of PATH; `input` is what it reads from its standard input. The
/// failure is an errno: ENOENT if there is no such program.
[[nodiscard]] Expected<ProcessResult, int> runConfined(const std::string& program,
                                                       const std::vector<std::string>& arguments,
                                                       std::string_view input);

}  // namespace dashpot
