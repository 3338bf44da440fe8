#include "model/expressions/value.hpp"

#include "symbolic/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace dashpot::model {

using symbolic::Op;

std::size_t count(const Dimensions& dimensions) {
  return std::accumulate(dimensions.begin(), dimensions.end(), std::size_t{1},
                         [](std::size_t n, std::int32_t d) { return n * static_cast<std::size_t>(d); });
}

Expr literal(Pool& pool, ScalarType type, double value) {
  return type.type == Type::boolean ? pool.boolean(value != 0.0) : pool.constant(value);
}

Value number(Pool& pool, double value, Type type) { return {.type = {type}, .scalars = {pool.constant(value)}}; }
Value handle(std::string typeName, std::string constructor, Value number) {
  auto fields = std::make_shared<RecordFields>();
  fields->typeName = std::move(typeName);
  fields->constructor = std::move(constructor);
  fields->isHandle = true;
  const Variability variability = number.variability;
  fields->fields.emplace_back(Symbol::none, std::move(number));
  return {.variability = variability, .record = std::move(fields)};
}

Value truth(Pool& pool, bool value) { return {.type = {Type::boolean}, .scalars = {pool.boolean(value)}}; }

std::string describe(const FlatModel& model, ScalarType type) {
  switch (type.type) {
    case Type::real:
    case Type::integer: return "a number";
    case Type::boolean: return "a truth value";
    case Type::string: return "a text";
    case Type::enumeration:
      return type.enumeration == noEnumeration ? "a value of an enumeration"
                                               : "a value of " + model.enumerations[type.enumeration].name;
  }
  return "a value";
}

std::string describe(const FlatModel& model, const Value& value) {
  std::string element = value.isObject()     ? "an external object of type " + value.record->typeName
                        : value.isFunction() ? "the function " + value.record->typeName
                        : value.record       ? "a record of type " + value.record->typeName
                                             : describe(model, value.type);
  if (value.dimensions.empty()) return element;
  return fmt::format("an array [{}], each {}", fmt::join(value.dimensions, ", "), element);
}

const Value* field(const Value& record, Symbol name) {
  if (!record.record) return nullptr;
  for (const auto& [symbol, value] : record.record->fields)
    if (symbol == name) return &value;
  return nullptr;
}

namespace {

/// Calls `take` with the offset of each chosen element of the leading dimensions, in order. `rest` elements follow
/// each.
class Chooser {
 public:
  Chooser(const Dimensions& dimensions, std::span<const Subscript> subscripts)
      : dimensions_(dimensions), subscripts_(subscripts), strides_(dimensions.size(), 1) {
    for (std::size_t i = dimensions.size(); i-- > 1;)
      strides_[i - 1] = strides_[i] * static_cast<std::size_t>(dimensions[i]);
  }

  void run(const std::function<void(std::size_t)>& take) { descend(0, 0, take); }

  [[nodiscard]] std::size_t stride(std::size_t i) const { return strides_[i]; }

 private:
  void descend(std::size_t level, std::size_t offset, const std::function<void(std::size_t)>& take) {
    if (level == dimensions_.size()) return take(offset);
    if (level >= subscripts_.size()) {
      for (std::int32_t k = 0; k < dimensions_[level]; ++k)
        descend(level + 1, offset + static_cast<std::size_t>(k) * strides_[level], take);
    } else if (subscripts_[level].dynamic != Expr::none) {
      descend(level + 1, offset, take);  // the caller moves along this dimension
    } else {
      for (const std::int32_t k : subscripts_[level].positions)
        descend(level + 1, offset + static_cast<std::size_t>(k - 1) * strides_[level], take);
    }
  }

  const Dimensions& dimensions_;
  std::span<const Subscript> subscripts_;
  std::vector<std::size_t> strides_;
};

Dimensions remaining(const Dimensions& dimensions, std::span<const Subscript> subscripts) {
  Dimensions result;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (i >= subscripts.size())
      result.push_back(dimensions[i]);
    else if (!subscripts[i].isScalar)
      result.push_back(static_cast<std::int32_t>(subscripts[i].positions.size()));
  }
  return result;
}

/// An array inside a function, at a position that is computed: its slots are consecutive variables.
Expr indexedSlot(Pool& pool, const std::vector<Expr>& scalars, std::size_t offset, const Chooser& chooser,
                 std::span<const Subscript> subscripts) {
  if (subscripts.size() == 1 && chooser.stride(0) == 1 && offset == 0)
    return pool.indexed(pool.variable(scalars.front()), static_cast<std::uint32_t>(scalars.size()),
                        subscripts[0].dynamic);
  Expr position = pool.constant(static_cast<double>(offset + 1));
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    if (subscripts[i].dynamic == Expr::none) continue;
    const Expr steps = symbolic::subtract(pool, subscripts[i].dynamic, pool.constant(1.0));
    const Expr distance = symbolic::multiply(pool, steps, pool.constant(static_cast<double>(chooser.stride(i))));
    position = symbolic::add(pool, distance, position);
  }
  return pool.indexed(pool.variable(scalars.front()), static_cast<std::uint32_t>(scalars.size()), position);
}

/// if i == 1 then x[1] elseif i == 2 then ... else 0/0: a position outside the array makes the evaluation fail.
Expr choice(Pool& pool, const std::vector<Expr>& scalars, std::size_t offset, const Chooser& chooser,
            const Dimensions& dimensions, std::span<const Subscript> subscripts, std::size_t level) {
  while (level < subscripts.size() && subscripts[level].dynamic == Expr::none) ++level;
  if (level == subscripts.size()) return scalars[offset];
  const auto at = [&](std::int32_t k) {
    return choice(pool, scalars, offset + static_cast<std::size_t>(k - 1) * chooser.stride(level), chooser, dimensions,
                  subscripts, level + 1);
  };
  const bool isSafe = subscripts[level].isSafe && dimensions[level] > 0;
  Expr result = isSafe ? at(dimensions[level]) : pool.make(Op::divide, pool.constant(0.0), pool.constant(0.0));
  for (std::int32_t k = dimensions[level] - (isSafe ? 1 : 0); k >= 1; --k) {
    const Expr isHere = symbolic::build(pool, Op::equal, subscripts[level].dynamic, pool.constant(k));
    result = symbolic::conditional(pool, symbolic::build(pool, Op::noEvent, isHere), at(k), result);
  }
  return result;
}

bool areConsecutiveVariables(const Pool& pool, const std::vector<Expr>& scalars) {
  for (std::size_t i = 0; i < scalars.size(); ++i)
    if (pool.op(scalars[i]) != Op::variable || pool[scalars[i]].a != pool[scalars[0]].a + i) return false;
  return !scalars.empty();
}

}  // namespace

Subscript wholeDimension(std::int32_t size) {
  Subscript all;
  for (std::int32_t k = 1; k <= size; ++k) all.positions.push_back(k);
  return all;
}

Value subscripted(Pool& pool, const Value& value, std::span<const Subscript> subscripts) {
  if (subscripts.empty()) return value;
  Value result{
      .type = value.type, .variability = value.variability, .dimensions = remaining(value.dimensions, subscripts)};
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(static_cast<const RecordKind&>(*value.record));
    for (const auto& [name, content] : value.record->fields)
      fields->fields.emplace_back(name, subscripted(pool, content, subscripts));
    result.record = std::move(fields);
    return result;
  }
  Chooser chooser(value.dimensions, subscripts);
  const bool isDynamic = std::ranges::any_of(subscripts, [](const Subscript& s) { return s.dynamic != Expr::none; });
  if (isDynamic) result.variability = std::max(result.variability, Variability::discrete);
  chooser.run([&](std::size_t offset) {
    if (value.isString())
      result.texts.push_back(value.texts[offset]);
    else if (!isDynamic)
      result.scalars.push_back(value.scalars[offset]);
    else
      result.scalars.push_back(choice(pool, value.scalars, offset, chooser, value.dimensions, subscripts, 0));
  });
  return result;
}

Value subscriptedSlots(Pool& pool, const Value& value, std::span<const Subscript> subscripts) {
  const bool isDynamic = std::ranges::any_of(subscripts, [](const Subscript& s) { return s.dynamic != Expr::none; });
  if (!isDynamic || value.record || !areConsecutiveVariables(pool, value.scalars))
    return subscripted(pool, value, subscripts);
  Value result{
      .type = value.type, .variability = value.variability, .dimensions = remaining(value.dimensions, subscripts)};
  Chooser chooser(value.dimensions, subscripts);
  chooser.run([&](std::size_t offset) {
    result.scalars.push_back(indexedSlot(pool, value.scalars, offset, chooser, subscripts));
  });
  return result;
}

}  // namespace dashpot::model
