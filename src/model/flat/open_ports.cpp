#include "model/flat/open_ports.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace dashpot::model {

namespace {

constexpr std::array<std::string_view, 3> units{"kg/s", "m3/s", "A"};  // of flows

/// The flow that this equation sets to zero, alone.
std::optional<VariableId> openFlow(const FlatModel& model, const Equation& equation) {
  if (equation.kind != EquationKind::flowSum || model.pool.op(equation.left) != symbolic::Op::variable)
    return std::nullopt;
  return model.pool.variable(equation.left);
}

}  // namespace

std::vector<OpenPort> openPorts(const FlatModel& model) {
  std::vector<OpenPort> ports;
  for (const Equation& equation : model.equations) {
    const auto flow = openFlow(model, equation);
    if (!flow || std::ranges::find(units, model[*flow].attributes.unit.text()) == units.end()) continue;
    const PathId connector = model.paths.parent(model[*flow].name);
    const PathId component = model.paths.parent(connector);
    const bool isOfModel = component != PathId::root && model.paths.parent(component) == PathId::root;
    if (isOfModel) ports.push_back({model.paths.text(connector), connector, component, equation.origin.where});
  }
  return ports;
}

}  // namespace dashpot::model
