// Two older pairs of order 4, kept because published results were obtained with them.
#include "tableaux/explicit_tables.hpp"

namespace dashpot::tableaux {

// The solution of order 4 is carried on, as published; the formula of order 5 serves the estimate only. The seventh
// stage serves the Hermite interpolant, and is the first evaluation of the next step.
ExplicitTable rkf45() {
  constexpr ExplicitTable::Row b{25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5};
  constexpr ExplicitTable::Row fifth{16.0 / 135, 0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55};
  ExplicitTable table{
      .name = "rkf45",
      .source = "Fehlberg 1969",
      .stages = 6,
      .denseStages = 7,
      .order = 4,
      .embeddedOrder = 5,
      .denseOrder = 3,
      .a = {{{},
             {1.0 / 4},
             {3.0 / 32, 9.0 / 32},
             {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
             {439.0 / 216, -8, 3680.0 / 513, -845.0 / 4104},
             {-8.0 / 27, 2, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40},
             b}},
      .c = {0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1, 1.0 / 2, 1},
      .b = b,
      .denseDegree = 3,
      .dense = cubicHermite(b, 6),
  };
  for (int i = 0; i < table.stages; ++i) table.error[i] = b[i] - fifth[i];
  return table;
}

// The estimate is a fifth of the difference to the second formula, z = y + h (k1 - 3 k3 + 4 k4)/2: for linear problems
// with constant coefficients the errors of both are in the ratio 1 : 6, of opposite sign in the difference, and this is
// the error itself; in general z is of order 3 only.
ExplicitTable merson() {
  constexpr ExplicitTable::Row b{1.0 / 6, 0, 0, 2.0 / 3, 1.0 / 6};
  constexpr ExplicitTable::Row second{1.0 / 2, 0, -3.0 / 2, 2};
  ExplicitTable table{
      .name = "merson",
      .source = "Merson 1957",
      .stages = 5,
      .denseStages = 6,
      .order = 4,
      .embeddedOrder = 3,
      .denseOrder = 3,
      .a = {{{}, {1.0 / 3}, {1.0 / 6, 1.0 / 6}, {1.0 / 8, 0, 3.0 / 8}, {1.0 / 2, 0, -3.0 / 2, 2}, b}},
      .c = {0, 1.0 / 3, 1.0 / 3, 1.0 / 2, 1, 1},
      .b = b,
      .denseDegree = 3,
      .dense = cubicHermite(b, 5),
  };
  for (int i = 0; i < table.stages; ++i) table.error[i] = (b[i] - second[i]) / 5;
  return table;
}

}  // namespace dashpot::tableaux
