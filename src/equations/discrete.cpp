#include "equations/discrete.hpp"

#include "equations/blt.hpp"
#include "symbolic/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::equations {

using model::ActionKind;
using symbolic::Op;

std::vector<bool> findDiscrete(const FlatModel& model) {
  std::vector<bool> isDiscrete(model.variables.size());
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const model::Variable& v = model.variables[i];
    isDiscrete[i] = v.causality != model::Causality::input &&
                    (v.variability == model::Variability::discrete ||
                     (v.variability == model::Variability::continuous && v.type != model::Type::real));
  }
  for (const model::WhenClause& clause : model.whenClauses)
    for (const model::WhenBranch& branch : clause.branches)
      for (const model::Action& action : branch.actions)
        if (action.kind == ActionKind::assign) isDiscrete[symbolic::index(action.target)] = true;
  return isDiscrete;
}

// ---------------------------------------------------------------------------------------------------- when-clauses

/// True at the instant when the condition becomes true.
DiscretePart::Edge DiscretePart::edge(Expr condition, const model::Origin& origin) {
  if (pool_.op(condition) == Op::initial) return {pool_.boolean(false), pool_.boolean(true)};
  Expr value = events_(resolve_(condition), origin);
  if (pool_.op(value) == Op::boolean) return {pool_.boolean(false), pool_.boolean(false)};  // never becomes true
  if (!isDiscrete(value)) {
    const auto id = static_cast<VariableId>(system_.variables.size());
    system_.variables.push_back({.role = Role::discrete, .label = fmt::format("$when[{}]", definitions_.size())});
    const auto equation = static_cast<EquationId>(system_.equations.size());
    system_.equations.push_back(
        {.left = pool_.variable(id), .right = value, .source = EquationSource::event, .origin = origin});
    definitions_.push_back({id, value, value, equation});
    value = pool_.variable(id);
  }
  const Expr before = pool_.variable(preOf(system_, pool_.variable(value)));
  return {symbolic::build(pool_, Op::logicalAnd, value, symbolic::build(pool_, Op::logicalNot, before)),
          pool_.boolean(false)};
}

bool DiscretePart::isDiscrete(Expr leaf) const {
  return pool_.op(leaf) == Op::variable && system_[pool_.variable(leaf)].role == Role::discrete;
}

void DiscretePart::addWhenClauses() {
  for (std::uint32_t number = 0; number < system_.flat.whenClauses.size(); ++number) {
    const model::WhenClause clause = system_.flat.whenClauses[number];
    Edge earlier{pool_.boolean(false), pool_.boolean(false)};
    std::vector<Edge> active;
    const auto either = [&](Expr a, Expr b) { return symbolic::build(pool_, Op::logicalOr, a, b); };
    const auto unless = [&](Expr a, Expr b) {
      return symbolic::build(pool_, Op::logicalAnd, a, symbolic::build(pool_, Op::logicalNot, b));
    };
    for (const model::WhenBranch& branch : clause.branches) {
      Edge any{pool_.boolean(false), pool_.boolean(false)};
      for (const Expr condition : branch.conditions) {
        const Edge one = edge(condition, clause.origin);
        any = {either(any.during, one.during), either(any.atStart, one.atStart)};
      }
      active.push_back({unless(any.during, earlier.during), unless(any.atStart, earlier.atStart)});
      earlier = {either(earlier.during, any.during), either(earlier.atStart, any.atStart)};
    }

    std::vector<VariableId> order;
    std::unordered_map<VariableId, Definition> made;
    for (std::size_t b = clause.branches.size(); b-- > 0;)
      for (const model::Action& action : clause.branches[b].actions) {
        const Expr value = action.kind == ActionKind::assign || action.kind == ActionKind::reinit
                               ? events_(resolve_(action.value), action.origin)
                           : action.value == Expr::none ? pool_.boolean(false)
                                                        : events_.withoutEvents(resolve_(action.value), action.origin);
        Expr target = action.target == VariableId::none ? Expr::none : resolve_(pool_.variable(action.target));
        Expr signedValue = value;
        if (target != Expr::none && pool_.op(target) == Op::negate)
          target = pool_.operands(target)[0], signedValue = symbolic::negate(pool_, value);
        if (action.kind != ActionKind::assign) {
          Action out{action.kind,      active[b].during, action.target, signedValue,  action.message,
                     action.isWarning, action.origin,    action.file,   action.matrix};
          if (action.kind == ActionKind::print)  // it is done at the start, too
            out.active = either(
                out.active,
                symbolic::build(pool_, Op::logicalAnd, events_(pool_.initial(), action.origin), active[b].atStart));
          if (target != Expr::none && pool_.op(target) == Op::variable) out.target = pool_.variable(target);
          if (!walker_.leaves(out.value, Op::call).empty())
            out.value = guarded_(symbolic::conditional(pool_, out.active, out.value, pool_.constant(0.0)));
          system_.actions.push_back(std::move(out));
          continue;
        }
        const VariableId id = pool_.variable(target);
        auto [found, isNew] = made.try_emplace(id);
        if (isNew) {
          order.push_back(id);
          const Expr before = pool_.variable(preOf(system_, id));
          found->second = {id, before, before, EquationId::none};
        }
        Definition& d = found->second;
        d.value = symbolic::conditional(pool_, active[b].during, signedValue, d.value);
        d.initialValue = symbolic::conditional(pool_, active[b].atStart, signedValue, d.initialValue);
      }
    for (const VariableId id : order) {
      Definition d = made.at(id);
      d.equation = static_cast<EquationId>(system_.equations.size());
      system_.equations.push_back({.left = pool_.variable(id),
                                   .right = d.value,
                                   .source = EquationSource::when,
                                   .index = number,
                                   .origin = clause.origin});
      definitions_.push_back(d);
    }
  }
  for (const model::Assertion& assertion : std::vector(system_.flat.assertions))
    system_.actions.push_back({ActionKind::assertion, pool_.boolean(true), VariableId::none,
                               guarded_(events_.withoutEvents(resolve_(assertion.condition), assertion.origin)),
                               assertion.message, assertion.isWarning, assertion.origin});
  for (Action& action : system_.actions)
    for (auto& piece : action.message.pieces)
      if (auto* shown = std::get_if<model::Shown>(&piece))
        shown->value = events_.withoutEvents(resolve_(shown->value), action.origin);
}

// ------------------------------------------------------------------------------------------------------- equations

/// A Real that varies between events: in x = i with an Integer i, it is x that the equation is for. What it takes from
/// others through conditions and roundings does not count.
bool DiscretePart::isContinuous(Expr e) const {
  const Op op = pool_.op(e);
  const auto [a, b, c] = pool_.operands(e);
  if (op == Op::variable) {
    const Role role = system_[pool_.variable(e)].role;
    const std::size_t v = symbolic::index(pool_.variable(e));
    return (role == Role::algebraic || role == Role::state || role == Role::derivative) &&
           (v >= system_.flat.variables.size() || system_.flat.variables[v].type == model::Type::real);
  }
  if (op == Op::time || op == Op::derivative) return true;
  if (op == Op::conditional) return isContinuous(b) || isContinuous(c);
  const bool isArithmetic = op == Op::negate || op == Op::add || op == Op::subtract || op == Op::multiply ||
                            op == Op::divide || op == Op::noEvent || op == Op::abs || op == Op::min || op == Op::max;
  if (!isArithmetic) return false;
  return std::ranges::any_of(std::array{a, b, c}, [&](Expr part) { return part != Expr::none && isContinuous(part); });
}

bool DiscretePart::claims(EquationId id) {
  const SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
  const auto isLogical = [&](Expr side) {
    if (!isDiscrete(side)) return false;
    const std::size_t v = symbolic::index(pool_.variable(side));
    return v < system_.flat.variables.size() && system_.flat.variables[v].type != model::Type::real;
  };
  bool hasDiscrete = false;
  for (const Expr side : {equation.left, equation.right})
    for (const Expr leaf : walker_.leaves(side, Op::variable)) hasDiscrete = hasDiscrete || isDiscrete(leaf);
  const bool isTimeless = !events_.varies(equation.left) && !events_.varies(equation.right);
  const bool mine = (hasDiscrete && isTimeless) || (isLogical(equation.left) && !isContinuous(equation.right)) ||
                    (isLogical(equation.right) && !isContinuous(equation.left));
  if (mine) claimed_.push_back(id);
  return mine;
}

bool DiscretePart::claimsInitial(EquationId id) {
  const SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
  for (const auto& [target, value] :
       {std::pair{equation.left, equation.right}, std::pair{equation.right, equation.left}}) {
    if (pool_.op(target) != Op::variable) continue;
    const VariableId v = pool_.variable(target);
    // y = q with a free parameter q is for q, if y has a start value of its own.
    const bool hasStart =
        symbolic::index(v) < system_.flat.variables.size() && system_.flat[v].attributes.fixed.value_or(false);
    if (hasStart && pool_.op(value) == Op::variable && system_[pool_.variable(value)].role == Role::held) continue;
    if (system_[v].role == Role::discrete) return initialValues_.emplace(v, value).second;
    if (system_[v].role != Role::pre) continue;
    const auto [known, isNew] = initialPre_.emplace(system_[v].of, value);
    return isNew || demandsAgreement(system_[v].of, known->second, value, equation.origin);
  }
  return false;
}

/// Several components that are connected may each say what their signal was before the start, if all say the same; it
/// is parameters that they say it with.
bool DiscretePart::demandsAgreement(VariableId v, Expr first, Expr second, const model::Origin& origin) {
  for (const Expr e : {first, second})
    for (const Expr leaf : walker_.leaves(e, Op::variable))
      if (system_[pool_.variable(leaf)].role != Role::parameter) return false;
  if (events_.varies(first) || events_.varies(second)) return false;
  if (first == second) return true;
  system_.actions.push_back(
      {.kind = ActionKind::assertion,
       .active = pool_.boolean(true),
       .value = symbolic::build(pool_, Op::equal, first, second),
       .message = {{fmt::format("initial equations give pre({}) different values", system_.nameOf(v))}},
       .origin = origin});
  return true;
}

/// v = value, read off an equation that has v alone on one side, or is linear in it.
std::optional<std::pair<VariableId, Expr>> DiscretePart::solvedForm(const SystemEquation& equation, VariableId wanted) {
  const Expr v = pool_.variable(wanted);
  if (equation.left == v && !walker_.contains(equation.right, v)) return {{wanted, equation.right}};
  if (equation.right == v && !walker_.contains(equation.left, v)) return {{wanted, equation.left}};
  const std::size_t number = symbolic::index(wanted);
  if (number < system_.flat.variables.size() && system_.flat.variables[number].type == model::Type::boolean) {
    const Expr negated = symbolic::build(pool_, Op::logicalNot, v);
    if (equation.left == negated) return {{wanted, symbolic::build(pool_, Op::logicalNot, equation.right)}};
    if (equation.right == negated) return {{wanted, symbolic::build(pool_, Op::logicalNot, equation.left)}};
    return std::nullopt;
  }
  const auto isolated = symbolic::isolate(pool_, walker_, equation.left, equation.right, v);
  if (!isolated) return std::nullopt;
  return {{wanted, isolated->value == Expr::none ? pool_.constant(0.0)
                                                 : symbolic::divide(pool_, isolated->value, isolated->coefficient)}};
}

bool DiscretePart::matchClaimed() {
  const std::size_t errorsBefore = diagnostics_.errorCount();
  std::unordered_set<VariableId> isDefined;
  for (const Definition& d : definitions_) {
    if (isDefined.insert(d.target).second) continue;
    const SystemEquation& e = system_.equations[static_cast<std::size_t>(d.equation)];
    diagnostics_
        .error("structure", e.origin.where, fmt::format("{} is assigned in two when-clauses", system_.nameOf(d.target)))
        .hint("write them as one, with elsewhen");
  }
  std::unordered_map<VariableId, std::uint32_t> column;
  std::vector<VariableId> unknowns;
  for (std::size_t i = 0; i < system_.variables.size(); ++i) {
    const auto id = static_cast<VariableId>(i);
    if (system_.variables[i].role != Role::discrete || isDefined.contains(id)) continue;
    column.emplace(id, static_cast<std::uint32_t>(unknowns.size()));
    unknowns.push_back(id);
  }
  Incidence incidence;
  incidence.unknownCount = static_cast<std::uint32_t>(unknowns.size());
  for (const EquationId id : claimed_) {
    const SystemEquation equation = system_.equations[static_cast<std::size_t>(id)];
    std::vector<std::uint32_t> row;
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker_.leaves(side, Op::variable))
        if (const auto found = column.find(pool_.variable(leaf)); found != column.end())
          if (solvedForm(equation, found->first)) row.push_back(found->second);
    incidence.addRow(std::move(row));
  }
  const Matching matching = match(incidence);
  for (std::uint32_t i = 0; i < claimed_.size(); ++i) {
    const SystemEquation equation = system_.equations[static_cast<std::size_t>(claimed_[i])];
    if (matching.unknownOf[i] == unmatched) {
      diagnostics_.error("structure", equation.origin.where, "this equation determines no discrete variable")
          .note("every discrete variable in it is determined by another equation, or it cannot be solved for one");
      continue;
    }
    const VariableId target = unknowns[matching.unknownOf[i]];
    const Expr value = solvedForm(equation, target)->second;
    definitions_.push_back({target, value, value, claimed_[i]});
  }
  for (std::uint32_t j = 0; j < unknowns.size(); ++j)
    if (matching.equationOf[j] == unmatched) {
      const std::size_t v = symbolic::index(unknowns[j]);
      diagnostics_.error("structure",
                         v < system_.flat.variables.size() ? system_.flat.variables[v].origin.where : SourceRange{},
                         fmt::format("nothing determines the discrete variable {}", system_.nameOf(unknowns[j])));
    }
  return diagnostics_.errorCount() == errorsBefore;
}

bool DiscretePart::sort(std::span<const VariableId> held) {
  for (const auto& [variable, value, initialValue, equation] : events_.wholeNumbers())
    definitions_.push_back({variable, value, initialValue, equation});
  if (!matchClaimed()) return false;
  for (const Definition& d : definitions_) system_.d.push_back(d.target);
  system_.d.insert(system_.d.end(), held.begin(), held.end());
  system_.discrete = makePass(false);
  system_.initialDiscrete = makePass(true);
  return true;
}

DiscretePass DiscretePart::makePass(bool atStart) {
  DiscretePass pass;
  std::unordered_map<VariableId, std::uint32_t> number;
  for (std::uint32_t i = 0; i < definitions_.size(); ++i) number.emplace(definitions_[i].target, i);

  symbolic::Substitution before(pool_);
  if (atStart) {
    for (const auto& [kept, of] : system_.arriving) before.replace(pool_.variable(kept), pool_.variable(of));
    for (const auto& [id, value] : initialPre_) before.replace(pool_.variable(preOf(system_, id)), value);
  }
  std::vector<Expr> values;
  for (const Definition& d : definitions_) {
    const auto given = initialValues_.find(d.target);
    Expr value = !atStart ? d.value : given != initialValues_.end() ? given->second : d.initialValue;
    values.push_back(atStart ? before(value) : value);
  }

  Incidence incidence;
  Matching matching;
  incidence.unknownCount = static_cast<std::uint32_t>(definitions_.size());
  for (std::uint32_t i = 0; i < definitions_.size(); ++i) {
    std::vector<std::uint32_t> row{i};
    for (const Expr leaf : walker_.leaves(values[i], Op::variable))
      if (const auto found = number.find(pool_.variable(leaf)); found != number.end()) row.push_back(found->second);
    incidence.addRow(std::move(row));
    matching.unknownOf.push_back(i);
    matching.equationOf.push_back(i);
  }
  matching.size = incidence.unknownCount;

  symbolic::Substitution toNext(pool_);
  for (const Definition& d : definitions_) {
    pass.next.push_back(static_cast<VariableId>(system_.variables.size()));
    system_.variables.push_back({.role = Role::auxiliary, .label = fmt::format("$next({})", system_.nameOf(d.target))});
    toNext.replace(pool_.variable(d.target), pool_.variable(pass.next.back()));
  }
  for (const auto& block : blockTriangularForm(incidence, matching)) {
    for (const std::uint32_t i : block) {
      Expr value = values[i];
      if (block.size() == 1 && !walker_.contains(value, pool_.variable(definitions_[i].target))) {
        value = toNext(value);
      } else {  // a circle: what the last pass gave stands for its members
        symbolic::Substitution outside(pool_);
        for (const Expr leaf : walker_.leaves(value, Op::variable))
          if (const auto found = number.find(pool_.variable(leaf));
              found != number.end() && !std::ranges::binary_search(block, found->second))
            outside.replace(leaf, pool_.variable(pass.next[found->second]));
        value = outside(value);
      }
      pass.steps.push_back({pass.next[i], guarded_(value), definitions_[i].equation});
    }
  }
  return pass;
}

}  // namespace dashpot::equations
