#include "tableaux/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dashpot::tableaux {
namespace {

Polynomial combined(const Polynomial& p, const Polynomial& q, Extended factor) {
  Polynomial result(std::max(p.size(), q.size()), 0);
  for (std::size_t k = 0; k < p.size(); ++k) result[k] += p[k];
  for (std::size_t k = 0; k < q.size(); ++k) result[k] += factor * q[k];
  return result;
}

Extended sizeOfTerms(const Polynomial& p, Extended x) {
  Extended size = 0;
  for (auto k = p.size(); k-- > 0;) size = size * x + std::abs(p[k]);
  return size;
}

/// Powers at the corners of the upper convex hull of the points (k, log|p_k|): between two of them the roots have about
/// the same modulus.
std::vector<int> hullCorners(const Polynomial& p) {
  const auto slope = [&](int i, int j) { return (std::log(std::abs(p[j])) - std::log(std::abs(p[i]))) / (j - i); };
  std::vector<int> corners;
  for (int k = 0; k < static_cast<int>(p.size()); ++k) {
    if (p[k] == 0) continue;
    while (corners.size() >= 2 && slope(corners[corners.size() - 2], corners.back()) <= slope(corners.back(), k))
      corners.pop_back();
    corners.push_back(k);
  }
  return corners;
}

std::vector<ExtendedComplex> startingPoints(const Polynomial& p) {
  std::vector<ExtendedComplex> points;
  const std::vector<int> corners = hullCorners(p);
  for (std::size_t c = 1; c < corners.size(); ++c) {
    const int count = corners[c] - corners[c - 1];
    const Extended radius = std::pow(std::abs(p[corners[c - 1]] / p[corners[c]]), 1.0L / count);
    for (int k = 0; k < count; ++k)  // an angle off the axes, so that conjugate pairs can separate
      points.push_back(std::polar(radius, 2 * std::numbers::pi_v<Extended> * k / count + 0.7L + 0.3L * c));
  }
  return points;
}

}  // namespace

Polynomial product(const Polynomial& p, const Polynomial& q) {
  if (p.empty() || q.empty()) return {};
  Polynomial result(p.size() + q.size() - 1, 0);
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) result[i + j] += p[i] * q[j];
  return result;
}

Polynomial sum(const Polynomial& p, const Polynomial& q) { return combined(p, q, 1); }
Polynomial difference(const Polynomial& p, const Polynomial& q) { return combined(p, q, -1); }

std::vector<ExtendedComplex> roots(Polynomial p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
  std::vector<ExtendedComplex> found;
  while (!p.empty() && p.front() == 0) {
    found.emplace_back(0);
    p.erase(p.begin());
  }
  if (p.size() < 2) return found;

  Polynomial derivative;
  for (std::size_t k = 1; k < p.size(); ++k) derivative.push_back(static_cast<Extended>(k) * p[k]);

  std::vector<ExtendedComplex> z = startingPoints(p);
  constexpr int maxSweeps = 500;
  constexpr Extended epsilon = std::numeric_limits<Extended>::epsilon();
  for (int sweep = 0; sweep < maxSweeps; ++sweep) {
    bool moving = false;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const ExtendedComplex value = evaluate(p, z[i]);
      if (std::abs(value) <= epsilon * sizeOfTerms(p, std::abs(z[i]))) continue;  // nothing left but rounding
      ExtendedComplex repulsion{};
      for (std::size_t j = 0; j < z.size(); ++j)
        if (j != i && z[j] != z[i]) repulsion += 1.0L / (z[i] - z[j]);
      const ExtendedComplex newton = evaluate(derivative, z[i]) / value;
      if (newton == repulsion) continue;
      const ExtendedComplex move = 1.0L / (newton - repulsion);
      z[i] -= move;
      moving = moving || std::abs(move) > 4 * epsilon * std::abs(z[i]);
    }
    if (!moving) break;
  }
  found.insert(found.end(), z.begin(), z.end());
  return found;
}

}  // namespace dashpot::tableaux
