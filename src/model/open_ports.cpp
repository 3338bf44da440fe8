#include "model/open_ports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
    if (!flow || std::ranges::find(units, model[*flow].attributes.unit) == units.end()) continue;
    const PathId connector = model.paths.parent(model[*flow].name);
    const PathId component = model.paths.parent(connector);
    const bool isOfModel = component != PathId::root && model.paths.parent(component) == PathId::root;
    if (isOfModel) ports.push_back({model.paths.text(connector), equation.origin.where});
  }
  return ports;
}

void warnOfOpenPorts(const FlatModel& model, Diagnostics& diagnostics) {
  for (const OpenPort& port : openPorts(model))
    diagnostics.warning("open-port", port.where, fmt::format("'{}' is not connected", port.name))
        .note("nothing flows through it then")
        .hint("connect it, or close it with a component that says so");
}

}  // namespace dashpot::model
