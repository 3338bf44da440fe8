// Random linear networks of resistors, capacitors, inductors and sources, or the same in hydraulics: resistances,
// volumes, inertances.
//
// A node has storage (a capacitor to the reference), or is resistive only, which makes an algebraic loop. Capacitors
// between nodes and beside others, and inductors in series, make systems of index 2. With the node potentials v and the
// inductor currents i,
//
//   C v' = -G v - N i + I(t),   L i' = N' v
//
// where rows of C may be zero: those potentials are eliminated. Sources are constant or a sine, which is a linear
// system, too; all together the solution is exp(A t) x0.
#include "known_model.hpp"
#include "quad.hpp"
#include "random.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace dashpot::truth {

namespace {

/// The words of a domain, and what is usual in it.
struct Domain {
  const char *potential, *flow, *potentialUnit, *flowUnit;
  double potentialScale, flowScale, timeScale;
};
constexpr Domain electrical{"v", "i", "V", "A", 10.0, 1e-2, 1e-3};
constexpr Domain hydraulic{"p", "q", "Pa", "m3/s", 1e6, 1e-4, 1e-2};

enum class Kind { resistor, capacitor, inductor, potentialSource, flowSource };
constexpr std::array<const char*, 5> classNames{"Resistance", "Capacity", "Inertance", "PotentialSource", "FlowSource"};

/// offset + amplitude sin(omega t).
struct Wave {
  double offset = 0.0, amplitude = 0.0, omega = 0.0;
};

/// Between two nodes; 0 is the reference. Flow counts from a to b.
struct Branch {
  Kind kind = Kind::resistor;
  int a = 0, b = 0;
  double value = 0.0;
  Wave wave = {};
  std::optional<double> start = {};  // of what is stored, if it is a state
};

struct Network {
  const Domain& domain;
  int nodes = 0;  // without the reference
  double stop = 1.0;
  std::vector<bool> hasStorage = {};  // of the nodes, from 1 on
  std::vector<Branch> branches = {};
};

class Generator {
 public:
  Generator(Random& random, const Domain& domain) : random_(random), network_{domain} {
    const double decades = random.oneOf<double>({0, 2, 4, 6, 9, 12});
    spread_ = std::pow(10.0, decades / 2);
  }

  Network make() {
    network_.nodes = joints_ = random_.integer(2, 7);
    network_.stop = network_.domain.timeScale * random_.logUniform(1.0, 10.0);
    network_.hasStorage.assign(static_cast<std::size_t>(network_.nodes) + 1, false);
    for (int node = 1; node <= network_.nodes; ++node) {
      addResistor(node, random_.integer(0, node - 1));
      if (node == 1 || random_.chance(0.6)) addStorage(node);
    }
    for (int i = random_.integer(0, 3); i > 0; --i) addBetween(Kind::resistor);
    for (int i = random_.integer(0, 2); i > 0; --i) addInductor();
    if (random_.chance(0.25)) addCapacitorLoop();
    for (int i = random_.integer(1, 2); i > 0; --i) addSource();
    return network_;
  }

 private:
  [[nodiscard]] double resistance() {
    return network_.domain.potentialScale / network_.domain.flowScale * random_.logUniform(1.0 / spread_, 1.0);
  }
  [[nodiscard]] double capacity() {
    return network_.domain.timeScale * network_.domain.flowScale / network_.domain.potentialScale *
           random_.logUniform(1.0 / spread_, 1.0);
  }
  [[nodiscard]] double inertance() {
    return network_.domain.timeScale * network_.domain.potentialScale / network_.domain.flowScale *
           random_.logUniform(1.0 / spread_, 1.0);
  }
  void addResistor(int a, int b) { network_.branches.push_back({Kind::resistor, a, b, resistance()}); }
  void addStorage(int node) {
    network_.hasStorage[static_cast<std::size_t>(node)] = true;
    network_.branches.push_back(
        {Kind::capacitor, node, 0, capacity(), {}, network_.domain.potentialScale * random_.uniform(-1.0, 1.0)});
  }
  [[nodiscard]] std::pair<int, int> twoNodes() {
    const int a = random_.integer(0, joints_);
    const int b = (a + random_.integer(1, joints_)) % (joints_ + 1);
    return {a, b};
  }
  void addBetween(Kind kind) {
    const auto [a, b] = twoNodes();
    network_.branches.push_back({kind, a, b, resistance()});
  }
  /// Sometimes two in series, of which only one current is a state.
  void addInductor() {
    const auto [a, b] = twoNodes();
    const double start = network_.domain.flowScale * random_.uniform(-1.0, 1.0);
    if (random_.chance(0.8)) {
      network_.branches.push_back({Kind::inductor, a, b, inertance(), {}, start});
      return;
    }
    const int middle = ++network_.nodes;
    network_.hasStorage.push_back(false);
    network_.branches.push_back({Kind::inductor, a, middle, inertance(), {}, start});
    network_.branches.push_back({Kind::inductor, middle, b, inertance()});
  }
  /// A second capacitor beside one, or one between two nodes that have storage.
  void addCapacitorLoop() {
    std::vector<int> stores;
    for (int node = 1; node <= joints_; ++node)
      if (network_.hasStorage[static_cast<std::size_t>(node)]) stores.push_back(node);
    const int a = random_.oneOf(stores), b = random_.oneOf(stores);
    network_.branches.push_back({Kind::capacitor, a, a == b ? 0 : b, capacity()});
  }
  [[nodiscard]] Wave wave(double scale) {
    if (random_.chance(0.3)) return {scale * random_.uniform(-1.0, 1.0)};
    return {scale * random_.uniform(-0.5, 0.5), scale * random_.uniform(0.1, 1.0),
            random_.uniform(2.0, 30.0) / network_.stop};
  }
  /// A source of potential behind a resistor, or one of flow.
  void addSource() {
    const int node = random_.integer(1, joints_);
    if (random_.chance(0.5)) {
      network_.branches.push_back({Kind::flowSource, 0, node, 0.0, wave(network_.domain.flowScale)});
      return;
    }
    const int behind = ++network_.nodes;
    network_.hasStorage.push_back(false);
    network_.branches.push_back({Kind::potentialSource, behind, 0, 0.0, wave(network_.domain.potentialScale)});
    addResistor(behind, node);
  }

  Random& random_;
  Network network_;
  double spread_;
  int joints_ = 0;  // nodes at which anything may be joined: not those within a series
};

// ---- the text -------------------------------------------------------------------------------------------------------

std::string classesOf(const Domain& d) {
  return fmt::format(R"(  connector Port
    Real {v}(unit = "{vu}");
    flow Real {i}(unit = "{iu}");
  end Port;
  partial model TwoPort
    Port a, b;
    Real {v}(unit = "{vu}") = a.{v} - b.{v};
    Real {i}(unit = "{iu}") = a.{i};
  equation
    a.{i} + b.{i} = 0;
  end TwoPort;
  model Resistance
    extends TwoPort;
    parameter Real value;
  equation
    {v} = value*{i};
  end Resistance;
  model Capacity
    extends TwoPort;
    parameter Real value;
  equation
    value*der({v}) = {i};
  end Capacity;
  model Inertance
    extends TwoPort;
    parameter Real value;
  equation
    value*der({i}) = {v};
  end Inertance;
  model PotentialSource
    extends TwoPort;
    parameter Real offset, amplitude, omega;
  equation
    {v} = offset + amplitude*sin(omega*time);
  end PotentialSource;
  model FlowSource
    extends TwoPort;
    parameter Real offset, amplitude, omega;
  equation
    {i} = offset + amplitude*sin(omega*time);
  end FlowSource;
  model Reference
    Port a;
  equation
    a.{v} = 0;
  end Reference;
)",
                     fmt::arg("v", d.potential), fmt::arg("i", d.flow), fmt::arg("vu", d.potentialUnit),
                     fmt::arg("iu", d.flowUnit));
}

std::string nameOf(std::size_t branch) { return fmt::format("c{}", branch + 1); }

std::string textOf(const Network& network) {
  std::string text = "model Network\n" + classesOf(network.domain) + "  Reference reference;\n";
  std::vector<std::vector<std::string>> ports(static_cast<std::size_t>(network.nodes) + 1);
  ports[0].emplace_back("reference.a");
  for (std::size_t k = 0; k < network.branches.size(); ++k) {
    const Branch& branch = network.branches[k];
    std::string arguments = branch.kind == Kind::potentialSource || branch.kind == Kind::flowSource
                                ? fmt::format("offset = {}, amplitude = {}, omega = {}", branch.wave.offset,
                                              branch.wave.amplitude, branch.wave.omega)
                                : fmt::format("value = {}", branch.value);
    if (branch.start)
      arguments +=
          fmt::format(", {}(start = {}, fixed = true)",
                      branch.kind == Kind::inductor ? network.domain.flow : network.domain.potential, *branch.start);
    text += fmt::format("  {} {}({});\n", classNames[static_cast<std::size_t>(branch.kind)], nameOf(k), arguments);
    ports[static_cast<std::size_t>(branch.a)].push_back(nameOf(k) + ".a");
    ports[static_cast<std::size_t>(branch.b)].push_back(nameOf(k) + ".b");
  }
  text += "equation\n";
  for (const auto& joined : ports)
    for (std::size_t k = 1; k < joined.size(); ++k)
      text += fmt::format("  connect({}, {});\n", joined[k - 1], joined[k]);
  return text + "end Network;\n";
}

// ---- the solution ---------------------------------------------------------------------------------------------------

/// x' = A x, x(0) = start; behind the states of the network stand those of its sources.
struct LinearSystem {
  QuadMatrix a;
  std::vector<Quad> start;
  std::size_t states = 0;          // of the network
  std::vector<std::string> names;  // of these
};

/// One unknown per state of the network: potentials of nodes with storage, currents of inductors; the second inductor
/// of a series is one with the first.
class Assembly {
 public:
  explicit Assembly(const Network& network) : network_(network) {}

  LinearSystem make() {
    numberUnknowns();
    const std::size_t s = stateNames_.size(), z = algebraicNodes_;
    QuadMatrix mass(s, s), f(s, s + z), g(z, s + z);  // mass x' = f (x, z) + sources, 0 = g (x, z) + sources
    const std::size_t sources = countSourceStates();
    QuadMatrix fSources(s, sources), gSources(z, sources);
    for (std::size_t k = 0; k < network_.branches.size(); ++k) stamp(k, mass, f, g, fSources, gSources);
    // z = -gz^-1 (gx x + sources)
    QuadMatrix gz(z, z), known(z, s + sources);
    for (std::size_t i = 0; i < z; ++i) {
      for (std::size_t j = 0; j < z; ++j) gz(i, j) = g(i, s + j);
      for (std::size_t j = 0; j < s; ++j) known(i, j) = -g(i, j);
      for (std::size_t j = 0; j < sources; ++j) known(i, s + j) = -gSources(i, j);
    }
    const QuadMatrix eliminated = z > 0 ? solve(gz, known) : known;
    QuadMatrix right(s, s + sources);
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t j = 0; j < s; ++j) right(i, j) = f(i, j);
      for (std::size_t j = 0; j < sources; ++j) right(i, s + j) = fSources(i, j);
      for (std::size_t m = 0; m < z; ++m)
        for (std::size_t j = 0; j < s + sources; ++j) right(i, j) += f(i, s + m) * eliminated(m, j);
    }
    const QuadMatrix slopes = solve(mass, right);
    LinearSystem system{QuadMatrix(s + sources, s + sources), start_, s, stateNames_};
    for (std::size_t i = 0; i < s; ++i)
      for (std::size_t j = 0; j < s + sources; ++j) system.a(i, j) = slopes(i, j);
    addSourceStates(system);
    return system;
  }

 private:
  enum class Role { reference, state, algebraic, source, within };
  struct Node {
    Role role = Role::algebraic;
    std::size_t index = 0;  // state, algebraic: of the unknown; source: of the branch
  };

  void numberUnknowns() {
    nodes_.assign(static_cast<std::size_t>(network_.nodes) + 1, {});
    nodes_[0].role = Role::reference;
    currents_.assign(network_.branches.size(), none);
    for (std::size_t k = 0; k < network_.branches.size(); ++k) {
      const Branch& branch = network_.branches[k];
      if (branch.kind == Kind::potentialSource) nodes_[static_cast<std::size_t>(branch.a)] = {Role::source, k};
      if (!branch.start) {
        // The second of a series: the node between them has no other branch.
        if (branch.kind == Kind::inductor) {
          currents_[k] = currents_[k - 1];
          nodes_[static_cast<std::size_t>(branch.a)].role = Role::within;
        }
        continue;
      }
      const bool isInductor = branch.kind == Kind::inductor;
      if (isInductor)
        currents_[k] = stateNames_.size();
      else
        nodes_[static_cast<std::size_t>(branch.a)] = {Role::state, stateNames_.size()};
      stateNames_.push_back(nameOf(k) + '.' + (isInductor ? network_.domain.flow : network_.domain.potential));
      start_.push_back(*branch.start);
    }
    for (Node& node : nodes_)
      if (node.role == Role::algebraic) node.index = algebraicNodes_++;
  }

  [[nodiscard]] static bool isSource(const Branch& branch) {
    return branch.kind == Kind::potentialSource || branch.kind == Kind::flowSource;
  }
  /// A constant, a sine and a cosine for each.
  [[nodiscard]] std::size_t countSourceStates() const {
    return 3 * static_cast<std::size_t>(std::ranges::count_if(network_.branches, isSource));
  }
  void addSourceStates(LinearSystem& system) const {
    for (const Branch& branch : network_.branches) {
      if (!isSource(branch)) continue;
      const std::size_t at = system.start.size();
      system.a(at + 1, at + 2) = branch.wave.omega;
      system.a(at + 2, at + 1) = -Quad(branch.wave.omega);
      for (const double start : {1.0, 0.0, 1.0}) system.start.push_back(start);
    }
  }
  [[nodiscard]] std::size_t sourceNumber(std::size_t branch) const {
    return static_cast<std::size_t>(std::count_if(
        network_.branches.begin(), network_.branches.begin() + static_cast<std::ptrdiff_t>(branch), isSource));
  }

  /// Adds factor times the potential of a node to row `at`.
  void addPotential(QuadMatrix& row, QuadMatrix& sources, std::size_t at, int node, Quad factor) const {
    const auto& [role, index] = nodes_[static_cast<std::size_t>(node)];
    if (role == Role::state) row(at, index) += factor;
    if (role == Role::algebraic) row(at, stateNames_.size() + index) += factor;
    if (role == Role::source) addWave(sources, at, index, factor);
  }
  void addWave(QuadMatrix& sources, std::size_t at, std::size_t branch, Quad factor) const {
    const std::size_t first = 3 * sourceNumber(branch);
    sources(at, first) += factor * Quad(network_.branches[branch].wave.offset);
    sources(at, first + 1) += factor * Quad(network_.branches[branch].wave.amplitude);
  }

  void stamp(std::size_t k, QuadMatrix& mass, QuadMatrix& f, QuadMatrix& g, QuadMatrix& fSources,
             QuadMatrix& gSources) const {
    const Branch& branch = network_.branches[k];
    const std::array<std::pair<int, int>, 2> ends{std::pair{branch.a, -1}, {branch.b, 1}};  // flow leaves a, enters b
    // The balance of flows at a node, if it has one of its own.
    const auto balance = [&](int node) -> std::optional<std::pair<bool, std::size_t>> {
      const auto& [role, index] = nodes_[static_cast<std::size_t>(node)];
      if (role == Role::state) return std::pair{true, index};
      if (role == Role::algebraic) return std::pair{false, index};
      return std::nullopt;
    };
    for (const auto& [node, sign] : ends) {
      const auto row = balance(node);
      if (!row) continue;
      QuadMatrix &equations = row->first ? f : g, &sources = row->first ? fSources : gSources;
      switch (branch.kind) {
        case Kind::resistor:
          addPotential(equations, sources, row->second, branch.a, Quad(sign) / Quad(branch.value));
          addPotential(equations, sources, row->second, branch.b, -Quad(sign) / Quad(branch.value));
          break;
        case Kind::inductor: equations(row->second, currents_[k]) += sign; break;
        case Kind::flowSource: addWave(sources, row->second, k, sign); break;
        case Kind::capacitor:
          for (const auto& [other, otherSign] : ends)
            if (nodes_[static_cast<std::size_t>(other)].role == Role::state)
              mass(row->second, nodes_[static_cast<std::size_t>(other)].index) +=
                  Quad(sign * otherSign) * Quad(branch.value);
          break;
        case Kind::potentialSource: break;
      }
    }
    if (branch.kind == Kind::inductor) {
      mass(currents_[k], currents_[k]) += branch.value;
      addPotential(f, fSources, currents_[k], branch.a, 1);
      addPotential(f, fSources, currents_[k], branch.b, -1);
    }
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const Network& network_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> currents_;  // of the branches: the number of the state
  std::vector<std::string> stateNames_;
  std::vector<Quad> start_;
  std::size_t algebraicNodes_ = 0;
};

/// Oscillations that go on for thousands of periods are another subject: there, small errors of the phase add up.
bool oscillatesForLong(const LinearSystem& system, double stop) {
  Eigen::MatrixXd a(system.states, system.states);
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      a(i, j) = static_cast<double>(system.a(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  const Eigen::VectorXcd eigenvalues = Eigen::EigenSolver<Eigen::MatrixXd>(a, false).eigenvalues();
  for (const std::complex<double>& lambda : eigenvalues)
    if (std::fabs(lambda.imag()) * stop > 100 && std::fabs(lambda.real()) < std::fabs(lambda.imag())) return true;
  return false;
}

/// The values on the grid. The size of a state is the most that a change of any state by its own largest value could
/// make of it later: the difference of two potentials over a small resistance cannot be known better than these are.
std::vector<KnownSignal> solutionOf(const LinearSystem& system, double stop) {
  constexpr int squarings = 64;
  constexpr int gridLevel = 6;  // 2^6 grid intervals
  static_assert(gridIntervals == 1 << gridLevel);
  const std::vector<QuadMatrix> powers = exponentials(system.a, stop, squarings);
  const QuadMatrix& step = powers[squarings - gridLevel];
  std::vector<KnownSignal> signals;
  std::vector<double> largest(system.states, 0.0);
  QuadMatrix x(system.start.size(), 1);
  for (std::size_t i = 0; i < system.start.size(); ++i) x(i, 0) = system.start[i];
  const auto look = [&](const QuadMatrix& state) {
    for (std::size_t i = 0; i < system.states; ++i)
      largest[i] = std::max(largest[i], std::fabs(static_cast<double>(state(i, 0))));
  };
  for (const QuadMatrix& power : powers) look(power * x);
  for (const std::string& name : system.names) signals.push_back({.name = name});
  for (int point = 0; point <= gridIntervals; ++point) {
    look(x);
    for (std::size_t i = 0; i < system.states; ++i) signals[i].values.push_back(static_cast<double>(x(i, 0)));
    x = step * x;
  }
  for (std::size_t i = 0; i < system.states; ++i) {
    signals[i].size = largest[i];
    for (const QuadMatrix& power : powers)
      for (std::size_t j = 0; j < system.states; ++j)
        signals[i].size = std::max(signals[i].size, std::fabs(static_cast<double>(power(i, j))) * largest[j]);
  }
  return signals;
}

KnownModel knownNetwork(const Domain& domain, std::uint64_t seed) {
  Random random(seed);
  while (true) {
    const Network network = Generator(random, domain).make();
    const LinearSystem system = Assembly(network).make();
    if (oscillatesForLong(system, network.stop)) continue;
    return {.text = textOf(network), .stop = network.stop, .signals = solutionOf(system, network.stop)};
  }
}

}  // namespace

// Odd and even seeds: else both families would be the same networks in other units.
KnownModel electricalNetwork(std::uint64_t seed) { return knownNetwork(electrical, 2 * seed); }
KnownModel hydraulicNetwork(std::uint64_t seed) { return knownNetwork(hydraulic, 2 * seed + 1); }

}  // namespace dashpot::truth
