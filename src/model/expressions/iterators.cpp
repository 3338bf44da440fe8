#include "model/expressions/iterators.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/references.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/functions/function_body.hpp"
#include "model/instances/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;
using syntax::Tree;

namespace {

/// One place where an iterator stands as a subscript.
struct Use {
  syntax::ExpressionId reference = syntax::ExpressionId::none;
  std::size_t part = 0;
  std::size_t position = 0;
};

/// Finds where an iterator stands alone as a subscript, except where another one of the same name hides it.
class UseSearch {
 public:
  UseSearch(const Tree& tree, Symbol name) : tree_(tree), name_(name) {}

  std::vector<Use> run(const ScopedIterator& it) {
    if (it.element != syntax::ExpressionId::none) visit(it.element);
    visit(it.body);
    return std::move(uses_);
  }

 private:
  bool hides(syntax::List<syntax::IteratorId> iterators) const {
    for (const syntax::IteratorId id : tree_.items(iterators))
      if (tree_[id].name == name_) return true;
    return false;
  }

  void visit(syntax::List<syntax::StatementId> statements) {
    for (const syntax::StatementId id : tree_.items(statements)) {
      const syntax::Statement& statement = tree_[id];
      if (hides(statement.iterators)) continue;
      for (const syntax::ExpressionId e : tree_.items(statement.expressions)) visit(e);
      for (const syntax::IteratorId i : tree_.items(statement.iterators))
        if (tree_[i].range != syntax::ExpressionId::none) visit(tree_[i].range);
      for (const syntax::BranchId branch : tree_.items(statement.branches)) {
        if (tree_[branch].condition != syntax::ExpressionId::none) visit(tree_[branch].condition);
        visit(tree_[branch].body);
      }
    }
  }

  void visit(syntax::ExpressionId id) {
    const syntax::Expression& node = tree_[id];
    if (node.kind == ExpressionKind::comprehension && hides(node.iterators)) return;
    for (const syntax::ExpressionId operand : tree_.items(node.operands)) visit(operand);
    for (std::size_t p = 0; p < node.parts.count; ++p) {
      const syntax::Part& part = tree_[tree_.at(node.parts, p)];
      for (std::size_t k = 0; k < part.subscripts.count; ++k) {
        const syntax::ExpressionId subscript = tree_.at(part.subscripts, k);
        if (isIterator(tree_[subscript])) uses_.push_back({id, p, k});
        visit(subscript);
      }
    }
  }

  bool isIterator(const syntax::Expression& node) const {
    if (node.kind != ExpressionKind::reference || node.parts.count != 1 || node.flag) return false;
    const syntax::Part& part = tree_[tree_.at(node.parts, 0)];
    return part.name == name_ && part.subscripts.empty();
  }

  const Tree& tree_;
  Symbol name_;
  std::vector<Use> uses_;
};

}  // namespace

std::optional<ScalarType> Iterators::indexType(const ScopedExpression& at) {
  if ((*at.tree)[at.expression].kind != ExpressionKind::reference) return std::nullopt;
  const auto callee = context_.names().callee(at);
  if (!callee) return std::nullopt;
  const bool isIndex = callee->kind == CalleeKind::enumeration ||
                       (callee->kind == CalleeKind::predefinedType && callee->type.type == Type::boolean);
  return isIndex ? std::optional(callee->type) : std::nullopt;
}

std::int32_t Iterators::indexCount(ScalarType type) const {
  return type.type == Type::boolean
             ? 2
             : static_cast<std::int32_t>(context_.model().enumerations[type.enumeration].literals.size());
}

/// The positions along a dimension, as values of the type of its subscripts.
std::vector<Value> Iterators::positions(ScalarType type, std::int32_t size) {
  if (type.type == Type::boolean) return {truth(context_.pool(), false), truth(context_.pool(), true)};
  std::vector<Value> values;
  for (std::int32_t k = 1; k <= size; ++k) values.push_back({.type = type, .scalars = {context_.pool().constant(k)}});
  return values;
}

/// Of an iterator without a range: the positions of the arrays that it subscripts, which must agree.
std::optional<std::vector<Value>> Iterators::impliedValues(const ScopedIterator& it) {
  const std::string name(context_.symbols().text(it.iterator->name));
  struct Found {
    ScalarType type = {};
    std::int32_t size = 0;
    SourceRange where = {};
  };
  std::optional<Found> first;
  for (const Use& use : UseSearch(*it.tree, it.iterator->name).run(it)) {
    const ScopedExpression reference{it.tree, use.reference, it.scope};
    const auto shape = references_.shape(reference, use.part);
    if (!shape || use.position >= shape->dimensions.size()) continue;  // reported when the body is translated
    const Found found{shape->indexType(use.position), shape->dimensions[use.position], reference.where()};
    if (!first) {
      first = found;
    } else if (!(first->type == found.type) || first->size != found.size) {
      context_.diagnostics()
          .error("size", found.where,
                 fmt::format("the range of '{}' is not clear: it stands for 1 to {} here, but for 1 to {} elsewhere",
                             name, found.size, first->size))
          .note(fmt::format("the other place is {}", context_.sources().describeLine(first->where)))
          .hint(fmt::format("write the range: for {} in 1:{}", name, found.size));
      return std::nullopt;
    }
  }
  if (!first) {
    context_.diagnostics()
        .error("no-size", it.tree->range(it.iterator->span),
               fmt::format("the range of '{}' cannot be found out: it is the subscript of no array", name))
        .hint(fmt::format("write the range: for {} in 1:n", name));
    return std::nullopt;
  }
  return positions(first->type, first->size);
}

std::optional<std::vector<Value>> Iterators::values(const ScopedIterator& it) {
  if (it.iterator->range == syntax::ExpressionId::none) return impliedValues(it);
  const ScopedExpression at{it.tree, it.iterator->range, it.scope};
  if (const auto type = indexType(at)) return positions(*type, indexCount(*type));
  auto whole = expressions_.translate(at);
  if (!whole) return std::nullopt;
  if (whole->dimensions.size() != 1)
    return context_.typeError(
        at.where(), fmt::format("a loop runs over a vector, but this is {}", describe(context_.model(), *whole)));
  if (context_.body() && !evaluation_.isKnown(*whole)) whole = context_.body()->kept(*whole, at.where());
  std::vector<Value> values;
  for (std::int32_t k = 1; k <= whole->dimensions.front(); ++k) {
    Subscript position{.positions = {k}, .isScalar = true};
    Value value = subscripted(context_.pool(), *whole, {&position, 1});
    for (Expr& e : value.scalars) {
      const auto known = evaluation_.structuralValue(e, at.where());
      if (known) e = literal(context_.pool(), value.type, *known);
      if (!known && !it.mayVary)
        return context_.report("evaluation", at.where(), "what a loop runs over must be known before the model runs");
    }
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace dashpot::model
