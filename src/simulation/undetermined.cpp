#include "simulation/undetermined.hpp"

#include "linalg/decompositions.hpp"
#include "simulation/typical_sizes.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::Entry;
using codegen::VariableInfo;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t largestSystem = 400;  // decomposed as a dense matrix
constexpr double smallestPivot = 1e-10;     // of equations and unknowns in units of their sizes
constexpr double shareInCombination = 0.3;
constexpr std::size_t mostNames = 3, mostEquations = 2, mostPorts = 5;
constexpr std::size_t longestEquation = 140;

/// The algebraic rows and columns of dF/dy, both in units of their sizes.
struct AlgebraicJacobian {
  std::vector<std::size_t> unknowns;
  VectorXd sizes;
  MatrixXd matrix;
};

std::optional<AlgebraicJacobian> algebraicJacobian(BoundModel& model, double t, ConstView y) {
  const CompiledModel& compiled = model.model();
  AlgebraicJacobian result;
  std::vector<Index> place(compiled.size(), -1);
  for (std::size_t i = 0; i < compiled.size(); ++i)
    if (!compiled.states.isDifferential[i]) {
      place[i] = static_cast<Index>(result.unknowns.size());
      result.unknowns.push_back(i);
    }
  const auto n = static_cast<Index>(result.unknowns.size());
  const auto values = model.evaluate(Entry::jacobian, t, y);
  if (n == 0 || result.unknowns.size() > largestSystem || !values) return std::nullopt;
  result.sizes.resize(n);
  for (Index k = 0; k < n; ++k) {
    const std::size_t i = result.unknowns[static_cast<std::size_t>(k)];
    const double known = model.sizes()[i];
    result.sizes[k] = known > 0 ? known : std::max(1.0, std::fabs(y[i]));
  }
  result.matrix = MatrixXd::Zero(n, n);
  for (std::size_t j = 0; j < compiled.size(); ++j)
    for (int k = compiled.states.pattern.columnStart[j]; k < compiled.states.pattern.columnStart[j + 1]; ++k) {
      const auto row = static_cast<std::size_t>(compiled.states.pattern.rows[static_cast<std::size_t>(k)]);
      if (place[j] >= 0 && place[row] >= 0)
        result.matrix(place[row], place[j]) = (*values)[static_cast<std::size_t>(k)] * result.sizes[place[j]];
    }
  for (Index row = 0; row < n; ++row)
    if (const double largest = result.matrix.row(row).lpNorm<Eigen::Infinity>(); largest > 0)
      result.matrix.row(row) /= largest;
  return result;
}

std::optional<VectorXd> kernelOf(const MatrixXd& matrix) {
  Eigen::FullPivLU<MatrixXd> lu(matrix);
  lu.setThreshold(smallestPivot);
  if (lu.isInvertible()) return std::nullopt;
  VectorXd kernel = lu.kernel().col(0);
  kernel /= kernel.lpNorm<Eigen::Infinity>();
  return kernel;
}

/// All names of the variable that changes along with the kernel: of those that change much, the one with most names,
/// which is a node that several components share.
void nameVariable(Undetermined& result, const CompiledModel& model, ConstView here, ConstView there) {
  struct Group {
    double change = 0.0;
    std::vector<const VariableInfo*> names;
  };
  std::map<std::uint32_t, Group> groups;
  double largest = 0.0;
  for (const VariableInfo& info : model.recorded.variables) {
    if (isParameter(info)) continue;
    const double known = sizeOfUnit(info.unit);
    const double size = known > 0 ? known : std::max(1.0, std::fabs(here[info.index]));
    Group& group = groups[info.index];
    group.change = std::max(group.change, std::fabs(there[info.index] - here[info.index]) / size);
    group.names.push_back(&info);
    largest = std::max(largest, group.change);
  }
  const Group* chosen = nullptr;
  for (const auto& [index, group] : groups)
    if (group.change >= shareInCombination * largest && group.change > 0 &&
        (!chosen || group.names.size() > chosen->names.size()))
      chosen = &group;
  if (!chosen) return;
  result.unit = chosen->names.front()->unit;
  for (const VariableInfo* info : chosen->names)
    if (result.names.size() < mostNames) result.names.push_back(info->name);
}

}  // namespace

std::optional<Undetermined> findUndetermined(BoundModel& model, double t, ConstView y) {
  const auto jacobian = algebraicJacobian(model, t, y);
  const auto kernel = jacobian ? kernelOf(jacobian->matrix) : std::nullopt;
  if (!kernel) return std::nullopt;
  const CompiledModel& compiled = model.model();
  Undetermined result;
  constexpr double shortWay = 1e-3;
  Vector moved(y.begin(), y.end());
  for (Index k = 0; k < kernel->size(); ++k)
    moved[jacobian->unknowns[static_cast<std::size_t>(k)]] += shortWay * (*kernel)[k] * jacobian->sizes[k];
  const auto here = model.evaluate(Entry::observed, t, y);
  const auto there = model.evaluate(Entry::observed, t, moved);
  if (here && there) nameVariable(result, compiled, *here, *there);
  if (result.names.empty()) {
    Index largest = 0;
    kernel->cwiseAbs().maxCoeff(&largest);
    result.names.push_back(compiled.states.names[jacobian->unknowns[static_cast<std::size_t>(largest)]]);
  }
  if (const auto rows = kernelOf(jacobian->matrix.transpose()))
    for (Index k = 0; k < rows->size() && result.equations.size() < mostEquations; ++k) {
      const std::uint32_t origin = compiled.states.rowOrigins[jacobian->unknowns[static_cast<std::size_t>(k)]];
      if (std::fabs((*rows)[k]) < shareInCombination || origin >= compiled.origins.size()) continue;
      std::string text = compiled.origins[origin];
      if (text.size() > longestEquation) text = text.substr(0, longestEquation) + " ...";
      result.equations.push_back(std::move(text));
    }
  return result;
}

std::string remedyFor(std::string_view unit) {
  if (unit == "Pa")
    return "a pressure between valves that are all closed, or at a port that is not connected, is set by nothing: "
           "connect the port, give a valve a small leakage, or put a volume there. Two sources that force their flows "
           "against one another need a way out: a relief valve or a volume between them";
  if (unit == "V" || unit == "A")
    return "a part of a circuit without a way to ground, or a loop of ideal sources and switches, leaves this open: "
           "add a ground, or a resistance";
  if (unit == "m" || unit == "m/s" || unit == "rad" || unit == "rad/s" || unit == "N" || unit == "N.m")
    return "a part that nothing holds and that has no mass leaves this open: give it a mass or an inertia, or fix one "
           "end";
  if (unit == "K" || unit == "W")
    return "a part without heat capacity between perfect insulations leaves this open: give it a capacity or a "
           "conductance";
  return "look for a component that is switched off on both sides, or one that is not connected";
}

void nameOpenPorts(Diagnostic& d, const CompiledModel& model) {
  for (std::size_t i = 0; i < std::min(model.openPorts.size(), mostPorts); ++i)
    d.note(fmt::format("'{}' is not connected", model.openPorts[i]));
}

}  // namespace dashpot::simulation
