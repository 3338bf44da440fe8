#include <algorithm>
#include <limits>

#include "integrators/second_order.hpp"
#include "tableaux/nystrom.hpp"

namespace dashpot::integrators {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

MethodTraits fixedStepOnly(std::string name, std::string family, int order, int denseOrder, std::string source) {
  return {.name = std::move(name),
          .family = std::move(family),
          .order = order,
          .denseOrder = denseOrder,
          .daeOrder = {},
          .rhsPerStep = 1,
          .rInfinity = infinity,
          .variableStep = false,
          .source = std::move(source)};
}

MethodTraits traitsOf(const tableaux::NystromTable& table) {
  return {.name = std::string(table.name),
          .family = "second-order",
          .order = table.order,
          .embeddedOrder = table.embeddedOrder,
          .denseOrder = std::min(table.order, 5),  // of the quintic
          .daeOrder = {},
          .stages = table.stages,
          .rhsPerStep = static_cast<double>(table.stages - 1),
          .rInfinity = infinity,
          .variableStep = table.embeddedOrder > 0,
          .source = std::string(table.source)};
}

MethodTraits doubling(std::string name, int order, std::string source) {
  return {.name = std::move(name),
          .family = "doubling",
          .order = order,
          .embeddedOrder = 4,
          .denseOrder = 3,
          .daeOrder = {},
          .rhsPerStep = 11,
          .rInfinity = infinity,
          .source = std::move(source)};
}

MethodTraits newmark(std::string name, double rInfinity, std::string source) {
  return {.name = std::move(name),
          .family = "second-order",
          .order = 2,
          .embeddedOrder = 2,
          .denseOrder = 2,
          .daeOrder = {},
          .aStable = true,
          .lStable = rInfinity == 0,
          .rInfinity = rInfinity,
          .alphaDegrees = 90,
          .source = std::move(source)};
}

}  // namespace

std::vector<MethodTraits> secondOrderTraits() {
  std::vector<MethodTraits> all{
      fixedStepOnly("ab2", "adams", 2, 2, "Bashforth and Adams (1883)"),
      fixedStepOnly("ab3", "adams", 3, 3, "Bashforth and Adams (1883)"),
      fixedStepOnly("leapfrog", "adams", 2, 2, "two-step midpoint rule; unstable with any damping"),
      doubling("rk4-doubling", 5, "Beamis (1990), App. B, with 16/15"),
      doubling("rk4-doubling-published", 4, "Beamis (1990), App. B, as printed, with 32/31"),
      fixedStepOnly("rk4-published", "published", 1, 1, "Beamis (1990), App. B, as printed: k4 = k1, inputs held"),
      fixedStepOnly("godunov", "second-order", 2, 2, "Stoermer (1907); Beamis (1990), eq. 2.6"),
      fixedStepOnly("godunov-hybrid", "second-order", 2, 2,
                    "Beamis (1990), with the velocity taken from the positions"),
      fixedStepOnly("godunov-hybrid-published", "second-order", 2, 2, "Beamis (1990), eqs. 2.33-2.34, 3.5"),
      fixedStepOnly("godunov-centred", "second-order", 2, 2, "Beamis (1990), eqs. 2.40-2.45"),
  };
  all.back().rhsPerStep = 0;  // as many as Newton's iteration takes
  MethodTraits& published = *std::ranges::find(all, "rk4-published", &MethodTraits::name);
  published.stages = 3;
  published.rhsPerStep = 3;
  for (const tableaux::NystromTable& table : tableaux::nystromTables()) all.push_back(traitsOf(table));
  all.push_back(newmark("newmark", 1, "Newmark (1959), beta = 1/4, gamma = 1/2"));
  all.push_back(newmark("generalized-alpha", NewmarkOptions{}.rhoInfinity, "Chung and Hulbert (1993)"));
  return all;
}

}  // namespace dashpot::integrators
