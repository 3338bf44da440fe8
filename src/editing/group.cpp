// editing/group.cpp: a part of a circuit becomes a class of its own.
#include "drawing/draw.hpp"
#include "editing/annotation_text.hpp"
#include "editing/declarations.hpp"
#include "editing/statements.hpp"
#include "editing/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::editing {

namespace {

using drawing::Extent;

/// A connector of the new class, for what is connected across its border.
struct BorderPort {
  std::string name, type;
  std::string inner;  // "pump.port": what it stands for
  Point inside = {};  // where that is, in the drawing
  bool isLeft = false;
  Point place = {};       // in the diagram of the new class
  double iconHeight = 0;  // at the side of its icon
};

double snapped(double value, double grid) { return std::round(value / grid) * grid; }

class Grouping {
 public:
  Grouping(const File& file, std::string_view type, const Scope& scope, std::string_view name)
      : file_(file), type_(type), scope_(scope), name_(name), end_(lineBreak(file.text())) {}

  Outcome run(const std::vector<std::string>& components) {
    if (!choose(components) || !findBorder() || !findParameters()) return Unexpected{refused_};
    const auto copied = excerpt(file_, type_, chosen_);
    if (!copied) return Unexpected{copied.error()};
    const std::string text = classText(*copied);
    if (text.empty()) return Unexpected{refused_};
    Steps steps(file_);
    const bool isMade = steps.make([&](const File& now) { return renamed(now); }) && removeParts(steps) &&
                        steps.make([&](const File& now) { return addGroup(now); }) &&
                        steps.make([&](const File& now) { return addClass(now, text); });
    if (!isMade) return Unexpected{steps.refused()};
    Change change = steps.finish();
    change.notes = notes_;
    change.components = {component_};
    change.connections = crossing_;
    return change;
  }

 private:
  bool refuse(std::string code, std::string message) {
    refused_ = refusal(std::move(code), scope_.tree().range(scope_.node.nameSpan), std::move(message));
    return false;
  }

  // --------------------------------------------------------------------------------------------------- what belongs to it

  bool choose(const std::vector<std::string>& components) {
    if (const std::string wrong = whatIsWrongWithName(name_); !wrong.empty()) return refuse("bad-name", wrong);
    if (isTakenBeside(scope_, name_) || hasElement(scope_, name_))
      return refuse("name-taken", fmt::format("there is '{}' already", name_));
    diagram_ = drawing::draw(file_.classes(), file_.sources(), scope_.ref);
    for (const std::string& each : components) {
      const auto own = findOwn(scope_, each);
      if (!own) {
        refused_ = own.error();
        return false;
      }
      const drawing::Component* drawn = find(each);
      if (drawn && drawn->isConnector)
        return refuse("no-component", fmt::format("'{}' is a connector of the class itself", each));
      if (own->element.isInner) {
        notes_.push_back(fmt::format("'{}' is inner, for others as well: it stays", each));
        continue;
      }
      if (!drawn) return refuse("no-component", fmt::format("'{}' is no part of the diagram", each));
      box_ = chosen_.empty() ? drawn->box() : box_.joinedWith(drawn->box());
      if (!isChosen(each)) chosen_.push_back(each);
    }
    if (chosen_.empty()) return refuse("no-component", "there is nothing to be grouped");
    middle_ = {snapped(box_.centre().x, 2), snapped(box_.centre().y, 2)};
    component_ = freeName(scope_, usualName("", name_));
    return true;
  }

  [[nodiscard]] const drawing::Component* find(const std::string& name) const {
    const auto found = std::ranges::find(diagram_.components, name, &drawing::Component::name);
    return found == diagram_.components.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool isChosen(std::string_view name) const { return std::ranges::find(chosen_, name) != chosen_.end(); }
  [[nodiscard]] bool isInside(const Connection& connection, std::size_t side) const {
    return isChosen(file_.text(connection.firstPart(scope_.tree(), side)));
  }

  // --------------------------------------------------------------------------------------------------------- the border

  bool findBorder() {
    for (const Connection& connection : connectionsOf(scope_)) {
      const bool isFirst = isInside(connection, 0), isSecond = isInside(connection, 1);
      if (!isFirst && !isSecond) continue;
      if (connection.isNested)
        return refuse("no-connection", fmt::format("connect({}, {}) stands in a loop or a branch",
                                                   connection.end(file_, 0), connection.end(file_, 1)));
      if (isFirst == isSecond) {
        inner_.emplace_back(canonical(scope_, connection, 0), canonical(scope_, connection, 1));
        continue;
      }
      const std::size_t side = isFirst ? 0 : 1;
      if (!addPort(canonical(scope_, connection, side), canonical(scope_, connection, 1 - side))) return false;
      const std::string outer = component_ + '.' + ports_.at(portOf_.at(canonical(scope_, connection, side))).name;
      const Span span = scope_.tree()[scope_.tree().at(connection.statement.expressions, side)].span;
      ends_.push_back({span.begin, span.end, outer});
      const std::string other = canonical(scope_, connection, 1 - side);
      crossing_.push_back(isFirst ? Ends{outer, other} : Ends{other, outer});
    }
    placePorts();
    return true;
  }

  bool addPort(const std::string& inner, const std::string& outer) {
    if (portOf_.contains(inner)) return true;
    const Fragment end(inner);
    const auto& parts = end.expression().parts;
    const auto part = [&](std::size_t i) {
      return std::string(end.symbols.text(end.tree[end.tree.at(parts, i)].name));
    };
    const auto isElement = [&](std::size_t i) { return !end.tree[end.tree.at(parts, i)].subscripts.empty(); };
    const drawing::Component* owner = find(part(0));
    const auto port =
        parts.count == 2 ? std::ranges::find(owner->ports, part(1), &drawing::Port::name) : owner->ports.end();
    if (port == owner->ports.end())
      return refuse("no-connector", fmt::format("'{}' is no connector that is known here", inner));
    if ((!port->dimensions.empty() && !isElement(1)) || (!owner->dimensions.empty() && !isElement(0)))
      return refuse("different-sizes",
                    fmt::format("'{}' is an array: connect its elements before it is grouped", inner));
    std::set<std::string> taken(chosen_.begin(), chosen_.end());
    taken.insert(std::string(name_));
    for (const BorderPort& other : ports_) taken.insert(other.name);
    std::string name = port->name;
    if (taken.contains(name)) name = part(0) + '_' + port->name;
    for (int number = 1; taken.contains(name); ++number) name = fmt::format("{}_{}{}", part(0), port->name, number);
    portOf_.emplace(inner, ports_.size());
    ports_.push_back({.name = name,
                      .type = port->type,
                      .inner = inner,
                      .inside = {port->position.x, port->position.y},
                      .isLeft = isLeftOfMiddle(outer, port->position)});
    return true;
  }

  /// On the side where what it is connected with stands.
  [[nodiscard]] bool isLeftOfMiddle(const std::string& outer, drawing::Point inside) const {
    const drawing::Component* other = find(outer.substr(0, outer.find_first_of(".[")));
    return (other ? other->box().centre().x : inside.x) < middle_.x;
  }

  /// At the sides of the diagram, as high as what they stand for; at the sides of the icon, evenly.
  void placePorts() {
    constexpr double margin = 40, gap = 20;
    halfWidth_ = std::max(100.0, snapped(box_.width() / 2 + margin, 10));
    halfHeight_ = std::max(100.0, snapped(box_.height() / 2 + margin, 10));
    for (const bool isLeft : {true, false}) {
      std::vector<BorderPort*> side;
      for (BorderPort& port : ports_)
        if (port.isLeft == isLeft) side.push_back(&port);
      std::ranges::stable_sort(side, std::greater{}, [](const BorderPort* port) { return port->inside.y; });
      double above = 1e9;
      for (std::size_t i = 0; i < side.size(); ++i) {
        const double height = std::min(snapped(side[i]->inside.y - middle_.y, 2), above - gap);
        above = height;
        side[i]->place = {isLeft ? -halfWidth_ : halfWidth_, height};
        halfHeight_ = std::max(halfHeight_, std::fabs(height) + gap);
        const auto count = static_cast<double>(side.size());
        side[i]->iconHeight = snapped(100 - 200 * (static_cast<double>(i) + 0.5) / count, 10);
      }
    }
  }

  // ----------------------------------------------------------------------------------------------- parameters of the whole

  /// Names of the class that the parts use: they become parameters of the new one.
  bool findParameters() {
    std::vector<Span> spans;
    for (const std::string& each : chosen_) spans.push_back(ownComponent(scope_, each)->component.span);
    std::set<std::string> used;
    forEachName(
        file_.classes(), file_.sources(), file_.tree(),
        [&](const NamedPlace& place) {
          return std::ranges::any_of(
              spans, [&](Span outer) { return outer.begin < place.span.begin && place.span.end <= outer.end; });
        },
        [&](const NamedPlace& place, const Target& target) {
          Meanings meanings(file_.classes(), file_.sources(), file_.tree());
          const Meaning here = meanings.component(scope_.ref, target.component);
          const bool isOurs = here.known() && isSame(file_.classes(), {here.scope, target.component}, target);
          if (isOurs && !isChosen(file_.text(place.name))) used.insert(std::string(file_.text(place.name)));
        });
    for (const std::string& each : used)
      if (!addParameter(each)) return false;
    return true;
  }

  bool addParameter(const std::string& name) {
    Meanings meanings(file_.classes(), file_.sources(), file_.tree());
    const Meaning meaning = meanings.component(scope_.ref, file_.symbols().intern(name));
    const syntax::Component& declared = meanings.declared(meaning);
    if (declared.variability != syntax::Variability::parameter && declared.variability != syntax::Variability::constant)
      return refuse("no-group", fmt::format("the parts use '{}', which stays outside and is no parameter", name));
    const model::ClassRef type = meanings.typeOf(meaning);
    const syntax::Tree& tree = meanings.tree(meaning.scope);
    std::string text =
        fmt::format("parameter {} {}",
                    type == model::ClassRef::none ? file_.sources().text(tree.range(tree[declared.type].span))
                                                  : file_.classes().qualifiedName(type),
                    name);
    if (const auto own = ownComponent(scope_, name)) {
      const DeclarationLayout layout = layoutOf(file_, own->component);
      text = fmt::format("parameter {} {}", file_.text(scope_.tree()[own->component.type].span),
                         file_.text({own->component.nameSpan.begin, layout.head}));
      if (!isEmpty(layout.arguments)) text += file_.text(layout.arguments);
    }
    parameters_.push_back(text + ';');
    modifiers_ += fmt::format("{}{} = {}", modifiers_.empty() ? "" : ", ", name, name);
    return true;
  }

  // ----------------------------------------------------------------------------------------------------------- the texts

  std::string portText(const BorderPort& port) const {
    const auto at = [](Point p) {
      return fmt::format("origin = {}, extent = {{{{-10, -10}}, {{10, 10}}}}", pointText(p));
    };
    return fmt::format("{} {} annotation(Placement(transformation({}), iconTransformation({})));", port.type, port.name,
                       at(port.place), at({port.isLeft ? -100.0 : 100.0, port.iconHeight}));
  }

  /// A class that stands in the class itself has another name outside of it.
  [[nodiscard]] std::string typeOutside(const Excerpt::Component& component) const {
    const Meaning meaning = meaningOfType(scope_, component.writtenType.substr(0, component.writtenType.find('[')));
    const bool isNested = meaning.isClass() && file_.classes()[meaning.scope].enclosing == scope_.ref;
    return isNested ? component.type : component.writtenType;
  }

  /// The new class; empty: refused.
  std::string classText(const Excerpt& copied) {
    const std::string indent = "  ";
    std::string text = fmt::format("model {}{}", name_, end_);
    for (const syntax::ElementId id : scope_.tree().items(scope_.node.elements))
      if (scope_.tree()[id].kind == syntax::ElementKind::import)
        text += fmt::format("{}{};{}", indent, file_.text(scope_.tree()[id].span), end_);
    for (const std::string& parameter : parameters_) text += indent + parameter + end_;
    for (const BorderPort& port : ports_) text += indent + portText(port) + end_;
    const std::string icon = fmt::format(
        "annotation(Icon(graphics = {{Rectangle(extent = {{{{-100, -100}}, {{100, 100}}}}, lineColor = {{95, 95, 95}}, "
        "fillColor = {{255, 255, 255}}, fillPattern = FillPattern.Solid), Text(extent = {{{{-90, -20}}, {{90, 20}}}}, "
        "textString = \"%name\")}}), Diagram(coordinateSystem(extent = {})));",
        pointsText({{-halfWidth_, -halfHeight_}, {halfWidth_, halfHeight_}}));
    text += fmt::format("{}{}{}end {};{}", indent, icon, end_, name_, end_);

    // The parts come as by copy and paste.
    Excerpt parts = copied;
    for (Excerpt::Component& component : parts.components)
      component.type = component.writtenType = typeOutside(component);
    const File first("group", text, file_.around());
    Steps made(first);
    const bool isMade = made.make([&](const File& now) {
      return paste(now, name_, parts, {-middle_.x, -middle_.y});
    }) && std::ranges::all_of(ports_, [&](const BorderPort& port) {
                          return made.make([&](const File& now) -> Outcome {
                            const auto scope = findScope(now, name_);
                            if (!scope) return Unexpected{scope.error()};
                            return Change{
                                {addEquations(*scope, {fmt::format("connect({}, {});", port.inner, port.name)})}};
                          });
                        });
    if (!isMade) {
      refused_ = made.refused();
      return {};
    }
    return made.file().text();
  }

  // ------------------------------------------------------------------------------------------------------------ the class

  /// What crosses the border goes to the new connectors, and what else names the parts names them in the group.
  Outcome renamed(const File& file) {
    Edits edits = ends_;
    std::vector<Span> done;
    for (const std::string& each : chosen_) done.push_back(ownComponent(scope_, each)->component.span);
    for (const Connection& connection : connectionsOf(scope_))
      if (isInside(connection, 0) || isInside(connection, 1)) done.push_back(connection.statement.span);
    for (const std::string& each : chosen_) {
      const auto own = ownComponent(scope_, each);
      const Target target =
          Meanings(file.classes(), file.sources(), file.tree())
              .target({.scope = scope_.ref, .element = scope_.tree().at(scope_.node.elements, own->index)});
      for (const Span span : occurrences(file.classes(), file.sources(), file.tree(), target))
        if (std::ranges::none_of(done, [&](Span outer) { return outer.begin <= span.begin && span.end <= outer.end; }))
          edits.push_back({span.begin, span.begin, component_ + '.'});
    }
    return Change{sorted(std::move(edits))};
  }

  bool removeParts(Steps& steps) {
    for (const Ends& ends : inner_)
      if (!steps.make([&](const File& now) -> Outcome {
            const auto scope = findScope(now, type_);
            if (!scope) return Unexpected{scope.error()};
            const auto connection = findConnection(*scope, ends.first, ends.second);
            if (!connection) return Unexpected{notConnected(*scope, ends.first, ends.second)};
            return Change{{removeStatement(now, connection->statement)}};
          }))
        return false;
    for (const std::string& each : chosen_)
      if (!steps.make([&](const File& now) -> Outcome {
            const auto scope = findScope(now, type_);
            if (!scope) return Unexpected{scope.error()};
            const auto own = findOwn(*scope, each);
            if (!own) return Unexpected{own.error()};
            return Change{sorted(removeDeclaration(*scope, *own))};
          }))
        return false;
    return true;
  }

  Outcome addGroup(const File& file) {
    return addComponent(file, type_,
                        {.type = std::string(name_),
                         .name = component_,
                         .modifiers = modifiers_,
                         .placement = Placement{middle_, {-20, -20}, {20, 20}, 0.0}});
  }

  /// Before the class, with an empty line between the two.
  Outcome addClass(const File& file, const std::string& text) {
    const auto scope = findScope(file, type_);
    if (!scope) return Unexpected{scope.error()};
    const std::uint32_t begin = declarationOf(file, *scope).begin;
    const std::string indent = indentOf(file.text(), begin);
    std::string lines;
    bool isLineStart = true;
    for (const char c : text) {
      if (isLineStart && c != '\n' && c != '\r') lines += indent;
      lines += c;
      isLineStart = c == '\n';
    }
    if (beginsLine(file.text(), begin)) {
      const std::uint32_t at = lineBegin(file.text(), begin);
      return Change{{{at, at, lines + end_}}};
    }
    return Change{{{begin, begin, lines + end_ + indent}}};
  }

  const File& file_;
  std::string_view type_;
  const Scope& scope_;
  std::string name_;
  std::string end_;  // of a line
  drawing::Diagram diagram_;
  std::vector<std::string> chosen_;
  Extent box_;
  Point middle_;
  double halfWidth_ = 100, halfHeight_ = 100;
  std::string component_;  // of the new class
  std::vector<BorderPort> ports_;
  std::map<std::string, std::size_t> portOf_;  // by what they stand for
  std::vector<Ends> inner_, crossing_;
  Edits ends_;  // of connections across the border
  std::vector<std::string> parameters_;
  std::string modifiers_;
  std::vector<std::string> notes_;
  Diagnostic refused_;
};

}  // namespace

Outcome group(const File& file, std::string_view type, const std::vector<std::string>& components,
              std::string_view name) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  return Grouping(file, type, *scope, name).run(components);
}

}  // namespace dashpot::editing
