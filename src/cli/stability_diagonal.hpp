// dashpot stability for diagonal exponential methods: what they do to a coupled system.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "cli/cli.hpp"

namespace dashpot::cli {

/// `scaled` is h A.
ExitCode printCoupledStability(const std::vector<std::string>& methods, const Eigen::MatrixXd& scaled, bool json);

}  // namespace dashpot::cli
