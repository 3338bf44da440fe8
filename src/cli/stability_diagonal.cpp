#include "cli/stability_diagonal.hpp"

#include "analysis/coupled_stability.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::ordered_json;

}  // namespace

ExitCode printCoupledStability(const std::vector<std::string>& methods, const Eigen::MatrixXd& scaled, bool json) {
  const linalg::Dominance dominance = analysis::diagonalDominance(scaled);
  ordered_json list = ordered_json::array();
  if (!json)
    say("{}; largest ratio of a row's other entries to its diagonal {}, in row {}\n",
        dominance.strict && dominance.negativeDiagonal
            ? "Strictly diagonally dominant with negative diagonal: E, I1 and I2 are stable for every step"
            : "Not strictly diagonally dominant with negative diagonal",
        number(dominance.ratio, 4), dominance.worstRow + 1);
  for (const std::string& name : methods) {
    const auto matrix = analysis::amplificationMatrix(name, scaled);
    if (!matrix)
      return fail(fmt::format("'{}' has no amplification matrix: it does not even keep a steady state", name));
    const double radius = analysis::spectralRadius(*matrix);
    if (json) {
      list.push_back({{"name", name}, {"amplification_matrix", rowsOf(*matrix)}, {"spectral_radius", radius}});
      continue;
    }
    say("\nAmplification matrix of {}, spectral radius {:.6g}:\n", name, radius);
    for (Eigen::Index i = 0; i < matrix->rows(); ++i) {
      for (Eigen::Index j = 0; j < matrix->cols(); ++j) say("  {:>14.6g}", (*matrix)(i, j));
      say("\n");
    }
  }
  if (json)
    printJson(ordered_json{{"schema", "dashpot/stability/1"},
                           {"strictly_diagonally_dominant", dominance.strict},
                           {"negative_diagonal", dominance.negativeDiagonal},
                           {"methods", list}});
  return ExitCode::success;
}

}  // namespace dashpot::cli
