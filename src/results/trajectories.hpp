// results/trajectories.hpp
//
// Reads result files back: MATLAB files of level 4 in the layout "Atrajectory" (see mat.hpp), as this program and other
// Modelica tools write them. A file comes from anywhere, so nothing in it is believed before it is checked.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dashpot::results {

class Trajectories {
 public:
  [[nodiscard]] static Expected<Trajectories, Diagnostic> read(const std::filesystem::path& file);

  [[nodiscard]] double first() const { return times_.front(); }
  [[nodiscard]] double last() const { return times_.back(); }
  [[nodiscard]] std::size_t variableCount() const { return places_.size(); }
  /// The value of a variable at a time, in SI, between recorded instants on the straight line; after an event, where
  /// one is recorded twice. Empty: there is no such variable. Times outside of the run are those of its ends.
  [[nodiscard]] std::optional<double> value(const std::string& name, double time) const;

 private:
  struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;  // by columns
  };
  struct Place {
    bool isConstant = false;
    std::size_t row = 0;
    bool isNegated = false;
  };

  Matrix constants_, trajectories_;  // one row per variable
  std::vector<double> times_;
  std::unordered_map<std::string, Place> places_;
};

}  // namespace dashpot::results
