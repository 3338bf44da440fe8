// Water flowing through a network of 18 tubes and 13 nodes over 17 hours: test set of Mazzia and Magherini (water).
// Unknowns as there: flows phi (y[0] .. y[17]), friction factors lambda (y[18] .. y[35]), the pressures of the two
// nodes with a buffer, 5 and 8 (y[36], y[37]), and those of the other nodes (y[38] .. y[48]).
//
// In the test set the balance of the nodes without buffer, 0 = sum of flows, makes the index 2. Here this balance is
// differentiated once,  0 = sum of rho l / A phi'  with phi' replaced by its right-hand side: index 1, same solution
// from consistent initial values. The balance itself is then an invariant, linear in y but driven by the inputs in t,
// so a code keeps it to within its tolerance.
//
// The friction law jumps where a flow passes the critical Reynolds number, from Hagen-Poiseuille to rough pipes: F is
// not continuous there. The set leaves this to the step-size control, and so do we.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace dashpot::problems {
namespace {

constexpr int tubes = 18, nodes = 13, buffers = 2, unknowns = 2 * tubes + nodes;
constexpr double nu = 1.31e-6, gravity = 9.8, rho = 1e3, criticalReynolds = 2.3e3, length = 1e3, roughness = 2e-4,
                 diameter = 1, bufferArea = 200;
constexpr double area = std::numbers::pi * diameter * diameter / 4;
constexpr double inertia = rho * length / area;
constexpr double laminar = 32 * nu * rho * length / (area * diameter * diameter);
constexpr double turbulent = rho * length / (area * area * diameter);

struct Tube {
  int from, to;
};
constexpr std::array<Tube, tubes> tube{{
    {1, 2},
    {2, 3},
    {2, 6},
    {3, 4},
    {3, 5},
    {4, 5},
    {5, 10},
    {6, 5},
    {7, 4},
    {7, 8},
    {8, 5},
    {8, 10},
    {9, 8},
    {11, 9},
    {11, 12},
    {12, 7},
    {12, 8},
    {13, 11},
}};
constexpr std::array<int, nodes> nodeOrder{5, 8, 1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13};

constexpr std::array<int, nodes + 1> pressureIndex = [] {
  std::array<int, nodes + 1> index{};
  for (int i = 0; i < nodes; ++i) index[nodeOrder[i]] = 2 * tubes + i;
  return index;
}();
constexpr bool isBuffer(int node) { return node == 5 || node == 8; }

/// The flows into node 1 and 13 and out of node 10; h counts the hours:
///   in1 = (1 - cos(exp(-h) - 1)) / 200,  in13 = 2.5 in1,  out10 = h^2 (3 h^2 - 92 h + 720) / 1e6.
/// The differentiated balances need only their derivatives.
struct Supply {
  double in1, in13, out10;
};
Supply flowRate(double t) {
  const double h = t / 3600, e = std::exp(-h);
  const double wave = -std::sin(e - 1) * e / 3600;
  return {wave / 200, wave / 80, h * (12 * h * h - 276 * h + 1440) / 1e6 / 3600};
}
Supply flowAcceleration(double t) {
  const double h = t / 3600, e = std::exp(-h);
  const double wave = (std::cos(e - 1) * e * e + std::sin(e - 1) * e) / (3600.0 * 3600.0);
  return {wave / 200, wave / 80, (36 * h * h - 552 * h + 1440) / 1e6 / (3600.0 * 3600.0)};
}

/// Adds the supply to the equations of the nodes 1, 10 and 13.
void addSupply(const Supply& supply, double factor, View f) {
  f[pressureIndex[1]] += factor * supply.in1;
  f[pressureIndex[13]] += factor * supply.in13;
  f[pressureIndex[10]] -= factor * supply.out10;
}

double reynolds(double phi) { return std::abs(phi) * diameter / (nu * area); }

Evaluation rhs(double t, ConstView y, View f) {
  std::fill(f.begin() + 2 * tubes, f.end(), 0.0);
  for (int k = 0; k < tubes; ++k) {
    const double phi = y[k], lambda = y[tubes + k], re = reynolds(phi);
    if (!(lambda > 0)) return Evaluation::recoverable;
    const bool rough = re > criticalReynolds;
    const double root = std::sqrt(lambda);
    const int from = tube[k].from, to = tube[k].to;
    const double force = y[pressureIndex[from]] - y[pressureIndex[to]] -
                         (rough ? turbulent * lambda * phi * std::abs(phi) : laminar * phi);
    f[k] = force;
    // Colebrook and White; below the critical Reynolds number lambda is not used and rests at its critical value.
    const double inner = 18.7 / (std::max(re, criticalReynolds) * root);
    f[tubes + k] = 1 / root - 1.74 + 2 * std::log10(2 * roughness / diameter + inner);
    f[pressureIndex[from]] -= isBuffer(from) ? phi : force;
    f[pressureIndex[to]] += isBuffer(to) ? phi : force;
  }
  addSupply(flowRate(t), inertia, f);
  return Evaluation::ok;
}

}  // namespace

TestProblem waterTubeSystem() {
  const auto stamps = [](double, ConstView y, auto&& add) {
    for (int k = 0; k < tubes; ++k) {
      const double phi = y[k], lambda = y[tubes + k], re = reynolds(phi);
      const bool rough = re > criticalReynolds;
      const int from = pressureIndex[tube[k].from], to = pressureIndex[tube[k].to];
      const double byFlow = rough ? -2 * turbulent * lambda * std::abs(phi) : -laminar;
      const double byLambda = rough ? -turbulent * phi * std::abs(phi) : 0;
      const auto force = [&](int row, double sign) {
        add(row, k, sign * byFlow);
        add(row, tubes + k, sign * byLambda);
        add(row, from, sign);
        add(row, to, -sign);
      };
      force(k, 1);
      if (isBuffer(tube[k].from))
        add(from, k, -1.0);
      else
        force(from, -1);
      if (isBuffer(tube[k].to))
        add(to, k, 1.0);
      else
        force(to, 1);

      const double root = std::sqrt(lambda), r = std::max(re, criticalReynolds);
      const double inner = 18.7 / (r * root);
      const double byInner = 2 / (std::numbers::ln10 * (2 * roughness / diameter + inner));
      add(tubes + k, k, rough ? -byInner * inner / phi : 0);
      add(tubes + k, tubes + k, (-1 / root - byInner * inner) / (2 * lambda));
    }
  };
  const auto timeDerivative = [](double t, ConstView, View ft) {
    std::fill(ft.begin(), ft.end(), 0.0);
    addSupply(flowAcceleration(t), inertia, ft);
  };

  Vector mass(unknowns, 0.0);
  std::fill_n(mass.begin(), tubes, inertia);
  std::fill_n(mass.begin() + 2 * tubes, buffers, bufferArea / (rho * gravity));

  TestProblem result{
      .name = "water-tube-system",
      .title = "Water tube system: 18 tubes, 13 nodes, 17 hours",
      .source = "CWI; IVP test set (water)",
      .problem = driven(unknowns, rhs, sparseJacobian(unknowns, stamps), timeDerivative, {}),
      .end = 17 * 3600.0,
      .initial = Vector(unknowns, 0.0),
      .reference = {0.2298488296477430e-2, 0.1188984650746585e-2, 0.1109503645730845e-2, 0.1589620100314825e-3,
                    0.1030022640715102e-2, 0.8710606306836165e-3, 0.3243571480903489e-2, 0.1109503645730845e-2,
                    0.7120986206521341e-3, 0.6414613963833099e-3, 0.9416978549524347e-3, 0.3403428519096511e-2,
                    0.2397639310739395e-2, 0.2397639310739395e-2, 0.3348581430454180e-2, 0.1353560017035444e-2,
                    0.1995021413418736e-2, 0.5746220741193575e-2, 0.4751940452918529e-1, 0.4751940452918529e-1,
                    0.4751940452918529e-1, 0.4751940452918529e-1, 0.4751940452918529e-1, 0.4751940452918529e-1,
                    0.4311196778792902e-1, 0.4751940452918529e-1, 0.4751940452918529e-1, 0.4751940452918529e-1,
                    0.4751940452918529e-1, 0.4249217433601160e-1, 0.4732336439609648e-1, 0.4732336439609648e-1,
                    0.4270002118868241e-1, 0.4751940452918529e-1, 0.4751940452918529e-1, 0.3651427026675656e-1,
                    0.1111268591478108e6,  0.1111270045592387e6,  0.1111271078730254e6,  0.1111269851929858e6,
                    0.1111269255355337e6,  0.1111269322658045e6,  0.1111269221703983e6,  0.1111270121140691e6,
                    0.1111274419515807e6,  0.1111255158881087e6,  0.1111278793439227e6,  0.1111270995171642e6,
                    0.1111298338971779e6},
      .referenceDigits = 8,
      .absoluteScale = Vector(unknowns, 1e5),
  };
  result.problem.mass = diagonalMass(mass);
  std::fill_n(result.absoluteScale.begin(), tubes, 1e-3);
  std::fill_n(result.absoluteScale.begin() + tubes, tubes, 1e-2);
  std::fill_n(result.initial.begin() + tubes, tubes, 0.47519404529185289807e-1);
  std::fill_n(result.initial.begin() + 2 * tubes, nodes, 109800.0);
  for (const char* quantity : {"phi", "lambda"})
    for (const Tube& k : tube)
      result.problem.names.push_back(quantity + std::to_string(k.from) + "," + std::to_string(k.to));
  for (int node : nodeOrder) result.problem.names.push_back("p" + std::to_string(node));
  return result;
}

}  // namespace dashpot::problems
