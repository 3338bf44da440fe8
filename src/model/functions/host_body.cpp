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

/// An argument of the clause with the numbers that go in and the slots that it writes.
struct PassedToHost {
  HostArgument shape = {};
  std::vector<Expr> numbers = {};
  std::vector<VariableId> targets = {};
};

struct HostClause {
  std::vector<PassedToHost> arguments = {};
  Symbol result = Symbol::none;  // the variable that gets the value of the function
};

namespace {

/// size(x, 1)
bool isSizeOf(const syntax::Tree& tree, const syntax::Expression& node, const Symbols& symbols) {
  if (node.kind != syntax::ExpressionKind::call) return false;
  const syntax::Expression& callee = tree[tree.at(node.operands, 0)];
  return callee.kind == syntax::ExpressionKind::reference && callee.parts.count == 1 &&
         symbols.text(tree[tree.at(callee.parts, 0)].name) == "size";
}

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

/// As the external clause writes it.
std::optional<HostClause> FunctionMaker::writtenClause() {
  const ScopedExpression& clause = *class_.externalCall;
  HostClause result{.result = class_.externalResult};
  for (std::size_t i = 1; i < (*clause.tree)[clause.expression].operands.count; ++i) {
    const ScopedExpression at = operand(clause, i);
    const auto value = translator_.expressions.translate(at);
    if (!value) return std::nullopt;
    // A whole variable of its own is what the routine may write.
    const syntax::Expression& node = (*clause.tree)[at.expression];
    const bool isName = node.kind == syntax::ExpressionKind::reference && node.parts.count == 1 &&
                        (*clause.tree)[clause.tree->at(node.parts, 0)].subscripts.empty();
    const auto component =
        isName ? std::ranges::find(class_.components, (*clause.tree)[clause.tree->at(node.parts, 0)].name,
                                   &ComponentDescription::name)
               : class_.components.end();
    auto passed = hostArgument(*value, component == class_.components.end() ? nullptr : &*component, at.where());
    if (!passed) return std::nullopt;
    passed->shape.isSize = isSizeOf(*clause.tree, node, translator_.context.symbols());
    result.arguments.push_back(std::move(*passed));
  }
  return result;
}

/// Where there is none: inputs and outputs as they are declared, the sizes of an array after it; an only output that is
/// a scalar is the value of the function.
std::optional<HostClause> FunctionMaker::impliedClause() {
  HostClause result;
  const auto isOutput = [](const ComponentDescription& one) { return one.causality == syntax::Causality::output; };
  if (std::ranges::count_if(class_.components, isOutput) == 1) {
    const auto only = std::ranges::find_if(class_.components, isOutput);
    if (local(only->name).isScalar()) result.result = only->name;
  }
  std::size_t hidden = class_.hiddenInputs;
  for (const ComponentDescription& component : class_.components) {
    const bool isArgument = isOutput(component) || component.causality == syntax::Causality::input;
    if (!isArgument || component.name == result.result) continue;
    if (hidden > 0 && hidden-- > 0) continue;
    auto passed = hostArgument(local(component.name), &component, class_.declared);
    if (!passed) return std::nullopt;
    const Dimensions dimensions = passed->shape.dimensions;
    result.arguments.push_back(std::move(*passed));
    for (const std::int32_t size : dimensions)
      result.arguments.push_back({.shape = {.type = Type::integer, .isSize = true},
                                  .numbers = {made_.function.pool.constant(static_cast<double>(size))}});
  }
  return result;
}

/// `component`: the variable of the function that it is; null: it is something else.
std::optional<PassedToHost> FunctionMaker::hostArgument(const Value& value, const ComponentDescription* component,
                                                        SourceRange where) {
  TranslationContext& context = translator_.context;
  if (value.isHandle())
    return PassedToHost{.shape = {.type = Type::integer, .isObject = true},
                        .numbers = value.record->fields.front().second.scalars};
  if (value.record) return context.unsupported(where, "a record or an object as an argument of an external function");
  PassedToHost one{.shape = {.type = value.type.type, .dimensions = value.dimensions}, .numbers = value.scalars};
  if (value.isString()) {
    const auto text =
        value.texts.size() == 1 ? translator_.evaluation.knownText(value.texts.front(), where) : std::nullopt;
    if (!text) return context.unsupported(where, "a text that is known only when the function runs");
    one.shape.text = *text;
    return one;
  }
  const bool isOwn = component && component->causality != syntax::Causality::input &&
                     std::ranges::find(constants_, component->name) == constants_.end();
  if (!isOwn) return one;
  one.shape.isWritten = true;
  for (Expr& e : one.numbers) {
    one.targets.push_back(made_.function.pool.variable(e));
    if (!component->binding) e = made_.function.pool.constant(0.0);
  }
  return one;
}

bool FunctionMaker::callHost() {
  TranslationContext& context = translator_.context;
  const SourceRange where = class_.externalCall ? class_.externalCall->where() : class_.declared;
  const bool isUsers = !isHostFunction(class_.external);
  if (isUsers && !translator_.externalCalls.mayRun(class_)) {
    (void)refuseUserCode(context, class_, calledAt_);
    return false;
  }
  auto clause = class_.externalCall ? writtenClause() : impliedClause();
  if (!clause) return false;
  for (std::size_t i = 0; i < class_.hiddenInputs; ++i) {
    const Value& hidden = local(class_.components[i].name);
    clause->arguments.insert(clause->arguments.begin() + static_cast<std::ptrdiff_t>(i),
                             {.shape = {.type = hidden.type.type, .isHidden = true}, .numbers = hidden.scalars});
  }
  std::vector<VariableId> targets;
  symbolic::Function host{.name = class_.external};
  std::optional<Type> resultType;
  if (clause->result != Symbol::none) {
    const Value& result = local(clause->result);
    if (!result.isScalar() || result.isString() || result.record) {
      context.unsupported(where, fmt::format("this declaration of the external function '{}'", class_.external));
      return false;
    }
    resultType = result.type.type;
    targets.push_back(made_.function.pool.variable(result.scalar()));
    host.outputs.push_back(slotsOf({.type = result.type.type}, "r", 0));
  }
  std::vector<HostArgument> shapes;
  std::vector<Expr> numbers;
  for (const PassedToHost& one : clause->arguments) {
    shapes.push_back(one.shape);
    if (one.shape.type == Type::string) continue;
    const std::size_t i = shapes.size();
    host.inputs.push_back(slotsOf(one.shape, fmt::format("x{}", i), static_cast<std::uint32_t>(numbers.size())));
    std::ranges::copy(one.numbers, std::back_inserter(numbers));
    if (!one.shape.isWritten) continue;
    host.outputs.push_back(slotsOf(one.shape, fmt::format("y{}", i), static_cast<std::uint32_t>(targets.size())));
    std::ranges::copy(one.targets, std::back_inserter(targets));
  }
  host.inputCount = static_cast<std::uint32_t>(numbers.size());
  host.outputCount = static_cast<std::uint32_t>(targets.size());
  host.slotCount = host.inputCount + host.outputCount;
  for (symbolic::Argument& output : host.outputs) output.first += host.inputCount;
  host.where = class_.declared;
  std::string problem;
  if (isUsers) {
    const auto code = userCode();
    if (!code) return false;
    host.host =
        translator_.externalCalls.userCall(*code,
                                           {.function = class_.external,
                                            .arguments = std::move(shapes),
                                            .result = resultType,
                                            .isConstructor = class_.hiddenInputs > 0 && !class_.isCalledOncePerEvent,
                                            .destructor = class_.destructor},
                                           class_.isCalledOncePerEvent, problem);
  } else {
    host.host = makeHostCall(class_.external, std::move(shapes), resultType.has_value(), problem);
  }
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
