// dashpot structure: what sorting made of a model: aliases, blocks, tearing variables, the pattern of the Jacobian.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/compilation.hpp"
#include "cli/table.hpp"

namespace dashpot::cli {
namespace {

using equations::Block;
using equations::BlockKind;
using equations::Role;
using equations::SolvableSystem;

struct StructureOptions {
  ModelArguments model;
  bool json = false;
};

// A larger pattern does not fit on a screen.
constexpr std::size_t largestPicture = 60;

std::size_t count(const SolvableSystem& system, Role role) {
  return static_cast<std::size_t>(std::ranges::count(system.variables, role, &equations::SystemVariable::role));
}

std::string_view kindName(BlockKind kind) {
  return kind == BlockKind::assignment ? "assignment" : kind == BlockKind::linear ? "linear" : "nonlinear";
}

std::vector<std::string> names(const SolvableSystem& system, const std::vector<symbolic::VariableId>& ids) {
  std::vector<std::string> list;
  for (const symbolic::VariableId id : ids) list.push_back(system.nameOf(id));
  return list;
}

nlohmann::ordered_json toJson(const SolvableSystem& system) {
  nlohmann::ordered_json json;
  const auto& sorted = system.simulation;
  json["model"] = system.flat.name;
  json["equations"] = system.flat.equations.size();
  json["aliases"] = count(system, Role::alias);
  json["states"] = count(system, Role::state);
  json["iteration_variables"] = count(system, Role::iteration);
  json["modes"] = system.modes.size();
  json["unknowns"] = names(system, sorted.unknowns);
  auto blocks = nlohmann::ordered_json::array();
  for (const Block& block : sorted.blocks)
    blocks.push_back({{"kind", kindName(block.kind)},
                      {"size", block.equations.size()},
                      {"unknowns", names(system, block.unknowns)},
                      {"torn", names(system, block.torn)}});
  json["blocks"] = std::move(blocks);
  json["jacobian_non_zeros"] = sorted.jacobian.size();
  auto places = nlohmann::ordered_json::array();
  for (const auto& entry : sorted.jacobian) places.push_back({entry.row, entry.column});
  json["jacobian_pattern"] = std::move(places);
  return json;
}

void printBlocks(const SolvableSystem& system) {
  Table table({{"block", Table::Align::right},
               {"kind", Table::Align::left},
               {"size", Table::Align::right},
               {"torn", Table::Align::left}});
  std::size_t number = 0, assignments = 0;
  for (const Block& block : system.simulation.blocks) {
    ++number;
    if (block.kind == BlockKind::assignment) {
      ++assignments;
      continue;
    }
    table.add({std::to_string(number), std::string(kindName(block.kind)), std::to_string(block.equations.size()),
               fmt::format("{}", fmt::join(names(system, block.torn), ", "))});
  }
  fmt::print("blocks              {} ({} of them single assignments)\n", number, assignments);
  if (number > assignments) fmt::print("\n{}", table.text());
}

void printPattern(const SolvableSystem& system) {
  const auto& sorted = system.simulation;
  const std::size_t n = sorted.unknowns.size();
  fmt::print("\nJacobian of F: {} x {}, {} non-zeros\n", n, n, sorted.jacobian.size());
  if (n == 0 || n > largestPicture) return;
  std::vector<std::string> picture(n, std::string(2 * n, ' '));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) picture[i][2 * j] = '.';
  for (const auto& entry : sorted.jacobian) picture[entry.row][2 * entry.column] = '*';
  std::size_t width = 0;
  for (const auto id : sorted.unknowns) width = std::max(width, system.nameOf(id).size());
  for (std::size_t i = 0; i < n; ++i)
    fmt::print("  {:<{}}  {}\n", system.nameOf(sorted.unknowns[i]), width, picture[i]);
}

void printStructure(const SolvableSystem& system) {
  fmt::print("model               {}\n", system.flat.name);
  fmt::print("equations           {}\n", system.flat.equations.size());
  fmt::print("aliases removed     {}\n", count(system, Role::alias));
  fmt::print("equations sorted    {}\n", system.flat.equations.size() - count(system, Role::alias));
  fmt::print("states              {}\n", count(system, Role::state));
  fmt::print("iteration variables {}\n", count(system, Role::iteration));
  fmt::print("event functions     {}\n", system.modes.size());
  printBlocks(system);
  printPattern(system);
}

ExitCode run(const StructureOptions& options) {
  Compilation compilation(options.model);
  const bool isSound = compilation.parse() && compilation.flatten() && compilation.solve();
  if (options.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/structure/1"}, {"ok", isSound}};
    if (isSound) json.update(toJson(compilation.system()));
    json["diagnostics"] = cli::toJson(compilation.diagnostics, compilation.sources());
    fmt::print("{}\n", json.dump(2));
    return isSound ? ExitCode::success : ExitCode::userError;
  }
  if (isSound) printStructure(compilation.system());
  return report(compilation);
}

}  // namespace

void addStructure(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<StructureOptions>();
  CLI::App* verb = addVerb(app, "structure", "Show how a model was sorted: aliases, blocks, tearing, Jacobian pattern",
                           "dashpot structure examples/rlc.mo");
  addModelArguments(*verb, options->model);
  verb->add_flag("--json", options->json, "One JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
