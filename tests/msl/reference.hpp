// A published reference result: what a folder of modelica/MAP-LIB_ReferenceResults holds about one model.
//
//   Modelica/Blocks/Examples/PID_Controller/PID_Controller.csv      the signals
//                                           comparisonSignals.txt   which of them are to be compared
//                                           creation.txt            from when to when, at which tolerance
#pragma once

#include "base/expected.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace dashpot::msl {

struct ReferencePlace {
  std::string model;  // its qualified name
  std::filesystem::path folder;
  bool hasData = false;  // not all folders hold their signals
};

struct Reference {
  double start = 0.0, stop = 1.0, interval = 0.0, tolerance = 1e-6;
  std::vector<double> times;
  std::map<std::string, std::vector<double>> values;  // of the signals to be compared
};

/// All below a folder, by name.
[[nodiscard]] std::vector<ReferencePlace> findReferences(const std::filesystem::path& root);

/// What is wrong with the folder, if it cannot be read.
[[nodiscard]] Expected<Reference, std::string> readReference(const ReferencePlace& place);

}  // namespace dashpot::msl
