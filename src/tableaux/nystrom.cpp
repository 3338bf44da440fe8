#include "tableaux/nystrom.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::tableaux {
namespace {

using Row = NystromTable::Row;

Row minus(const Row& a, const Row& b) {
  Row result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

// Velocity form of Stoermer's formula. With velocities in f, the end is evaluated at the velocity of an Euler step.
NystromTable verlet() {
  return {.name = "verlet",
          .source = "Stoermer (1907); Swope, Andersen, Berens and Wilson (1982)",
          .stages = 2,
          .order = 2,
          .a = {{{}, {1.0 / 2}}},
          .c = {0, 1},
          .b = {1.0 / 2},
          .bv = {1.0 / 2, 1.0 / 2},
          .velocityCoupling = true,
          .av = {{{}, {1}}}};
}

NystromTable nystrom4() {
  const Row b{1.0 / 14, 8.0 / 27, 25.0 / 189}, bv{1.0 / 14, 32.0 / 81, 250.0 / 567, 5.0 / 54};
  return {.name = "nystrom4",
          .source = "Dormand, El-Mikkawy and Prince (1987), RKN4(3)4FM",
          .stages = 4,
          .order = 4,
          .embeddedOrder = 3,
          .a = {{{}, {1.0 / 32}, {7.0 / 1000, 119.0 / 500}, b}},
          .c = {0, 1.0 / 4, 7.0 / 10, 1},
          .b = b,
          .bv = bv,
          .e = minus(b, {-7.0 / 150, 67.0 / 150, 3.0 / 20, -1.0 / 20}),
          .ev = minus(bv, {13.0 / 21, -20.0 / 27, 275.0 / 189, -1.0 / 3})};
}

NystromTable nystrom5() {
  const Row b{7.0 / 90, 0, 4.0 / 15, 1.0 / 15, 4.0 / 45};
  const Row bv{7.0 / 90, 0, 16.0 / 45, 2.0 / 15, 16.0 / 45, 7.0 / 90};
  return {
      .name = "nystrom5",
      .source = "Bettis (1973), RKN5(4)6",
      .stages = 6,
      .order = 5,
      .embeddedOrder = 4,
      .a = {{{}, {1.0 / 128}, {1.0 / 96, 1.0 / 48}, {1.0 / 24, 0, 1.0 / 12}, {9.0 / 128, 0, 9.0 / 64, 9.0 / 128}, b}},
      .c = {0, 1.0 / 8, 1.0 / 4, 1.0 / 2, 3.0 / 4, 1},
      .b = b,
      .bv = bv,
      .e = minus(b, {1.0 / 6, 0, 0, 1.0 / 3}),
      .ev = minus(bv, {0, 0, 2.0 / 3, -1.0 / 3, 2.0 / 3})};
}

NystromTable nystrom6() {
  const double r = std::sqrt(8581.0);
  const Row b{329.0 / 4212, 0, (84119543 + 366727 * r) / 409622616, (84119543 - 366727 * r) / 409622616, 200.0 / 17901};
  const Row bv{329.0 / 4212,   0,       (389225579 + 96856 * r) / 1024056540, (389225579 - 96856 * r) / 1024056540,
               2000.0 / 17901, 1.0 / 20};
  return {.name = "nystrom6",
          .source = "Dormand and Prince (1987), RKN6(4)6FD",
          .stages = 6,
          .order = 6,
          .embeddedOrder = 4,
          .a = {{{},
                 {(26131 - 209 * r) / 810000},
                 {(26131 - 209 * r) / 607500, (26131 - 209 * r) / 303750},
                 {(980403512254 + 7781688431 * r) / 11694469921875, -(1262884486208 + 15385481287 * r) / 11694469921875,
                  (7166233891441 + 78694563299 * r) / 46777879687500},
                 {-9 * (329260 + 3181 * r) / 27040000, 27 * (35129 + 3331 * r) / 13520000,
                  -27 * (554358343 + 31040327 * r) / 464060480000, 153 * (8555257 - 67973 * r) / 2745920000},
                 b}},
          .c = {0, (209 - r) / 900, (209 - r) / 450, (209 + r) / 450, 9.0 / 10, 1},
          .b = b,
          .bv = bv,
          .e = minus(b, {(2701 + 23 * r) / 4563, -(9829 + 131 * r) / 9126, 5 * (1798 + 17 * r) / 9126}),
          .ev = minus(bv, {115.0 / 2106, 0, (84119543 + 366727 * r) / 256014135, (84119543 - 366727 * r) / 256014135,
                           6950.0 / 17901, -1.0 / 10})};
}

}  // namespace

std::span<const NystromTable> nystromTables() {
  static const std::array tables{verlet(), nystrom4(), nystrom5(), nystrom6()};
  return tables;
}

const NystromTable* findNystrom(std::string_view name) {
  const auto tables = nystromTables();
  const auto found = std::ranges::find(tables, name, &NystromTable::name);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace dashpot::tableaux
