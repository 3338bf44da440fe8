// What a model file says about its own results, as comments inside the top-level model they belong to (its header is
// not indented):
//
//   // expect NAME(TIME) = VALUE +- TOLERANCE   at an output time; "rel" at the end: tolerance relative to the value
//   // expect NAME in [LOW, HIGH]               at all output times
//   // methods rodas4 radau5 ida                run with each of these, and compare with the first; else the default
//   // agree 1e-4                               how far methods may differ, in parts of a state's range; else 1e-3
//   // tolerance 1e-9                           instead of the one of the experiment annotation
//   // step 0.01                                fixed step instead of error control
//
// Values are in SI units and come from theory, the literature or an independent computation. A model without such a
// line is a part of others and not run.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace dashpot::testing {

struct Expectation {
  std::string variable;
  std::optional<double> time;  // none: at all times
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  int line = 0;
};

struct ExpectedModel {
  std::filesystem::path file;
  std::string model;
  std::vector<Expectation> expectations;
  std::vector<std::string> methods;
  double agreement = 1e-3;
  std::optional<double> tolerance;
  double step = 0.0;
};

inline void PrintTo(const ExpectedModel& model, std::ostream* out) {
  *out << model.file.string() << ": " << model.model;
}

/// The models of a file that expect something. Throws std::runtime_error, with the place, at a comment that begins like
/// one of the above and cannot be read.
[[nodiscard]] std::vector<ExpectedModel> expectedModels(const std::filesystem::path& file);

/// Those of all .mo files of a directory, sorted by file.
[[nodiscard]] std::vector<ExpectedModel> expectedModelsIn(const std::filesystem::path& directory);

}  // namespace dashpot::testing
