// editing/placement.cpp: where components stand. Modelica 3.6, section 18.6.2: a point e of the extent is drawn at
// origin + R(rotation) e.
#include "editing/annotation_entries.hpp"
#include "editing/annotation_text.hpp"
#include "editing/lookup.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace dashpot::editing {

namespace {

using syntax::ExpressionId;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

/// Exact for quarter turns.
Point rotated(Point p, double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  if (turn == 0.0) return p;
  if (turn == 90.0) return {-p.y, p.x};
  if (turn == -90.0) return {p.y, -p.x};
  if (std::fabs(turn) == 180.0) return {-p.x, -p.y};
  const double angle = turn * std::numbers::pi / 180;
  return {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y};
}

Point middleOfExtent(const Placement& p) { return {(p.from.x + p.to.x) / 2, (p.from.y + p.to.y) / 2}; }
Point middleOf(const Placement& p) { return p.origin + rotated(middleOfExtent(p), p.rotation); }

/// Sums of coordinates without the noise of the last bits: a drawing unit is 0.1 to 1 mm.
double tidy(double value) {
  constexpr double perUnit = 1e9;
  return std::fabs(value) < 1e6 ? std::round(value * perUnit) / perUnit : value;
}
Point tidy(Point p) { return {tidy(p.x), tidy(p.y)}; }

/// A placement as it is written.
struct Written {
  Span owner = {};                                       // the declaration
  const syntax::Modification* annotation = nullptr;      // of the declaration
  const syntax::Argument* placement = nullptr;           // Placement(...); null: none
  const syntax::Argument* transformation = nullptr;      // null: none
  std::optional<WrittenPoint> origin = {};               // empty: not written
  std::optional<std::vector<WrittenPoint>> extent = {};  // empty: not written
  ExpressionId rotation = ExpressionId::none;
  Placement value = {};
};

Diagnostic isComputed(const Scope& scope, const syntax::Component& component, std::string_view part) {
  return refusal("computed-placement", scope.tree().range(component.nameSpan),
                 fmt::format("the {} of '{}' is not given as numbers, so it cannot be changed by a gesture", part,
                             scope.file.text(component.name)))
      .hint("change it in the text");
}

Expected<Written, Diagnostic> read(const Scope& scope, const Own& own) {
  const File& file = scope.file;
  const syntax::Tree& tree = file.tree();
  const syntax::Component& component = own.component;
  Written written{.owner = component.span, .annotation = &component.annotation};
  written.placement = annotationEntry(file, component.annotation, "Placement");
  if (!written.placement) written.placement = annotationEntry(file, own.element.annotation, "Placement");
  if (!written.placement) return written;
  written.transformation = annotationEntry(file, written.placement->modification, "transformation");
  if (!written.transformation) {
    if (written.placement->modification.value != ExpressionId::none)
      return Unexpected{isComputed(scope, component, "placement")};
    return written;
  }
  const syntax::Modification& entries = written.transformation->modification;
  if (entries.value != ExpressionId::none) return Unexpected{isComputed(scope, component, "placement")};
  if (const syntax::Argument* origin = annotationEntry(file, entries, "origin")) {
    written.origin = writtenPoint(tree, origin->modification.value);
    if (!written.origin) return Unexpected{isComputed(scope, component, "origin")};
    written.value.origin = written.origin->value;
  }
  if (const syntax::Argument* extent = annotationEntry(file, entries, "extent")) {
    written.extent = writtenPoints(tree, extent->modification.value);
    if (!written.extent || written.extent->size() != 2) return Unexpected{isComputed(scope, component, "extent")};
    written.value.from = (*written.extent)[0].value;
    written.value.to = (*written.extent)[1].value;
  }
  if (const syntax::Argument* rotation = annotationEntry(file, entries, "rotation")) {
    written.rotation = rotation->modification.value;
    const auto value = literalNumber(tree, written.rotation);
    if (!value) return Unexpected{isComputed(scope, component, "rotation")};
    written.value.rotation = *value;
  }
  return written;
}

/// Adds an argument to transformation(...), in front of the others or behind them.
Edit addToTransformation(const File& file, const Written& written, const std::string& argument, bool inFront) {
  const std::vector<Span> items = spansOf(file.tree(), written.transformation->modification.arguments);
  if (items.empty()) return addArgument(file, layoutOf(file, *written.transformation).arguments, items, argument);
  if (inFront) return {items.front().begin, items.front().begin, argument + ", "};
  return addArgument(file, layoutOf(file, *written.transformation).arguments, items, argument);
}

/// From what is written to a placement, number by number.
Edits rewrite(const Scope& scope, const Written& written, const Placement& wanted) {
  const File& file = scope.file;
  if (!written.placement)
    return {addEntry(file, written.owner, *written.annotation, annotationOpening(scope), placementText(wanted))};
  if (!written.transformation) {
    const ArgumentLayout layout = layoutOf(file, *written.placement);
    if (isEmpty(layout.arguments)) return {{layout.head, layout.head, '(' + transformationText(wanted) + ')'}};
    return {addArgument(file, layout.arguments, spansOf(file.tree(), written.placement->modification.arguments),
                        transformationText(wanted))};
  }
  if (isEmpty(layoutOf(file, *written.transformation).arguments)) {
    const std::uint32_t head = layoutOf(file, *written.transformation).head;
    return {{head, head, transformationText(wanted).substr(std::string_view("transformation").size())}};
  }
  NumberEdits numbers(file);
  Edits added;
  if (written.extent)
    for (const WrittenPoint& point : *written.extent) numbers.knows(point);
  std::string inFront;
  if (written.origin)
    numbers.set(*written.origin, wanted.origin);
  else if (wanted.origin != Point{})
    inFront = "origin = " + pointText(wanted.origin);
  std::string behind;
  if (written.extent) {
    numbers.set((*written.extent)[0], wanted.from);
    numbers.set((*written.extent)[1], wanted.to);
  } else {
    behind = "extent = " + pointsText({wanted.from, wanted.to});
  }
  if (written.rotation != ExpressionId::none)
    numbers.set(written.rotation, wanted.rotation);
  else if (wanted.rotation != 0.0)
    behind += (behind.empty() ? "" : ", ") + ("rotation = " + numberText(wanted.rotation));
  if (!inFront.empty()) added.push_back(addToTransformation(file, written, inFront, true));
  if (!behind.empty()) added.push_back(addToTransformation(file, written, behind, false));
  for (Edit& edit : numbers.take()) added.push_back(std::move(edit));
  return sorted(std::move(added));
}

struct Placed {
  Scope scope;
  Written written;
};

Expected<Placed, Diagnostic> find(const File& file, std::string_view type, std::string_view component) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto own = findOwn(*scope, component);
  if (!own) return Unexpected{own.error()};
  const auto written = read(*scope, *own);
  if (!written) return Unexpected{written.error()};
  return Placed{*scope, *written};
}

Expected<Placed, Diagnostic> findPlaced(const File& file, std::string_view type, std::string_view component) {
  auto placed = find(file, type, component);
  if (placed && !placed->written.transformation)
    return Unexpected{refusal("no-placement", file.tree().range(placed->written.owner),
                              fmt::format("'{}' has no placement yet", component))
                          .hint("move it to its place first")};
  return placed;
}

/// The same middle after a change of extent or rotation.
Placement keepingMiddle(Placement changed, Point middle) {
  changed.origin = tidy(changed.origin + (middle - middleOf(changed)));
  return changed;
}

}  // namespace

std::optional<Placement> placementOf(const File& file, std::string_view type, std::string_view component) {
  const auto placed = find(file, type, component);
  if (!placed || !placed->written.transformation) return std::nullopt;
  return placed->written.value;
}

Outcome place(const File& file, std::string_view type, std::string_view component, const Placement& placement) {
  const auto placed = find(file, type, component);
  if (!placed) return Unexpected{placed.error()};
  Placement wanted = placement;
  const bool isExtentOnly = placed->written.transformation && !placed->written.origin && placed->written.extent &&
                            placed->written.rotation == ExpressionId::none;
  if (isExtentOnly && placement.rotation == 0.0)
    wanted = {{}, tidy(placement.from + placement.origin), tidy(placement.to + placement.origin), 0.0};
  return Change{rewrite(placed->scope, placed->written, wanted)};
}

Outcome move(const File& file, std::string_view type, std::string_view component, Point middle) {
  const auto placed = find(file, type, component);
  if (!placed) return Unexpected{placed.error()};
  const Written& written = placed->written;
  Placement wanted = written.value;
  if (!written.transformation || written.origin || wanted.rotation != 0.0) {
    wanted.origin = tidy(middle - rotated(middleOfExtent(wanted), wanted.rotation));
  } else {
    const Point by = middle - middleOf(wanted);
    wanted.from = tidy(wanted.from + by);
    wanted.to = tidy(wanted.to + by);
  }
  return Change{rewrite(placed->scope, written, wanted)};
}

Outcome shift(const File& file, std::string_view type, std::string_view component, Point by) {
  const auto placed = find(file, type, component);
  if (!placed) return Unexpected{placed.error()};
  if (!placed->written.transformation) return Change{};
  return move(file, type, component, middleOf(placed->written.value) + by);
}

Outcome rotate(const File& file, std::string_view type, std::string_view component, double degrees) {
  const auto placed = findPlaced(file, type, component);
  if (!placed) return Unexpected{placed.error()};
  Placement wanted = placed->written.value;
  const Point middle = middleOf(wanted);
  if (!placed->written.origin) {  // turning needs an origin: the middle
    const Point shift = middleOfExtent(wanted);
    wanted.from = tidy(wanted.from - shift);
    wanted.to = tidy(wanted.to - shift);
  }
  wanted.rotation = std::fmod(wanted.rotation + degrees, 360.0);
  return Change{rewrite(placed->scope, placed->written, keepingMiddle(wanted, middle))};
}

Outcome flip(const File& file, std::string_view type, std::string_view component, Flip direction) {
  const auto placed = findPlaced(file, type, component);
  if (!placed) return Unexpected{placed.error()};
  Placement wanted = placed->written.value;
  const Point middle = middleOf(wanted);
  // A mirror M before a turn R(a) is R(-a) M. For whole and half turns R(-a) = R(a); for quarter turns R(-a) M is
  // R(a) with the other mirror, so that the angle can stay.
  const double turn = std::fabs(std::remainder(wanted.rotation, 180.0));
  const bool isQuarter = turn == 90.0;
  if ((direction == Flip::horizontal) != isQuarter)
    std::swap(wanted.from.x, wanted.to.x);
  else
    std::swap(wanted.from.y, wanted.to.y);
  if (turn != 0.0 && !isQuarter) wanted.rotation = -wanted.rotation;
  return Change{rewrite(placed->scope, placed->written, keepingMiddle(wanted, middle))};
}

}  // namespace dashpot::editing
