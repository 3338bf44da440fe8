// model/functions/host_body.cpp: external functions that are code of the machine (Modelica 3.6, section 12.9). The
// function made concrete prepares what the external clause names, calls the routine, and takes what it has written.
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/external/host_calls.hpp"
#include "model/external/user_code.hpp"
#include "model/functions/function_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace dashpot::model {

namespace {

/// An argument of the clause with the numbers that go in and the slots that it writes.
struct Passed {
  HostArgument shape;
  std::vector<Expr> numbers = {};
  std::vector<VariableId> targets = {};
};

symbolic::Argument slotsOf(const HostArgument& argument, std::string name, std::uint32_t first) {
  return {.name = std::move(name),
          .type = argument.type == Type::real      ? "Real"
                  : argument.type == Type::boolean ? "Boolean"
                                                   : "Integer",
          .dimensions = argument.dimensions,
          .first = first,
          .size = static_cast<std::uint32_t>(count(argument.dimensions))};
}

/// Whether all its variables are arguments of the routine: x1, ..., of which y1, ... begin as these, and r.
bool isHostForm(const FunctionClass& function, const Symbols& symbols) {
  return std::ranges::all_of(function.components, [&](const ComponentDescription& component) {
    const std::string_view name = symbols.text(component.name);
    if (component.causality == syntax::Causality::input) return name.starts_with('x') && !component.binding;
    if (component.causality != syntax::Causality::output) return false;
    return name == "r" ? !component.binding : name.starts_with('y') && component.binding.has_value();
  });
}

}  // namespace

bool FunctionMaker::callHost() {
  TranslationContext& context = translator_.context;
  const SourceRange where = class_.externalCall ? class_.externalCall->where() : class_.declared;
  const bool isUsers = !isHostFunction(class_.external);
  if (!class_.externalCall) {
    context.unsupported(where, fmt::format("the external function '{}' without a list of its arguments", class_.name));
    return false;
  }
  const ScopedExpression& clause = *class_.externalCall;
  std::vector<Passed> passed;
  for (std::size_t i = 1; i < (*clause.tree)[clause.expression].operands.count; ++i) {
    const ScopedExpression at = operand(clause, i);
    const auto value = translator_.expressions.translate(at);
    if (!value) return false;
    if (value->record) {
      context.unsupported(at.where(), "a record or an object as an argument of an external function");
      return false;
    }
    Passed one{.shape = {.type = value->type.type, .dimensions = value->dimensions}};
    if (value->isString()) {
      const auto text =
          value->texts.size() == 1 ? translator_.evaluation.knownText(value->texts.front(), where) : std::nullopt;
      if (!text) {
        context.unsupported(at.where(), "a text that is known only when the function runs");
        return false;
      }
      one.shape.text = *text;
    }
    one.numbers = value->scalars;
    // A whole variable of its own, which the routine may write.
    const syntax::Expression& node = (*clause.tree)[at.expression];
    const bool isName = node.kind == syntax::ExpressionKind::reference && node.parts.count == 1 &&
                        (*clause.tree)[clause.tree->at(node.parts, 0)].subscripts.empty();
    const auto component =
        isName ? std::ranges::find(class_.components, (*clause.tree)[clause.tree->at(node.parts, 0)].name,
                                   &ComponentDescription::name)
               : class_.components.end();
    const bool isOwn = component != class_.components.end() && component->causality != syntax::Causality::input &&
                       !value->isString() && std::ranges::find(constants_, component->name) == constants_.end();
    if (isOwn) {
      one.shape.isWritten = true;
      for (Expr& e : one.numbers) {
        one.targets.push_back(made_.function.pool.variable(e));
        if (!component->binding) e = made_.function.pool.constant(0.0);
      }
    }
    passed.push_back(std::move(one));
  }
  std::vector<VariableId> targets;
  const bool hasResult = class_.externalResult != Symbol::none;
  symbolic::Function host{.name = class_.external};
  if (hasResult) {
    const Value& result = local(class_.externalResult);
    if (!result.isScalar() || result.isString()) {
      context.unsupported(where, fmt::format("this declaration of the external function '{}'", class_.external));
      return false;
    }
    targets.push_back(made_.function.pool.variable(result.scalar()));
    host.outputs.push_back(slotsOf({.type = result.type.type}, "r", 0));
  }
  std::vector<HostArgument> shapes;
  std::vector<Expr> numbers;
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const Passed& one = passed[i];
    shapes.push_back(one.shape);
    if (one.shape.type == Type::string) continue;
    host.inputs.push_back(slotsOf(one.shape, fmt::format("x{}", i + 1), static_cast<std::uint32_t>(numbers.size())));
    std::ranges::copy(one.numbers, std::back_inserter(numbers));
    if (!one.shape.isWritten) continue;
    host.outputs.push_back(slotsOf(one.shape, fmt::format("y{}", i + 1), static_cast<std::uint32_t>(targets.size())));
    std::ranges::copy(one.targets, std::back_inserter(targets));
  }
  host.inputCount = static_cast<std::uint32_t>(numbers.size());
  host.outputCount = static_cast<std::uint32_t>(targets.size());
  host.slotCount = host.inputCount + host.outputCount;
  for (symbolic::Argument& output : host.outputs) output.first += host.inputCount;
  std::string problem;
  if (isUsers) {
    const std::optional<Type> type = hasResult ? std::optional(local(class_.externalResult).type.type) : std::nullopt;
    const auto code = userCode();
    if (!code) return false;
    host.host = makeUserCall(*code, class_.external, std::move(shapes), type, problem);
  } else {
    host.host = makeHostCall(class_.external, std::move(shapes), hasResult, problem);
  }
  host.where = class_.declared;
  if (!host.host) {
    context.report("function", where, fmt::format("'{}' cannot be called like this: {}", class_.external, problem));
    return false;
  }
  if (isHostForm(class_, context.symbols())) {  // as a flat model writes it: it is the routine itself
    host.name = class_.name;
    made_.function = std::move(host);
    return true;
  }
  auto& functions = context.model().functions;
  functions.push_back(std::move(host));
  const auto id = static_cast<symbolic::FunctionId>(functions.size() - 1);
  body_->call(std::move(targets), made_.function.pool.call(id, numbers), where);
  return true;
}

/// What the annotations say, with the folders that section 12.9.4 names where they say nothing.
std::optional<UserCode> FunctionMaker::userCode() {
  UserCode code;
  TranslationContext& context = translator_.context;
  const std::string library = class_.name.substr(0, class_.name.find('.'));
  const auto addFolder = [&](std::vector<std::filesystem::path>& folders, const std::string& name) {
    if (!name.starts_with("modelica://")) return folders.push_back(name.starts_with("file://") ? name.substr(7) : name);
    if (const auto found = context.names().resource(name)) folders.emplace_back(*found);
  };
  bool hasIncludeFolder = false, hasLibraryFolder = false;
  for (const auto& [name, expression] : class_.externalAnnotation) {
    const auto value = translator_.expressions.translate(expression);
    if (!value) return std::nullopt;
    for (const Message& text : value->texts) {
      const auto known = translator_.evaluation.knownText(text, expression.where());
      if (!known) continue;
      if (name == "Include") code.include += *known + '\n';
      if (name == "Library" && !known->empty()) code.libraries.push_back(*known);
      if (name == "IncludeDirectory" || name == "SourceDirectory") addFolder(code.includeFolders, *known);
      if (name == "LibraryDirectory") addFolder(code.libraryFolders, *known);
      hasIncludeFolder |= name == "IncludeDirectory";
      hasLibraryFolder |= name == "LibraryDirectory";
    }
  }
  if (!hasIncludeFolder) addFolder(code.includeFolders, "modelica://" + library + "/Resources/Include");
  addFolder(code.includeFolders, "modelica://" + library + "/Resources/C-Sources");
  if (!hasLibraryFolder) addFolder(code.libraryFolders, "modelica://" + library + "/Resources/Library");
  const std::filesystem::path file(context.sources()[class_.declared.source].name());
  std::error_code status;
  code.includeFolders.push_back(std::filesystem::absolute(file, status).parent_path());
  return code;
}

}  // namespace dashpot::model
