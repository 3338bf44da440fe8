// dashpot draw: a class as a picture, its diagram or its icon; or the icons of a package on one sheet.
#include "drawing/draw.hpp"

#include "base/rsvg.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "cli/compilation.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "drawing/json.hpp"
#include "model/classes/catalogue.hpp"
#include "results/trajectories.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace dashpot::cli {
namespace {

using model::ClassRef;

struct DrawOptions {
  ModelArguments model;
  std::string output;
  std::string values, at;
  bool icon = false, sheet = false, json = false;
};

/// Icons of all models, blocks and connectors at and below a class, partial ones left out.
std::vector<drawing::Diagram> iconsBelow(Compilation& compilation, ClassRef top) {
  model::Catalogue catalogue(compilation.classes(), compilation.library(), compilation.sources());
  std::vector<drawing::Diagram> icons;
  for (const ClassRef ref : catalogue.classesIn(top)) {
    const syntax::Class& node = compilation.classes()[ref].node();
    const bool isShown = node.kind == syntax::ClassKind::model || node.kind == syntax::ClassKind::block ||
                         node.kind == syntax::ClassKind::connector ||
                         node.kind == syntax::ClassKind::expandableConnector ||
                         (node.kind == syntax::ClassKind::record && !catalogue.icons(ref).empty());
    if (!isShown || node.isPartial) continue;
    icons.push_back(drawing::drawIcon(compilation.classes(), compilation.sources(), ref,
                                      {.valueAtInstant = {}, .library = &compilation.library()}));
  }
  return icons;
}

ExitCode write(const DrawOptions& options, const std::string& svg, Compilation& compilation) {
  std::string bytes = svg;
  if (options.output.ends_with(".png")) {
    constexpr double zoom = 2;
    auto png = pngOfSvg(svg, zoom);
    if (!png) compilation.diagnostics.add(png.error());
    if (!png) return report(compilation);
    bytes = std::move(*png);
  }
  if (auto problem = writeWhole(bytes, options.output)) {
    compilation.diagnostics.add(std::move(*problem));
    return report(compilation);
  }
  say(options.json ? stderr : stdout, "wrote {} ({})\n", options.output,
      sizeText(static_cast<std::int64_t>(bytes.size())));
  return report(compilation);
}

/// Values of a result at one time, by the names of variables.
Expected<drawing::ValueAtInstant, Diagnostic> valuesAt(const DrawOptions& options) {
  auto read = results::Trajectories::read(options.values);
  if (!read) return Unexpected{read.error()};
  const auto result = std::make_shared<results::Trajectories>(std::move(*read));
  double time = result->last();
  if (!options.at.empty()) {
    const auto given = parseQuantity(options.at);
    const bool isTime = given && (given->unit.empty() || given->unit == "s");
    if (!isTime || given->value < result->first() || given->value > result->last())
      return Unexpected{
          Diagnostic{.severity = Severity::error,
                     .code = "bad-time",
                     .message = fmt::format("'{}' is no time of the result, which goes from {:g} s to {:g} s",
                                            options.at, result->first(), result->last()),
                     .details = {},
                     .notes = {},
                     .hints = {}}};
    time = given->value;
  }
  return drawing::ValueAtInstant([result, time](const std::string& name) { return result->value(name, time); });
}

/// Empty, or what does not fit together in the command.
std::string contradiction(const DrawOptions& options) {
  if (options.output.empty() && !options.json) return "say where to draw: -o circuit.svg, or --json";
  if (!options.output.empty() && !options.output.ends_with(".svg") && !options.output.ends_with(".png"))
    return fmt::format("'{}' is neither an .svg nor a .png file", options.output);
  if (options.sheet && options.json) return "--sheet draws a picture, there is no JSON of it";
  if (options.values.empty() && !options.at.empty()) return "--at is a time of the result that --values names";
  return {};
}

ExitCode draw(const DrawOptions& options, Compilation& compilation) {
  if (!compilation.parse()) return report(compilation);
  const ClassRef type = compilation.writtenClass();
  if (type == ClassRef::none) return report(compilation);
  const Sources& sources = compilation.sources();
  model::ClassTable& classes = compilation.classes();
  if (options.sheet)
    return write(options, drawing::sheetSvg(iconsBelow(compilation, type), classes.qualifiedName(type)), compilation);
  drawing::Options how{.valueAtInstant = {}, .library = &compilation.library()};
  if (!options.values.empty()) {
    auto values = valuesAt(options);
    if (!values) compilation.diagnostics.add(values.error());
    if (!values) return report(compilation);
    how.valueAtInstant = std::move(*values);
  }
  const drawing::Diagram diagram =
      options.icon ? drawing::drawIcon(classes, sources, type, how) : drawing::draw(classes, sources, type, how);
  if (options.json) printJson(nlohmann::ordered_json::parse(drawing::toJson(diagram, sources)), -1);
  if (options.output.empty()) return report(compilation);
  return write(options, options.icon ? drawing::iconSvg(diagram) : drawing::diagramSvg(diagram), compilation);
}

ExitCode run(const DrawOptions& options) {
  if (const std::string problem = contradiction(options); !problem.empty()) return fail(problem);
  Compilation compilation(options.model);
  refuseOverwriting({{"-o", options.output}}, {{"", options.model.file}, {"--values", options.values}},
                    compilation.diagnostics);
  return compilation.diagnostics.hasErrors() ? report(compilation) : draw(options, compilation);
}

}  // namespace

void addDraw(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<DrawOptions>();
  CLI::App* verb = addVerb(app, "draw", "Draw a circuit or an icon to an SVG or PNG file",
                           "dashpot draw press.mo -o press.svg\n"
                           "  dashpot draw press.mo --values press.mat --at 0.5 -o press.png\n"
                           "  dashpot draw Dashpot.Hydraulics.Valves.ReliefValve --icon -o relief.png\n"
                           "  dashpot draw Dashpot --sheet -o icons.svg      all icons of a package\n"
                           "  dashpot draw press.mo --json                   for programs that draw themselves");
  addModelArguments(*verb, options->model);
  verb->add_option("-o,--output", options->output, "Where to draw: .svg or .png")->type_name("FILE");
  verb->add_flag("--icon", options->icon, "The icon of the class, not its diagram");
  verb->add_flag("--sheet", options->sheet, "The icons of all classes of a package, side by side");
  verb->add_option("--values", options->values, "Show the values of this result: a .mat file of `simulate`")
      ->type_name("FILE.mat");
  verb->add_option("--at", options->at, "At this time: 0.5, 200ms; else at the end")->type_name("TIME");
  verb->add_flag("--json", options->json, "One JSON object with all that is to be drawn, and where it is written");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
