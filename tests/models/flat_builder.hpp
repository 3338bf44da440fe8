// Flat models made in tests, statement by statement, for what is easier to say that way than as text.
//
//   FlatBuilder m;
//   auto h = m.real("h", 1.0), v = m.real("v");
//   m.equation(m.der(h), v);
//   m.when({h < 0.0}, {m.reinit(v, -0.8 * v)});
#pragma once

#include "equations/make_solvable.hpp"
#include "symbolic/build.hpp"

#include <initializer_list>
#include <optional>
#include <string>

namespace dashpot::testing {

/// An expression of the builder's model.
struct Term {
  symbolic::Pool* pool = nullptr;
  symbolic::Expr e = symbolic::Expr::none;

  [[nodiscard]] Term with(symbolic::Op op, Term other) const { return {pool, symbolic::build(*pool, op, e, other.e)}; }
  [[nodiscard]] Term number(double value) const { return {pool, pool->constant(value)}; }
  [[nodiscard]] Term apply(symbolic::Op op) const { return {pool, symbolic::build(*pool, op, e)}; }
};
inline Term operator+(Term a, Term b) { return a.with(symbolic::Op::add, b); }
inline Term operator-(Term a, Term b) { return a.with(symbolic::Op::subtract, b); }
inline Term operator*(Term a, Term b) { return a.with(symbolic::Op::multiply, b); }
inline Term operator/(Term a, Term b) { return a.with(symbolic::Op::divide, b); }
inline Term operator+(Term a, double b) { return a + a.number(b); }
inline Term operator-(Term a, double b) { return a - a.number(b); }
inline Term operator*(double a, Term b) { return b.number(a) * b; }
inline Term operator-(Term a) { return a.apply(symbolic::Op::negate); }
inline Term operator<(Term a, double b) { return a.with(symbolic::Op::less, a.number(b)); }
inline Term operator>(Term a, double b) { return a.with(symbolic::Op::greater, a.number(b)); }
inline Term operator>=(Term a, double b) { return a.with(symbolic::Op::greaterEqual, a.number(b)); }

class FlatBuilder {
 public:
  FlatBuilder() {
    flat.name = std::string("M");
    where = {sources.add("test.mo", "model M end M;"), 0, 5};
  }
  FlatBuilder(const FlatBuilder&) = delete;

  symbolic::VariableId declare(std::string name, model::Type type, model::Variability variability,
                               std::optional<double> start = {}, bool fixed = false) {
    model::Variable variable;
    variable.name = flat.paths.child(PathId::root, name);
    variable.type = type;
    variable.variability = variability;
    variable.origin = {PathId::root, where};
    if (start) variable.attributes.start = flat.pool.constant(*start);
    if (fixed) variable.attributes.fixed = true;
    flat.variables.push_back(std::move(variable));
    return static_cast<symbolic::VariableId>(flat.variables.size() - 1);
  }
  Term term(symbolic::Expr e) { return {&flat.pool, e}; }
  Term term(symbolic::VariableId id) { return term(flat.pool.variable(id)); }
  Term real(std::string name, std::optional<double> start = {}, bool fixed = false) {
    return term(declare(std::move(name), model::Type::real, model::Variability::continuous, start, fixed));
  }
  Term discrete(std::string name, model::Type type = model::Type::real, double start = 0.0) {
    return term(declare(std::move(name), type, model::Variability::discrete, start));
  }
  Term parameter(std::string name, double value) {
    const auto id = declare(std::move(name), model::Type::real, model::Variability::parameter);
    flat.variables[symbolic::index(id)].binding = flat.pool.constant(value);
    return term(id);
  }
  Term number(double value) { return term(flat.pool.constant(value)); }
  Term time() { return term(flat.pool.time()); }
  Term der(Term v) { return term(flat.pool.derivative(flat.pool.variable(v.e))); }
  Term pre(Term v) { return term(flat.pool.pre(flat.pool.variable(v.e))); }
  Term sample(double first, double interval) {
    return term(symbolic::build(flat.pool, symbolic::Op::sample, number(first).e, number(interval).e));
  }
  Term select(Term condition, Term then, Term otherwise) {
    return term(symbolic::conditional(flat.pool, condition.e, then.e, otherwise.e));
  }

  void equation(Term left, Term right) {
    flat.equations.push_back({left.e, right.e, model::EquationKind::written, {PathId::root, where}});
  }
  void initialEquation(Term left, Term right) {
    flat.initialEquations.push_back({left.e, right.e, model::EquationKind::written, {PathId::root, where}});
  }
  model::Action assign(Term target, Term value) { return action(model::ActionKind::assign, target, value); }
  model::Action reinit(Term target, Term value) { return action(model::ActionKind::reinit, target, value); }
  model::Action terminate(std::string text) {
    model::Action made{.kind = model::ActionKind::terminate, .origin = {PathId::root, where}};
    made.message.pieces.emplace_back(std::move(text));
    return made;
  }
  model::WhenClause& when(std::initializer_list<Term> conditions, std::vector<model::Action> actions) {
    flat.whenClauses.push_back({{}, {PathId::root, where}});
    return elsewhen(conditions, std::move(actions));
  }
  model::WhenClause& elsewhen(std::initializer_list<Term> conditions, std::vector<model::Action> actions) {
    model::WhenBranch branch{{}, std::move(actions)};
    for (const Term& condition : conditions) branch.conditions.push_back(condition.e);
    flat.whenClauses.back().branches.push_back(std::move(branch));
    return flat.whenClauses.back();
  }

  bool solve() {
    system = equations::makeSolvable(flat, sources, diagnostics);
    return system.has_value();
  }
  [[nodiscard]] std::string messages() const { return render(diagnostics, sources); }

  Sources sources;
  Diagnostics diagnostics;
  SourceRange where;
  model::FlatModel flat;
  std::optional<equations::SolvableSystem> system;

 private:
  model::Action action(model::ActionKind kind, Term target, Term value) {
    return {.kind = kind, .target = flat.pool.variable(target.e), .value = value.e, .origin = {PathId::root, where}};
  }
};

}  // namespace dashpot::testing
