// The parts of a problem. Jacobians and mass matrices are written as stamps, the way circuit simulators do it:
// add(row, column, value).
//
// A Jacobian is one generic function that stamps every entry it can ever have, in an order that does not depend on t
// and y; stamps on the same place add up. It is run once to find the pattern; from then on each stamp knows its place.
#pragma once

#include "dashpot/problem.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::problems {

struct Place {
  int row;
  int column;
};

/// The pattern of all places, and for each of them its position among the non-zeros.
struct PlacedPattern {
  SparsityPattern pattern;
  std::vector<int> positions;
};
PlacedPattern placePattern(int size, std::span<const Place> places);

struct MassEntry {
  int row;
  int column;
  double value;
};
MassMatrix sparseMass(int size, std::span<const MassEntry> entries);

inline MassMatrix diagonalMass(Vector diagonal) {
  return {.kind = MassMatrix::Kind::diagonal, .values = std::move(diagonal), .pattern = {}};
}

namespace detail {

/// Runs the stamps on any state to learn where they go.
template <class Stamps>
std::vector<Place> placesOf(int size, const Stamps& stamps) {
  std::vector<Place> places;
  auto record = [&](int row, int column, double) { places.push_back({row, column}); };
  stamps(0.0, ConstView(Vector(static_cast<std::size_t>(size), 1.0)), record);
  return places;
}

template <class Stamps>
VectorFunction stampedValues(Stamps stamps, std::vector<int> positions) {
  return [stamps = std::move(stamps), positions = std::move(positions)](double t, ConstView y, View values) {
    std::fill(values.begin(), values.end(), 0.0);
    const int* position = positions.data();
    double* const out = values.data();
    auto add = [&](int, int, double value) { out[*position++] += value; };
    stamps(t, y, add);
  };
}

}  // namespace detail

/// `stamps` is called as stamps(t, y, add).
template <class Stamps>
Jacobian sparseJacobian(int size, Stamps stamps) {
  PlacedPattern placed = placePattern(size, detail::placesOf(size, stamps));
  return {.pattern = std::move(placed.pattern),
          .values = detail::stampedValues(std::move(stamps), std::move(placed.positions))};
}

/// The same, stored dense: for systems so small or so full that a pattern does not pay.
template <class Stamps>
Jacobian denseJacobian(int size, Stamps stamps) {
  std::vector<int> positions;
  for (const Place& place : detail::placesOf(size, stamps)) positions.push_back(place.row + size * place.column);
  return {.pattern = {}, .values = detail::stampedValues(std::move(stamps), std::move(positions))};
}

/// y' = F(y).
inline Problem autonomous(int size, VectorFunction rhs, Jacobian jacobian, std::vector<std::string> names) {
  Problem problem;
  problem.size = size;
  problem.rhs = std::move(rhs);
  problem.jacobian = std::move(jacobian);
  problem.autonomous = true;
  problem.names = std::move(names);
  return problem;
}

/// y' = F(t, y).
inline Problem driven(int size, VectorFunction rhs, Jacobian jacobian, VectorFunction timeDerivative,
                      std::vector<std::string> names) {
  Problem problem = autonomous(size, std::move(rhs), std::move(jacobian), std::move(names));
  problem.timeDerivative = std::move(timeDerivative);
  problem.autonomous = false;
  return problem;
}

}  // namespace dashpot::problems
