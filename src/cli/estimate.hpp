// The option --estimate: where implicit Runge-Kutta methods take their error estimate from.
#pragma once

#include "dashpot/integrate.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::cli {

inline constexpr std::array<std::pair<const char*, ErrorEstimate>, 4> estimateNames{
    {{"automatic", ErrorEstimate::automatic},
     {"embedded", ErrorEstimate::embedded},
     {"two-step", ErrorEstimate::twoStep},
     {"step-pairs", ErrorEstimate::stepPairs}}};

inline void addEstimate(CLI::App& verb, std::string& estimate) {
  std::vector<std::string> names;
  for (const auto& [name, value] : estimateNames) names.emplace_back(name);
  verb.add_option(
          "--estimate", estimate,
          "Error estimate of implicit Runge-Kutta methods: the classical embedded formula, or the stages of two "
          "steps (radau3, radau5, lobatto4, lobatto6, hw-sdirk)")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

/// `name` has passed the check above.
inline ErrorEstimate estimateNamed(const std::string& name) {
  for (const auto& [known, value] : estimateNames)
    if (name == known) return value;
  return ErrorEstimate::automatic;
}

}  // namespace dashpot::cli
