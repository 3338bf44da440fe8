#include "model/classes/class_table.hpp"
#include "model/flat/flat_words.hpp"
#include "model/flat/function_print.hpp"
#include "model/flat_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace dashpot::model {

namespace {

// Operations and operands of one expression.
constexpr double printableSize = 1e6;

std::string simpleName(std::string_view qualified) {
  const std::size_t dot = qualified.rfind('.');
  return std::string(dot == std::string_view::npos ? qualified : qualified.substr(dot + 1));
}

class Printer {
 public:
  explicit Printer(const FlatModel& model) : model_(model), words_(model) {}

  std::string equation(const Equation& equation, std::size_t longest = std::string::npos) const {
    auto [left, right] = symbolic::printSides(model_.pool, equation.left, equation.right, words_, longest);
    if (model_.pool.op(equation.left) == symbolic::Op::conditional) left = '(' + left + ')';  // else an if-equation
    return fmt::format("{} = {}", left, right);
  }

  std::string run() {
    const std::string name = simpleName(model_.name);
    text_ = "model " + name;
    if (!model_.description.empty()) text_ += ' ' + quotedString(model_.description);
    text_ += '\n';
    enumerations();
    printFunctions(model_, words_, text_);
    bool isProtected = false;
    for (const Variable& variable : model_.variables) {
      if (variable.isProtected != isProtected) {
        isProtected = variable.isProtected;
        text_ += isProtected ? "protected\n" : "public\n";
      }
      line(1, declaration(variable));
    }
    section("initial equation", model_.initialEquations);
    if (!model_.equations.empty() || !model_.whenClauses.empty() || !model_.assertions.empty()) text_ += "equation\n";
    for (const Equation& one : model_.equations) line(1, equation(one));
    for (const WhenClause& clause : model_.whenClauses) print(clause);
    for (const Assertion& one : model_.assertions) line(1, assertion(one.condition, one.message, one.isWarning));
    text_ += annotation(model_.experiment);
    return std::move(text_) + "end " + name + ";\n";
  }

 private:
  std::string expression(Expr e, symbolic::Sort demanded = {}) const {
    return symbolic::print(model_.pool, e, words_, demanded);
  }

  void line(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{};\n", "", 2 * depth, content);
  }
  void open(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", 2 * depth, content);
  }

  // -------------------------------------------------------------------------------------------------- variables

  /// Those that variables or slots of functions have, or that are converted to.
  void enumerations() {
    std::vector<bool> isUsed(model_.enumerations.size(), false);
    for (const Variable& variable : model_.variables)
      if (variable.type == Type::enumeration) isUsed[variable.enumeration] = true;
    for (const symbolic::Function& function : model_.functions)
      for (const auto* list : {&function.inputs, &function.outputs, &function.locals})
        for (const symbolic::Argument& argument : *list)
          if (const symbolic::Sort sort = words_.sort(argument); sort.kind == symbolic::Sort::Kind::enumeration)
            isUsed[sort.enumeration] = true;
    for (std::uint32_t i = 0; i < isUsed.size(); ++i) {
      const Enumeration& one = model_.enumerations[i];
      if (!isUsed[i] || isPredefinedClass(one.name)) continue;
      std::string literals;
      for (const std::string& literal : one.literals) literals += (literals.empty() ? "" : ", ") + identifier(literal);
      line(1, fmt::format("type {} = enumeration({})", words_.enumeration(i), literals));
    }
  }

  std::string attributes(const Variable& variable) const {
    std::string text;
    const auto item = [&](std::string_view name, const std::string& value) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    };
    const auto value = [&](std::string_view name, Expr e) {
      if (e != Expr::none) item(name, expression(e, words_.sort(variable)));
    };
    const Attributes& a = variable.attributes;
    if (!a.quantity.empty()) item("quantity", quotedString(a.quantity));
    if (!a.unit.empty()) item("unit", quotedString(a.unit));
    if (!a.displayUnit.empty()) item("displayUnit", quotedString(a.displayUnit));
    value("min", a.min);
    value("max", a.max);
    value("nominal", a.nominal);
    value("start", a.start);
    if (a.fixed) item("fixed", *a.fixed ? "true" : "false");
    constexpr std::array<std::string_view, 5> selections{"never", "avoid", "default", "prefer", "always"};
    if (a.stateSelect != StateSelect::standard)
      item("stateSelect", fmt::format("StateSelect.{}", selections[static_cast<std::size_t>(a.stateSelect)]));
    return text.empty() ? text : fmt::format("({})", text);
  }

  std::string declaration(const Variable& variable) const {
    std::string text;
    if (variable.isFinal) text += "final ";
    if (variable.variability == Variability::parameter) text += "parameter ";
    if (variable.variability == Variability::constant) text += "constant ";
    if (variable.variability == Variability::discrete && variable.type == Type::real) text += "discrete ";
    if (variable.causality != Causality::local) text += variable.causality == Causality::input ? "input " : "output ";
    text += words_.typeOf(variable) + ' ';
    text += identifier(model_.paths.text(variable.name)) + attributes(variable);
    if (variable.binding != Expr::none) text += " = " + expression(variable.binding, words_.sort(variable));
    if (variable.type == Type::string) text += " = " + quotedString(variable.text);
    if (!variable.description.empty()) text += ' ' + quotedString(variable.description);
    return text;
  }

  // -------------------------------------------------------------------------------------------------- equations

  void section(std::string_view title, const std::vector<Equation>& equations) {
    if (equations.empty()) return;
    open(0, title);
    for (const Equation& one : equations) line(1, equation(one));
  }

  std::string value(const Shown& shown) const {
    const ValueFormat& format = shown.format;
    const bool isChoice = format.names.size() == 2 && format.names != std::vector<std::string>{"false", "true"};
    if (isChoice && format.first == 0)
      return fmt::format("(if {} then {} else {})", expression(shown.value), quotedString(format.names[1]),
                         quotedString(format.names[0]));
    if (format.specification == ValueFormat{}.specification || format.specification == "-d")
      return fmt::format("String({})", expression(shown.value));
    if (format.names.empty())
      return fmt::format("String({}, format = {})", expression(shown.value), quotedString(format.specification));
    const bool isLeft = format.specification.starts_with('-');
    return fmt::format("String({}, minimumLength = {}, leftJustified = {})", expression(shown.value),
                       format.specification.substr(isLeft ? 1 : 0, format.specification.size() - (isLeft ? 2 : 1)),
                       isLeft);
  }

  std::string message(const Message& message) const {
    std::string text;
    for (const auto& piece : message.pieces)
      text += fmt::format("{}{}", text.empty() ? "" : " + ",
                          std::holds_alternative<std::string>(piece) ? quotedString(std::get<std::string>(piece))
                                                                     : value(std::get<Shown>(piece)));
    return text.empty() ? "\"\"" : text;
  }

  std::string assertion(Expr condition, const Message& text, bool isWarning) const {
    return fmt::format("assert({}, {}{})", expression(condition), message(text),
                       isWarning ? ", AssertionLevel.warning" : "");
  }

  void print(const WhenClause& clause) {
    for (std::size_t i = 0; i < clause.branches.size(); ++i) {
      const WhenBranch& branch = clause.branches[i];
      std::string conditions;
      for (const Expr e : branch.conditions) conditions += (conditions.empty() ? "" : ", ") + expression(e);
      if (branch.conditions.size() != 1) conditions = '{' + conditions + '}';
      open(1, fmt::format("{} {} then", i == 0 ? "when" : "elsewhen", conditions));
      for (const Action& action : branch.actions) line(2, print(action));
    }
    line(1, "end when");
  }

  /// By a function that every model knows.
  std::string printing(const Action& action) const {
    const std::string call = action.matrix
                                 ? writing(action)
                                 : fmt::format("'$print'({}, {})", message(action.message), quotedString(action.file));
    const bool isAlways = model_.pool.op(action.value) == symbolic::Op::boolean && model_.pool[action.value].a != 0;
    return isAlways ? call : fmt::format("if {} then {}; end if", expression(action.value), call);
  }

  std::string writing(const Action& action) const {
    std::string rows;
    for (std::size_t i = 0; i < action.message.pieces.size(); ++i)
      rows += (i == 0                            ? ""
               : i % action.matrix->columns == 0 ? "; "
                                                 : ", ") +
              expression(std::get<Shown>(action.message.pieces[i]).value);
    return fmt::format("'$writeMatrix'({}, {}, [{}], {})", quotedString(action.file), quotedString(action.matrix->name),
                       rows, action.matrix->isAppended);
  }

  std::string print(const Action& action) const {
    const auto name = [&] { return identifier(model_.nameOf(action.target)); };
    switch (action.kind) {
      case ActionKind::assign:
        return fmt::format("{} = {}", name(), expression(action.value, words_.sort(action.target)));
      case ActionKind::reinit: return fmt::format("reinit({}, {})", name(), expression(action.value));
      case ActionKind::assertion: return assertion(action.value, action.message, action.isWarning);
      case ActionKind::print: return printing(action);
      default: return fmt::format("terminate({})", message(action.message));
    }
  }

  static std::string annotation(const Experiment& experiment) {
    std::string text;
    const auto item = [&](std::string_view name, std::optional<double> value) {
      if (value) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, symbolic::printNumber(*value));
    };
    item("StartTime", experiment.start);
    item("StopTime", experiment.stop);
    item("Tolerance", experiment.tolerance);
    item("Interval", experiment.interval);
    return text.empty() ? text : fmt::format("  annotation(experiment({}));\n", text);
  }

  const FlatModel& model_;
  FlatWords words_;
  std::string text_;
};

}  // namespace

std::string print(const FlatModel& model, const Equation& equation) {
  return Printer(model).equation(equation, symbolic::legibleLength);
}

std::string print(const FlatModel& model) { return Printer(model).run(); }

std::optional<Origin> tooLongToPrint(const FlatModel& model) {
  const std::vector<double> sizes = symbolic::writtenSizes(model.pool);
  const auto isLong = [&](Expr e) { return e != Expr::none && sizes[symbolic::index(e)] > printableSize; };
  for (const auto* list : {&model.equations, &model.initialEquations})
    for (const Equation& one : *list)
      if (isLong(one.left) || isLong(one.right)) return one.origin;
  for (const WhenClause& clause : model.whenClauses)
    for (const WhenBranch& branch : clause.branches) {
      if (std::ranges::any_of(branch.conditions, isLong)) return clause.origin;
      for (const Action& action : branch.actions)
        if (isLong(action.value)) return action.origin;
    }
  for (const Assertion& one : model.assertions)
    if (isLong(one.condition)) return one.origin;
  for (const Variable& variable : model.variables)
    if (isLong(variable.binding)) return variable.origin;
  return std::nullopt;
}

}  // namespace dashpot::model
