// The ratchet: which models agree with their published results. What has agreed once must go on doing so.
//
//   expected.toml    [agrees]
//                    "Modelica.Blocks" = ["Examples.PID_Controller", ...]
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace dashpot::msl {

struct Expectations {
  std::set<std::string> agreeing;
};

/// A file that is not there expects nothing.
[[nodiscard]] Expectations readExpectations(const std::filesystem::path& file);
void writeExpectations(const std::filesystem::path& file, const Expectations& expectations);

}  // namespace dashpot::msl
