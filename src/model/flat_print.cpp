#include "model/flat_model.hpp"

#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::model {

namespace {

/// A name with dots or brackets is written as a quoted identifier; quotes inside it are escaped. A name that is one
/// quoted identifier already stays as it is.
std::string identifier(std::string name) {
  if (name.find_first_of(".[") == std::string::npos) return name;
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

symbolic::VariableNamer namer(const FlatModel& model) {
  return [&model](VariableId id) { return identifier(model.nameOf(id)); };
}

std::string attributes(const FlatModel& model, const Variable& variable) {
  std::string text;
  const auto item = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  };
  const auto expression = [&](std::string_view name, Expr e) {
    if (e != Expr::none) item(name, symbolic::print(model.pool, e, namer(model)));
  };
  const Attributes& a = variable.attributes;
  if (!a.quantity.empty()) item("quantity", quotedString(a.quantity));
  if (!a.unit.empty()) item("unit", quotedString(a.unit));
  if (!a.displayUnit.empty()) item("displayUnit", quotedString(a.displayUnit));
  expression("min", a.min);
  expression("max", a.max);
  expression("nominal", a.nominal);
  expression("start", a.start);
  if (a.fixed) item("fixed", *a.fixed ? "true" : "false");
  return text.empty() ? text : fmt::format("({})", text);
}

std::string declaration(const FlatModel& model, const Variable& variable) {
  std::string text;
  if (variable.isFinal) text += "final ";
  if (variable.variability == Variability::parameter) text += "parameter ";
  if (variable.variability == Variability::constant) text += "constant ";
  text += variable.type == Type::real ? "Real " : variable.type == Type::integer ? "Integer " : "Boolean ";
  text += identifier(model.paths.text(variable.name)) + attributes(model, variable);
  if (variable.binding != Expr::none) text += " = " + symbolic::print(model.pool, variable.binding, namer(model));
  if (!variable.description.empty()) text += ' ' + quotedString(variable.description);
  return text;
}

std::string annotation(const Experiment& experiment) {
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

void section(const FlatModel& model, std::string& text, std::string_view title,
             const std::vector<Equation>& equations) {
  if (equations.empty()) return;
  fmt::format_to(std::back_inserter(text), "{}\n", title);
  for (const Equation& equation : equations)
    fmt::format_to(std::back_inserter(text), "  {};\n", print(model, equation));
}

std::string simpleName(std::string_view qualified) {
  const std::size_t dot = qualified.rfind('.');
  return std::string(dot == std::string_view::npos ? qualified : qualified.substr(dot + 1));
}

}  // namespace

std::string print(const FlatModel& model, const Equation& equation) {
  std::string left = symbolic::print(model.pool, equation.left, namer(model));
  if (model.pool.op(equation.left) == symbolic::Op::conditional) left = '(' + left + ')';  // else an if-equation
  return fmt::format("{} = {}", left, symbolic::print(model.pool, equation.right, namer(model)));
}

std::string print(const FlatModel& model) {
  const std::string name = simpleName(model.name);
  std::string text = "model " + name;
  if (!model.description.empty()) text += ' ' + quotedString(model.description);
  text += '\n';
  bool isProtected = false;
  for (const Variable& variable : model.variables) {
    if (variable.isProtected != isProtected) {
      isProtected = variable.isProtected;
      text += isProtected ? "protected\n" : "public\n";
    }
    text += "  " + declaration(model, variable) + ";\n";
  }
  section(model, text, "initial equation", model.initialEquations);
  section(model, text, "equation", model.equations);
  text += annotation(model.experiment);
  return text + "end " + name + ";\n";
}

}  // namespace dashpot::model
