#include "tableaux/explicit_rk.hpp"

#include "tableaux/explicit_tables.hpp"

#include <algorithm>

namespace dashpot::tableaux {

ExplicitTable euler() {
  return {
      .name = "euler",
      .source = "Euler 1768",
      .stages = 1,
      .denseStages = 1,
      .order = 1,
      .embeddedOrder = 0,
      .denseOrder = 1,
      .b = {1.0},
      .denseDegree = 1,
      .dense = {{{1.0}}},
  };
}

// The embedded formula is Euler's.
ExplicitTable heun() {
  return {
      .name = "heun",
      .source = "Heun 1900 (explicit trapezoidal rule)",
      .stages = 2,
      .denseStages = 2,
      .order = 2,
      .embeddedOrder = 1,
      .denseOrder = 2,
      .a = {{{}, {1.0}}},
      .c = {0, 1},
      .b = {1.0 / 2, 1.0 / 2},
      .error = {-1.0 / 2, 1.0 / 2},
      .denseDegree = 2,
      .dense = {{{1, -1.0 / 2}, {0, 1.0 / 2}}},
  };
}

// The fifth stage serves the Hermite interpolant only; it is the first evaluation of the next step.
ExplicitTable rk4() {
  constexpr ExplicitTable::Row b{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  return {
      .name = "rk4",
      .source = "Kutta 1901",
      .stages = 4,
      .denseStages = 5,
      .order = 4,
      .embeddedOrder = 0,
      .denseOrder = 3,
      .a = {{{}, {1.0 / 2}, {0, 1.0 / 2}, {0, 0, 1}, b}},
      .c = {0, 1.0 / 2, 1.0 / 2, 1, 1},
      .b = b,
      .denseDegree = 3,
      .dense = cubicHermite(b, 4),
  };
}

ExplicitTable ode23() {
  constexpr ExplicitTable::Row b{2.0 / 9, 1.0 / 3, 4.0 / 9};
  return {
      .name = "ode23",
      .source = "Bogacki and Shampine 1989",
      .stages = 4,
      .denseStages = 4,
      .order = 3,
      .embeddedOrder = 2,
      .denseOrder = 3,
      .firstSameAsLast = true,
      .a = {{{}, {1.0 / 2}, {0, 3.0 / 4}, b}},
      .c = {0, 1.0 / 2, 3.0 / 4, 1},
      .b = b,
      .error = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8},
      .denseDegree = 3,
      .dense = cubicHermite(b, 3),
  };
}

// Interpolant of Hairer, Norsett, Wanner I, II.6 (their code DOPRI5): fourth order, continuously differentiable.
ExplicitTable dopri5() {
  constexpr ExplicitTable::Row b{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
  constexpr ExplicitTable::Row shape{-12715105075.0 / 11282082432,  0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};
  return {
      .name = "dopri5",
      .source = "Dormand and Prince 1980",
      .stages = 7,
      .denseStages = 7,
      .order = 5,
      .embeddedOrder = 4,
      .denseOrder = 4,
      .firstSameAsLast = true,
      .a = {{{},
             {1.0 / 5},
             {3.0 / 40, 9.0 / 40},
             {44.0 / 45, -56.0 / 15, 32.0 / 9},
             {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
             {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
             b}},
      .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
      .b = b,
      .error = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
      .denseDegree = 4,
      .dense = fromNestedForm<1>(b, 6, {shape}),
  };
}

// Coefficients and free interpolant in powers of theta: Tsitouras 2011, Comput. Math. Appl. 62, 770-775.
ExplicitTable tsit5() {
  constexpr ExplicitTable::Row b{0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081,
                                 2.324710524099774};
  return {
      .name = "tsit5",
      .source = "Tsitouras 2011",
      .stages = 7,
      .denseStages = 7,
      .order = 5,
      .embeddedOrder = 4,
      .denseOrder = 4,
      .firstSameAsLast = true,
      .a = {{{},
             {0.161},
             {-0.008480655492356989, 0.335480655492357},
             {2.8971530571054935, -6.359448489975075, 4.3622954328695815},
             {5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525},
             {5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383},
             b}},
      .c = {0, 0.161, 0.327, 0.9, 0.9800255409045097, 1, 1},
      .b = b,
      .error = {0.00178001105222577714, 0.0008164344596567469, -0.007880878010261995, 0.1447110071732629,
                -0.5823571654525552, 0.45808210592918697, -1.0 / 66},
      .denseDegree = 4,
      .dense = {{{1, -2.763706197274825911336735930481, 2.91325546182191274375068099306808, -1.0530884977290216},
                 {0, 0.1317, -0.2234, 0.1017},
                 {0, 3.93029623689475152850687446709813, -5.94103387213150473470249202589458, 2.490627285651252793},
                 {0, -12.411077166933676983734381540685, 30.3381886302823215981729903691837, -16.54810288924490272},
                 {0, 37.5093134165110391949690396533452, -88.1789048947664011014276693541210, 47.37952196281928122},
                 {0, -27.8965262891972878059482631445986, 65.0918946747936715262902192871655, -34.87065786149660974},
                 {0, 1.5, -4, 2.5}}},
  };
}

std::span<const ExplicitTable> explicitTables() {
  static const std::array<ExplicitTable, 9> tables{euler(), heun(),  rk4(),    ode23(), dopri5(),
                                                   tsit5(), rkf45(), merson(), dop853()};
  return tables;
}

const ExplicitTable* findExplicit(std::string_view name) {
  static const ExplicitTable published = rk4Published();
  if (name == published.name) return &published;
  const auto tables = explicitTables();
  const auto found = std::ranges::find(tables, name, &ExplicitTable::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace dashpot::tableaux
