// Flat models written in C++, for studies: variables are expressions, equations are added one by one.
#pragma once

#include "model/flat_model.hpp"
#include "symbolic/build.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace dashpot::bench {

class FlatBuilder;

/// An expression that knows its pool.
struct Term {
  symbolic::Pool* pool = nullptr;
  symbolic::Expr expression = symbolic::Expr::none;
};

inline Term apply(symbolic::Op op, Term a, Term b = {}, Term c = {}) {
  return {a.pool, symbolic::build(*a.pool, op, a.expression, b.expression, c.expression)};
}
inline Term number(const Term& like, double value) { return {like.pool, like.pool->constant(value)}; }
inline Term operator+(Term a, Term b) { return apply(symbolic::Op::add, a, b); }
inline Term operator-(Term a, Term b) { return apply(symbolic::Op::subtract, a, b); }
inline Term operator*(Term a, Term b) { return apply(symbolic::Op::multiply, a, b); }
inline Term operator/(Term a, Term b) { return apply(symbolic::Op::divide, a, b); }
inline Term operator+(Term a, double b) { return a + number(a, b); }
inline Term operator-(Term a, double b) { return a - number(a, b); }
inline Term operator*(double a, Term b) { return number(b, a) * b; }
inline Term operator*(Term a, double b) { return a * number(a, b); }
inline Term operator/(Term a, double b) { return a / number(a, b); }
inline Term operator/(double a, Term b) { return number(b, a) / b; }
inline Term operator-(double a, Term b) { return number(b, a) - b; }
inline Term operator-(Term a) { return apply(symbolic::Op::negate, a); }
inline Term square(Term a) { return a * a; }
inline Term abs(Term a) { return apply(symbolic::Op::abs, a); }
inline Term sqrt(Term a) { return apply(symbolic::Op::sqrt, a); }
inline Term exp(Term a) { return apply(symbolic::Op::exp, a); }
inline Term tanh(Term a) { return apply(symbolic::Op::tanh, a); }
inline Term sign(Term a) { return apply(symbolic::Op::sign, a); }
inline Term max(Term a, double b) { return apply(symbolic::Op::max, a, number(a, b)); }
/// Without an event.
inline Term choose(Term a, double threshold, Term above, Term below) {
  return apply(symbolic::Op::conditional,
               apply(symbolic::Op::noEvent, apply(symbolic::Op::greater, a, number(a, threshold))), above, below);
}

class FlatBuilder {
 public:
  explicit FlatBuilder(std::string name) { flat.name = std::move(name); }

  Term parameter(const std::string& name, double value, std::vector<std::int32_t> indices = {}) {
    return add(name, indices, model::Variability::parameter, flat.pool.constant(value), symbolic::Expr::none);
  }
  Term variable(const std::string& name, double start = 0.0, std::vector<std::int32_t> indices = {}) {
    return add(name, indices, model::Variability::continuous, symbolic::Expr::none, flat.pool.constant(start));
  }
  std::vector<Term> variables(const std::string& name, int count, double start = 0.0) {
    std::vector<Term> result;
    for (int i = 0; i < count; ++i) result.push_back(variable(name, start, {i + 1}));
    return result;
  }
  Term constant(double value) { return {&flat.pool, flat.pool.constant(value)}; }
  Term time() { return {&flat.pool, flat.pool.time()}; }
  Term der(Term state) { return {&flat.pool, flat.pool.derivative(flat.pool.variable(state.expression))}; }
  void equation(Term left, Term right) {
    flat.equations.push_back({.left = left.expression, .right = right.expression});
  }

  model::FlatModel flat;

 private:
  Term add(const std::string& name, const std::vector<std::int32_t>& indices, model::Variability variability,
           symbolic::Expr binding, symbolic::Expr start) {
    model::Variable variable;
    variable.name = flat.paths.child(PathId::root, name, indices);
    variable.variability = variability;
    variable.binding = binding;
    variable.attributes.start = start;
    if (start != symbolic::Expr::none) variable.attributes.fixed = false;
    flat.variables.push_back(std::move(variable));
    return {&flat.pool, flat.pool.variable(static_cast<symbolic::VariableId>(flat.variables.size() - 1))};
  }
};

}  // namespace dashpot::bench
