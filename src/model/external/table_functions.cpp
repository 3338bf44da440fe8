#include "model/external/table_functions.hpp"

#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Function;
using symbolic::FunctionId;
using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;

namespace {

// Compile time grows faster than the length of a function, so no function has more pieces than this.
constexpr std::size_t piecesPerFunction = 64;

/// c[0] + v (c[1] + v (c[2] + v c[3])), as far as there are coefficients.
Expr horner(Pool& pool, Expr v, std::span<const Expr> c) {
  Expr sum = c.back();
  for (std::size_t k = c.size() - 1; k-- > 0;) sum = symbolic::add(pool, c[k], symbolic::multiply(pool, v, sum));
  return sum;
}

std::vector<Expr> constants(Pool& pool, std::span<const double> c) {
  std::size_t n = c.size();
  while (n > 1 && c[n - 1] == 0.0) --n;
  std::vector<Expr> result;
  for (std::size_t k = 0; k < n; ++k) result.push_back(pool.constant(c[k]));
  return result;
}

Expr from(Pool& pool, VariableId x, double origin) {
  return symbolic::subtract(pool, pool.variable(x), pool.constant(origin));
}

Expr polynomial(Pool& pool, VariableId x, const Cubic& piece) {
  const std::vector<Expr> c = constants(pool, piece.c);
  return horner(pool, from(pool, x, piece.origin), c);
}

Expr polynomial(Pool& pool, VariableId x1, VariableId x2, const Bicubic& piece) {
  const Expr v1 = from(pool, x1, piece.origin1), v2 = from(pool, x2, piece.origin2);
  std::size_t n = 4;
  while (n > 1 && std::ranges::all_of(piece.c[n - 1], [](double c) { return c == 0.0; })) --n;
  std::vector<Expr> rows;
  for (std::size_t i = 0; i < n; ++i) rows.push_back(horner(pool, v2, constants(pool, piece.c[i])));
  return horner(pool, v1, rows);
}

/// Holds an argument to the range of the table, or reduces it to that. Gives the variable to search with.
VariableId prepare(Function& function, VariableId u, const TableRange& range) {
  Pool& pool = function.pool;
  const Expr value = pool.variable(u);
  if (range.isLimited) {
    const Expr isInside = symbolic::build(pool, Op::logicalAnd,
                                          symbolic::build(pool, Op::greaterEqual, value, pool.constant(range.first)),
                                          symbolic::build(pool, Op::lessEqual, value, pool.constant(range.last)));
    function.body.push_back(
        {.kind = StatementKind::assertion,
         .value = isInside,
         .message = fmt::format("the table ends here: it is defined from {:g} to {:g}, and must not "
                                "be extrapolated",
                                range.first, range.last)});
  }
  if (!range.isPeriodic) return u;
  const double period = range.last - range.first;
  const Expr turns = symbolic::build(
      pool, Op::floor,
      symbolic::divide(pool, symbolic::subtract(pool, value, pool.constant(range.first)), pool.constant(period)));
  const VariableId reduced = addLocal(function, "x" + std::to_string(symbolic::index(u) + 1));
  function.body.push_back(
      assign(reduced, symbolic::subtract(pool, value, symbolic::multiply(pool, turns, pool.constant(period)))));
  return reduced;
}

}  // namespace

FunctionId append(FlatModel& model, Function function) {
  const auto id = static_cast<FunctionId>(model.functions.size());
  model.functions.push_back(std::move(function));
  return id;
}

void append(std::vector<Statement>& to, std::vector<Statement> more) {
  for (Statement& statement : more) to.push_back(std::move(statement));
}

Function realFunction(std::string name, std::initializer_list<std::string> inputs) {
  Function function;
  function.name = std::move(name);
  for (const std::string& input : inputs) function.inputs.push_back({.name = input, .first = function.slotCount++});
  function.inputCount = function.slotCount;
  function.outputs.push_back({.name = "y", .first = function.slotCount++});
  function.outputCount = 1;
  return function;
}

VariableId addLocal(Function& function, std::string name) {
  function.locals.push_back({.name = std::move(name), .first = function.slotCount});
  return static_cast<VariableId>(function.slotCount++);
}

Statement assign(VariableId target, Expr value) {
  return {.kind = StatementKind::assign, .targets = {target}, .value = value};
}

std::vector<Statement> evaluation(FlatModel& model, Function& function, VariableId x, VariableId y,
                                  const PiecewiseCubic& curve) {
  Pool& pool = function.pool;
  const std::size_t n = curve.pieces.size();
  if (n <= piecesPerFunction)
    return choose(function, pool.variable(x), curve.knots,
                  [&](std::size_t i) { return std::vector{assign(y, polynomial(pool, x, curve.pieces[i]))}; });
  std::vector<FunctionId> parts;
  std::vector<double> bounds;
  for (std::size_t first = 0; first < n; first += piecesPerFunction) {
    const std::size_t last = std::min(n, first + piecesPerFunction);
    const auto at = [](const auto& list, std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    const PiecewiseCubic part{{at(curve.knots, first), at(curve.knots, last - 1)},
                              {at(curve.pieces, first), at(curve.pieces, last)}};
    parts.push_back(addCurve(model, fmt::format("{}[{}]", function.name, parts.size() + 1), part, {}));
    if (last < n) bounds.push_back(curve.knots[last - 1]);
  }
  return choose(function, pool.variable(x), bounds, [&](std::size_t i) {
    const std::vector<Expr> arguments{pool.variable(x)};
    return std::vector{assign(y, pool.element(pool.call(parts[i], arguments), 0))};
  });
}

FunctionId addCurve(FlatModel& model, const std::string& name, const PiecewiseCubic& curve, const TableRange& range) {
  Function function = realFunction(name, {"u"});
  const VariableId x = prepare(function, VariableId{0}, range);
  append(function.body, evaluation(model, function, x, VariableId{1}, curve));
  return append(model, std::move(function));
}

FunctionId addSurface(FlatModel& model, const std::string& name, const PiecewiseBicubic& surface,
                      const TableRange& range1, const TableRange& range2) {
  Function function = realFunction(name, {"u1", "u2"});
  const VariableId y{2};
  const VariableId x1 = prepare(function, VariableId{0}, range1), x2 = prepare(function, VariableId{1}, range2);
  const std::size_t columns = surface.knots2.size() + 1;
  const bool isSmall = surface.pieces.size() <= piecesPerFunction;
  Pool& pool = function.pool;
  append(function.body, choose(function, pool.variable(x1), surface.knots1, [&](std::size_t i) {
           if (isSmall)
             return choose(function, pool.variable(x2), surface.knots2, [&](std::size_t j) {
               return std::vector{assign(y, polynomial(pool, x1, x2, surface.pieces[i * columns + j]))};
             });
           Function row = realFunction(fmt::format("{}[{}]", name, i + 1), {"u1", "u2"});
           row.body = choose(row, row.pool.variable(VariableId{1}), surface.knots2, [&](std::size_t j) {
             return std::vector{
                 assign(y, polynomial(row.pool, VariableId{0}, VariableId{1}, surface.pieces[i * columns + j]))};
           });
           const FunctionId part = append(model, std::move(row));
           const std::vector<Expr> arguments{pool.variable(x1), pool.variable(x2)};
           return std::vector{assign(y, pool.element(pool.call(part, arguments), 0))};
         }));
  return append(model, std::move(function));
}

}  // namespace dashpot::model
