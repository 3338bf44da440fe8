// experiments/reader.hpp: experiments from their text form.
#pragma once

#include "base/diagnostic.hpp"
#include "experiments/experiment.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

namespace dashpot::experiments {

/// Adds the experiments of a file's text. What is wrong is reported with file and line; the rest is taken.
void readExperiments(std::string_view text, const std::string& file, std::vector<Experiment>& experiments,
                     Diagnostics& diagnostics);

/// All *.toml of a folder and of the folders in it, by name.
[[nodiscard]] std::vector<Experiment> readExperiments(const std::filesystem::path& folder, Diagnostics& diagnostics);

/// The folder of the experiments that come with the program: beside it in a source tree, or share/dashpot/experiments of
/// an installation. Empty: there is none.
[[nodiscard]] std::filesystem::path experimentsOf(const std::filesystem::path& program);

}  // namespace dashpot::experiments
