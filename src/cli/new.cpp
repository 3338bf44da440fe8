// dashpot new: a starter circuit to change.
#include "cli/cli.hpp"
#include "cli/output.hpp"
#include "model/classes/class_table.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <memory>

namespace dashpot::cli {
namespace {

/// NAME stands for the name of the model.
constexpr std::string_view starter =
    R"(// A pump feeds a volume; a valve lets the oil out again, and a relief valve limits the pressure while it is closed.
//
//   dashpot simulate NAME.mo --plot NAME.svg --vars volume.p,relief.Q
//   dashpot library                                   the components to choose from
//   dashpot library Dashpot.Hydraulics.Valves         those of a package, `dashpot library ReliefValve` one of them
//   dashpot library pressure relief                   what speaks of these words
//
// Values are in SI units: write 100*bar, 20*l_min, 3*mm. Results show pressures in bar and flows in l/min.

model NAME "Pump, volume, valve and relief valve"
  import Dashpot.DeskUnits.*;
  // Components: a class of the library, a name, and in parentheses what differs from the defaults.
  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid "The oil of this circuit, known to all its components"
    annotation(Placement(transformation(extent = {{-90, 70}, {-70, 90}})));
  Dashpot.Hydraulics.Sources.FlowSource pump(Q = 20*l_min) "Delivers this flow at any pressure"
    annotation(Placement(transformation(extent = {{-90, -50}, {-70, -30}})));
  Dashpot.Hydraulics.Volumes.FixedVolume volume(V = 1*litre) "Hoses"
    annotation(Placement(transformation(extent = {{-50, -10}, {-30, 10}})));
  Dashpot.Hydraulics.Valves.ReliefValve relief(p_set = 100*bar, G = 2*l_min_bar) "Opens at 100 bar; 20 l/min at 10 bar more"
    annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Dashpot.Hydraulics.Resistances.VariableOrifice valve(d = 3*mm) "Its opening follows a signal: 0 closed, 1 open"
    annotation(Placement(transformation(extent = {{30, -10}, {50, 10}})));
  Dashpot.Hydraulics.Sources.Tank tank
    annotation(Placement(transformation(extent = {{70, -50}, {90, -30}})));
  Dashpot.Blocks.Sources.Trapezoid command(offset = 1, amplitude = -1, rising = 0.05, width = 0.3, falling = 0.05, startTime = 0.2) "Closes the valve from 0.2 s to 0.6 s"
    annotation(Placement(transformation(extent = {{30, 40}, {50, 60}})));
equation
  // Connections: flows of all connectors that are joined sum to zero, their pressures are equal.
  connect(pump.port, volume.port);
  connect(volume.port, relief.port_a);
  connect(volume.port, valve.port_a);
  connect(relief.port_b, tank.port);
  connect(valve.port_b, tank.port);
  connect(command.y, valve.opening);
  annotation(experiment(StopTime = 1, Tolerance = 1e-6, Interval = 1e-3));
end NAME;
)";

std::string starterFor(const std::string& name) {
  std::string text(starter);
  for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME", at + name.size()))
    text.replace(at, 4, name);
  return text;
}

/// Empty, or why this cannot be the name of a model.
std::string whatIsWrongWith(const std::string& name) {
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto isPart = [&](char c) { return isLetter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (name.empty() || !isLetter(name.front()) || !std::ranges::all_of(name, isPart))
    return "a name begins with a letter and has letters, digits and underscores only";
  if (model::isReserved(name)) return "it is a name of the language";
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  (void)syntax::parse(sources.add("name", fmt::format("model {0}\nend {0};\n", name)), sources, symbols, diagnostics);
  return diagnostics.hasErrors() ? "it is a word of the language" : "";
}

ExitCode run(const std::string& given) {
  const std::string name = given.ends_with(".mo") ? given.substr(0, given.size() - 3) : given;
  if (const std::string wrong = whatIsWrongWith(name); !wrong.empty())
    return fail(fmt::format("'{}' cannot be the name of a model: {}", name, wrong));
  const std::string file = name + ".mo";
  std::error_code status;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, status)))
    return fail(fmt::format("there is a file '{}' already", file), "choose another name, or remove it first");
  std::ofstream out(file, std::ios::binary);
  out << starterFor(name);
  out.close();
  if (!out) return fail(fmt::format("cannot write '{}': {}", file, std::strerror(errno)));
  say("wrote {}\n\nRun it:        dashpot simulate {} --plot {}.svg\nChange it with: dashpot library\n", file, file,
      name);
  return ExitCode::success;
}

}  // namespace

void addNew(CLI::App& app, ExitCode& result) {
  auto name = std::make_shared<std::string>();
  CLI::App* verb = addVerb(app, "new", "Write a starter circuit NAME.mo into this folder", "dashpot new Press");
  verb->add_option("name", *name, "Name of the model, and of its file")->required();
  verb->callback([name, &result] { result = run(*name); });
}

}  // namespace dashpot::cli
