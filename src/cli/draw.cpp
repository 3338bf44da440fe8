// dashpot draw: a class as a picture, its diagram or its icon; or the icons of a package on one sheet.
#include <memory>

#include <fmt/format.h>

#include "base/rsvg.hpp"
#include "base/whole_file.hpp"
#include "cli/compilation.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "drawing/draw.hpp"
#include "model/classes/catalogue.hpp"

namespace dashpot::cli {
namespace {

using model::ClassRef;

struct DrawOptions {
  ModelArguments model;
  std::string output;
  bool icon = false, sheet = false;
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
    icons.push_back(drawing::drawIcon(compilation.classes(), compilation.sources(), ref));
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
  say("wrote {} ({})\n", options.output, sizeText(static_cast<std::int64_t>(bytes.size())));
  return report(compilation);
}

ExitCode run(const DrawOptions& options) {
  if (!options.output.ends_with(".svg") && !options.output.ends_with(".png"))
    return fail(fmt::format("'{}' is neither an .svg nor a .png file", options.output));
  Compilation compilation(options.model);
  refuseOverwriting({{"-o", options.output}}, {{"", options.model.file}}, compilation.diagnostics);
  if (compilation.diagnostics.hasErrors() || !compilation.parse()) return report(compilation);
  const ClassRef type = compilation.writtenClass();
  if (type == ClassRef::none) return report(compilation);
  const Sources& sources = compilation.sources();
  model::ClassTable& classes = compilation.classes();
  if (options.sheet)
    return write(options, drawing::sheetSvg(iconsBelow(compilation, type), classes.qualifiedName(type)), compilation);
  if (options.icon) return write(options, drawing::iconSvg(drawing::drawIcon(classes, sources, type)), compilation);
  return write(options, drawing::diagramSvg(drawing::draw(classes, sources, type)), compilation);
}

}  // namespace

void addDraw(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<DrawOptions>();
  CLI::App* verb = addVerb(app, "draw", "Draw a circuit or an icon to an SVG or PNG file",
                           "dashpot draw press.mo -o press.svg\n"
                           "  dashpot draw Dashpot.Hydraulics.Valves.ReliefValve --icon -o relief.png\n"
                           "  dashpot draw Dashpot --sheet -o icons.svg      all icons of a package");
  addModelArguments(*verb, options->model);
  verb->add_option("-o,--output", options->output, "Where to draw: .svg or .png")->type_name("FILE")->required();
  verb->add_flag("--icon", options->icon, "The icon of the class, not its diagram");
  verb->add_flag("--sheet", options->sheet, "The icons of all classes of a package, side by side");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
