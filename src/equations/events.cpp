#include "equations/events.hpp"

#include "equations/delays.hpp"
#include "symbolic/linear.hpp"
#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::equations {

using symbolic::Op;

namespace {

bool isSpecial(Op op) {
  switch (op) {
    case Op::noEvent:
    case Op::floor:
    case Op::ceil:
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::sample:
    case Op::delay:
    case Op::homotopy:
    case Op::initial:
    case Op::terminal: return true;
    default: return isRelation(op);
  }
}

bool isArithmetic(Op op) { return op >= Op::negate && op <= Op::max && op != Op::logicalNot && op != Op::noEvent; }

/// The relation that holds with its sides exchanged.
Op mirrored(Op op) {
  switch (op) {
    case Op::less: return Op::greater;
    case Op::lessEqual: return Op::greaterEqual;
    case Op::greater: return Op::less;
    case Op::greaterEqual: return Op::lessEqual;
    default: return op;
  }
}

}  // namespace

VariableId preOf(SolvableSystem& system, VariableId id) {
  if (const VariableId known = system[id].before; known != VariableId::none) return known;
  const auto made = static_cast<VariableId>(system.variables.size());
  system.variables.push_back({.role = Role::pre, .of = id, .label = fmt::format("pre({})", system.nameOf(id))});
  system.variables[symbolic::index(id)].before = made;
  return made;
}

EventExtractor::EventExtractor(SolvableSystem& system, std::vector<std::uint32_t> silent)
    : system_(system),
      silent_(std::move(silent)),
      pool_(system.flat.pool),
      walker_(pool_),
      replaced_(pool_),
      plain_(pool_) {}

/// The parts to be replaced that are reached without passing through a noEvent(), operands first.
std::vector<Expr> EventExtractor::special(Expr root) const {
  std::vector<Expr> found, stack{root};
  std::unordered_set<Expr> seen{root};
  const auto visit = [&](Expr e) {
    if (e != Expr::none && seen.insert(e).second) stack.push_back(e);
  };
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    const Op op = pool_.op(e);
    if (isSpecial(op)) found.push_back(e);
    if (op == Op::noEvent) continue;
    if (op == Op::call)
      for (const Expr argument : pool_.arguments(e)) visit(argument);
    else
      for (const Expr operand : pool_.operands(e)) visit(operand);
  }
  std::ranges::sort(found);
  return found;
}

bool EventExtractor::varies(Expr e) {
  return std::ranges::any_of(walker_.reachable(e), [&](Expr at) {
    const Op op = pool_.op(at);
    if (op == Op::time || op == Op::derivative) return true;
    if (op != Op::variable) return false;
    const VariableId id = pool_.variable(at);
    const Role role = system_[id].role;
    // Inputs that are no Reals change at events only.
    if (role == Role::input) return system_.flat.variables[symbolic::index(id)].type == model::Type::real;
    return role == Role::state || role == Role::derivative ||
           (role == Role::algebraic && !discreteDelays_.contains(id));
  });
}

/// With what never changes replaced by what it is made of.
Expr EventExtractor::settled(Expr e) {
  if (!findSettled_) return e;
  if (!settled_) settled_.emplace(findSettled_());
  return (*settled_)(e);
}

Expr EventExtractor::operator()(Expr e, const model::Origin& origin) {
  for (const Expr part : special(e))
    if (done_.insert(part).second) replaced_.replace(part, replacement(part, origin));
  return replaced_(e);
}

Expr EventExtractor::withoutEvents(Expr e, const model::Origin& origin) {
  // Only what a function of numbers cannot tell is replaced, and what makes a pulse that time alone decides: when it
  // begins and ends is known beforehand, and it would else be stepped over. A relation by itself turns only once, which
  // the error estimate sees.
  for (const Expr part : std::vector<Expr>(walker_.reachable(e))) {
    const Op op = pool_.op(part);
    if (isRelation(op)) replaceInPulse(part, Pulse::absolute, origin);
    if (op == Op::logicalAnd || op == Op::logicalOr)
      for (const Expr side : {pool_.operands(part)[0], pool_.operands(part)[1]})
        replaceInPulse(side, Pulse::oneSided, origin);
    const bool isReplaced = op == Op::noEvent || op == Op::sample || op == Op::delay || op == Op::homotopy ||
                            op == Op::initial || op == Op::terminal;
    if (!isReplaced || !donePlain_.insert(part).second) continue;
    const auto [a, b, c] = pool_.operands(part);
    plain_.replace(part, op == Op::noEvent ? plain_(a) : (*this)(part, origin));
  }
  return plain_(e);
}

Expr EventExtractor::replacement(Expr part, const model::Origin& origin) {
  const Op op = pool_.op(part);
  const auto [a, b, c] = pool_.operands(part);
  if (op == Op::noEvent) return withoutEvents(a, origin);
  if (op == Op::initial) return phase(system_.isInitial, "initial()");
  if (op == Op::terminal) return phase(system_.isTerminal, "terminal()");
  const Expr left = replaced_(a);
  const Expr right = b == Expr::none ? b : replaced_(b);
  if (op == Op::sample) return clock(left, right, origin);
  if (op == Op::delay) return delayed(left, right, replaced_(c), origin);
  if (op == Op::homotopy) {
    const Expr path = phase(system_.lambda, "$lambda");
    const Expr between =
        symbolic::add(pool_, right, symbolic::multiply(pool_, path, symbolic::subtract(pool_, left, right)));
    return symbolic::conditional(pool_, symbolic::build(pool_, Op::less, path, pool_.constant(1.0)), between, left);
  }
  if (!varies(left) && (right == Expr::none || !varies(right))) return symbolic::build(pool_, op, left, right);
  if (isRelation(op))
    if (const Expr first = settled(left), second = settled(right); !varies(first) && !varies(second))
      return symbolic::build(pool_, op, first, second);
  if (isRelation(op))
    if (const Expr pulse = relationOfTime(pool_.make(op, left, right), Pulse::absolute, origin); pulse != Expr::none)
      return pulse;
  switch (op) {
    case Op::floor:
    case Op::ceil: return wholeNumber(op, left, origin);
    case Op::div: return quotient(left, right, origin);
    case Op::mod:
      return symbolic::subtract(
          pool_, left,
          symbolic::multiply(pool_, wholeNumber(Op::floor, symbolic::divide(pool_, left, right), origin), right));
    case Op::rem:
      return symbolic::subtract(pool_, left, symbolic::multiply(pool_, quotient(left, right, origin), right));
    default: return mode(op, left, right, origin);
  }
}

void EventExtractor::replaceInPulse(Expr part, Pulse pulse, const model::Origin& origin) {
  if (!isRelation(pool_.op(part)) || pulses_.contains(part)) return;
  const Expr known = relationOfTime(part, pulse, origin);
  if (known == Expr::none) return;
  pulses_.insert(part);
  plain_.replace(part, known);
}

/// One-sided: a relation between a multiple of time and parameters, as a mode; absolute: one of the absolute value of
/// such a multiple, as two. Expr::none: it is not that.
Expr EventExtractor::relationOfTime(Expr part, Pulse pulse, const model::Origin& origin) {
  Op op = pool_.op(part);
  if (op == Op::equal || op == Op::notEqual) return Expr::none;
  const auto isKnown = [&](Expr e) {
    return std::ranges::all_of(walker_.reachable(e), [&](Expr at) {
      if (pool_.op(at) == Op::variable) return system_[pool_.variable(at)].role == Role::parameter;
      return pool_.op(at) == Op::constant || isArithmetic(pool_.op(at));
    });
  };
  const auto isMultipleOfTime = [&](Expr e) {
    const auto form = symbolic::linearIn(pool_, walker_, e, pool_.time());
    return form && form->coefficient != Expr::none && pool_.isConstant(form->coefficient) &&
           (form->rest == Expr::none || isKnown(form->rest));
  };
  auto [left, right, none] = pool_.operands(part);
  if (isKnown(left)) {
    std::swap(left, right);
    op = mirrored(op);
  }
  if (!isKnown(right)) return Expr::none;
  if (pulse == Pulse::oneSided) return isMultipleOfTime(left) ? mode(op, left, right, origin) : Expr::none;
  if (pool_.op(left) != Op::abs) return Expr::none;
  const Expr within = pool_.operands(left)[0];
  if (!isMultipleOfTime(within)) return Expr::none;
  const bool isInside = op == Op::less || op == Op::lessEqual;
  return symbolic::build(pool_, isInside ? Op::logicalAnd : Op::logicalOr, mode(op, within, right, origin),
                         mode(mirrored(op), within, symbolic::negate(pool_, right), origin));
}

Expr EventExtractor::mode(Op relation, Expr left, Expr right, const model::Origin& origin) {
  if (std::ranges::find(silent_, relations_++) != silent_.end()) return symbolic::build(pool_, relation, left, right);
  system_.modes.push_back({relation, left, right, origin});
  return pool_.mode(static_cast<std::uint32_t>(system_.modes.size() - 1));
}

/// k = floor(u) leaves its value where u < k or u >= k + 1; k = ceil(u) where u > k or u <= k - 1. It is these
/// relations that decide, so that they and k cannot disagree about the last bit of u.
Expr EventExtractor::wholeNumber(Op op, Expr of, const model::Origin& origin) {
  auto& known = op == Op::floor ? floors_ : ceilings_;
  if (const auto found = known.find(of); found != known.end()) return found->second;
  const VariableId id =
      make(Role::discrete, fmt::format("${}[{}]", symbolic::name(op), floors_.size() + ceilings_.size()));
  const Expr number = pool_.variable(id), one = pool_.constant(1.0), rounded = pool_.make(op, of);
  const Expr before = pool_.variable(preOf(system_, id));
  const Expr above = symbolic::add(pool_, before, one), below = symbolic::subtract(pool_, before, one);
  const bool isFloor = op == Op::floor;
  const Expr falls = isFloor ? mode(Op::less, of, before, origin) : mode(Op::lessEqual, of, below, origin);
  const Expr rises = isFloor ? mode(Op::greaterEqual, of, above, origin) : mode(Op::greater, of, before, origin);
  const Expr value = symbolic::conditional(
      pool_, rises, symbolic::build(pool_, Op::max, rounded, above),
      symbolic::conditional(pool_, falls, symbolic::build(pool_, Op::min, rounded, below), before));
  const auto equation = static_cast<EquationId>(system_.equations.size());
  system_.equations.push_back({.left = number, .right = value, .source = EquationSource::event, .origin = origin});
  wholeNumbers_.push_back({id, value, rounded, equation});
  known.emplace(of, number);
  return number;
}

/// The quotient without its fraction: rounded towards zero.
Expr EventExtractor::quotient(Expr a, Expr b, const model::Origin& origin) {
  const Expr whole = symbolic::divide(pool_, a, b);
  return symbolic::conditional(pool_, mode(Op::greaterEqual, whole, pool_.constant(0.0), origin),
                               wholeNumber(Op::floor, whole, origin), wholeNumber(Op::ceil, whole, origin));
}

/// Clocks are set before the initial system is solved, so a parameter that it would find (t0 with `initial equation t0
/// = time`) is replaced by what an initial equation says it is.
Expr EventExtractor::beforeInitialisation(Expr e) {
  symbolic::Substitution known(pool_);
  for (const Expr leaf : walker_.leaves(e, Op::variable)) {
    const model::Variable& parameter = system_.flat[pool_.variable(leaf)];
    if (parameter.variability != model::Variability::parameter || parameter.attributes.fixed != false) continue;
    for (const model::Equation& equation : system_.flat.initialEquations)
      if (equation.left == leaf) known.replace(leaf, equation.right);
  }
  return known(e);
}

Expr EventExtractor::clock(Expr first, Expr interval, const model::Origin& origin) {
  first = beforeInitialisation(first);
  interval = beforeInitialisation(interval);
  for (const Clock& known : system_.clocks)
    if (known.first == first && known.interval == interval) return pool_.variable(known.flag);
  const VariableId flag = make(Role::held, fmt::format("$clock[{}]", system_.clocks.size()));
  system_.clocks.push_back({flag, first, interval, origin});
  return pool_.variable(flag);
}

Expr EventExtractor::delayed(Expr argument, Expr time, Expr longest, const model::Origin& origin) {
  const auto name = [&](VariableId id) { return system_.nameOf(id); };
  const auto text = [&](Expr e) { return symbolic::print(pool_, e, name); };
  Delay delay{.argument = argument, .time = time, .longest = longest, .origin = origin};
  delay.mayVanish = mayVanish(system_, time);
  delay.isDiscrete = !varies(argument);
  delay.value = make(Role::algebraic, fmt::format("delay({}, {})", text(argument), text(time)));
  if (delay.isDiscrete) discreteDelays_.insert(delay.value);
  const auto supplied = [&] { return make(Role::delayed, fmt::format("what was delayed by {}", text(time))); };
  delay.stretch.anchor = supplied(), delay.stretch.perLength = supplied();
  for (VariableId& coefficient : delay.stretch.coefficients) coefficient = supplied();
  delay.stretch.isOpen = supplied();
  const Expr value = pool_.variable(delay.value);
  const auto equation = [&](Expr right, EquationSource source) {
    system_.equations.push_back({.left = value, .right = right, .source = source, .origin = origin});
    return static_cast<EquationId>(system_.equations.size() - 1);
  };
  delay.running = equation(delayedValue(pool_, delay), EquationSource::delay);
  delay.atStart = equation(argument, EquationSource::delayStart);
  delayEquations_.push_back(delay.running);
  system_.delays.push_back(std::move(delay));
  return value;
}

Expr EventExtractor::phase(VariableId& which, std::string label) {
  if (which == VariableId::none) which = make(Role::phase, std::move(label));
  return pool_.variable(which);
}

VariableId EventExtractor::make(Role role, std::string label) {
  system_.variables.push_back({.role = role, .label = std::move(label)});
  return static_cast<VariableId>(system_.variables.size() - 1);
}

}  // namespace dashpot::equations
