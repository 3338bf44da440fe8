// dashpot stability for diagonal exponential methods: what they do to a coupled system.
#pragma once

#include "cli/cli.hpp"

#include <Eigen/Core>

#include <string>
#include <vector>

namespace dashpot::cli {

/// `scaled` is h A.
ExitCode printCoupledStability(const std::vector<std::string>& methods, const Eigen::MatrixXd& scaled, bool json);

}  // namespace dashpot::cli
