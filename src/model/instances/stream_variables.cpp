#include "model/instances/stream_variables.hpp"

#include "model/instances/leaves.hpp"

#include <fmt/format.h>

namespace dashpot::model {

std::optional<VariableId> StreamVariables::inflow(VariableId stream) {
  if (const auto found = known_.find(stream); found != known_.end()) return found->second;
  if (!isComplete_ || !tree_[leaves_.leafOf(stream)].prefixes.isStream || flowOf(stream) == VariableId::none)
    return std::nullopt;
  const Variable& of = model_[stream];
  const std::string name = fmt::format("inStream({})", model_.paths.name(of.name));
  const auto indices = model_.paths.indices(of.name);
  const std::vector<std::int32_t> position(indices.begin(), indices.end());
  Variable added{.name = model_.paths.child(model_.paths.parent(of.name), name, position),
                 .isProtected = true,
                 .declaredLevel = of.declaredLevel,
                 .origin = of.origin,
                 .description = of.description.empty() ? "" : fmt::format("what arrives: {}", of.description)};
  const auto id = static_cast<VariableId>(model_.variables.size());
  model_.variables.push_back(std::move(added));
  known_.emplace(stream, id);
  inflows_.push_back({stream, id});
  return id;
}

VariableId StreamVariables::flowOf(VariableId stream) const {
  InstanceId connector = tree_[leaves_.leafOf(stream)].parent;
  while (connector != InstanceId::none && !tree_[connector].isConnector()) connector = tree_[connector].parent;
  if (connector == InstanceId::none) return VariableId::none;
  std::vector<VariableId> flows;
  collectFlows(connector, flows);
  return flows.size() == 1 ? flows.front() : VariableId::none;
}

void StreamVariables::collectFlows(InstanceId id, std::vector<VariableId>& flows) const {
  for (const InstanceId child : tree_.components(id)) {
    const Instance& node = tree_[child];
    if (node.isAbsent() || node.isBroken || node.isConnector()) continue;
    if (!node.isLeaf()) {
      collectFlows(child, flows);
      continue;
    }
    for (std::size_t i = 0; node.prefixes.isFlow && i < count(node.dimensions); ++i)
      flows.push_back(static_cast<VariableId>(symbolic::index(node.leaf.variable) + i));
  }
}

}  // namespace dashpot::model
