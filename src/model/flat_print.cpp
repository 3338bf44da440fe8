#include "model/flat_model.hpp"

#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>

namespace dashpot::model {

namespace {

/// A name that is no plain identifier is written as a quoted one; quotes inside it are escaped. A name that is one
/// quoted identifier already stays as it is.
std::string identifier(std::string name) {
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (std::ranges::all_of(name, isPlain)) return name;
  if (name.starts_with('\'') && name.find('\'', 1) == name.size() - 1) return name;
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '\'';
}

std::string quotedString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string simpleName(std::string_view qualified) {
  const std::size_t dot = qualified.rfind('.');
  return std::string(dot == std::string_view::npos ? qualified : qualified.substr(dot + 1));
}

class Printer {
 public:
  explicit Printer(const FlatModel& model) : model_(model) {
    // A function made for arrays of several sizes needs a name for each.
    std::map<std::string, int> seen;
    for (const symbolic::Function& function : model.functions) {
      std::string_view name = function.name;
      if (name.starts_with(model.name + '.')) name.remove_prefix(model.name.size() + 1);  // it stands in the model
      const int before = seen[std::string(name)]++;
      names_.push_back(before == 0 ? std::string(name) : fmt::format("{}#{}", name, before + 1));
    }
  }

  std::string expression(Expr e) const {
    return symbolic::print(
        model_.pool, e, [this](VariableId id) { return identifier(model_.nameOf(id)); }, functionNamer());
  }

  std::string equation(const Equation& equation) const {
    std::string left = expression(equation.left);
    // An Integer has the value of integer(x), which is floor(x).
    const bool isCounter = model_.pool.op(equation.left) == symbolic::Op::variable &&
                           model_[model_.pool.variable(equation.left)].type == Type::integer;
    if (isCounter && model_.pool.op(equation.right) == symbolic::Op::floor)
      return fmt::format("{} = integer({})", left, expression(model_.pool.operands(equation.right)[0]));
    if (model_.pool.op(equation.left) == symbolic::Op::conditional) left = '(' + left + ')';  // else an if-equation
    return fmt::format("{} = {}", left, expression(equation.right));
  }

  std::string run() {
    const std::string name = simpleName(model_.name);
    text_ = "model " + name;
    if (!model_.description.empty()) text_ += ' ' + quotedString(model_.description);
    text_ += '\n';
    const std::vector<bool> called = calledFunctions();
    for (std::size_t i = 0; i < model_.functions.size(); ++i)
      if (called[i]) print(model_.functions[i], identifier(names_[i]));
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
  [[nodiscard]] symbolic::FunctionNamer functionNamer() const {
    return [this](symbolic::FunctionId id) { return identifier(names_[symbolic::index(id)]); };
  }

  /// Those that are left after small ones have been written into what calls them.
  [[nodiscard]] std::vector<bool> calledFunctions() const {
    std::vector<bool> called(model_.functions.size(), false);
    std::vector<std::size_t> pending;
    const auto callsIn = [&](const Pool& pool, auto&& isUsed) {
      for (std::size_t i = 0; i < pool.size(); ++i) {
        const auto e = static_cast<Expr>(i);
        if (pool.op(e) != symbolic::Op::call || !isUsed(e)) continue;
        const std::size_t callee = symbolic::index(pool.function(e));
        if (!called[callee]) pending.push_back(callee);
        called[callee] = true;
      }
    };
    symbolic::Walker walker(model_.pool);
    std::vector<bool> used(model_.pool.size(), false);
    const auto use = [&](Expr root) {
      if (root == Expr::none) return;
      for (const Expr e : walker.reachable(root)) used[symbolic::index(e)] = true;
    };
    const auto useEquations = [&](const std::vector<Equation>& list) {
      for (const Equation& one : list) use(one.left), use(one.right);
    };
    useEquations(model_.equations);
    useEquations(model_.initialEquations);
    for (const Variable& variable : model_.variables)
      for (const Expr e : {variable.binding, variable.attributes.start, variable.attributes.min,
                           variable.attributes.max, variable.attributes.nominal})
        use(e);
    for (const Assertion& one : model_.assertions) use(one.condition), useMessage(one.message, use);
    for (const WhenClause& clause : model_.whenClauses)
      for (const WhenBranch& branch : clause.branches) {
        for (const Expr e : branch.conditions) use(e);
        for (const Action& action : branch.actions) use(action.value), useMessage(action.message, use);
      }
    callsIn(model_.pool, [&](Expr e) { return used[symbolic::index(e)]; });
    while (!pending.empty()) {
      const symbolic::Function& function = model_.functions[pending.back()];
      pending.pop_back();
      callsIn(function.pool, [](Expr) { return true; });
      for (const symbolic::DerivativeRule& rule : function.derivatives) {
        const std::size_t derivative = symbolic::index(rule.function);
        if (derivative >= called.size() || called[derivative]) continue;
        called[derivative] = true;
        pending.push_back(derivative);
      }
    }
    return called;
  }

  template <class Use>
  static void useMessage(const Message& message, const Use& use) {
    for (const auto& piece : message.pieces)
      if (const Expr* e = std::get_if<Expr>(&piece)) use(*e);
  }

  void line(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{};\n", "", 2 * depth, content);
  }
  void open(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", 2 * depth, content);
  }

  // -------------------------------------------------------------------------------------------------- variables

  std::string attributes(const Variable& variable) const {
    std::string text;
    const auto item = [&](std::string_view name, const std::string& value) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    };
    const auto value = [&](std::string_view name, Expr e) {
      if (e != Expr::none) item(name, expression(e));
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
    switch (variable.type) {
      case Type::real: text += "Real "; break;
      case Type::boolean: text += "Boolean "; break;
      case Type::string: text += "String "; break;
      default: text += "Integer "; break;  // a literal of an enumeration is its number
    }
    text += identifier(model_.paths.text(variable.name)) + attributes(variable);
    if (variable.binding != Expr::none) text += " = " + expression(variable.binding);
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

  std::string message(const Message& message) const {
    std::string text;
    for (const auto& piece : message.pieces)
      text += fmt::format("{}{}", text.empty() ? "" : " + ",
                          std::holds_alternative<std::string>(piece)
                              ? quotedString(std::get<std::string>(piece))
                              : fmt::format("String({})", expression(std::get<Expr>(piece))));
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

  std::string print(const Action& action) const {
    const auto name = [&] { return identifier(model_.nameOf(action.target)); };
    switch (action.kind) {
      case ActionKind::assign: return fmt::format("{} = {}", name(), expression(action.value));
      case ActionKind::reinit: return fmt::format("reinit({}, {})", name(), expression(action.value));
      case ActionKind::assertion: return assertion(action.value, action.message, action.isWarning);
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

  // -------------------------------------------------------------------------------------------------- functions

  /// The name of a slot: that of its argument, with subscripts where it is an array.
  static std::string slot(const symbolic::Function& function, VariableId id) {
    const auto number = static_cast<std::uint32_t>(symbolic::index(id));
    for (const auto* list : {&function.inputs, &function.outputs, &function.locals})
      for (const symbolic::Argument& argument : *list) {
        if (number < argument.first || number >= argument.first + argument.size) continue;
        std::string text;
        std::uint32_t rest = number - argument.first;
        for (std::size_t k = argument.dimensions.size(); k-- > 0;) {
          const auto extent = static_cast<std::uint32_t>(argument.dimensions[k]);
          text = fmt::format("{}{}{}", rest % extent + 1, text.empty() ? "" : ", ", text);
          rest /= extent;
        }
        return identifier(argument.name) + (text.empty() ? "" : '[' + text + ']');
      }
    return fmt::format("slot{}", number);
  }

  void print(const symbolic::Function& function, const std::string& name) {
    open(1, "function " + name);
    const auto declare = [&](std::string_view prefix, const symbolic::Argument& argument) {
      std::string sizes;
      for (const std::int32_t n : argument.dimensions) sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", n);
      line(2, fmt::format("{}{} {}{}", prefix, argument.type, identifier(argument.name),
                          sizes.empty() ? "" : '[' + sizes + ']'));
    };
    for (const symbolic::Argument& argument : function.inputs) declare("input ", argument);
    for (const symbolic::Argument& argument : function.outputs) declare("output ", argument);
    if (!function.locals.empty()) open(1, "protected");
    for (const symbolic::Argument& argument : function.locals) declare("", argument);
    open(1, "algorithm");
    statements(function, function.body, 2);
    for (const symbolic::DerivativeRule& rule : function.derivatives) {
      std::string options;
      const auto add = [&](std::string_view option, const std::vector<std::uint32_t>& inputs) {
        for (const std::uint32_t i : inputs)
          options += fmt::format("{}{} = {}", options.empty() ? "" : ", ", option, identifier(function.inputs[i].name));
      };
      add("noDerivative", rule.noDerivative);
      add("zeroDerivative", rule.zeroDerivative);
      line(2, fmt::format("annotation(derivative{} = {})", options.empty() ? "" : '(' + options + ')',
                          identifier(names_[symbolic::index(rule.function)])));
    }
    line(1, "end " + name);
  }

  void statements(const symbolic::Function& function, const std::vector<symbolic::Statement>& list, std::size_t depth) {
    for (const symbolic::Statement& one : list) statement(function, one, depth);
  }

  void statement(const symbolic::Function& function, const symbolic::Statement& one, std::size_t depth) {
    using symbolic::StatementKind;
    const auto namer = [&](VariableId id) { return slot(function, id); };
    const auto text = [&](Expr e) { return symbolic::print(function.pool, e, namer, functionNamer()); };
    switch (one.kind) {
      case StatementKind::assign: return line(depth, fmt::format("{} := {}", namer(one.targets[0]), text(one.value)));
      case StatementKind::assignIndexed: {
        const std::string first = namer(one.targets[0]);
        const std::string array = first.substr(0, first.rfind('['));
        return line(depth, fmt::format("{}[{}] := {}", array, text(one.position), text(one.value)));
      }
      case StatementKind::call: {
        std::string targets;
        for (std::size_t i = 0; i < one.targets.size(); ++i) {
          if (i > 0) targets += ", ";
          if (one.targets[i] != VariableId::none) targets += namer(one.targets[i]);
        }
        return line(depth, fmt::format("({}) := {}", targets, text(one.value)));
      }
      case StatementKind::branch:
        open(depth, fmt::format("if {} then", text(one.value)));
        statements(function, one.body, depth + 1);
        if (!one.otherwise.empty()) open(depth, "else");
        statements(function, one.otherwise, depth + 1);
        return line(depth, "end if");
      case StatementKind::forLoop:
        open(depth, fmt::format("for {} in {}:{}:{} loop", namer(one.targets[0]), text(one.value), text(one.step),
                                text(one.last)));
        statements(function, one.body, depth + 1);
        return line(depth, "end for");
      case StatementKind::whileLoop:
        open(depth, fmt::format("while {} loop", text(one.value)));
        statements(function, one.body, depth + 1);
        return line(depth, "end while");
      case StatementKind::breakLoop: return line(depth, "break");
      case StatementKind::returnNow: return line(depth, "return");
      case StatementKind::assertion:
        return line(depth, fmt::format("assert({}, {})", text(one.value), quotedString(one.message)));
    }
  }

  const FlatModel& model_;
  std::vector<std::string> names_;  // of functions
  std::string text_;
};

}  // namespace

std::string print(const FlatModel& model, const Equation& equation) { return Printer(model).equation(equation); }

std::string print(const FlatModel& model) { return Printer(model).run(); }

}  // namespace dashpot::model
