// Verwer (1994): the chemical part of an air pollution model of the Dutch environment agency; 25 reactions, 20 species.
// Reference of the test set of Mazzia and Magherini (pollu).
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace dashpot::problems {
namespace {

constexpr int species = 20;
constexpr int none = -1;

/// rate k y[first] y[second], or k y[first]; what it makes and uses up follows, one entry per molecule.
struct Reaction {
  double k;
  int first, second;
  std::array<int, 3> consumed;
  std::array<int, 4> produced;
};

// Species are numbered from 0: the papers' y1 is y[0].
constexpr std::array<Reaction, 25> reactions{{
    {0.350e0, 0, none, {0, none, none}, {1, 2, none, none}},
    {0.266e2, 1, 3, {1, 3, none}, {0, none, none, none}},
    {0.123e5, 4, 1, {4, 1, none}, {5, 0, none, none}},
    {0.860e-3, 6, none, {6, none, none}, {4, 4, 7, none}},
    {0.820e-3, 6, none, {6, none, none}, {7, none, none, none}},
    {0.150e5, 6, 5, {6, 5, none}, {7, 4, none, none}},
    {0.130e-3, 8, none, {8, none, none}, {9, 7, 4, none}},
    {0.240e5, 8, 5, {8, 5, none}, {10, none, none, none}},
    {0.165e5, 10, 1, {10, 1, none}, {0, 9, 11, none}},
    {0.900e4, 10, 0, {10, 0, none}, {12, none, none, none}},
    {0.220e-1, 12, none, {12, none, none}, {10, 0, none, none}},
    {0.120e5, 9, 1, {9, 1, none}, {13, 0, none, none}},
    {0.188e1, 13, none, {13, none, none}, {6, 4, none, none}},
    {0.163e5, 0, 5, {0, 5, none}, {14, none, none, none}},
    {0.480e7, 2, none, {2, none, none}, {3, none, none, none}},
    {0.350e-3, 3, none, {3, none, none}, {15, none, none, none}},
    {0.175e-1, 3, none, {3, none, none}, {2, none, none, none}},
    {0.100e9, 15, none, {15, none, none}, {5, 5, none, none}},
    {0.444e12, 15, none, {15, none, none}, {2, none, none, none}},
    {0.124e4, 16, 5, {16, 5, none}, {17, 4, none, none}},
    {0.210e1, 18, none, {18, none, none}, {1, none, none, none}},
    {0.578e1, 18, none, {18, none, none}, {0, 2, none, none}},
    {0.474e-1, 0, 3, {0, 3, none}, {18, none, none, none}},
    {0.178e4, 18, 0, {18, 0, none}, {19, none, none, none}},
    {0.312e1, 19, none, {19, none, none}, {18, 0, none, none}},
}};

/// Calls visit with the number of each reaction as a constant, so that the table becomes straight-line code.
template <class Visit>
void forEachReaction(Visit&& visit) {
  [&]<std::size_t... number>(std::index_sequence<number...>) {
    (visit(std::integral_constant<std::size_t, number>{}), ...);
  }
  (std::make_index_sequence<reactions.size()>{});
}

/// Calls use(species, +1 or -1) for each molecule that a reaction makes or uses up.
template <std::size_t number, class Use>
void forEachMolecule(Use&& use) {
  static constexpr Reaction r = reactions[number];
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((r.consumed[i] != none ? use(r.consumed[i], -1.0) : void()), ...);
  }
  (std::make_index_sequence<r.consumed.size()>{});
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((r.produced[i] != none ? use(r.produced[i], 1.0) : void()), ...);
  }
  (std::make_index_sequence<r.produced.size()>{});
}

}  // namespace

TestProblem pollution() {
  const auto rhs = [](double, auto y, auto f) {
    std::fill(f.begin(), f.end(), 0.0);
    forEachReaction([&](auto number) {
      constexpr Reaction r = reactions[number];
      auto rate = r.k * y[r.first];
      if constexpr (r.second != none) rate *= y[r.second];
      forEachMolecule<number>([&](int i, double sign) { f[i] += sign * rate; });
    });
  };
  const auto stamps = [](double, auto y, auto&& add) {
    forEachReaction([&](auto number) {
      constexpr Reaction r = reactions[number];
      if constexpr (r.second != none) {
        const auto byFirst = r.k * y[r.second], bySecond = r.k * y[r.first];
        forEachMolecule<number>([&](int i, double sign) { add(i, r.first, sign * byFirst); });
        forEachMolecule<number>([&](int i, double sign) { add(i, r.second, sign * bySecond); });
      } else {
        forEachMolecule<number>([&](int i, double sign) { add(i, r.first, sign * r.k); });
      }
    });
  };
  Vector initial(species, 0.0);
  initial[1] = 0.2;
  initial[3] = 0.04;
  initial[6] = 0.1;
  initial[7] = 0.3;
  initial[8] = 0.01;
  initial[16] = 0.007;
  return {
      .name = "pollution",
      .title = "Air pollution: 25 reactions between 20 species",
      .source = "Verwer 1994; IVP test set (pollu)",
      .problem = autonomous(species, rhs, sparseJacobian(species, stamps),
                            {"NO2",  "NO",  "O3P", "O3",   "HO2",  "OH",  "HCHO", "CO",  "ALD", "MEO2",
                             "C2O3", "CO2", "PAN", "CH3O", "HNO3", "O1D", "SO2",  "SO4", "NO3", "N2O5"}),
      .end = 60,
      .initial = initial,
      .reference = {0.5646255480022769e-1, 0.1342484130422339e0,  0.4139734331099427e-8, 0.5523140207484359e-2,
                    0.2018977262302196e-6, 0.1464541863493966e-6, 0.7784249118997964e-1, 0.3245075353396018e0,
                    0.7494013383880406e-2, 0.1622293157301561e-7, 0.1135863833257075e-7, 0.2230505975721359e-2,
                    0.2087162882798630e-3, 0.1396921016840158e-4, 0.8964884856898295e-2, 0.4352846369330103e-17,
                    0.6899219696263405e-2, 0.1007803037365946e-3, 0.1772146513969984e-5, 0.5682943292316392e-4},
      .referenceDigits = 14,
      .absoluteScale = Vector(species, 1e-4),
      .counted = countedSystem(rhs, stamps),
  };
}

}  // namespace dashpot::problems
