#include "model/expressions/varying_slices.hpp"

#include "model/expressions/array_functions.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/references.hpp"
#include "model/expressions/translation_context.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;

/// Of a reference whose last part has one subscript; null: it is none.
const syntax::Part* VaryingSlices::lastPart(const ScopedExpression& at) const {
  const syntax::Expression& node = (*at.tree)[at.expression];
  if (node.kind != ExpressionKind::reference) return nullptr;
  const syntax::Part& last = (*at.tree)[at.tree->at(node.parts, node.parts.count - 1)];
  return last.subscripts.count == 1 ? &last : nullptr;
}

bool VaryingSlices::isFill(const ScopedExpression& at) const {
  const syntax::Expression& node = (*at.tree)[at.expression];
  return node.kind == ExpressionKind::call && node.operands.count == 3 && context_.textOf(operand(at, 0)) == "fill";
}

bool VaryingSlices::isVarying(const ScopedExpression& at) {
  const auto isUnknown = [&](const ScopedExpression& number) {
    bool result = false;
    context_.quietly([&] {
      const auto value = expressions_.translate(number);
      result = value && value->isScalar() && value->type.type == Type::integer &&
               !evaluation_.structuralValue(value->scalar(), number.where());
    });
    return result;
  };
  if (isFill(at)) return isUnknown(operand(at, 2));
  const syntax::Part* last = lastPart(at);
  if (!last) return false;
  const ScopedExpression subscript{at.tree, at.tree->at(last->subscripts, 0), at.scope};
  const syntax::Expression& node = (*at.tree)[subscript.expression];
  if (node.kind == ExpressionKind::range && node.operands.count == 2)
    return isUnknown(operand(subscript, 0)) || isUnknown(operand(subscript, 1));
  return isVarying(subscript);
}

std::optional<VaryingSlices::Bounds> VaryingSlices::bounds(const ScopedExpression& range) {
  const auto first = expressions_.translate(operand(range, 0)), last = expressions_.translate(operand(range, 1));
  if (!first || !last) return std::nullopt;
  return Bounds{first->scalar(), last->scalar()};
}

Expr VaryingSlices::both(Expr a, Expr b) { return symbolic::build(context_.pool(), Op::logicalAnd, a, b); }

/// Positions and lengths change at events only: these comparisons need none of their own.
Expr VaryingSlices::atMost(Expr a, Expr b) {
  Pool& pool = context_.pool();
  const Expr holds = symbolic::build(pool, Op::lessEqual, a, b);
  return context_.body() ? holds : symbolic::build(pool, Op::noEvent, holds);
}

Expr VaryingSlices::lengthOf(const Bounds& bounds) {
  Pool& pool = context_.pool();
  const Expr distance = symbolic::subtract(pool, bounds.last, bounds.first);
  return symbolic::conditional(pool, atMost(bounds.first, bounds.last),
                               symbolic::add(pool, distance, pool.constant(1.0)), pool.constant(0.0));
}

Expr VaryingSlices::isWithin(const Bounds& bounds, std::size_t size) {
  Pool& pool = context_.pool();
  const Expr isEmpty = symbolic::build(pool, Op::logicalNot, atMost(bounds.first, bounds.last));
  const Expr liesInside =
      both(atMost(pool.constant(1.0), bounds.first), atMost(bounds.last, pool.constant(static_cast<double>(size))));
  return symbolic::build(pool, Op::logicalOr, isEmpty, liesInside);
}

/// The nearest one that there is: what lies outside is never used.
Expr VaryingSlices::element(const Value& vector, Expr position) {
  Pool& pool = context_.pool();
  const auto size = static_cast<double>(vector.scalars.size());
  const Expr least = pool.constant(1.0), most = pool.constant(size);
  Subscript subscript{.isScalar = true};
  if (const auto known = evaluation_.constantValue(position)) {
    subscript.positions = {static_cast<std::int32_t>(std::clamp(*known, 1.0, size))};
  } else {
    const Expr notAbove = symbolic::conditional(pool, atMost(position, most), position, most);
    subscript.dynamic = symbolic::conditional(pool, atMost(least, position), notAbove, least);
    subscript.isSafe = true;
  }
  const Value chosen =
      context_.body() ? subscriptedSlots(pool, vector, {&subscript, 1}) : subscripted(pool, vector, {&subscript, 1});
  return chosen.scalar();
}

/// One element stands for all of them.
std::optional<VaryingSlice> VaryingSlices::filled(const ScopedExpression& at) {
  const auto value = expressions_.translate(operand(at, 1)), size = expressions_.translate(operand(at, 2));
  if (!value || !size) return std::nullopt;
  if (!value->isScalar() || value->isString())
    return context_.unsupported(at.where(), "an array whose size is known only when the model runs");
  return VaryingSlice{.type = value->type,
                      .variability = std::max(value->variability, Variability::discrete),
                      .elements = {value->scalar()},
                      .length = size->scalar(),
                      .isWithin = context_.pool().boolean(true)};
}

std::optional<VaryingSlice> VaryingSlices::read(const ScopedExpression& at) {
  if (isFill(at)) return context_.unsupported(at.where(), "an array whose size is known only when the model runs");
  const ScopedExpression subscript{at.tree, at.tree->at(lastPart(at)->subscripts, 0), at.scope};
  const auto vector = references_.whole(at);
  if (!vector) return std::nullopt;
  if (vector->record || vector->isString() || vector->dimensions.size() != 1)
    return context_.unsupported(at.where(), "an array whose size is known only when the model runs");
  Pool& pool = context_.pool();
  VaryingSlice slice{.type = vector->type, .variability = std::max(vector->variability, Variability::discrete)};
  const std::size_t size = vector->scalars.size();
  if ((*at.tree)[subscript.expression].kind != ExpressionKind::range) {
    const auto positions = read(subscript);
    if (!positions) return std::nullopt;
    slice.length = positions->length;
    slice.isWithin = positions->isWithin;
    for (std::size_t k = 0; k < positions->elements.size(); ++k) {
      const Expr position = positions->elements[k];
      const Expr isThere = atMost(pool.constant(static_cast<double>(k + 1)), positions->length);
      const Expr liesInside =
          both(atMost(pool.constant(1.0), position), atMost(position, pool.constant(static_cast<double>(size))));
      const Expr isAbsent = symbolic::build(pool, Op::logicalNot, isThere);
      slice.isWithin = both(slice.isWithin, symbolic::build(pool, Op::logicalOr, isAbsent, liesInside));
      if (size > 0) slice.elements.push_back(element(*vector, position));
    }
    return slice;
  }
  const auto given = bounds(subscript);
  if (!given) return std::nullopt;
  slice.length = lengthOf(*given);
  slice.isWithin = isWithin(*given, size);
  for (std::size_t j = 0; j < size; ++j)
    slice.elements.push_back(
        element(*vector, symbolic::add(pool, given->first, pool.constant(static_cast<double>(j)))));
  return slice;
}

std::optional<Value> VaryingSlices::combined(const ScopedExpression& at, std::string_view function) {
  const auto slice = read(at);
  if (!slice) return std::nullopt;
  Pool& pool = context_.pool();
  const Expr nothing = pool.make(Op::divide, pool.constant(0.0), pool.constant(0.0));
  // In the place of what is not there stands what changes nothing.
  const Expr neutral = function == "sum"         ? pool.constant(0.0)
                       : function == "product"   ? pool.constant(1.0)
                       : slice->elements.empty() ? nothing
                                                 : slice->elements.front();
  Value all{.type = slice->type,
            .variability = slice->variability,
            .dimensions = {static_cast<std::int32_t>(slice->elements.size())}};
  for (std::size_t j = 0; j < slice->elements.size(); ++j) {
    const Expr isThere = atMost(pool.constant(static_cast<double>(j + 1)), slice->length);
    all.scalars.push_back(symbolic::conditional(pool, isThere, slice->elements[j], neutral));
  }
  auto result = context_.resultOf(at, callArrayFunction({context_.model(), pool, {}}, function, {all}));
  if (result) result->scalars = {symbolic::conditional(pool, slice->isWithin, result->scalar(), nothing)};
  return result;
}

std::optional<VaryingSlices::Assignment> VaryingSlices::assignment(const ScopedExpression& target,
                                                                   const ScopedExpression& value) {
  Pool& pool = context_.pool();
  const ScopedExpression range{target.tree, target.tree->at(lastPart(target)->subscripts, 0), target.scope};
  auto whole = references_.whole(target);
  if (!whole) return std::nullopt;
  if (whole->record || whole->isString() || whole->dimensions.size() != 1 ||
      (*target.tree)[range.expression].kind != ExpressionKind::range)
    return context_.unsupported(target.where(), "an array whose size is known only when the model runs");
  const auto given = bounds(range);
  if (!given) return std::nullopt;
  std::optional<VaryingSlice> from;
  if (isVarying(value)) {
    from = isFill(value) ? filled(value) : read(value);
  } else if (const auto fixed = expressions_.translate(value)) {
    if (fixed->record || fixed->isString() || fixed->dimensions.size() != 1)
      return context_.typeError(
          value.where(), fmt::format("a vector is needed here, but this is {}", describe(context_.model(), *fixed)));
    from = VaryingSlice{.type = fixed->type,
                        .variability = fixed->variability,
                        .elements = fixed->scalars,
                        .length = pool.constant(static_cast<double>(fixed->scalars.size())),
                        .isWithin = pool.boolean(true)};
  }
  if (!from) return std::nullopt;
  Assignment result{.target = *whole, .value = *whole};
  const std::size_t size = whole->scalars.size();
  const Value elements{
      .type = from->type, .dimensions = {static_cast<std::int32_t>(from->elements.size())}, .scalars = from->elements};
  for (std::size_t p = 1; p <= size && !from->elements.empty(); ++p) {
    const Expr here = pool.constant(static_cast<double>(p));
    const Expr number = symbolic::add(pool, symbolic::subtract(pool, here, given->first), pool.constant(1.0));
    const Expr isMeant = both(atMost(given->first, here), atMost(here, given->last));
    result.value.scalars[p - 1] =
        symbolic::conditional(pool, isMeant, element(elements, number), whole->scalars[p - 1]);
  }
  const Expr isAsLong = symbolic::build(pool, Op::equal, lengthOf(*given), from->length);
  result.value.variability = std::max(whole->variability, from->variability);
  result.fits = both(both(isWithin(*given, size), from->isWithin), isAsLong);
  return result;
}

}  // namespace dashpot::model
