#include "model/flat/open_ports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

namespace dashpot::model {

namespace {

constexpr std::array<std::string_view, 3> units{"kg/s", "m3/s", "A"};  // of flows

/// The flow that this equation sets to zero, alone.
std::optional<VariableId> openFlow(const FlatModel& model, const Equation& equation) {
  if (equation.kind != EquationKind::flowSum || model.pool.op(equation.left) != symbolic::Op::variable)
    return std::nullopt;
  return model.pool.variable(equation.left);
}

/// Ports of one component.
void warnOfPorts(std::span<const OpenPort> ports, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const OpenPort& port : ports) names.push_back(fmt::format("'{}'", port.name));
  const bool isOne = names.size() == 1;
  diagnostics
      .warning("open-port", ports.front().where,
               fmt::format("{} {} not connected", fmt::join(names, ", "), isOne ? "is" : "are"))
      .note(isOne ? "nothing flows through it then" : "nothing flows through them then")
      .hint(isOne ? "connect it, or close it with a component that says so"
                  : "connect them, or close them with components that say so");
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
    if (isOfModel) ports.push_back({model.paths.text(connector), component, equation.origin.where});
  }
  return ports;
}

void warnOfOpenPorts(const FlatModel& model, Diagnostics& diagnostics) {
  std::vector<OpenPort> ports = openPorts(model);
  std::unordered_map<PathId, std::size_t> places;  // of components, in the order of their first ports
  for (const OpenPort& port : ports) places.try_emplace(port.component, places.size());
  std::ranges::stable_sort(ports, {}, [&](const OpenPort& port) { return places.at(port.component); });
  const auto isOfAnother = [](const OpenPort& a, const OpenPort& b) { return a.component != b.component; };
  for (auto first = ports.begin(); first != ports.end();) {
    const auto last = std::adjacent_find(first, ports.end(), isOfAnother);
    warnOfPorts({first, last == ports.end() ? last : last + 1}, diagnostics);
    first = last == ports.end() ? last : last + 1;
  }
}

}  // namespace dashpot::model
