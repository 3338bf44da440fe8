// dashpot structure: what sorting made of a model: counts before and after each step, blocks, tearing variables,
// states, the pattern of the Jacobian, and a picture of the incidence matrix. The same of one step of an integration
// formula that is worked into the equations.
#include "base/figure.hpp"
#include "base/nearest.hpp"
#include "cli/compilation.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "equations/incidence_picture.hpp"
#include "equations/inlining.hpp"
#include "equations/step_operations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

namespace dashpot::cli {
namespace {

using equations::Block;
using equations::BlockKind;
using equations::Role;
using equations::SolvableSystem;

struct StructureOptions {
  ModelArguments model;
  bool json = false;
  std::string plot;
  std::string inlined;  // a method; empty: the model alone
};

// A larger pattern does not fit on a screen.
constexpr std::size_t largestPicture = 60;

std::size_t count(const SolvableSystem& system, Role role) {
  return static_cast<std::size_t>(std::ranges::count(system.variables, role, &equations::SystemVariable::role));
}

std::string_view kindName(BlockKind kind) {
  return kind == BlockKind::assignment ? "assignment" : kind == BlockKind::linear ? "linear" : "nonlinear";
}

std::vector<std::string> names(const SolvableSystem& system, std::span<const symbolic::VariableId> ids) {
  std::vector<std::string> list;
  for (const symbolic::VariableId id : ids) list.push_back(system.nameOf(id));
  return list;
}

/// Every count, with the name it has in tables and in JSON.
struct Count {
  std::string_view label, key;
  std::size_t value;
};

std::vector<Count> counts(const SolvableSystem& system) {
  const auto& sorted = system.simulation;
  const equations::Incidence before = equations::incidenceBefore(system.flat);
  std::size_t equationsInBlocks = 0, loops = 0, inLoops = 0, torn = 0;
  for (const Block& block : sorted.blocks) {
    equationsInBlocks += block.equations.size();
    torn += block.torn.size();
    if (block.equations.size() > 1) ++loops, inLoops += block.equations.size();
  }
  return {{"equations", "equations", before.equationCount()},
          {"unknowns", "unknown_count", before.unknownCount},
          {"incidence non-zeros", "incidence_non_zeros", before.columns.size()},
          {"aliases removed", "aliases", system.counts.aliases},
          {"from parameters alone", "computed", system.counts.computed},
          {"equations differentiated", "differentiated", system.counts.differentiated},
          {"structural index", "index", system.counts.index},
          {"equations sorted", "equations_sorted", equationsInBlocks},
          {"blocks", "block_count", sorted.blocks.size()},
          {"loops", "loops", loops},
          {"equations in loops", "equations_in_loops", inLoops},
          {"tearing variables", "tearing_variables", torn},
          {"states", "states", count(system, Role::state)},
          {"dynamic state sets", "state_sets", system.stateSets.size()},
          {"iteration variables", "iteration_variables", count(system, Role::iteration)},
          {"discrete variables", "discrete_variables", count(system, Role::discrete)},
          {"clocks", "clocks", system.clocks.size()},
          {"event functions", "modes", system.modes.size()}};
}

std::vector<std::string> residuals(const SolvableSystem& system, const Block& block, const Sources& sources) {
  std::vector<std::string> list;
  for (const equations::EquationId id : block.residuals) list.push_back(equations::describe(system, id, sources));
  return list;
}

nlohmann::ordered_json toJson(const SolvableSystem& system, const Sources& sources) {
  nlohmann::ordered_json json;
  const auto& sorted = system.simulation;
  json["model"] = system.flat.name;
  for (const Count& c : counts(system)) json[std::string(c.key)] = c.value;
  json["unknowns"] = names(system, sorted.unknowns);
  auto sets = nlohmann::ordered_json::array();
  for (const equations::StateSet& set : system.stateSets)
    for (std::size_t k = 0; k < set.states.size(); ++k)
      sets.push_back({{"states", names(system, set.states[k])}, {"candidates", names(system, set.candidates[k])}});
  json["dynamic_states"] = std::move(sets);
  auto blocks = nlohmann::ordered_json::array();
  for (const Block& block : sorted.blocks)
    blocks.push_back({{"kind", kindName(block.kind)},
                      {"size", block.equations.size()},
                      {"unknowns", names(system, block.unknowns)},
                      {"torn", names(system, block.torn)},
                      {"residuals", residuals(system, block, sources)}});
  json["blocks"] = std::move(blocks);
  json["jacobian_non_zeros"] = sorted.jacobian.size();
  auto places = nlohmann::ordered_json::array();
  for (const auto& entry : sorted.jacobian) places.push_back({entry.row, entry.column});
  json["jacobian_pattern"] = std::move(places);
  auto pairs = nlohmann::ordered_json::array();
  for (const auto& [position, velocity] : system.features.pairs)
    pairs.push_back({system.nameOf(sorted.unknowns[position]), system.nameOf(sorted.unknowns[velocity])});
  json["position_velocity_pairs"] = std::move(pairs);
  auto linear = nlohmann::ordered_json::array();
  for (const std::uint32_t i : system.features.linear.states) linear.push_back(system.nameOf(sorted.unknowns[i]));
  json["linear_states"] = std::move(linear);
  return json;
}

void printBlocks(const SolvableSystem& system, const Sources& sources) {
  Table table({{"block", Table::Align::right},
               {"kind", Table::Align::left},
               {"size", Table::Align::right},
               {"torn", Table::Align::left},
               {"residual equations", Table::Align::left}});
  std::size_t number = 0, rows = 0;
  for (const Block& block : system.simulation.blocks) {
    ++number;
    if (block.kind == BlockKind::assignment) continue;
    ++rows;
    const auto list = residuals(system, block, sources);
    for (std::size_t i = 0; i < block.torn.size(); ++i)
      table.add({i == 0 ? std::to_string(number) : "", i == 0 ? std::string(kindName(block.kind)) : "",
                 i == 0 ? std::to_string(block.equations.size()) : "", system.nameOf(block.torn[i]),
                 i < list.size() ? list[i] : ""});
  }
  if (rows > 0) say("\n{}", table.text());
}

void printPattern(const SolvableSystem& system) {
  const auto& sorted = system.simulation;
  const std::size_t n = sorted.unknowns.size();
  say("\nJacobian of F: {} x {}, {} non-zeros\n", n, n, sorted.jacobian.size());
  if (n == 0 || n > largestPicture) return;
  std::vector<std::string> picture(n, std::string(2 * n, ' '));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) picture[i][2 * j] = '.';
  for (const auto& entry : sorted.jacobian) picture[entry.row][2 * entry.column] = '*';
  std::size_t width = 0;
  for (const auto id : sorted.unknowns) width = std::max(width, system.nameOf(id).size());
  for (std::size_t i = 0; i < n; ++i) say("  {:<{}}  {}\n", system.nameOf(sorted.unknowns[i]), width, picture[i]);
}

void printStructure(const SolvableSystem& system, const Sources& sources) {
  say("model                     {}\n", system.flat.name);
  for (const Count& c : counts(system)) say("{:<25} {}\n", c.label, c.value);
  for (const equations::StateSet& set : system.stateSets)
    for (std::size_t k = 0; k < set.states.size(); ++k)
      say("chosen during the run     {} out of {}\n", set.states[k].size(),
          fmt::join(names(system, set.candidates[k]), ", "));
  printBlocks(system, sources);
  printPattern(system);
}

// ---- one step of an inlined formula ---------------------------------------------------------------------------------

std::size_t newtonSize(const SolvableSystem& system) {
  std::size_t largest = 0;
  for (const auto& section : system.inlined->sections) largest = std::max(largest, section.unknowns.size());
  return largest;
}

std::size_t linearSize(const equations::StepStructure& structure) {
  std::size_t largest = 0;
  for (const Block* loop : structure.loops)
    if (loop->kind == BlockKind::linear) largest = std::max(largest, loop->torn.size());
  return largest;
}

std::vector<Count> stepCounts(const SolvableSystem& system) {
  const equations::StepStructure structure = equations::structureOf(*system.inlined);
  const equations::StepOperations operations = equations::countOperations(system);
  std::size_t inLoops = 0, torn = 0;
  for (const Block* loop : structure.loops) inLoops += loop->equations.size(), torn += loop->torn.size();
  return {{"stages", "stages", system.inlined->stageCount()},
          {"equations", "equations", structure.equations},
          {"solved by sorting", "solved_by_sorting", structure.solved},
          {"loops", "loop_count", structure.loops.size()},
          {"equations in loops", "equations_in_loops", inLoops},
          {"tearing variables", "tearing_variables", torn},
          {"largest linear system", "linear_size", linearSize(structure)},
          {"largest Newton matrix", "newton_size", newtonSize(system)},
          {"operations per step", "operations", operations.once},
          {"and per iteration", "operations_per_iteration", operations.perIteration}};
}

nlohmann::ordered_json stepToJson(const SolvableSystem& system, const Sources& sources) {
  nlohmann::ordered_json json{{"method", system.inlined->method}};
  for (const Count& c : stepCounts(system)) json[std::string(c.key)] = c.value;
  auto loops = nlohmann::ordered_json::array();
  for (const Block* loop : equations::structureOf(*system.inlined).loops)
    loops.push_back({{"kind", kindName(loop->kind)},
                     {"size", loop->equations.size()},
                     {"unknowns", names(system, loop->unknowns)},
                     {"torn", names(system, loop->torn)},
                     {"residuals", residuals(system, *loop, sources)}});
  json["loops"] = std::move(loops);
  return json;
}

void printStep(const SolvableSystem& system, const Sources& sources) {
  say("model                     {}\n", system.flat.name);
  say("one step of               {}\n", system.inlined->method);
  for (const Count& c : stepCounts(system)) say("{:<25} {}\n", c.label, c.value);
  const equations::StepStructure structure = equations::structureOf(*system.inlined);
  if (structure.loops.empty()) return;
  Table table({{"loop", Table::Align::right},
               {"kind", Table::Align::left},
               {"size", Table::Align::right},
               {"torn", Table::Align::left},
               {"residual equations", Table::Align::left}});
  for (std::size_t k = 0; k < structure.loops.size(); ++k) {
    const Block& loop = *structure.loops[k];
    const auto list = residuals(system, loop, sources);
    for (std::size_t i = 0; i < loop.torn.size(); ++i)
      table.add({i == 0 ? std::to_string(k + 1) : "", i == 0 ? std::string(kindName(loop.kind)) : "",
                 i == 0 ? std::to_string(loop.equations.size()) : "", system.nameOf(loop.torn[i]), list[i]});
  }
  say("\n{}", table.text());
}

/// Empty after errors. The equations are counted as they are written: aliases and what parameters alone decide are among
/// them.
std::optional<SolvableSystem> inlinedSystem(Compilation& compilation, const std::string& method) {
  const auto formula = equations::findStageFormula(method);
  if (!formula) {
    const auto meant = nearest(method, equations::stageFormulaNames());
    compilation.diagnostics.error("method", {},
                                  fmt::format("no formula '{}' can be worked into equations{}", method,
                                              meant ? fmt::format("; did you mean '{}'?", *meant) : ""));
    return std::nullopt;
  }
  SolvableSystem system = compilation.system();
  if (!equations::inlineFormula(system, *formula, compilation.sources(), compilation.diagnostics)) return std::nullopt;
  return system;
}

// ---- pictures -------------------------------------------------------------------------------------------------------

/// The incidence matrix as it was written and as it was sorted, side by side; equations run down.
Figure incidenceFigure(const SolvableSystem& system) {
  Figure figure{
      .xLabel = "unknown", .arrangement = Figure::Arrangement::sideBySide, .panels = {}, .width = 1200, .height = 640};
  const auto add = [&figure](std::string_view title, const equations::Incidence& incidence) {
    const double last = 0.5 + static_cast<double>(std::max({1U, incidence.equationCount(), incidence.unknownCount}));
    constexpr double pixels = 400;
    Curve places{.style = Curve::Style::points, .pointSize = std::clamp(pixels / last, 0.4, 8.0)};
    for (std::uint32_t i = 0; i < incidence.equationCount(); ++i)
      for (const std::uint32_t j : incidence.row(i)) places.x.push_back(j + 1), places.y.push_back(i + 1);
    figure.panels.push_back({.title = fmt::format("{}: {} equations, {} unknowns", title, incidence.equationCount(),
                                                  incidence.unknownCount),
                             .yLabel = "equation",
                             .equalScales = true,
                             .xRange = {{0.5, last}},
                             .yRange = {{last, 0.5}},
                             .curves = {std::move(places)}});
  };
  if (system.inlined) {
    add("stage by stage", equations::incidenceOfStages(system));
    add("sorted", equations::incidenceOfStep(system));
  } else {
    add("as written", equations::incidenceBefore(system.flat));
    add("sorted", equations::incidenceAfter(system));
  }
  return figure;
}

ExitCode run(const StructureOptions& options) {
  Compilation compilation(options.model);
  compilation.solvableOptions.asWritten = !options.inlined.empty();
  bool isSound = compilation.parse() && compilation.flatten() && compilation.makeSolvable();
  std::optional<SolvableSystem> inlined;
  if (isSound && !options.inlined.empty()) {
    inlined = inlinedSystem(compilation, options.inlined);
    isSound = inlined.has_value();
  }
  const auto system = [&]() -> const SolvableSystem& { return inlined ? *inlined : compilation.system(); };
  if (isSound && !options.plot.empty())
    if (auto fault = draw(incidenceFigure(system()), options.plot)) {
      compilation.diagnostics.add(std::move(*fault));
      isSound = false;
    }
  if (options.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/structure/1"}, {"ok", isSound}};
    if (isSound && inlined)
      json["model"] = inlined->flat.name, json["step"] = stepToJson(*inlined, compilation.sources());
    else if (isSound)
      json.update(toJson(system(), compilation.sources()));
    json["diagnostics"] = cli::toJson(compilation.diagnostics, compilation.sources());
    printJson(json);
    return isSound ? ExitCode::success : ExitCode::userError;
  }
  if (isSound && inlined)
    printStep(*inlined, compilation.sources());
  else if (isSound)
    printStructure(system(), compilation.sources());
  if (isSound && !options.plot.empty()) say("\nwrote {}: the incidence matrix\n", options.plot);
  return report(compilation);
}

}  // namespace

void addStructure(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<StructureOptions>();
  CLI::App* verb =
      addVerb(app, "structure", "Show how a model was sorted: counts, blocks, tearing, states, Jacobian pattern",
              "dashpot structure examples/rlc.mo --plot incidence.svg");
  addModelArguments(*verb, options->model);
  verb->add_flag("--json", options->json, "One JSON object");
  verb->add_option("--inline", options->inlined,
                   "One step of this method, worked into the equations: loops, tearing, cost")
      ->type_name("METHOD");
  verb->add_option("--plot", options->plot, "Picture of the incidence matrix as written and as sorted")
      ->type_name("FILE.svg|png");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
