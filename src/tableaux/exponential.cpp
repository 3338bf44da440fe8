#include "tableaux/exponential.hpp"

#include <algorithm>

namespace dashpot::tableaux {
namespace {

std::vector<ExponentialTable> makeTables() {
  return {
      // Cox and Matthews (2002), written with D_i; c = y_n + h phi_1(h L) f + h phi_1(h L / 2) D_2 follows from their
      // e^(hL/2) a + .. by phi_1(2 z) = (e^z + 1) phi_1(z) / 2. The error estimate is of third order and our own
      // choice:
      // F at the end of the step in place of the last stage.
      {.name = "etdrk4",
       .source = "Cox and Matthews (2002); L from the linear parts, or the Jacobian at the start",
       .order = 4,
       .embeddedOrder = 3,
       .denseOrder = 3,
       .rosenbrock = false,
       .stages = {{0.5, {}}, {0.5, {{1, 0, 0.5, 0.5}}}, {1, {{1, 1, 1, 0.5}}}},
       .result = {{2, 0, 2}, {2, 1, 2}, {2, 2, -1}, {3, 0, -4}, {3, 1, -4}, {3, 2, 4}},
       .error = {{2, 3, -1}, {2, 2, 1}, {3, 3, 4}, {3, 2, -4}}},
      // Hochbruck, Ostermann and Schweitzer (2009), examples 4.1 and 4.2.
      {.name = "exprb32",
       .source = "Hochbruck, Ostermann and Schweitzer (2009)",
       .order = 3,
       .embeddedOrder = 2,
       .denseOrder = 3,
       .rosenbrock = true,
       .stages = {{1, {}}},
       .result = {{3, 0, 2}},
       .error = {{3, 0, 2}}},
      {.name = "exprb43",
       .source = "Hochbruck, Ostermann and Schweitzer (2009)",
       .order = 4,
       .embeddedOrder = 3,
       .denseOrder = 4,
       .rosenbrock = true,
       .stages = {{0.5, {}}, {1, {{1, 0, 1}}}},
       .result = {{3, 0, 16}, {3, 1, -2}, {4, 0, -48}, {4, 1, 12}},
       .error = {{4, 0, -48}, {4, 1, 12}}},
      // exprb53s3 of Luan and Ostermann (2014).
      {.name = "exprb53",
       .source = "Luan and Ostermann (2014), exprb53s3",
       .order = 5,
       .embeddedOrder = 3,
       .denseOrder = 4,
       .rosenbrock = true,
       .stages = {{0.5, {}}, {0.9, {{3, 0, 27.0 / 25, 0.5}, {3, 0, 729.0 / 125, 0.9}}}},
       .result = {{3, 0, 18}, {3, 1, -250.0 / 81}, {4, 0, -60}, {4, 1, 500.0 / 27}},
       .error = {{3, 0, 16}, {3, 1, -400.0 / 81}, {4, 0, -60}, {4, 1, 500.0 / 27}}},
  };
}

}  // namespace

int ExponentialTable::highestPhi() const {
  int highest = rosenbrock ? 2 : 1;
  for (const auto* terms : {&result, &error})
    for (const ExponentialTerm& term : *terms) highest = std::max(highest, term.phi);
  for (const ExponentialStage& stage : stages)
    for (const ExponentialTerm& term : stage.terms) highest = std::max(highest, term.phi);
  return highest;
}

bool ExponentialTable::errorLooksAtTheEnd() const {
  return std::ranges::any_of(
      error, [&](const ExponentialTerm& term) { return term.stage == static_cast<int>(stages.size()); });
}

std::span<const ExponentialTable> exponentialTables() {
  static const std::vector<ExponentialTable> tables = makeTables();
  return tables;
}

const ExponentialTable* findExponential(std::string_view name) {
  const auto tables = exponentialTables();
  const auto it = std::ranges::find(tables, name, &ExponentialTable::name);
  return it == tables.end() ? nullptr : &*it;
}

}  // namespace dashpot::tableaux
