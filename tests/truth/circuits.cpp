// Random circuits of the component library. Their solutions are not known, but what they conserve is: energy that goes
// in is stored or turned into heat, and a closed circuit keeps its mass and its heat. The balance is written into the
// model; what it is judged by is how much has been moved.
#include "known_model.hpp"
#include "paths.hpp"
#include "random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dashpot::truth {

namespace {

class Circuit {
 public:
  explicit Circuit(std::uint64_t seed) : random(seed) {}

  void declare(const std::string& type, const std::string& name, const std::string& arguments) {
    declarations_ += fmt::format("  Dashpot.{} {}({});\n", type, name, arguments);
  }
  void connect(const std::string& a, const std::string& b) { equations_ += fmt::format("  connect({}, {});\n", a, b); }
  /// An integral over time, which starts at zero.
  void integral(const std::string& name, const std::vector<std::string>& terms) {
    declarations_ += fmt::format("  Real {}(start = 0, fixed = true);\n", name);
    equations_ +=
        fmt::format("  der({}) = {};\n", name, terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + ")));
  }
  void variable(const std::string& name, const std::string& value) {
    declarations_ += fmt::format("  Real {} = {};\n", name, value);
  }
  void plain(const std::string& declaration) { declarations_ += "  " + declaration + ";\n"; }

  /// `balance` keeps the value that it starts with, within what `moved` has been up to.
  KnownModel finish(double stop, double start, bool isStartKnown) {
    KnownModel model;
    model.text = "model Circuit\n" + declarations_ + "equation\n" + equations_ + "end Circuit;\n";
    model.stop = stop;
    model.libraries = {std::string(testing::sourceTree) + "/library"};
    model.signals.push_back({.name = "balance",
                             .values = std::vector<double>(gridIntervals + 1, start),
                             .sizeFrom = "moved",
                             .isConserved = !isStartKnown});
    return model;
  }

  Random random;

 private:
  std::string declarations_, equations_;
};

std::string sum(const std::vector<std::string>& terms) { return fmt::format("{}", fmt::join(terms, " + ")); }

}  // namespace

// Capacitors at the nodes; resistors, coils, diodes and transformers' coils between them; sources behind resistors.
KnownModel electricalEnergy(std::uint64_t seed) {
  Circuit circuit(seed);
  Random& random = circuit.random;
  std::vector<std::string> losses, energies, supplies;
  double start = 0.0;
  int count = 0;
  const auto named = [&](const char* letter) { return fmt::format("{}{}", letter, ++count); };
  circuit.declare("Electrical.Ground", "ground", "");
  std::vector<std::string> nodes{"ground.p"};
  const auto addResistor = [&](const std::string& from, const std::string& to) {
    const std::string name = named("r");
    circuit.declare("Electrical.Resistor", name, fmt::format("R = {}", random.logUniform(10.0, 1000.0)));
    circuit.connect(name + ".p", from);
    circuit.connect(name + ".n", to);
    losses.push_back(name + ".loss");
  };
  for (int k = random.integer(2, 4); k > 0; --k) {
    const std::string name = named("c");
    const double capacity = random.logUniform(1e-7, 1e-5), voltage = random.uniform(-10.0, 10.0);
    circuit.declare("Electrical.Capacitor", name,
                    fmt::format("C = {}, v_start = {}, v(fixed = true)", capacity, voltage));
    circuit.connect(name + ".n", "ground.p");
    addResistor(name + ".p", random.oneOf(nodes));
    nodes.push_back(name + ".p");
    energies.push_back(name + ".energy");
    start += capacity * voltage * voltage / 2;
  }
  for (int k = random.integer(1, 3); k > 0; --k) {
    const std::string name = named("x");
    if (random.chance(0.5)) {
      const double inductance = random.logUniform(1e-3, 1e-1), current = random.uniform(-0.02, 0.02);
      circuit.declare("Electrical.Inductor", name,
                      fmt::format("L = {}, i_start = {}, i(fixed = true)", inductance, current));
      energies.push_back(name + ".energy");
      start += inductance * current * current / 2;
    } else {
      circuit.declare("Electrical.IdealDiode", name, "");
      losses.push_back(name + ".loss");
    }
    circuit.connect(name + ".p", random.oneOf(nodes));
    addResistor(name + ".n", random.oneOf(nodes));
  }
  if (random.chance(0.7)) {
    circuit.declare("Electrical.Sources.SineVoltage", "source",
                    fmt::format("V = {}, f = {}", random.uniform(1.0, 20.0), random.logUniform(50.0, 1000.0)));
    circuit.connect("source.n", "ground.p");
    addResistor("source.p", random.oneOf(nodes));
    supplies.emplace_back("(-source.v*source.i)");
  }
  circuit.integral("heat", losses);
  circuit.integral("supplied", supplies);
  circuit.variable("stored", sum(energies));
  circuit.variable("balance", "stored + heat - supplied");
  circuit.variable("moved", fmt::format("stored + heat + noEvent(abs(supplied)) + {}", start));
  return circuit.finish(random.logUniform(2e-3, 2e-2), start, true);
}

// Masses in a row between walls, with springs, dampers and stops. The deflection of a spring is a difference of
// positions and cannot be known better than these, so what its force would do along a position counts as moved, too.
KnownModel mechanicalEnergy(std::uint64_t seed) {
  Circuit circuit(seed);
  Random& random = circuit.random;
  std::vector<std::string> losses, energies, works;
  double start = 0.0, before = 0.0;
  const int masses = random.integer(1, 4);
  circuit.declare("Mechanics.Translational.Fixed", "wall", "");
  std::string left = "wall.flange";
  for (int k = 1; k <= masses; ++k) {
    const std::string mass = fmt::format("m{}", k), link = fmt::format("l{}", k), stop = fmt::format("e{}", k);
    const double m = random.logUniform(0.1, 10.0), s = before + random.uniform(0.3, 0.6), v = random.uniform(-1.0, 1.0);
    circuit.declare("Mechanics.Translational.Mass", mass,
                    fmt::format("m = {}, s_start = {}, v_start = {}, s(fixed = true), v(fixed = true)", m, s, v));
    energies.push_back(mass + ".energy");
    start += m * v * v / 2;
    const double c = random.logUniform(100.0, 1e4), length = random.uniform(0.3, 0.6);
    const bool isDamped = random.chance(0.6);
    circuit.declare(isDamped ? "Mechanics.Translational.SpringDamper" : "Mechanics.Translational.Spring", link,
                    fmt::format("c = {}, s_rel0 = {}{}", c, length,
                                isDamped ? fmt::format(", d = {}", random.logUniform(0.1, 100.0)) : ""));
    energies.push_back(link + ".energy");
    works.push_back(fmt::format("noEvent(abs({}.f*{}.s))", link, mass));
    if (isDamped) losses.push_back(link + ".loss");
    start += c * (s - before - length) * (s - before - length) / 2;
    circuit.connect(left, link + ".flange_a");
    circuit.connect(link + ".flange_b", mass + ".flange_a");
    if (random.chance(0.4)) {
      circuit.declare("Mechanics.Translational.EndStop", stop,
                      fmt::format("s_min = {}, s_max = {}, c = {}, lambda = {}", random.uniform(0.1, 0.25),
                                  random.uniform(0.65, 0.9), random.logUniform(1e4, 1e6), random.uniform(0.0, 0.3)));
      circuit.connect(left, stop + ".flange_a");
      circuit.connect(stop + ".flange_b", mass + ".flange_a");
      energies.push_back(stop + ".energy");
      losses.push_back(stop + ".loss");
    }
    left = mass + ".flange_b";
    before = s;
  }
  circuit.integral("heat", losses);
  circuit.variable("stored", sum(energies));
  circuit.variable("balance", "stored + heat");
  circuit.variable("moved", "stored + heat + " + sum(works));
  return circuit.finish(random.uniform(0.2, 2.0), start, true);
}

// Volumes of oil that empty into one another.
KnownModel hydraulicMass(std::uint64_t seed) {
  Circuit circuit(seed);
  Random& random = circuit.random;
  circuit.plain("inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid");
  std::vector<std::string> masses, flows;
  const int volumes = random.integer(2, 5);
  for (int k = 1; k <= volumes; ++k) {
    const std::string name = fmt::format("v{}", k), link = fmt::format("r{}", k);
    circuit.declare("Hydraulics.Volumes.FixedVolume", name,
                    fmt::format("V = {}, p_start = {}, p_fixed = true", random.logUniform(1e-4, 1e-2),
                                random.logUniform(5e5, 3e7)));
    masses.push_back(name + ".m");
    if (k == 1) continue;
    switch (random.integer(0, 2)) {
      case 0:
        circuit.declare("Hydraulics.Resistances.Orifice", link, fmt::format("d = {}", random.logUniform(2e-4, 3e-3)));
        break;
      case 1:
        circuit.declare("Hydraulics.Resistances.LaminarTube", link,
                        fmt::format("L = {}, D = {}", random.uniform(0.5, 5.0), random.logUniform(5e-4, 3e-3)));
        break;
      default:
        circuit.declare("Hydraulics.Resistances.LinearResistance", link,
                        fmt::format("G = {}", random.logUniform(1e-13, 1e-10)));
    }
    circuit.connect(link + ".port_a", name + ".port");
    circuit.connect(link + ".port_b", fmt::format("v{}.port", random.integer(1, k - 1)));
    flows.push_back(fmt::format("noEvent(abs({}.port_a.m_flow))", link));
  }
  circuit.integral("moved", flows);
  circuit.variable("balance", sum(masses));
  return circuit.finish(random.logUniform(0.1, 10.0), 0.0, false);
}

// Bodies that exchange heat by conduction and radiation.
KnownModel thermalEnergy(std::uint64_t seed) {
  Circuit circuit(seed);
  Random& random = circuit.random;
  std::vector<std::string> energies, sizes;
  const int bodies = random.integer(2, 6);
  for (int k = 1; k <= bodies; ++k) {
    const std::string name = fmt::format("b{}", k), link = fmt::format("l{}", k);
    circuit.declare("Thermal.HeatCapacitor", name,
                    fmt::format("C = {}, T_start = {}, T(fixed = true)", random.logUniform(1.0, 1e4),
                                random.uniform(250.0, 900.0)));
    energies.push_back(name + ".energy");
    sizes.push_back(fmt::format("noEvent(abs({}.energy))", name));
    if (k == 1) continue;
    if (random.chance(0.6))
      circuit.declare("Thermal.ThermalConductor", link, fmt::format("G = {}", random.logUniform(0.01, 100.0)));
    else
      circuit.declare("Thermal.BodyRadiation", link, fmt::format("Gr = {}", random.logUniform(1e-3, 1.0)));
    circuit.connect(link + ".port_a", name + ".port");
    circuit.connect(link + ".port_b", fmt::format("b{}.port", random.integer(1, k - 1)));
  }
  circuit.variable("balance", sum(energies));
  circuit.variable("moved", sum(sizes));
  return circuit.finish(random.logUniform(10.0, 1e4), 0.0, true);
}

}  // namespace dashpot::truth
