#include "model/flat/function_print.hpp"

#include "model/flat/function_calls.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>

namespace dashpot::model {

namespace {

using symbolic::Argument;
using symbolic::Function;
using symbolic::FunctionId;
using symbolic::StatementKind;
using Kind = symbolic::Sort::Kind;

/// One function as text.
class FunctionPrinter {
 public:
  FunctionPrinter(const FlatWords& words, const Function& function)
      : words_(words), function_(function), slots_(words, function) {}

  std::string whole(const std::string& name) {
    open(1, "function " + name);
    for (const Argument& argument : function_.inputs) declare("input ", argument);
    if (function_.host) return hostClause(name);
    for (const Argument& argument : function_.outputs) declare("output ", argument);
    std::set<std::uint32_t> counters;
    findCounters(function_.body, counters);
    if (function_.locals.size() > counters.size()) open(1, "protected");
    for (const Argument& argument : function_.locals)
      if (!counters.contains(argument.first)) declare("", argument);
    open(1, "algorithm");
    statements(function_.body, 2);
    for (const symbolic::DerivativeRule& rule : function_.derivatives) derivative(rule);
    line(1, "end " + name);
    return std::move(text_);
  }

  /// The function that calls this one and gives one of its results.
  std::string selector(const std::string& name, const std::string& called, std::uint32_t result) {
    open(1, "function " + name);
    for (const Argument& argument : function_.inputs) declare("input ", argument);
    const auto slot = static_cast<VariableId>(function_.inputCount + result);
    line(2, fmt::format("output {} '$result'", words_.typeOf(argumentOf(function_, slot))));
    open(1, "protected");
    for (const Argument& argument : function_.outputs) declare("", argument);
    open(1, "algorithm");
    std::string inputs, outputs;
    for (const Argument& argument : function_.inputs)
      inputs += (inputs.empty() ? "" : ", ") + identifier(argument.name);
    for (const Argument& argument : function_.outputs)
      outputs += (outputs.empty() ? "" : ", ") + identifier(argument.name);
    if (function_.outputs.size() > 1) outputs = '(' + outputs + ')';
    line(2, fmt::format("{} := {}({})", outputs, called, inputs));
    line(2, fmt::format("'$result' := {}", slots_.variable(slot)));
    line(1, "end " + name);
    return std::move(text_);
  }

 private:
  void line(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{};\n", "", 2 * depth, content);
  }
  void open(std::size_t depth, std::string_view content) {
    fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", 2 * depth, content);
  }

  void declare(std::string_view prefix, const Argument& argument, std::string_view value = "") {
    std::string sizes;
    for (const std::int32_t n : words_.shape(function_, argument))
      sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", n);
    line(2, fmt::format("{}{} {}{}{}", prefix, words_.typeOf(argument), identifier(argument.name),
                        sizes.empty() ? "" : '[' + sizes + ']', value));
  }

  /// A routine of the machine's: what it writes begins as what goes in (model/external/host_calls.hpp).
  std::string hostClause(const std::string& name) {
    for (const Argument& argument : function_.outputs) {
      const std::string given = argument.name.starts_with('y') ? " = x" + argument.name.substr(1) : "";
      declare("output ", argument, given);
    }
    line(2, function_.host->clause());
    line(1, "end " + name);
    return std::move(text_);
  }

  /// The variables of loops, which a loop declares itself.
  static void findCounters(const std::vector<symbolic::Statement>& list, std::set<std::uint32_t>& found) {
    for (const symbolic::Statement& one : list) {
      if (one.kind == StatementKind::forLoop) found.insert(static_cast<std::uint32_t>(symbolic::index(one.targets[0])));
      findCounters(one.body, found);
      findCounters(one.otherwise, found);
    }
  }

  void derivative(const symbolic::DerivativeRule& rule) {
    std::string options;
    const auto add = [&](std::string_view option, const std::vector<std::uint32_t>& inputs) {
      for (const std::uint32_t i : inputs)
        options += fmt::format("{}{} = {}", options.empty() ? "" : ", ", option, identifier(function_.inputs[i].name));
    };
    add("noDerivative", rule.noDerivative);
    add("zeroDerivative", rule.zeroDerivative);
    line(2, fmt::format("annotation(derivative{} = {})", options.empty() ? "" : '(' + options + ')',
                        words_.wholeFunction(rule.function)));
  }

  [[nodiscard]] std::string text(Expr e, symbolic::Sort demanded = {}) const {
    return symbolic::print(function_.pool, e, slots_, demanded);
  }

  void statements(const std::vector<symbolic::Statement>& list, std::size_t depth) {
    for (const symbolic::Statement& one : list) statement(one, depth);
  }

  void statement(const symbolic::Statement& one, std::size_t depth) {
    const auto valueFor = [&](VariableId slot) { return text(one.value, slots_.sort(slot)); };
    switch (one.kind) {
      case StatementKind::assign:
        return line(depth, fmt::format("{} := {}", slots_.variable(one.targets[0]), valueFor(one.targets[0])));
      case StatementKind::assignIndexed:
        return line(depth, fmt::format("{} := {}", slots_.element(one.targets[0], text(one.position, {Kind::integer})),
                                       valueFor(one.targets[0])));
      case StatementKind::call: {
        std::string targets;
        for (std::size_t i = 0; i < one.targets.size();) {
          if (i > 0) targets += ", ";
          // A variable that gets all its elements is named as a whole.
          const Argument* whole = one.targets[i] == VariableId::none ? nullptr : &argumentOf(function_, one.targets[i]);
          const bool isWhole =
              whole && whole->first == symbolic::index(one.targets[i]) && whole->size > 1 &&
              i + whole->size <= one.targets.size() &&
              one.targets[i + whole->size - 1] == static_cast<VariableId>(whole->first + whole->size - 1);
          if (whole) targets += isWhole ? identifier(whole->name) : slots_.variable(one.targets[i]);
          i += isWhole ? whole->size : 1;
        }
        // All results are taken, not the one that the call would have as a value.
        const symbolic::FunctionId called = function_.pool.function(one.value);
        const std::string call = text(one.value).substr(slots_.function(called, 0).size());
        return line(depth, fmt::format("({}) := {}{}", targets, words_.wholeFunction(called), call));
      }
      case StatementKind::branch:
        open(depth, fmt::format("if {} then", text(one.value)));
        statements(one.body, depth + 1);
        if (!one.otherwise.empty()) open(depth, "else");
        statements(one.otherwise, depth + 1);
        return line(depth, "end if");
      case StatementKind::forLoop: {
        const symbolic::Sort counter = slots_.sort(one.targets[0]);
        open(depth, fmt::format("for {} in {}:{}:{} loop", slots_.variable(one.targets[0]), text(one.value, counter),
                                text(one.step, counter), text(one.last, counter)));
        statements(one.body, depth + 1);
        return line(depth, "end for");
      }
      case StatementKind::whileLoop:
        open(depth, fmt::format("while {} loop", text(one.value)));
        statements(one.body, depth + 1);
        return line(depth, "end while");
      case StatementKind::breakLoop: return line(depth, "break");
      case StatementKind::returnNow: return line(depth, "return");
      case StatementKind::assertion:
        return line(depth, fmt::format("assert({}, {})", text(one.value), quotedString(one.message)));
    }
  }

  const FlatWords& words_;
  const Function& function_;
  SlotWords slots_;
  std::string text_;
};

}  // namespace

void printFunctions(const FlatModel& model, const FlatWords& words, std::string& out) {
  std::map<std::string, std::string> texts;
  const auto add = [&](const std::string& name, std::string text) {
    texts[name.starts_with('\'') ? name.substr(1, name.size() - 2) : name] = std::move(text);
  };
  const FunctionCalls calls = functionCalls(model);
  for (std::size_t i = 0; i < model.functions.size(); ++i) {
    if (!calls.isCalled[i]) continue;
    const Function& function = model.functions[i];
    const std::string name = words.wholeFunction(static_cast<FunctionId>(i));
    add(name, FunctionPrinter(words, function).whole(name));
  }
  for (const auto& [id, result] : calls.results) {
    const Function& function = model.functions[symbolic::index(id)];
    if (words.isValue(function, result)) continue;
    const std::string name = words.function(id, result);
    add(name, FunctionPrinter(words, function).selector(name, words.wholeFunction(id), result));
  }
  for (const auto& [name, text] : texts) out += text;
}

}  // namespace dashpot::model
