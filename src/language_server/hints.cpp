#include "language_server/hints.hpp"

#include "language_server/cursor.hpp"
#include "language_server/protocol.hpp"
#include "language_server/quantity.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using nlohmann::json;
using syntax::ExpressionId;

/// Values of declarations and modifications.
class Values {
 public:
  Values(View& view, const Range& range)
      : view_(view),
        tree_(*view.tree),
        names_(view),
        meanings_(view),
        begin_(view.text().offsetAt(range.start)),
        end_(view.text().offsetAt(range.end)) {}

  json run() {
    for (const syntax::Element& element : tree_.elements) {
      if (element.kind != syntax::ElementKind::component) continue;
      const syntax::Component& component = tree_[element.component];
      if (!isWanted(component.modification.value)) continue;
      add(component.modification.value, Declaration{.kind = Declaration::Kind::component,
                                                    .tree = &tree_,
                                                    .in = meanings_.scopeAt(component.nameSpan.begin),
                                                    .element = &element,
                                                    .component = &component});
    }
    for (std::size_t i = 0; i < tree_.arguments.size(); ++i)
      if (const ExpressionId value = tree_.arguments[i].modification.value; isWanted(value))
        add(value, meanings_.modifiedBy(static_cast<syntax::ArgumentId>(i)));
    return std::move(list_);
  }

 private:
  [[nodiscard]] bool isWanted(ExpressionId value) const {
    return value != ExpressionId::none && begin_ <= tree_[value].span.end && tree_[value].span.begin <= end_ &&
           constantValue(tree_, value).has_value();
  }

  void add(ExpressionId value, const Declaration& target) {
    if (!target.isComponent() || target.in == ClassRef::none) return;
    const std::string unit = names_.attribute(target, "unit"), shownIn = names_.attribute(target, "displayUnit");
    if (!isShownDifferently(unit, shownIn)) return;
    list_.push_back({{"position", toJson(view_.text().positionAt(tree_[value].span.end))},
                     {"label", shownValue(*constantValue(tree_, value), unit, shownIn)},
                     {"paddingLeft", true}});
  }

  View& view_;
  const syntax::Tree& tree_;
  Names names_;
  Meanings meanings_;
  std::size_t begin_, end_;
  json list_ = json::array();
};

}  // namespace

json inlayHints(View& view, const Range& range) { return Values(view, range).run(); }

std::string sizeOf(const CheckedModel& model) {
  const auto counted = [](std::size_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  const std::string equations = counted(model.equations, "equation");
  return model.states ? fmt::format("{}, {}", equations, counted(*model.states, "state")) : equations;
}

json codeLenses(View& view, const std::vector<CheckedModel>& checked) {
  json list = json::array();
  for (const ClassRef type : modelsOf(view)) {
    const syntax::Span span = view.classes[type].node().nameSpan;
    const std::string name = view.classes.qualifiedName(type);
    const json range = toJson(view.text().range(span.begin, span.end));
    const json arguments = {view.document.uri, name};
    const auto add = [&](std::string title, const char* command) {
      list.push_back({{"range", range},
                      {"command", {{"title", std::move(title)}, {"command", command}, {"arguments", arguments}}}});
    };
    add("check", "dashpot.check");
    add("simulate", "dashpot.simulate");
    const auto facts = std::ranges::find(checked, name, &CheckedModel::name);
    if (facts == checked.end()) continue;
    if (facts->isSound)
      add(sizeOf(*facts), "dashpot.check");
    else
      add("has errors", "dashpot.check");
  }
  return list;
}

}  // namespace dashpot::language_server
