// experiments/measure.hpp
//
// From the settings of a cell to its figure. What is measured, each a function of its own:
//
//   run            a problem integrated: counters, values, errors
//   simulation     the same of a model
//   spectrum       eigenvalues and stiffness of a problem
//   stability      R(z) of a method: limits, angles, constants, damping
//   amplification  of a method on a linear system: spectral radius, eigenvalues, largest stable step
//   coupled        the matrices of the diagonal exponential formulas
//   gammas         A- and L-stable gammas of formulas with one pole
//   structure      counts of a model that is sorted, perhaps with a formula worked into it
//   study          errors and costs of a linear block driven by a cosine
//   operations     of a step, counted
//   detest         a method on a problem of STIFF DETEST
//   listing        the published program of inlined Runge-Kutta formulas, emulated
//   law            coefficient times a setting to a power: a published formula
//
// Around each of them:  ratio_to = {...}: over the same with other settings;  order_against = {...}: the exponent of
// `key` between both;  slope_to = {...}: how the error of a run falls with its steps;  least_of, greatest_of = [{label,
// ...}, ...]: the label of the one that is least or greatest.
#pragma once

#include "base/expected.hpp"
#include "experiments/experiment.hpp"
#include "experiments/settings.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace dashpot::experiments {

struct FinishedRun;

/// What the cells of one experiment share: where models are, and runs that several cells look at.
struct Laboratory {
  std::filesystem::path root{};  // of paths to models
  std::map<std::string, std::shared_ptr<FinishedRun>> runs{};
};

/// The failure is a sentence about the settings. A run that fails is no failure: its value is the word "fails".
using Measured = Expected<Value, std::string>;
[[nodiscard]] Measured measure(const toml::table& settings, Laboratory& laboratory);

// The measures, with the keys in the words of their file.
[[nodiscard]] Measured measureRun(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureSimulation(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureSpectrum(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureStability(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureAmplification(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureCoupled(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureGammas(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureStructure(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureStudy(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureOperations(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureDetest(Settings& settings, Laboratory& laboratory);
[[nodiscard]] Measured measureListing(Settings& settings, Laboratory& laboratory);

}  // namespace dashpot::experiments
