// cli/data_set.hpp
//
// Data of a run apart from the model: values of parameters and start values, in the units of the desk, as TOML.
//
//   cylinder.bore = "50.8 mm"        as --set takes it: a number with or without unit, a literal
//   cylinder.m = 870
//   valve.closed = true
//   duty.stages = [[1, 0, 1], [2, 1, 1]]
//   "volume[2].V" = "0.5 l"          a name with other characters stands in quotes
//
//   [pump]                           a heading is the beginning of the names below it
//   D = "22 ml/rev"
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/parameter_values.hpp"

#include <string>
#include <vector>

namespace dashpot::cli {

/// The settings of a file, in the order of their names. What cannot be read is reported with file and line.
[[nodiscard]] std::vector<simulation::ParameterSetting> readDataSet(const std::string& file, Diagnostics& diagnostics);

/// The settings of a run as the text of a data set; below them, as remarks, all other parameters that can be set, with the
/// values that they have in it, in their display units.
/// `remaining` are those that the compiled model still takes: the others have decided its structure.
[[nodiscard]] std::string dataSetText(const codegen::CompiledModel& model,
                                      const std::vector<simulation::ParameterSetting>& settings,
                                      const std::vector<simulation::ParameterSetting>& remaining);

}  // namespace dashpot::cli
