#include "model/expressions/array_functions.hpp"

#include "symbolic/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

using symbolic::Op;

namespace {

using Arguments = std::vector<Value>;

// Larger arrays are a mistake (zeros(1e9)); without a limit they would eat the memory of the machine.
constexpr std::size_t largestArray = 20'000'000;

bool isNumeric(const Value& v) { return !v.record && v.type.isNumber(); }

Value integerValue(Pool& pool, std::int32_t n) { return Value{.type = {Type::integer}, .scalars = {pool.constant(n)}}; }

std::optional<Dimensions> dimensionsFrom(const ArrayCall& call, const Arguments& arguments, std::size_t first) {
  Dimensions result;
  for (std::size_t i = first; i < arguments.size(); ++i) {
    const auto n = call.integer(arguments[i]);
    if (!n) return std::nullopt;
    result.push_back(std::max(0, *n));
  }
  return result;
}

OperatorResult filled(const Value& element, const Dimensions& dimensions) {
  std::size_t n = 1;
  for (const std::int32_t d : dimensions) {
    n *= static_cast<std::size_t>(d);
    if (n > largestArray) return refuse("this array would have more than 20 million elements");
  }
  Value result = element;
  result.dimensions = dimensions;
  result.dimensions.insert(result.dimensions.end(), element.dimensions.begin(), element.dimensions.end());
  if (element.record) {
    auto fields = std::make_shared<RecordFields>(*element.record);
    for (auto& [name, content] : fields->fields) {
      OperatorResult whole = filled(content, dimensions);
      if (!whole.value) return whole;
      content = std::move(*whole.value);
    }
    result.record = std::move(fields);
    return {result};
  }
  if (n * count(element.dimensions) > largestArray)
    return refuse("this array would have more than 20 million elements");
  result.scalars.clear();
  result.texts.clear();
  for (std::size_t i = 0; i < n; ++i) {
    result.scalars.insert(result.scalars.end(), element.scalars.begin(), element.scalars.end());
    result.texts.insert(result.texts.end(), element.texts.begin(), element.texts.end());
  }
  return {result};
}

OperatorResult size(const ArrayCall& call, const Arguments& a) {
  const Dimensions& dimensions = a[0].dimensions;
  if (a.size() == 1) {
    Value result{.type = {Type::integer}, .dimensions = {static_cast<std::int32_t>(dimensions.size())}};
    for (const std::int32_t d : dimensions) result.scalars.push_back(call.pool.constant(d));
    return {result};
  }
  const auto which = call.integer(a[1]);
  if (!which) return {};
  if (*which < 1 || static_cast<std::size_t>(*which) > dimensions.size())
    return refuse(fmt::format("dimension {} of {} is asked for", *which, describe(call.model, a[0])), 1);
  return {integerValue(call.pool, dimensions[static_cast<std::size_t>(*which - 1)])};
}

/// The same elements in another shape; of records, the fields follow.
OperatorResult reshaped(const Value& a, const Dimensions& dimensions) {
  Value result = a;
  result.dimensions = dimensions;
  if (!a.record) return {result};
  auto fields = std::make_shared<RecordFields>(static_cast<const RecordKind&>(*a.record));
  for (const auto& [name, content] : a.record->fields) {
    Dimensions whole = dimensions;
    whole.insert(whole.end(), content.dimensions.begin() + static_cast<std::ptrdiff_t>(a.dimensions.size()),
                 content.dimensions.end());
    fields->fields.emplace_back(name, *reshaped(content, whole).value);
  }
  result.record = std::move(fields);
  return {result};
}

OperatorResult scalarOf(const ArrayCall& call, const Arguments& a) {
  if (count(a[0].dimensions) != 1)
    return refuse(fmt::format("'scalar' needs one element, but this is {}", describe(call.model, a[0])), 0);
  return reshaped(a[0], {});
}

OperatorResult vectorOf(const ArrayCall& call, const Arguments& a) {
  if (std::ranges::count_if(a[0].dimensions, [](std::int32_t d) { return d != 1; }) > 1)
    return refuse(
        fmt::format("'vector' needs at most one dimension longer than 1, but this is {}", describe(call.model, a[0])),
        0);
  return reshaped(a[0], {static_cast<std::int32_t>(count(a[0].dimensions))});
}

OperatorResult promoted(const Value& a, std::size_t rank) {
  Dimensions dimensions = a.dimensions;
  while (dimensions.size() < rank) dimensions.push_back(1);
  return reshaped(a, dimensions);
}

OperatorResult matrixFrom(const ArrayCall& call, const Arguments& a) {
  if (a[0].dimensions.size() <= 2) return promoted(a[0], 2);
  for (std::size_t i = 2; i < a[0].dimensions.size(); ++i)
    if (a[0].dimensions[i] != 1) return refuse(fmt::format("'matrix' cannot hold {}", describe(call.model, a[0])), 0);
  return reshaped(a[0], {a[0].dimensions[0], a[0].dimensions[1]});
}

bool isMatrix(const Value& v) { return !v.record && v.dimensions.size() == 2; }
bool isMatrixOrMore(const Value& v) { return v.dimensions.size() >= 2; }
bool isVector(const Value& v) { return !v.record && v.dimensions.size() == 1; }

/// The first two dimensions change places.
Value transposed(const Value& a) {
  const auto rows = static_cast<std::size_t>(a.dimensions[0]), columns = static_cast<std::size_t>(a.dimensions[1]);
  Value result = a;
  std::swap(result.dimensions[0], result.dimensions[1]);
  if (a.record) {
    auto fields = std::make_shared<RecordFields>(*a.record);
    for (auto& [name, content] : fields->fields) content = transposed(content);
    result.record = std::move(fields);
    return result;
  }
  const std::size_t rest = count(Dimensions(a.dimensions.begin() + 2, a.dimensions.end()));
  const auto move = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    to.clear();
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < rest; ++k) to.push_back(from[(i * columns + j) * rest + k]);
  };
  move(a.scalars, result.scalars);
  move(a.texts, result.texts);
  return result;
}

Value diagonalMatrix(Pool& pool, const Value& diagonal) {
  const auto n = diagonal.scalars.size();
  Value result = diagonal;
  result.dimensions = {static_cast<std::int32_t>(n), static_cast<std::int32_t>(n)};
  result.scalars.assign(n * n, pool.constant(0.0));
  for (std::size_t i = 0; i < n; ++i) result.scalars[i * n + i] = diagonal.scalars[i];
  return result;
}

OperatorResult identity(const ArrayCall& call, const Arguments& a) {
  const auto n = call.integer(a[0]);
  if (!n) return {};
  if (static_cast<std::size_t>(std::max(0, *n)) * static_cast<std::size_t>(std::max(0, *n)) > largestArray)
    return refuse("this array would have more than 20 million elements");
  const Value ones{.type = {Type::integer},
                   .dimensions = {std::max(0, *n)},
                   .scalars = std::vector<Expr>(static_cast<std::size_t>(std::max(0, *n)), call.pool.constant(1.0))};
  return {diagonalMatrix(call.pool, ones)};
}

OperatorResult linspace(const ArrayCall& call, const Arguments& a) {
  const auto n = call.integer(a[2]);
  if (!n) return {};
  if (*n < 2) return refuse(fmt::format("'linspace' needs at least 2 points, not {}", *n), 2);
  if (!isNumeric(a[0]) || !isNumeric(a[1]) || !a[0].isScalar() || !a[1].isScalar())
    return refuse("'linspace' needs two numbers and a count");
  Pool& p = call.pool;
  Value result{.type = {Type::real}, .variability = std::max(a[0].variability, a[1].variability), .dimensions = {*n}};
  const Expr span = symbolic::subtract(p, a[1].scalar(), a[0].scalar());
  for (std::int32_t i = 0; i < *n; ++i)
    result.scalars.push_back(symbolic::add(
        p, a[0].scalar(), symbolic::divide(p, symbolic::multiply(p, span, p.constant(i)), p.constant(*n - 1))));
  return {result};
}

OperatorResult reduced(const ArrayCall& call, std::string_view name, Op op, double empty, const Value& a) {
  if (!isNumeric(a)) return refuse(fmt::format("'{}' needs numbers, but this is {}", name, describe(call.model, a)), 0);
  if (a.dimensions.empty()) return refuse(fmt::format("'{}' needs an array, but this is a scalar", name), 0);
  Expr result = Expr::none;
  for (const Expr e : a.scalars) result = result == Expr::none ? e : symbolic::build(call.pool, op, result, e);
  if (result == Expr::none) result = call.pool.constant(empty);
  return {Value{.type = a.type, .variability = a.variability, .scalars = {result}}};
}

/// min and max, also of truth values (false is less than true) and of an enumeration.
OperatorResult extreme(const ArrayCall& call, std::string_view name, Op op, double empty, const Arguments& a) {
  Arguments numbers = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool isOrdered = !a[i].record && a[i].type.type != Type::string;
    const bool hasRank = a.size() == 1 ? !a[i].dimensions.empty() : a[i].isScalar();
    if (!isOrdered || !hasRank)
      return refuse(a.size() == 1 ? fmt::format("'{}' needs two numbers or an array", name)
                                  : fmt::format("'{}' needs two numbers or an array, but this is {}", name,
                                                describe(call.model, a[i])),
                    static_cast<int>(i));
    if (!a[i].type.isNumber()) numbers[i].type = {Type::integer};
  }
  const ScalarType type = a[0].type;
  if (a.size() == 2 && !(type == a[1].type) && !(type.isNumber() && a[1].type.isNumber()))
    return refuse(
        fmt::format("'{}' compares {} with {}", name, describe(call.model, a[0]), describe(call.model, a[1])));
  const bool isTruth = type.type == Type::boolean;
  const Op how = !isTruth ? op : op == Op::min ? Op::logicalAnd : Op::logicalOr;
  if (isTruth && a.size() == 1 && a[0].scalars.empty())
    return {Value{.type = type, .scalars = {call.pool.boolean(op == Op::min)}}};
  OperatorResult result =
      a.size() == 1 ? reduced(call, name, how, empty, numbers[0])
                    : OperatorResult{elementwise(call.pool, how, commonNumber(numbers[0].type, numbers[1].type),
                                                 numbers[0], numbers[1])};
  if (result.value && !type.isNumber()) result.value->type = type;
  return result;
}

OperatorResult outerProduct(const ArrayCall& call, const Arguments& a) {
  if (!isVector(a[0]) || !isVector(a[1]) || !isNumeric(a[0]) || !isNumeric(a[1]))
    return refuse("'outerProduct' needs two vectors");
  Value column = a[0], row = a[1];
  column.dimensions.push_back(1);
  row.dimensions.insert(row.dimensions.begin(), 1);
  return {product(call.pool, commonNumber(a[0].type, a[1].type), column, row)};
}

OperatorResult symmetric(const Arguments& a) {
  if (!isMatrix(a[0]) || a[0].dimensions[0] != a[0].dimensions[1])
    return refuse("'symmetric' needs a square matrix", 0);
  const auto n = static_cast<std::size_t>(a[0].dimensions[0]);
  Value result = a[0];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) result.scalars[i * n + j] = a[0].scalars[j * n + i];
  return {result};
}

bool isTriple(const Value& v) { return isVector(v) && v.dimensions[0] == 3 && v.type.isNumber(); }

OperatorResult cross(const ArrayCall& call, const Arguments& a) {
  if (!isTriple(a[0]) || !isTriple(a[1])) return refuse("'cross' needs two vectors of three numbers");
  Pool& p = call.pool;
  Value result{.type = commonNumber(a[0].type, a[1].type),
               .variability = std::max(a[0].variability, a[1].variability),
               .dimensions = {3}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    result.scalars.push_back(symbolic::subtract(p, symbolic::multiply(p, a[0].scalars[j], a[1].scalars[k]),
                                                symbolic::multiply(p, a[0].scalars[k], a[1].scalars[j])));
  }
  return {result};
}

OperatorResult skew(const ArrayCall& call, const Arguments& a) {
  if (!isTriple(a[0])) return refuse("'skew' needs a vector of three numbers", 0);
  Pool& p = call.pool;
  const auto& x = a[0].scalars;
  const auto minus = [&](Expr e) { return symbolic::negate(p, e); };
  Value result = a[0];
  result.dimensions = {3, 3};
  const Expr zero = p.constant(0.0);
  result.scalars = {zero, minus(x[2]), x[1], x[2], zero, minus(x[0]), minus(x[1]), x[0], zero};
  return {result};
}

/// Concatenation of arrays of equal rank along a dimension counted from 0.
OperatorResult joined(FlatModel& model, std::string_view name, std::size_t along, const Arguments& parts) {
  Value result = parts.front();
  for (const Value& part : parts) {
    bool fits = part.dimensions.size() > along && part.dimensions.size() == result.dimensions.size();
    for (std::size_t d = 0; fits && d < part.dimensions.size(); ++d)
      fits = d == along || part.dimensions[d] == result.dimensions[d];
    const bool sameType =
        part.record || result.record
            ? part.record && result.record && part.record->fields.size() == result.record->fields.size()
            : part.type == result.type || (part.type.isNumber() && result.type.isNumber());
    if (!fits || !sameType)
      return refuse(
          fmt::format("{} cannot join {} and {}", name, describe(model, parts.front()), describe(model, part)));
    if (!part.record && part.type.isNumber()) result.type = commonNumber(result.type, part.type);
    result.variability = std::max(result.variability, part.variability);
  }
  result.dimensions[along] = 0;
  for (const Value& part : parts) result.dimensions[along] += part.dimensions[along];
  if (result.record) {
    auto fields = std::make_shared<RecordFields>(*result.record);
    for (std::size_t f = 0; f < fields->fields.size(); ++f) {
      Arguments columns;
      for (const Value& part : parts) {
        const Value* own = field(part, fields->fields[f].first);
        if (!own)
          return refuse(
              fmt::format("{} cannot join {} and {}", name, describe(model, parts.front()), describe(model, part)));
        columns.push_back(*own);
      }
      OperatorResult whole = joined(model, name, along, columns);
      if (!whole.value) return whole;
      fields->fields[f].second = std::move(*whole.value);
    }
    result.record = std::move(fields);
    return {result};
  }
  result.scalars.clear();
  result.texts.clear();
  std::size_t outer = 1;
  for (std::size_t d = 0; d < along; ++d) outer *= static_cast<std::size_t>(result.dimensions[d]);
  for (std::size_t block = 0; block < outer; ++block)
    for (const Value& part : parts) {
      const std::size_t length = count(part.dimensions) / std::max<std::size_t>(1, outer);
      const auto begin = static_cast<std::ptrdiff_t>(block * length), end = begin + static_cast<std::ptrdiff_t>(length);
      if (part.isString())
        result.texts.insert(result.texts.end(), part.texts.begin() + begin, part.texts.begin() + end);
      else
        result.scalars.insert(result.scalars.end(), part.scalars.begin() + begin, part.scalars.begin() + end);
    }
  return {result};
}

OperatorResult cat(const ArrayCall& call, const Arguments& a) {
  const auto along = call.integer(a[0]);
  if (!along) return {};
  if (*along < 1) return refuse("'cat' counts dimensions from 1", 0);
  return joined(call.model, "'cat'", static_cast<std::size_t>(*along - 1), {a.begin() + 1, a.end()});
}

struct Entry {
  std::string_view name;
  std::size_t fewest, most;
  OperatorResult (*run)(const ArrayCall&, const Arguments&);
};

constexpr std::size_t any = 1000;

OperatorResult withDimensions(const ArrayCall& call, const Arguments& a, double value) {
  auto dimensions = dimensionsFrom(call, a, 0);
  if (!dimensions) return {};
  return filled(Value{.type = {Type::integer}, .scalars = {call.pool.constant(value)}}, std::move(*dimensions));
}

constexpr double largest = 1.7976931348623157e308;  // Modelica: the minimum of nothing

const std::array entries = std::to_array<Entry>({
    {"size", 1, 2, size},
    {"ndims", 1, 1,
     [](const ArrayCall& c, const Arguments& a) {
       return OperatorResult{integerValue(c.pool, static_cast<std::int32_t>(a[0].dimensions.size()))};
     }},
    {"scalar", 1, 1, scalarOf},
    {"vector", 1, 1, vectorOf},
    {"matrix", 1, 1, matrixFrom},
    {"promote", 2, 2,
     [](const ArrayCall& c, const Arguments& a) {
       const auto rank = c.integer(a[1]);
       return rank ? promoted(a[0], static_cast<std::size_t>(std::max(0, *rank))) : OperatorResult{};
     }},
    {"transpose", 1, 1,
     [](const ArrayCall&, const Arguments& a) {
       return isMatrixOrMore(a[0]) ? OperatorResult{transposed(a[0])} : refuse("'transpose' needs a matrix", 0);
     }},
    {"outerProduct", 2, 2, outerProduct},
    {"symmetric", 1, 1, [](const ArrayCall&, const Arguments& a) { return symmetric(a); }},
    {"cross", 2, 2, cross},
    {"skew", 1, 1, skew},
    {"identity", 1, 1, identity},
    {"diagonal", 1, 1,
     [](const ArrayCall& c, const Arguments& a) {
       return isVector(a[0]) && isNumeric(a[0]) ? OperatorResult{diagonalMatrix(c.pool, a[0])}
                                                : refuse("'diagonal' needs a vector of numbers", 0);
     }},
    {"zeros", 1, any, [](const ArrayCall& c, const Arguments& a) { return withDimensions(c, a, 0.0); }},
    {"ones", 1, any, [](const ArrayCall& c, const Arguments& a) { return withDimensions(c, a, 1.0); }},
    {"fill", 2, any,
     [](const ArrayCall& c, const Arguments& a) {
       auto dimensions = dimensionsFrom(c, a, 1);
       return dimensions ? filled(a[0], std::move(*dimensions)) : OperatorResult{};
     }},
    {"linspace", 3, 3, linspace},
    {"sum", 1, 1, [](const ArrayCall& c, const Arguments& a) { return reduced(c, "sum", Op::add, 0.0, a[0]); }},
    {"product", 1, 1,
     [](const ArrayCall& c, const Arguments& a) { return reduced(c, "product", Op::multiply, 1.0, a[0]); }},
    {"min", 1, 2, [](const ArrayCall& c, const Arguments& a) { return extreme(c, "min", Op::min, largest, a); }},
    {"max", 1, 2, [](const ArrayCall& c, const Arguments& a) { return extreme(c, "max", Op::max, -largest, a); }},
    {"cat", 2, any, cat},
    {"array", 1, any, [](const ArrayCall& c, const Arguments& a) { return arrayOf(c.model, a); }},
});

const Entry* findEntry(std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

bool isArrayFunction(std::string_view name) { return findEntry(name) != nullptr; }

std::vector<std::string_view> arrayFunctions() {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

OperatorResult callArrayFunction(const ArrayCall& call, std::string_view name, const std::vector<Value>& arguments) {
  const Entry& entry = *findEntry(name);
  if (arguments.size() < entry.fewest || arguments.size() > entry.most) {
    const std::string demanded = entry.fewest == entry.most ? fmt::format("{}", entry.fewest)
                                 : entry.most == any        ? fmt::format("at least {}", entry.fewest)
                                                            : fmt::format("{} to {}", entry.fewest, entry.most);
    return refuse(fmt::format("'{}' takes {} argument{}, but {} given", name, demanded, demanded == "1" ? "" : "s",
                              arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())));
  }
  return entry.run(call, arguments);
}

OperatorResult arrayOf(FlatModel& model, const std::vector<Value>& elements) {
  if (elements.empty()) return refuse("an array needs at least one element: its type would not be known");
  Value result = elements.front();
  for (const Value& element : elements) {
    const bool sameKind =
        element.isRecord() == result.isRecord() &&
        (element.record || element.type == result.type || (element.type.isNumber() && result.type.isNumber()));
    if (!sameKind || element.dimensions != elements.front().dimensions)
      return refuse(fmt::format("the elements of an array must be alike, but these are {} and {}",
                                describe(model, elements.front()), describe(model, element)));
    if (!element.record && element.type.isNumber()) result.type = commonNumber(result.type, element.type);
    result.variability = std::max(result.variability, element.variability);
  }
  result.dimensions.insert(result.dimensions.begin(), static_cast<std::int32_t>(elements.size()));
  if (result.record) {
    auto fields = std::make_shared<RecordFields>(*result.record);
    for (std::size_t f = 0; f < fields->fields.size(); ++f) {
      std::vector<Value> column;
      for (const Value& element : elements) {
        const Value* own = field(element, fields->fields[f].first);
        if (!own || element.record->fields.size() != fields->fields.size())
          return refuse("the elements of an array must be records of the same type");
        column.push_back(*own);
      }
      OperatorResult joinedField = arrayOf(model, column);
      if (!joinedField.value) return joinedField;
      fields->fields[f].second = std::move(*joinedField.value);
    }
    result.record = std::move(fields);
    return {result};
  }
  result.scalars.clear();
  result.texts.clear();
  for (const Value& element : elements) {
    result.scalars.insert(result.scalars.end(), element.scalars.begin(), element.scalars.end());
    result.texts.insert(result.texts.end(), element.texts.begin(), element.texts.end());
  }
  return {result};
}

Value unfolded(const Value& array, const Dimensions& shape) {
  Dimensions dimensions = shape;
  dimensions.insert(dimensions.end(), array.dimensions.begin() + 1, array.dimensions.end());
  return *reshaped(array, dimensions).value;
}

OperatorResult matrixOf(FlatModel& model, const std::vector<std::vector<Value>>& rows) {
  std::size_t rank = 2;
  for (const auto& row : rows)
    for (const Value& value : row) rank = std::max(rank, value.dimensions.size());
  std::vector<Value> stacked;
  for (const auto& row : rows) {
    std::vector<Value> parts;
    for (const Value& value : row) {
      OperatorResult part = promoted(value, rank);
      if (!part.value) return part;
      parts.push_back(std::move(*part.value));
    }
    OperatorResult whole = joined(model, "[..., ...]", 1, parts);
    if (!whole.value) return whole;
    stacked.push_back(std::move(*whole.value));
  }
  return joined(model, "[...; ...]", 0, stacked);
}

}  // namespace dashpot::model
