// explanation/parameter_search.hpp: which parameter is behind it: the one that decides how fast a mode is, or that makes
// singular equations regular.
#pragma once

#include "explanation/spectrum_witness.hpp"
#include "simulation/model_code.hpp"
#include "simulation/settings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::explanation {

struct DecisiveParameter {
  std::string name;
  double value = 0.0;
  double elasticity = 0.0;  // d ln(rate) / d ln(value)
  std::string unit, displayUnit;

  /// The value with which the mode is ten times slower.
  [[nodiscard]] double slower() const;
};

/// The parameter that decides how fast the fastest mode is. Of several, it is rather one of the state's own component or
/// of one around it, one that makes the mode slower the larger it is (a volume, a mass, a capacity), and one that is
/// far from what it is in other components. `set`: what the user sets for the run.
[[nodiscard]] std::optional<DecisiveParameter> decisiveParameter(simulation::ModelCode& code,
                                                                 const std::vector<simulation::ParameterSetting>& set,
                                                                 const Snapshot& at, const std::string& state);

/// The parameters with which the start is found as soon as they differ by a percent from what they are.
[[nodiscard]] std::vector<DecisiveParameter> regularisingParameters(simulation::ModelCode& code,
                                                                    const simulation::Settings& settings);

}  // namespace dashpot::explanation
