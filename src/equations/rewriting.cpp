#include "equations/rewriting.hpp"

#include "symbolic/zero_terms.hpp"

namespace dashpot::equations {

symbolic::Substitution replacements(SolvableSystem& system, const std::vector<bool>& isDifferentiated,
                                    const HeldInputs& held, const ArrivingVariables& arriving) {
  Pool& pool = system.flat.pool;
  symbolic::Substitution substitution(pool);
  for (std::size_t i = 0; i < system.flat.variables.size(); ++i) {
    const auto id = static_cast<VariableId>(i);
    const model::Variable& variable = system.flat.variables[i];
    const SystemVariable own = system[id];
    const VariableId root = own.role == Role::alias ? own.of : id;
    const auto asSigned = [&](VariableId of) {
      return own.negated ? symbolic::negate(pool, pool.variable(of)) : pool.variable(of);
    };
    if (own.role == Role::alias) substitution.replace(pool.variable(id), asSigned(root));
    if (isDifferentiated[i] && system[root].derivative != VariableId::none)
      substitution.replace(pool.derivative(id), asSigned(system[root].derivative));
    const auto heldInput = held.find(root);
    if (system[root].role == Role::discrete || heldInput != held.end())
      substitution.replace(pool.pre(id), asSigned(preOf(system, heldInput == held.end() ? root : heldInput->second)));
    else if (const auto kept = arriving.find(root); kept != arriving.end())
      substitution.replace(pool.pre(id), asSigned(kept->second));
    if (variable.variability == model::Variability::constant && variable.binding != Expr::none &&
        pool.isConstant(variable.binding))
      substitution.replace(pool.variable(id), variable.binding);
  }
  return substitution;
}

Rewriting::Rewriting(SolvableSystem& system, symbolic::Substitution& replacements, EventExtractor& events,
                     const std::vector<KnownValue>& decided, Diagnostics& diagnostics)
    : system_(system),
      replacements_(replacements),
      events_(events),
      diagnostics_(diagnostics),
      walker_(system.flat.pool),
      values_(system.flat.pool),
      hasValues_(!decided.empty()) {
  Pool& pool = system.flat.pool;
  for (const KnownValue& known : decided) {
    const bool isLogical = system.flat[known.variable].type == model::Type::boolean;
    values_.replace(pool.variable(known.variable),
                    isLogical ? pool.boolean(known.value != 0.0) : pool.constant(known.value));
    if (known.definition) definesValue_.insert(*known.definition);
  }
}

EquationId Rewriting::operator()(const model::Equation& equation, EquationSource source, std::size_t index) {
  const bool keepsNames = !hasValues_ || (source == EquationSource::flat && definesValue_.contains(index));
  const auto side = [&](Expr e) {
    const Expr whole = events_(replacements_(e), equation.origin);
    return symbolic::withoutZeroTerms(system_.flat.pool, walker_, keepsNames ? whole : values_(whole));
  };
  const Expr left = side(equation.left), right = side(equation.right);
  system_.equations.push_back({left, right, source, static_cast<std::uint32_t>(index), equation.origin});
  if (left == right)
    diagnostics_.error("trivial-equation", equation.origin.where, "both sides of this equation are the same")
        .note("it holds whatever the values are, so it determines nothing");
  return static_cast<EquationId>(system_.equations.size() - 1);
}

}  // namespace dashpot::equations
