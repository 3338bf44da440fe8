#include "integrators/implicit_runge_kutta/traits.hpp"

#include "tableaux/two_step_error.hpp"

namespace dashpot::integrators {
namespace {

int estimateOrder(const tableaux::ImplicitTable& table) {
  if (table.embeddedOrder > 0) return table.embeddedOrder;
  const auto* const twoStep = tableaux::findTwoStepError(table.name);
  return twoStep ? twoStep->order : 0;
}

}  // namespace

MethodTraits traitsOf(const tableaux::ImplicitTable& table, Family family) {
  return {.name = std::string(table.name),
          .family = family,
          .order = table.order,
          .embeddedOrder = estimateOrder(table),
          .denseOrder = interpolatedOrder(table.order, table.denseOrder),
          .daeOrder = table.properties.daeOrder,
          .takesMass = true,
          .stifflyAccurate = table.stifflyAccurate(),
          .stages = table.stages(),
          .aStable = table.properties.aStable(),
          .lStable = table.properties.lStable,
          .rInfinity = table.properties.rInfinity,
          .alphaDegrees = table.properties.alphaDegrees,
          .source = std::string(table.source)};
}

}  // namespace dashpot::integrators
