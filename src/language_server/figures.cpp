#include "language_server/figures.hpp"

namespace dashpot::language_server {

namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

/// Calls with named arguments, Figure(title = "...", plots = {...}), as the annotation has them.
class FigureWriter {
 public:
  FigureWriter(JsonText& answer, View& view, const syntax::Tree& tree) : json_(answer), view_(view), tree_(tree) {}

  void figures(ExpressionId list) {
    each(list, "Figure", [&](ExpressionId figure) {
      text("title", argument(figure, "title"));
      text("identifier", argument(figure, "identifier"));
      json_.key("plots");
      plots(argument(figure, "plots"));
    });
  }

 private:
  void plots(ExpressionId list) {
    each(list, "Plot", [&](ExpressionId plot) {
      text("title", argument(plot, "title"));
      const ExpressionId curves = argument(plot, "curves");
      x_.clear();
      json_.key("curves");
      each(curves, "Curve", [&](ExpressionId curve) {
        const std::string x = written(argument(curve, "x"));
        if (x_.empty() && x != "time") x_ = x;
        json_.member("y", written(argument(curve, "y")));
        text("legend", argument(curve, "legend"));
      });
      json_.memberIfGiven("x", x_);
    });
  }

  /// An array with an object for each element that is a call of this name.
  template <class Write>
  void each(ExpressionId list, std::string_view name, const Write& write) {
    json_.openArray();
    if (list != ExpressionId::none && tree_[list].kind == ExpressionKind::array)
      for (const ExpressionId item : tree_.items(tree_[list].operands)) {
        if (tree_[item].kind != ExpressionKind::call || written(tree_.at(tree_[item].operands, 0)) != name) continue;
        json_.openObject();
        write(item);
        json_.close();
      }
    json_.close();
  }

  [[nodiscard]] ExpressionId argument(ExpressionId call, std::string_view name) const {
    const auto& operands = tree_[call].operands;
    for (std::size_t i = 1; i < operands.count; ++i) {
      const syntax::Expression& operand = tree_[tree_.at(operands, i)];
      if (operand.kind == ExpressionKind::namedArgument && view_.name(operand.symbol) == name)
        return tree_.at(operand.operands, 0);
    }
    return ExpressionId::none;
  }

  [[nodiscard]] std::string written(ExpressionId expression) const {
    return expression == ExpressionId::none ? std::string() : view_.written.text(tree_, expression);
  }

  void text(std::string_view name, ExpressionId value) {
    if (value != ExpressionId::none && tree_[value].kind == ExpressionKind::string)
      json_.memberIfGiven(name, view_.name(tree_[value].symbol));
  }

  JsonText& json_;
  View& view_;
  const syntax::Tree& tree_;
  std::string x_;  // of the plot at hand
};

}  // namespace

void writeFigures(JsonText& answer, View& view, model::ClassRef type) {
  const model::ClassEntry& entry = view.classes[type];
  const auto* documentation = view.written.argument(*entry.tree, entry.node().annotation, "Documentation");
  const auto* figures =
      documentation ? view.written.argument(*entry.tree, documentation->modification, "figures") : nullptr;
  FigureWriter(answer, view, *entry.tree).figures(figures ? figures->modification.value : ExpressionId::none);
}

}  // namespace dashpot::language_server
