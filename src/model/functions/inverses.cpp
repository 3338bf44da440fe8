#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/function_maker.hpp"
#include "model/functions/functions.hpp"

#include <algorithm>
#include <map>

namespace dashpot::model {

namespace {

using syntax::ExpressionKind;

/// An input or the output of f: what it is like, and its slots.
struct Part {
  Value value;
  std::uint32_t first = 0, size = 0;
};

std::uint32_t sizeOf(const Value& value) {
  std::vector<Expr> scalars;
  appendScalars(value, scalars);
  return static_cast<std::uint32_t>(scalars.size());
}

/// The name that an argument of the call consists of; none: it is something else.
Symbol nameIn(const syntax::Tree& tree, syntax::ExpressionId argument) {
  const syntax::Expression& node = tree[argument];
  const bool isName = node.kind == ExpressionKind::reference && node.parts.count == 1 &&
                      tree[tree.at(node.parts, 0)].subscripts.empty();
  return isName ? tree[tree.at(node.parts, 0)].name : Symbol::none;
}

/// Which part of f each input of g gets; empty: not all of them get one as it is.
std::vector<const Part*> matched(const ScopedExpression& call, const FunctionClass& inverse,
                                 const std::map<Symbol, Part>& parts) {
  const syntax::Tree& tree = *call.tree;
  const syntax::List<syntax::ExpressionId> operands = tree[call.expression].operands;
  std::vector<const Part*> result;
  std::size_t position = 0;
  for (const ComponentDescription& input : inverse.components) {
    if (input.causality != syntax::Causality::input) continue;
    Symbol name = Symbol::none;
    for (std::size_t k = 1; k < operands.count; ++k) {
      const syntax::Expression& argument = tree[tree.at(operands, k)];
      if (argument.kind != ExpressionKind::namedArgument && k == position + 1)
        name = nameIn(tree, tree.at(operands, k));
      if (argument.kind == ExpressionKind::namedArgument && argument.symbol == input.name)
        name = nameIn(tree, tree.at(argument.operands, 0));
    }
    const auto found = parts.find(name);
    if (found == parts.end()) return {};
    result.push_back(&found->second);
    ++position;
  }
  return result;
}

}  // namespace

/// annotation(inverse(x = g(..., y, ...))) of y = f(..., x, ...): g takes inputs of f, and its output (Modelica 3.6,
/// section 12.8). An inverse that is no such call is left aside: it is an offer that need not be taken.
void FunctionTable::addInverses(const FunctionClass& function, std::size_t at) {
  if (function.inverses.empty() || instances_[at].outputs.size() != 1 || sizeOf(instances_[at].outputs[0]) != 1) return;
  const TranslationContext::Within within(translator_.context, translator_.context.modelFrame());
  std::map<Symbol, Part> parts;
  std::uint32_t slot = 0;
  const auto add = [&](syntax::Causality causality, const std::vector<Value>& values) {
    std::size_t k = 0;
    for (const ComponentDescription& component : function.components) {
      if (component.causality != causality || k == values.size()) continue;
      const std::uint32_t size = sizeOf(values[k]);
      parts.emplace(component.name, Part{values[k++], slot, size});
      slot += size;
    }
  };
  add(syntax::Causality::input, instances_[at].inputs);
  add(syntax::Causality::output, instances_[at].outputs);
  for (const InverseAnnotation& annotation : function.inverses) {
    const syntax::Tree& tree = *annotation.call.tree;
    const auto callee = translator_.context.names().callee(
        {&tree, tree.at(tree[annotation.call.expression].operands, 0), annotation.call.scope});
    const auto input = parts.find(annotation.input);
    if (!callee || callee->kind != CalleeKind::function || callee->function.isExternal || input == parts.end() ||
        input->second.size != 1)
      continue;
    const std::vector<const Part*> given = matched(annotation.call, callee->function, parts);
    symbolic::InverseRule rule{.input = input->second.first};
    std::vector<Value> arguments;
    for (const Part* part : given) {
      arguments.push_back(part->value);
      for (std::uint32_t k = 0; k < part->size; ++k) rule.arguments.push_back(part->first + k);
    }
    std::optional<std::size_t> inverse;
    if (!given.empty())
      translator_.context.quietly(
          [&] { inverse = instance(callee->function, arguments, Purpose::results, annotation.call.where()); });
    if (!inverse) continue;
    rule.function = instances_[*inverse].id;
    translator_.context.model().functions[symbolic::index(instances_[at].id)].inverses.push_back(std::move(rule));
  }
}

}  // namespace dashpot::model
