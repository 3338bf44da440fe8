// The package under which a model is counted.
#pragma once

#include <string>

namespace dashpot::msl {

/// Modelica.Electrical.Analog of Modelica.Electrical.Analog.Examples.Rectifier; ModelicaTest.Fluid of deeper ones.
[[nodiscard]] inline std::string packageOf(const std::string& model) {
  const std::size_t examples = model.find(".Examples.");
  if (examples != std::string::npos) return model.substr(0, examples);
  std::size_t end = model.find('.');
  if (end != std::string::npos) end = model.find('.', end + 1);
  return model.substr(0, end);
}

}  // namespace dashpot::msl
