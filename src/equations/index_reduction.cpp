#include "equations/index_reduction.hpp"

#include "equations/shown_calls.hpp"
#include "symbolic/differentiate.hpp"
#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <tuple>

namespace dashpot::equations {

namespace {

using symbolic::Op;

// Mechanics needs 2, rarely 3; where an argument that only derivatives look at is missing, there is no end of it.
constexpr int mostDifferentiations = 20;

class Pantelides {
 public:
  Pantelides(SolvableSystem& system, std::span<const EquationId> equations, symbolic::FunctionDerivatives& functions,
             Diagnostics& diagnostics)
      : system_(system),
        pool_(system.flat.pool),
        diagnostics_(diagnostics),
        walker_(pool_),
        functions_(functions),
        shown_(system.flat),
        tangent_(
            pool_, [this](Expr leaf) { return ofLeaf(leaf); }, &functions) {
    for (const EquationId id : equations) add(id);
  }

  std::optional<ReducedSystem> run() {
    for (std::uint32_t i = 0; i < equations_.size(); ++i) waiting_.push_back(i);
    while (!waiting_.empty()) {
      std::uint32_t at = waiting_.front();
      waiting_.pop_front();
      while (!determinesSomething(at) && !augment(at)) {
        if (orderOf(at) > mostDifferentiations) return undetermined(unknowns_[at].front());
        if (!differentiateColoured()) return std::nullopt;
        at = position_.at(equation(at).derivative);
      }
    }
    ReducedSystem reduced = result();
    for (std::size_t j = 0; j < reduced.matching.equationOf.size(); ++j)
      if (reduced.matching.equationOf[j] == unmatched) return undetermined(reduced.highestUnknowns[j]);
    return reduced;
  }

 private:
  std::nullopt_t undetermined(VariableId id) {
    diagnostics_.error("structure", {},
                       fmt::format("after equations were differentiated nothing determines {}", system_.nameOf(id)));
    return std::nullopt;
  }

  /// How often it has been differentiated.
  int orderOf(std::uint32_t at) {
    int order = 0;
    for (EquationId id = equation(at).integral; id != EquationId::none; ++order)
      id = system_.equations[static_cast<std::size_t>(id)].integral;
    return order;
  }

  SystemEquation& equation(std::uint32_t at) { return system_.equations[static_cast<std::size_t>(equations_[at])]; }
  SystemVariable& variable(VariableId id) { return system_.variables[symbolic::index(id)]; }
  [[nodiscard]] bool isHighest(VariableId id) const { return system_[id].derivative == VariableId::none; }

  void add(EquationId id) {
    position_.emplace(id, static_cast<std::uint32_t>(equations_.size()));
    equations_.push_back(id);
    std::vector<VariableId> list;
    const SystemEquation& e = system_.equations[static_cast<std::size_t>(id)];
    for (const Expr side : {e.left, e.right})
      for (const Expr leaf : walker_.leaves(shown_(side), Op::variable))
        if (isContinuous(system_[pool_.variable(leaf)].role)) list.push_back(pool_.variable(leaf));
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    unknowns_.push_back(std::move(list));
    colour_.push_back(0);
    cursor_.push_back(0);
  }

  /// Whether it has found an unknown already: one that waits, or the derivative of one that finds none, may have been
  /// given one with others.
  bool determinesSomething(std::uint32_t at) {
    return std::ranges::any_of(unknowns_[at], [&](VariableId id) { return isHighest(id) && assigned(id) == at; });
  }

  std::uint32_t& assigned(VariableId id) {
    if (assigned_.size() < system_.variables.size()) {
      assigned_.resize(system_.variables.size(), unmatched);
      variableColour_.resize(system_.variables.size(), 0);
    }
    return assigned_[symbolic::index(id)];
  }

  /// An augmenting path from the equation to a free highest derivative, with an explicit stack. What was visited stays
  /// coloured if there is none.
  bool augment(std::uint32_t root) {
    ++search_;
    colouredEquations_.clear();
    colouredUnknowns_.clear();
    std::vector<std::uint32_t> path;
    std::vector<VariableId> through;  // through[k] leads from path[k] to path[k+1]
    enter(root, path);
    while (!path.empty()) {
      const std::uint32_t at = path.back();
      if (const VariableId free = freeUnknown(at); free != VariableId::none) {
        through.push_back(free);
        for (std::size_t k = path.size(); k-- > 0;) assigned(through[k]) = path[k];
        return true;
      }
      if (const VariableId next = nextUnknown(at); next != VariableId::none) {
        through.push_back(next);
        enter(assigned(next), path);
        continue;
      }
      path.pop_back();
      if (!through.empty()) through.pop_back();
    }
    return false;
  }

  void enter(std::uint32_t at, std::vector<std::uint32_t>& path) {
    colour_[at] = search_;
    cursor_[at] = 0;
    colouredEquations_.push_back(at);
    path.push_back(at);
  }

  VariableId freeUnknown(std::uint32_t at) {
    for (const VariableId id : unknowns_[at])
      if (isHighest(id) && assigned(id) == unmatched) return id;
    return VariableId::none;
  }

  VariableId nextUnknown(std::uint32_t at) {
    for (std::uint32_t& k = cursor_[at]; k < unknowns_[at].size();) {
      const VariableId id = unknowns_[at][k++];
      if (!isHighest(id)) continue;
      const std::uint32_t holder = assigned(id);
      if (variableColour_[symbolic::index(id)] != search_) {
        variableColour_[symbolic::index(id)] = search_;
        colouredUnknowns_.push_back(id);
      }
      if (colour_[holder] != search_) return id;
    }
    return VariableId::none;
  }

  /// The coloured equations have too few unknowns among them: their derivatives take their place, and determine the
  /// derivatives of what they determined. A function whose derivative is known without that of an argument (Modelica
  /// 3.6, section 12.7.1: noDerivative) may keep its equation from that; the derivative then looks for something else.
  bool differentiateColoured() {
    std::ranges::sort(colouredEquations_);
    for (const std::uint32_t at : colouredEquations_)
      if (equation(at).derivative == EquationId::none && !differentiate(at)) return false;
    for (const VariableId id : colouredUnknowns_) {
      const std::uint32_t holder = assigned(id);
      const std::uint32_t derived = position_.at(equation(holder).derivative);
      const VariableId rate = system_[id].derivative;
      if (determinesSomething(derived)) continue;  // it was differentiated before
      if (rate != VariableId::none && assigned(rate) == unmatched &&
          std::ranges::binary_search(unknowns_[derived], rate)) {
        assigned(rate) = derived;
        continue;
      }
      if (isNew(derived)) waiting_.push_back(derived);
    }
    return true;
  }

  /// Whether an equation has never been asked what it determines.
  bool isNew(std::uint32_t at) { return colour_[at] == 0; }

  bool differentiate(std::uint32_t at) {
    const symbolic::FunctionDerivatives::AlongTime alongTime(functions_);
    current_ = at;
    const EquationId id = equations_[at];
    const SystemEquation original = equation(at);
    failed_ = false;
    SystemEquation made = original;
    std::tie(made.left, made.right) = hidesUnknowns(original) ? tangentsAlone(original) : tangents(original, tangent_);
    if (failed_) return false;
    made.source = EquationSource::differentiated;
    made.derivative = EquationId::none;
    made.integral = id;
    const auto derivative = static_cast<EquationId>(system_.equations.size());
    system_.equations.push_back(made);
    system_.equations[static_cast<std::size_t>(id)].derivative = derivative;
    add(derivative);
    return true;
  }

  using Sides = std::pair<Expr, Expr>;

  Sides tangents(const SystemEquation& of, symbolic::Tangent& tangent) {
    const Expr left = symbolic::termOrZero(pool_, tangent(of.left));
    return {left, symbolic::termOrZero(pool_, tangent(of.right))};
  }

  /// With a memory of its own: what this equation does not depend on, others may.
  Sides tangentsAlone(const SystemEquation& of) {
    symbolic::Tangent tangent(
        pool_, [this](Expr leaf) { return ofLeaf(leaf); }, &functions_);
    return tangents(of, tangent);
  }

  [[nodiscard]] bool dependsOn(VariableId id) const { return std::ranges::binary_search(unknowns_[current_], id); }

  /// Whether the equation names unknowns that it does not depend on: arguments that a function ignores or multiplies by
  /// zero. It does not depend on their derivatives either, and these must not become unknowns.
  bool hidesUnknowns(const SystemEquation& of) {
    for (const Expr side : {of.left, of.right})
      for (const Expr leaf : walker_.leaves(side, Op::variable))
        if (const VariableId id = pool_.variable(leaf); isContinuous(system_[id].role) && !dependsOn(id)) return true;
    return false;
  }

  Expr ofLeaf(Expr leaf) {
    const Op op = pool_.op(leaf);
    if (op == Op::time) return pool_.constant(1.0);
    if (op != Op::variable) return Expr::none;
    const VariableId id = pool_.variable(leaf);
    const Role role = system_[id].role;
    if (isContinuous(role)) return dependsOn(id) ? pool_.variable(derivativeOf(system_, id)) : Expr::none;
    if (role == Role::input || role == Role::delayed) refuse(id);
    return Expr::none;
  }

  void refuse(VariableId id) {
    if (failed_) return;
    failed_ = true;
    diagnostics_
        .error("no-derivative", equation(current_).origin.where,
               fmt::format("this equation would have to be differentiated, but the time derivative of {} is not known",
                           system_.nameOf(id)))
        .hint("give its derivative as a further input, or filter it by a first-order lag");
  }

  ReducedSystem result() {
    ReducedSystem out;
    out.equations = equations_;
    std::vector<std::uint32_t> column(system_.variables.size(), noColumn);
    for (const auto& list : unknowns_)
      for (const VariableId id : list)
        if (isHighest(id) && column[symbolic::index(id)] == noColumn) {
          column[symbolic::index(id)] = static_cast<std::uint32_t>(out.highestUnknowns.size());
          out.highestUnknowns.push_back(id);
        }
    out.incidence.unknownCount = static_cast<std::uint32_t>(out.highestUnknowns.size());
    out.matching.equationOf.assign(out.highestUnknowns.size(), unmatched);
    std::vector<bool> determinesHighest(equations_.size(), false);
    for (const VariableId id : out.highestUnknowns)
      if (const std::uint32_t holder = assigned(id); holder != unmatched) determinesHighest[holder] = true;
    std::vector<std::uint32_t> row(equations_.size(), unmatched);
    for (std::uint32_t at = 0; at < equations_.size(); ++at) {
      const EquationId derivative = equation(at).derivative;
      if (derivative != EquationId::none && !determinesHighest[at]) continue;
      // Where its derivative does not contain what it determines, the equation itself does, and is no constraint on
      // states. Only the last assignment tells: what it determined for a while may have found another equation.
      if (derivative != EquationId::none)
        system_.equations[static_cast<std::size_t>(derivative)].integral = EquationId::none;
      row[at] = static_cast<std::uint32_t>(out.highestEquations.size());
      out.highestEquations.push_back(equations_[at]);
      std::vector<std::uint32_t> columns;
      for (const VariableId id : unknowns_[at])
        if (isHighest(id)) columns.push_back(column[symbolic::index(id)]);
      out.incidence.addRow(std::move(columns));
    }
    out.matching.unknownOf.assign(out.highestEquations.size(), unmatched);
    for (std::uint32_t j = 0; j < out.highestUnknowns.size(); ++j) {
      const std::uint32_t holder = assigned(out.highestUnknowns[j]);
      if (holder == unmatched || row[holder] == unmatched) continue;
      out.matching.equationOf[j] = row[holder];
      out.matching.unknownOf[row[holder]] = j;
      ++out.matching.size;
    }
    return out;
  }

  SolvableSystem& system_;
  Pool& pool_;
  Diagnostics& diagnostics_;
  symbolic::Walker walker_;
  symbolic::FunctionDerivatives& functions_;
  ShownCalls shown_;
  symbolic::Tangent tangent_;
  std::vector<EquationId> equations_;
  std::unordered_map<EquationId, std::uint32_t> position_;
  std::vector<std::vector<VariableId>> unknowns_;  // by equation
  std::vector<std::uint32_t> assigned_;            // by variable: the equation that determines it
  std::vector<std::uint32_t> colour_, variableColour_, cursor_;
  std::deque<std::uint32_t> waiting_;  // equations that determine nothing yet
  std::vector<std::uint32_t> colouredEquations_;
  std::vector<VariableId> colouredUnknowns_;
  std::uint32_t search_ = 0;
  std::uint32_t current_ = 0;
  bool failed_ = false;
};

}  // namespace

std::vector<EquationId> linkVelocities(SolvableSystem& system, std::vector<EquationId>& equations) {
  Pool& pool = system.flat.pool;
  std::vector<EquationId> links, others;
  std::vector<bool> isLinked(system.variables.size(), false);
  symbolic::Substitution velocities(pool);
  // der(x) = v, der(v) = x: a circle has no highest derivative.
  const auto isDerivativeOf = [&](VariableId id, VariableId of) {
    while (of != VariableId::none && of != id) of = system[of].derivative;
    return of == id;
  };
  for (const EquationId id : equations) {
    const SystemEquation& e = system.equations[static_cast<std::size_t>(id)];
    Expr left = e.left, right = e.right;
    if (pool.op(left) != Op::variable || pool.op(right) != Op::variable) {
      others.push_back(id);
      continue;
    }
    if (system[pool.variable(left)].role != Role::derivative) std::swap(left, right);
    const VariableId rate = pool.variable(left), velocity = pool.variable(right);
    const bool isLink = system[rate].role == Role::derivative && system[velocity].role == Role::state &&
                        !isLinked[symbolic::index(velocity)] && !isDerivativeOf(system[rate].of, velocity) &&
                        system[system[rate].of].derivative == rate;  // x has no velocity yet
    if (!isLink) {
      others.push_back(id);
      continue;
    }
    isLinked[symbolic::index(velocity)] = true;
    velocities.replace(left, right);
    system.variables[symbolic::index(system[rate].of)].derivative = velocity;
    links.push_back(id);
  }
  for (const EquationId id : others) {
    SystemEquation& e = system.equations[static_cast<std::size_t>(id)];
    e.left = velocities(e.left);
    e.right = velocities(e.right);
  }
  equations = std::move(others);
  return links;
}

VariableId derivativeOf(SolvableSystem& system, VariableId id) {
  if (const VariableId known = system[id].derivative; known != VariableId::none) return known;
  const auto made = static_cast<VariableId>(system.variables.size());
  system.variables.push_back({.role = Role::derivative, .of = id});
  system.variables[symbolic::index(id)].derivative = made;
  return made;
}

std::optional<ReducedSystem> reduceIndex(SolvableSystem& system, std::span<const EquationId> equations,
                                         symbolic::FunctionDerivatives& functions, Diagnostics& diagnostics) {
  return Pantelides(system, equations, functions, diagnostics).run();
}

}  // namespace dashpot::equations
