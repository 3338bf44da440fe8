// model/external/table_functions.hpp
//
// Piecewise polynomials as functions of the flat model: a search tree of branches whose leaves evaluate one polynomial,
// so that the cost of a call grows with the logarithm of the table's length, the derivative is exact, and every back
// end has them for nothing. Functions make no events.
#pragma once

#include "model/external/interpolation.hpp"
#include "model/flat_model.hpp"

#include <span>
#include <string>
#include <vector>

namespace dashpot::model {

/// The range of one argument and what happens outside; a polynomial extrapolates by its own outer pieces.
struct TableRange {
  double first = 0.0, last = 0.0;
  bool isPeriodic = false;
  bool isLimited = false;  // outside is an error
};

/// y = curve(u). The function is appended to the model's table.
symbolic::FunctionId addCurve(FlatModel& model, const std::string& name, const PiecewiseCubic& curve,
                              const TableRange& range);
/// y = surface(u1, u2)
symbolic::FunctionId addSurface(FlatModel& model, const std::string& name, const PiecewiseBicubic& surface,
                                const TableRange& range1, const TableRange& range2);

// ----- parts, for functions with more to them

/// A function with Real inputs and the one Real output y, to be filled.
symbolic::Function realFunction(std::string name, std::initializer_list<std::string> inputs);
/// One more Real local variable.
VariableId addLocal(symbolic::Function& function, std::string name);
symbolic::Statement assign(VariableId target, Expr value);

/// Adds a function to the model.
symbolic::FunctionId append(FlatModel& model, symbolic::Function function);
void append(std::vector<symbolic::Statement>& to, std::vector<symbolic::Statement> more);

/// Statements that choose among `count` alternatives: number i if `key` is below bounds[i], the last if below none.
template <class Leaf>
std::vector<symbolic::Statement> choose(symbolic::Function& function, Expr key, std::span<const double> bounds,
                                        const Leaf& leaf);
/// y := curve(x), as statements; long curves become functions of their own.
std::vector<symbolic::Statement> evaluation(FlatModel& model, symbolic::Function& function, VariableId x, VariableId y,
                                            const PiecewiseCubic& curve);

template <class Leaf>
std::vector<symbolic::Statement> choose(symbolic::Function& function, Expr key, std::span<const double> bounds,
                                        const Leaf& leaf) {
  const auto between = [&](const auto& self, std::size_t first, std::size_t last) -> std::vector<symbolic::Statement> {
    if (first == last) return leaf(first);
    const std::size_t middle = (first + last) / 2;
    symbolic::Statement branch{.kind = symbolic::StatementKind::branch};
    branch.value = function.pool.make(symbolic::Op::less, key, function.pool.constant(bounds[middle]));
    branch.body = self(self, first, middle);
    branch.otherwise = self(self, middle + 1, last);
    return {std::move(branch)};
  };
  return between(between, 0, bounds.size());
}

}  // namespace dashpot::model
