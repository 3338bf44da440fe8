#include "tableaux/implicit_rk.hpp"

#include <algorithm>
#include <array>

namespace dashpot::tableaux {
namespace {

ImplicitTable backwardEuler() {
  return {
      .name = "backward-euler",
      .source = "Cauchy 1824; error estimate h/2 (F1 - F0), filtered",
      .order = 1,
      .embeddedOrder = 0,
      .denseOrder = 1,
      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 1},
      .a = ExtendedMatrix{{1}},
      .b = ExtendedVector{{1}},
      .c = ExtendedVector{{1}},
      .bHat = {},
      .dense = ExtendedMatrix{{1}},
  };
}

ImplicitTable trapezoidal() {
  return {
      .name = "trapezoidal",
      .source = "Crank and Nicolson 1947; error estimate from the third derivative",
      .order = 2,
      .embeddedOrder = 0,
      .denseOrder = 2,
      .properties = {.lStable = false, .rInfinity = 1, .daeOrder = 2},
      .a = ExtendedMatrix{{0, 0}, {1.0L / 2, 1.0L / 2}},
      .b = ExtendedVector{{1.0L / 2, 1.0L / 2}},
      .c = ExtendedVector{{0, 1}},
      .bHat = {},
      .dense = ExtendedMatrix{{1, -1.0L / 2}, {0, 1.0L / 2}},
  };
}

/// The same method for a run with its two-step error method (two_step_error.hpp): no embedded formula.
ImplicitTable hairerWannerSdirkAlternate() {
  ImplicitTable table = hairerWannerSdirk();
  table.name = "hw-sdirk-alt";
  table.source = "Hairer and Wanner 1991, SDIRK4, with the two-step error estimate of Treeaporn 2005";
  table.embeddedOrder = 0;
  table.bHat.resize(0);
  return table;
}

// A little damping at infinity, 9/11, for an error of h^2 y''/20.
ImplicitTable theta055() {
  return {
      .name = "theta-055-published",
      .source = "Hall and Watt 1976, theta = 0.55; error estimate h/20 (F1 - F0)",
      .order = 1,
      .embeddedOrder = 0,
      .denseOrder = 1,
      .properties = {.lStable = false, .rInfinity = 9.0 / 11, .daeOrder = 1},
      .a = ExtendedMatrix{{0, 0}, {0.45L, 0.55L}},
      .b = ExtendedVector{{0.45L, 0.55L}},
      .c = ExtendedVector{{0, 1}},
      .bHat = {},
      .dense = ExtendedMatrix{{0.45L}, {0.55L}},
  };
}

}  // namespace

std::span<const ImplicitTable> implicitTables() {
  static const std::array tables{backwardEuler(),
                                 trapezoidal(),
                                 theta055(),
                                 radauIIA("radau3", 2),
                                 radauIIA("radau5", 3),
                                 radauIIA("radau9", 5),
                                 radauIIA("radau13", 7),
                                 lobattoIIIC("lobatto4", 3),
                                 lobattoIIIC("lobatto6", 4),
                                 hairerWannerSdirk(),
                                 hairerWannerSdirkAlternate(),
                                 trBdf2(),
                                 alexander2(),
                                 alexander3(),
                                 norsett2(),
                                 norsett3(),
                                 cashDirk(),
                                 kenCarp4(),
                                 kenCarp5()};
  return tables;
}

const ImplicitTable* findImplicit(std::string_view name) {
  const auto tables = implicitTables();
  const auto found = std::ranges::find(tables, name, &ImplicitTable::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace dashpot::tableaux
