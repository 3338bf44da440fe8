#include "model/equations/clocked_parts.hpp"

#include "base/disjoint_sets.hpp"
#include "model/equations/clock_graph.hpp"
#include "symbolic/build.hpp"
#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace dashpot::model {

namespace {

using symbolic::Op;

/// What is known of one clock.
struct Ticking {
  VariableId tick = VariableId::none;     // true while the flag is up
  VariableId isFirst = VariableId::none;  // at the first tick
  VariableId hasTicked = VariableId::none;
  Expr interval = Expr::none;               // of a periodic clock
  VariableId sinceLast = VariableId::none;  // of another one
  bool startsAtOnce = false;                // its first tick is the start of the experiment
  std::string method = {};
  SourceRange methodAt = {};
  WhenClause up = {}, down = {};
};

class ClockedParts {
 public:
  ClockedParts(FlatModel& model, const ClockedOperators& clocked, ScalarType clockType, Diagnostics& diagnostics)
      : model_(model),
        pool_(model.pool),
        clocked_(clocked),
        clockType_(clockType),
        diagnostics_(diagnostics),
        sets_(model.variables.size()),
        walker_(model.pool) {}

  std::unordered_set<VariableId> run() {
    joinVariables();
    findClocks();
    if (!isSound_) return {};
    if (const auto problem = graph_.solve()) {
      report(problem->where, problem->problem);
      return {};
    }
    makeTicks();
    if (!isSound_) return {};
    requireClockedVariables();
    discretise();
    defineOperators();
    defineClocks();
    for (auto& [node, ticking] : ticking_)
      for (WhenClause* clause : {&ticking.up, &ticking.down})
        if (!clause->branches.empty() && !clause->branches.front().actions.empty())
          model_.whenClauses.push_back(std::move(*clause));
    return clockedVariables();
  }

 private:
  using Node = ClockGraph::Node;

  void report(SourceRange where, std::string problem) {
    isSound_ = false;
    diagnostics_.error("clock", where, std::move(problem));
  }

  bool isClock(VariableId id) const {
    return model_[id].type == Type::enumeration && model_[id].enumeration == clockType_.enumeration;
  }

  /// The variables in an expression that vary, clocks left out.
  std::vector<std::size_t> variablesIn(Expr e) {
    std::vector<std::size_t> result;
    if (e == Expr::none) return result;
    for (const Expr part : walker_.reachable(e)) {
      const Op op = pool_.op(part);
      if (op != Op::variable && op != Op::derivative && op != Op::pre) continue;
      const VariableId id = pool_.variable(part);
      if (model_[id].variability > Variability::parameter && !isClock(id)) result.push_back(symbolic::index(id));
    }
    return result;
  }

  void joinAll(const std::vector<std::size_t>& variables) {
    for (std::size_t i = 1; i < variables.size(); ++i) sets_.unite(variables[0], variables[i]);
  }

  void joinEquation(const Equation& equation) {
    std::vector<std::size_t> all = variablesIn(equation.left);
    const auto right = variablesIn(equation.right);
    all.insert(all.end(), right.begin(), right.end());
    joinAll(all);
  }

  void joinVariables() {
    for (const Equation& equation : model_.equations) joinEquation(equation);
    for (const ClockedOperator& one : clocked_.operators()) {
      std::vector<std::size_t> variables = variablesIn(one.argument);
      joinAll(variables);
      const bool isHere =
          one.kind == ClockedKind::previous || one.kind == ClockedKind::interval || one.kind == ClockedKind::firstTick;
      if (isHere && !variables.empty()) sets_.unite(variables[0], symbolic::index(one.result));
    }
    for (const ClockedWhen& when : clocked_.whens()) {
      std::vector<std::size_t> all;
      for (std::size_t i = when.first; i < when.first + when.count; ++i)
        for (const Expr side : {model_.equations[i].left, model_.equations[i].right})
          for (const std::size_t v : variablesIn(side)) all.push_back(v);
      joinAll(all);
    }
  }

  // ------------------------------------------------------------------------------------------------------- clocks

  Node nodeOfSet(std::size_t variable) {
    const std::size_t root = sets_.of(variable);
    const auto [found, isNew] = setNodes_.try_emplace(root, 0);
    if (isNew) found->second = graph_.add();
    return found->second;
  }
  Node nodeOf(VariableId id) { return isClock(id) ? clockNode(id) : nodeOfSet(symbolic::index(id)); }
  Node clockNode(VariableId id) {
    const auto [found, isNew] = clockNodes_.try_emplace(id, 0);
    if (isNew) found->second = graph_.add();
    return found->second;
  }

  void relate(const ClockedOperator& by, Node from, Node to, SourceRange where) {
    switch (by.kind) {
      case ClockedKind::subSample:
      case ClockedKind::superSample: {
        const bool isFaster = by.kind == ClockedKind::superSample;
        if (by.factor == 0) return graph_.relateByAnyFactor(from, to, isFaster, where);
        return graph_.relate(from, to, isFaster ? fraction(1, by.factor) : fraction(by.factor, 1), {}, where);
      }
      case ClockedKind::shiftSample: return graph_.relate(from, to, {1, 1}, fraction(by.counter, by.resolution), where);
      case ClockedKind::backSample: return graph_.relate(from, to, {1, 1}, fraction(-by.counter, by.resolution), where);
      default: return;
    }
  }

  void findClocks() {
    for (const ClockedOperator& one : clocked_.operators()) {
      const std::vector<std::size_t> given = variablesIn(one.argument);
      const bool leadsOut = one.kind == ClockedKind::hold;
      if (!leadsOut) (void)nodeOf(one.result);
      if (one.kind != ClockedKind::sample && !given.empty()) (void)nodeOfSet(given[0]);
      if (one.clock != VariableId::none) graph_.join(nodeOf(one.result), clockNode(one.clock));
      const bool converts = one.kind != ClockedKind::sample && one.kind != ClockedKind::hold;
      if (converts && !given.empty()) relate(one, nodeOfSet(given[0]), nodeOf(one.result), one.where);
    }
    for (const ClockedWhen& when : clocked_.whens()) {
      const Node clock = clockNode(when.clock);
      for (std::size_t i = when.first; i < when.first + when.count; ++i)
        for (const Expr side : {model_.equations[i].left, model_.equations[i].right})
          for (const std::size_t v : variablesIn(side)) graph_.join(nodeOfSet(v), clock);
    }
    for (const ClockDefinition& one : clocked_.clocks()) {
      const Node node = clockNode(one.clock);
      if (one.kind == ClockKind::solved) graph_.join(node, clockNode(one.from));
      if (one.kind == ClockKind::derived) relate(one.conversion, clockNode(one.from), node, one.where);
    }
    // Equations between clocks say that they are the same.
    std::erase_if(model_.equations, [&](const Equation& equation) {
      const auto clockIn = [&](Expr e) {
        return pool_.op(e) == Op::variable && isClock(pool_.variable(e)) ? std::optional(pool_.variable(e))
                                                                         : std::nullopt;
      };
      const auto left = clockIn(equation.left), right = clockIn(equation.right);
      if (!left || !right) return false;
      graph_.join(clockNode(*left), clockNode(*right));
      return true;
    });
    for (std::size_t i = 0; i < model_.variables.size(); ++i)
      if (isClock(static_cast<VariableId>(i))) (void)clockNode(static_cast<VariableId>(i));
    for (const ClockDefinition& one : clocked_.clocks())
      if (one.kind == ClockKind::exact)
        graph_.setInterval(clockNode(one.clock), fraction(one.counter, one.resolution), one.where);
  }

  // -------------------------------------------------------------------------------------------------------- ticks

  VariableId newVariable(std::string_view name, Type type, std::uint32_t enumeration = noEnumeration,
                         Variability variability = Variability::discrete) {
    const auto id = static_cast<VariableId>(model_.variables.size());
    model_.variables.push_back({.name = model_.paths.child(PathId::root, fmt::format("${}{}", name, ++made_)),
                                .type = type,
                                .variability = variability,
                                .enumeration = enumeration,
                                .isProtected = true,
                                .description = "of a clocked part"});
    return id;
  }

  void setStart(VariableId id, Expr start) {
    model_.variables[symbolic::index(id)].attributes.start = start;
    model_.variables[symbolic::index(id)].attributes.fixed = true;
  }

  Expr scaled(Expr e, Fraction by) {
    const Expr product = symbolic::multiply(pool_, e, pool_.constant(static_cast<double>(by.numerator)));
    return symbolic::divide(pool_, product, pool_.constant(static_cast<double>(by.denominator)));
  }

  void define(VariableId id, Expr value, SourceRange where) {
    model_.equations.push_back(
        {.left = pool_.variable(id), .right = value, .kind = EquationKind::written, .origin = {PathId::root, where}});
  }

  static void assign(WhenClause& clause, VariableId target, Expr value, SourceRange where) {
    clause.branches.front().actions.push_back(
        {.kind = ActionKind::assign, .target = target, .value = value, .origin = {PathId::root, where}});
  }

  /// The flags of a family of clocks: those of the common grid, counted.
  void makeTicks() {
    std::map<std::size_t, std::vector<const ClockDefinition*>> given;  // by family: what says when it ticks
    for (const ClockDefinition& one : clocked_.clocks()) {
      const bool isGiven =
          one.kind == ClockKind::exact || one.kind == ClockKind::periodic || one.kind == ClockKind::event;
      if (isGiven) given[graph_.placeOf(clockNode(one.clock)).family].push_back(&one);
    }
    for (std::size_t f = 0; f < graph_.families().size(); ++f) {
      const ClockGraph::Family& family = graph_.families()[f];
      if (family.members.empty()) continue;
      if (!given.contains(f)) {
        reportMissing(family);
        continue;
      }
      makeFamily(family, given.at(f));
    }
    for (const ClockDefinition& one : clocked_.clocks()) {
      if (one.kind != ClockKind::solved) continue;
      Ticking& ticking = ticking_[graph_.root(clockNode(one.clock))];
      if (!ticking.method.empty() && ticking.method != one.method)
        report(one.where, fmt::format("the clock has two methods, {} and {}", ticking.method, one.method));
      ticking.method = one.method;
      ticking.methodAt = one.where;
    }
  }

  void reportMissing(const ClockGraph::Family& family) {
    for (const ClockedOperator& one : clocked_.operators()) {
      const auto given = variablesIn(one.argument);
      const bool leadsOut = one.kind == ClockedKind::hold;
      if (leadsOut && given.empty()) continue;
      const Node node = leadsOut ? nodeOfSet(given[0]) : nodeOf(one.result);
      if (std::ranges::find(family.members, graph_.root(node)) == family.members.end()) continue;
      return report(one.where, "nothing says when the clock of this part ticks");
    }
    for (const auto& [id, node] : clockNodes_)
      if (std::ranges::find(family.members, graph_.root(node)) != family.members.end())
        return report(model_[id].origin.where, "nothing says when this clock ticks");
  }

  void makeFamily(const ClockGraph::Family& family, const std::vector<const ClockDefinition*>& given) {
    const ClockDefinition& base = *given.front();
    const ClockGraph::Placed own = graph_.placeOf(clockNode(base.clock));
    const Fraction grid = graph_.gridOf(family, own);
    for (const ClockDefinition* other : given) {
      const bool isSame = other->kind == base.kind && other->interval == base.interval &&
                          other->condition == base.condition &&
                          graph_.root(clockNode(other->clock)) == graph_.root(clockNode(base.clock));
      const bool areExact = other->kind == ClockKind::exact && base.kind == ClockKind::exact &&
                            graph_.placeOf(clockNode(other->clock)).shift == own.shift;
      if (!isSame && !areExact) return report(other->where, "related clocks must not be defined twice");
    }
    const SourceRange where = base.where;
    Expr gridTick = Expr::none, gridInterval = Expr::none;
    if (base.kind == ClockKind::event) {
      // Its own ticks are all there are.
      if (!(grid == own.factor)) return report(where, "a clock of a condition can only be made slower, by whole ticks");
      gridTick = eventTick(base);
    } else {
      const Expr interval = base.kind == ClockKind::periodic
                                ? base.interval
                                : scaled(pool_.constant(static_cast<double>(base.counter)), {1, base.resolution});
      gridInterval = scaled(interval, grid / own.factor);
      gridTick = pool_.make(Op::sample, pool_.constant(model_.experiment.start.value_or(0.0)), gridInterval);
    }
    const bool isCounted = std::ranges::any_of(family.members, [&](Node node) {
      const ClockGraph::Placed place = graph_.placeOf(node);
      return !(place.factor == grid) || !(place.shift == own.shift);
    });
    VariableId counter = VariableId::none;
    if (isCounted) {
      counter = newVariable("count", Type::integer);
      setStart(counter, pool_.constant(-1.0));
      WhenClause counting{.branches = {{.conditions = {gridTick}, .actions = {}}}, .origin = {PathId::root, where}};
      assign(counting, counter, symbolic::add(pool_, pool_.pre(counter), pool_.constant(1.0)), where);
      model_.whenClauses.push_back(std::move(counting));
    }
    for (const Node node : family.members) {
      const ClockGraph::Placed place = graph_.placeOf(node);
      const Fraction every = place.factor / grid, from = (place.shift - own.shift) / grid;
      if (from < Fraction{}) return report(where, "a clock would tick before the start: it is shifted back too far");
      Ticking& ticking = ticking_[node];
      ticking.tick = newVariable("tick", Type::boolean);
      Expr isTick = gridTick;
      if (!(every == Fraction{1, 1}) || from.numerator != 0) {
        const Expr n = pool_.variable(counter);
        const Expr beyond = symbolic::subtract(pool_, n, pool_.constant(static_cast<double>(from.numerator)));
        const Expr isBeyond = symbolic::build(pool_, Op::greaterEqual, beyond, pool_.constant(0.0));
        const Expr rest = symbolic::build(pool_, Op::mod, beyond, pool_.constant(static_cast<double>(every.numerator)));
        const Expr isTurn = symbolic::build(pool_, Op::equal, rest, pool_.constant(0.0));
        isTick =
            symbolic::build(pool_, Op::logicalAnd, gridTick, symbolic::build(pool_, Op::logicalAnd, isBeyond, isTurn));
      }
      define(ticking.tick, isTick, where);
      const Expr tick = pool_.variable(ticking.tick);
      ticking.up = {.branches = {{.conditions = {tick}, .actions = {}}}, .origin = {PathId::root, where}};
      ticking.down = {.branches = {{.conditions = {symbolic::build(pool_, Op::logicalNot, tick)}, .actions = {}}},
                      .origin = {PathId::root, where}};
      ticking.startsAtOnce = gridInterval != Expr::none && from.numerator == 0;
      if (gridInterval != Expr::none)
        ticking.interval = scaled(gridInterval, every);
      else
        measureInterval(ticking, base.interval, where);
    }
  }

  /// Clock(condition): the flag is up at the instants when the condition becomes true, the start among them: before it
  /// nothing was true.
  Expr eventTick(const ClockDefinition& base) {
    const VariableId condition = newVariable("condition", Type::boolean);
    define(condition, base.condition, base.where);
    const Expr now = pool_.variable(condition);
    model_.initialEquations.push_back({.left = now,
                                       .right = pool_.boolean(false),
                                       .kind = EquationKind::written,
                                       .origin = {PathId::root, base.where}});
    return symbolic::build(pool_, Op::logicalAnd, now, symbolic::build(pool_, Op::logicalNot, pool_.pre(condition)));
  }

  void measureInterval(Ticking& ticking, Expr first, SourceRange where) {
    ticking.sinceLast = newVariable("sinceLast", Type::real);
    const VariableId last = newVariable("last", Type::real);
    setStart(ticking.sinceLast, first);
    setStart(last, pool_.constant(0.0));
    const Expr since = symbolic::subtract(pool_, pool_.time(), pool_.pre(last));
    assign(ticking.up, ticking.sinceLast,
           symbolic::conditional(pool_, pool_.variable(firstTick(ticking, where)), first, since), where);
    assign(ticking.up, last, pool_.time(), where);
  }

  VariableId firstTick(Ticking& ticking, SourceRange where) {
    if (ticking.isFirst != VariableId::none) return ticking.isFirst;
    ticking.hasTicked = newVariable("ticked", Type::boolean);
    ticking.isFirst = newVariable("first", Type::boolean);
    setStart(ticking.hasTicked, pool_.boolean(false));
    setStart(ticking.isFirst, pool_.boolean(true));
    assign(ticking.up, ticking.hasTicked, pool_.boolean(true), where);
    assign(ticking.up, ticking.isFirst, symbolic::build(pool_, Op::logicalNot, pool_.pre(ticking.hasTicked)), where);
    return ticking.isFirst;
  }

  // ----------------------------------------------------------------------------------------------------- variables

  bool isClocked(std::size_t variable) { return setNodes_.contains(sets_.of(variable)); }

  std::unordered_set<VariableId> clockedVariables() {
    std::unordered_set<VariableId> result;
    for (std::size_t i = 0; i < firstOwn_; ++i)
      if (isClocked(i)) result.insert(static_cast<VariableId>(i));
    return result;
  }

  /// No time, no variable of when-clauses in a clocked part; start values are not initial conditions there.
  void requireClockedVariables() {
    std::unordered_set<std::size_t> assigned;
    for (const WhenClause& clause : model_.whenClauses)
      for (const WhenBranch& branch : clause.branches)
        for (const Action& action : branch.actions)
          if (action.kind == ActionKind::assign) assigned.insert(symbolic::index(action.target));
    for (std::size_t i = 0; i < firstOwn_; ++i) {
      if (!isClocked(i)) continue;
      if (assigned.contains(i))
        report(model_.variables[i].origin.where,
               fmt::format("'{}' is assigned in a when-clause: in a clocked part it must be sampled",
                           model_.nameOf(static_cast<VariableId>(i))));
      model_.variables[i].attributes.fixed = false;
    }
    for (const Equation& equation : model_.equations) {
      const auto variables =
          variablesIn(equation.left).empty() ? variablesIn(equation.right) : variablesIn(equation.left);
      if (variables.empty() || variables[0] >= firstOwn_ || !isClocked(variables[0])) continue;
      for (const Expr side : {equation.left, equation.right})
        if (walker_.contains(side, pool_.time()))
          report(equation.origin.where, "in a clocked part there is no time: write sample(time)");
    }
  }

  Ticking& tickingOf(std::size_t variable) { return ticking_.at(graph_.root(nodeOfSet(variable))); }

  Expr startOf(VariableId id) {
    const Expr start = model_[id].attributes.start;
    if (start != Expr::none) return start;
    return model_[id].type == Type::boolean       ? pool_.boolean(false)
           : model_[id].type == Type::enumeration ? pool_.constant(1.0)
                                                  : pool_.constant(0.0);
  }

  /// The value of a variable at the tick before.
  VariableId previousOf(VariableId id, SourceRange where) {
    const auto [found, isNew] = previous_.try_emplace(id, VariableId::none);
    if (!isNew) return found->second;
    const VariableId before = newVariable("before", model_[id].type, model_[id].enumeration);
    remember(tickingOf(symbolic::index(id)), id, before, where);
    return previous_[id] = before;
  }

  void remember(Ticking& ticking, VariableId id, VariableId before, SourceRange where) {
    const VariableId memory = newVariable("memory", model_[id].type, model_[id].enumeration);
    const Expr start = startOf(id);
    setStart(memory, start);
    setStart(before, start);
    assign(ticking.down, memory, pool_.variable(id), where);
    assign(ticking.up, before, pool_.pre(memory), where);
  }

  Expr intervalOf(const Ticking& ticking) const {
    return ticking.interval != Expr::none ? ticking.interval : pool_.variable(ticking.sinceLast);
  }

  // ------------------------------------------------------------------------------------------------- derivatives

  /// der(x) is a variable of its own; x follows from it by the method of the clock, and begins with its start value.
  void discretise() {
    symbolic::Substitution substitution(pool_);
    std::vector<std::pair<VariableId, VariableId>> states;  // x, der(x)
    std::unordered_map<VariableId, VariableId> known;
    std::vector<Expr> found;
    for (const Equation& equation : model_.equations)
      for (const Expr side : {equation.left, equation.right})
        for (const Expr e : walker_.leaves(side, Op::derivative)) found.push_back(e);
    for (const Expr e : found) {
      const VariableId x = pool_.variable(e);
      if (symbolic::index(x) >= firstOwn_ || !isClocked(symbolic::index(x)) || known.contains(x)) continue;
      const Ticking& ticking = tickingOf(symbolic::index(x));
      if (ticking.method.empty()) {
        report(
            model_[x].origin.where,
            fmt::format("'{}' is differentiated in a clocked part, but its clock has no method: Clock(c, solverMethod)",
                        model_.nameOf(x)));
        return;
      }
      const auto rate = static_cast<VariableId>(model_.variables.size());
      model_.variables.push_back({.name = model_.paths.child(PathId::root, fmt::format("$rate{}", ++made_)),
                                  .type = Type::real,
                                  .variability = Variability::continuous,
                                  .isProtected = true,
                                  .description = "derivative in a clocked part"});
      known.emplace(x, rate);
      states.emplace_back(x, rate);
      substitution.replace(e, pool_.variable(rate));
    }
    if (states.empty()) return;
    for (Equation& equation : model_.equations) {
      equation.left = substitution(equation.left);
      equation.right = substitution(equation.right);
    }
    for (const auto& [x, rate] : states) integrate(x, rate);
  }

  void integrate(VariableId x, VariableId rate) {
    Ticking& ticking = tickingOf(symbolic::index(x));
    const SourceRange where = ticking.methodAt;
    const std::string& method = ticking.method;
    const auto rateBefore = [&] {
      const VariableId before = newVariable("before", Type::real), memory = newVariable("memory", Type::real);
      setStart(memory, pool_.constant(0.0));
      setStart(before, pool_.constant(0.0));
      assign(ticking.down, memory, pool_.variable(rate), where);
      assign(ticking.up, before, pool_.pre(memory), where);
      return pool_.variable(before);
    };
    Expr slope = Expr::none;
    if (method == "ExplicitEuler")
      slope = rateBefore();
    else if (method == "ImplicitEuler")
      slope = pool_.variable(rate);
    else if (method == "ImplicitTrapezoid")
      slope = scaled(symbolic::add(pool_, pool_.variable(rate), rateBefore()), {1, 2});
    else
      return report(where, fmt::format("the method {} of a clock is not supported: ExplicitEuler, ImplicitEuler and "
                                       "ImplicitTrapezoid are",
                                       method));
    const Expr before = pool_.variable(previousOf(x, where));
    const Expr next = symbolic::add(pool_, before, symbolic::multiply(pool_, intervalOf(ticking), slope));
    define(x, symbolic::conditional(pool_, pool_.variable(firstTick(ticking, where)), startOf(x), next), where);
  }

  // ------------------------------------------------------------------------------------------------------ operators

  void defineOperators() {
    for (const ClockedOperator& one : clocked_.operators()) {
      const SourceRange where = one.where;
      if (one.kind == ClockedKind::hold) {
        const auto given = variablesIn(one.argument);
        if (given.empty()) {
          report(where, "what is held must belong to a clocked part");
          continue;
        }
        const bool isVariable = pool_.op(one.argument) == Op::variable;
        if (isVariable) setStart(one.result, startOf(pool_.variable(one.argument)));
        assign(tickingOf(given[0]).down, one.result, one.argument, where);
        continue;
      }
      Ticking& ticking = tickingOf(symbolic::index(one.result));
      switch (one.kind) {
        case ClockedKind::previous: remember(ticking, pool_.variable(one.argument), one.result, where); break;
        case ClockedKind::interval: define(one.result, intervalOf(ticking), where); break;
        case ClockedKind::firstTick: define(one.result, pool_.variable(firstTick(ticking, where)), where); break;
        default:
          if (one.kind == ClockedKind::sample && ticking.startsAtOnce)
            model_.initialEquations.push_back({.left = pool_.variable(one.result),
                                               .right = one.argument,
                                               .kind = EquationKind::written,
                                               .origin = {PathId::root, where}});
          else if (one.kind == ClockedKind::sample)
            setStart(one.result, startOf(one.result));
          else if (pool_.op(one.argument) == Op::variable)
            setStart(one.result, startOf(pool_.variable(one.argument)));
          assign(ticking.up, one.result,
                 one.kind == ClockedKind::sample       ? leftLimit(one)
                 : one.kind == ClockedKind::backSample ? sinceItTicks(one)
                                                       : one.argument,
                 where);
      }
    }
  }

  /// A clock that is shifted back ticks before that of its argument, which has its start value until then (Modelica
  /// 3.6, section 16.5.2).
  Expr sinceItTicks(const ClockedOperator& shifted) {
    if (pool_.op(shifted.argument) != Op::variable) return shifted.argument;
    const VariableId id = pool_.variable(shifted.argument);
    Ticking& ticking = tickingOf(symbolic::index(id));
    (void)firstTick(ticking, shifted.where);
    return symbolic::conditional(pool_, pool_.variable(ticking.hasTicked), shifted.argument, startOf(id));
  }

  /// What is sampled at a tick is not changed by what happens at that tick (Modelica 3.6, section 16.5.1).
  Expr leftLimit(const ClockedOperator& sampled) {
    const Expr e = sampled.argument;
    if (pool_.op(e) == Op::variable)
      return model_[pool_.variable(e)].variability <= Variability::parameter ? e : pool_.pre(pool_.variable(e));
    const Variable& result = model_[sampled.result];
    const VariableId id = newVariable("sampled", result.type, result.enumeration,
                                      result.type == Type::real ? Variability::continuous : Variability::discrete);
    define(id, e, sampled.where);
    return pool_.pre(id);
  }

  /// A variable of type Clock becomes the flag of its clock.
  void defineClocks() {
    for (const auto& [id, node] : clockNodes_) {
      Variable& variable = model_.variables[symbolic::index(id)];
      variable.type = Type::boolean;
      variable.enumeration = noEnumeration;
      const auto found = ticking_.find(graph_.root(node));
      define(id, found == ticking_.end() ? pool_.boolean(false) : pool_.variable(found->second.tick),
             variable.origin.where);
    }
  }

  FlatModel& model_;
  Pool& pool_;
  const ClockedOperators& clocked_;
  ScalarType clockType_;
  Diagnostics& diagnostics_;
  DisjointSets sets_;  // of variables that stand together in equations
  symbolic::Walker walker_;
  ClockGraph graph_;
  std::unordered_map<std::size_t, Node> setNodes_;  // by root
  std::map<VariableId, Node> clockNodes_;
  std::map<Node, Ticking> ticking_;  // by root
  std::unordered_map<VariableId, VariableId> previous_;
  std::size_t firstOwn_ = model_.variables.size();  // variables from here on are made here
  std::size_t made_ = 0;
  bool isSound_ = true;
};

}  // namespace

std::unordered_set<VariableId> translateClockedParts(FlatModel& model, const ClockedOperators& clocked,
                                                     ScalarType clockType, Diagnostics& diagnostics) {
  if (clocked.isEmpty()) return {};
  return ClockedParts(model, clocked, clockType, diagnostics).run();
}

}  // namespace dashpot::model
