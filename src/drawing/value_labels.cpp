#include "drawing/value_labels.hpp"

#include <map>

namespace dashpot::drawing {

namespace {

using model::ClassRef;

/// The variable that is equal in all connectors of a set: the first variable that does not flow. Null: the connector is itself one.
const Member* commonVariable(WrittenValues& values, ClassRef connector) {
  for (const Member& member : values.members(connector)) {
    const syntax::Component& declared = member.component();
    if (declared.connector == syntax::ConnectorPrefix::none &&
        declared.variability == syntax::Variability::continuous && declared.subscripts.empty())
      return &member;
  }
  return nullptr;
}

std::optional<ValueLabel> valueAt(const Diagram& diagram, const ConnectionEnd& end, WrittenValues& values) {
  if (!end.isKnown()) return std::nullopt;
  const Component& component = diagram.components[end.component];
  const std::string& type = end.port == nowhere ? component.type : component.ports[end.port].type;
  const ClassRef connector = values.classes().findQualified(type);
  if (connector == ClassRef::none) return std::nullopt;
  ValueLabel label;
  label.variable = end.text;
  const Member* variable = commonVariable(values, connector);
  if (variable) label.variable += "." + values.written().text(variable->component().name);
  const auto value = values.valueAtInstant()(label.variable);
  if (!value) return std::nullopt;
  label.text = variable ? values.shownNumber(Part{connector, {}, {}}, *variable, *value) : quantityText(*value, "", "");
  return label;
}

/// The middle of the longest straight piece, and how long that is.
std::pair<Point, double> longestPiece(const std::vector<Point>& points) {
  std::pair<Point, double> best{{}, -1};
  for (std::size_t i = 1; i < points.size(); ++i)
    if (const double span = length(points[i] - points[i - 1]); span > best.second)
      best = {0.5 * (points[i] + points[i - 1]), span};
  return best;
}

}  // namespace

void labelValues(Diagram& diagram, WrittenValues& values) {
  struct Best {
    ValueLabel label;
    double length = -1;
  };
  std::map<std::size_t, Best> sets;
  for (const Connection& connection : diagram.connections) {
    if (!connection.isPresent || connection.line.points.size() < 2) continue;
    const auto [at, length] = longestPiece(connection.line.points);
    Best& best = sets[connection.set];
    if (length <= best.length) continue;
    for (const ConnectionEnd& end : connection.ends)
      if (auto label = valueAt(diagram, end, values)) {
        label->at = at;
        best = {std::move(*label), length};
        break;
      }
  }
  for (auto& [set, best] : sets)
    if (best.length >= 0) diagram.values.push_back(std::move(best.label));
}

}  // namespace dashpot::drawing
