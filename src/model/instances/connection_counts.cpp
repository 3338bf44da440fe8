#include "model/instances/connection_counts.hpp"

#include "base/nearest.hpp"
#include "model/instances/places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

void ConnectionCounts::countConnection(const Place& place) {
  for (const InstanceId node : place.nodes)
    if (tree_[node].isLeaf())
      for (const VariableId variable : places_.variables(place, node)) ++signalCounts_[variable];
    else
      ++counts_[node];
}

std::optional<std::int32_t> ConnectionCounts::connectionCount(const ScopedExpression& reference) {
  const auto fail = [&](std::string_view code, std::string_view problem) {
    if (tree_.reportOnce(reference.where(), code))
      diagnostics_.error(std::string(code), reference.where(), std::string(problem));
    return std::nullopt;
  };
  const auto chosen = places_.place(reference);
  if (!chosen || (!chosen->nodes.empty() && tree_[chosen->nodes.front()].isBroken)) return std::nullopt;
  if (chosen->isAbsent) return 0;
  const bool isOne = chosen->nodes.size() == 1 && tree_[chosen->nodes.front()].isConnector();
  const InstanceId node = isOne ? chosen->nodes.front() : InstanceId::none;
  const auto signals = isOne && tree_[node].isLeaf() ? places_.variables(*chosen, node) : std::vector<VariableId>{};
  if (!isOne || tree_[node].isArray() || signals.size() > 1)
    return fail("not-a-connector", "cardinality needs a connector");
  if (!isAllConnected_)
    return fail("evaluation", "cardinality cannot be asked for here: not all connections are known yet");
  const auto countIn = [](const auto& counts, auto key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  const std::int32_t connections = signals.empty() ? countIn(counts_, node) : countIn(signalCounts_, signals.front());
  if (connections == 0) knownUnconnected_.insert(node);
  return connections;
}

}  // namespace dashpot::model
