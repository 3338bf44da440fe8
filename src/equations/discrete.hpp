// equations/discrete.hpp
//
// The discrete part: when-clauses and equations for Boolean, Integer and other discrete variables, sorted into a pass
// that the event iteration repeats until nothing changes.
//
// A when-clause is an equation for each variable it assigns: v = if edge(condition) then value else pre(v), where
// edge(c) = c and not pre(c) (Modelica 3.6, section 8.3.5). At the start only `when initial()` is active.
// Equations in a circle are evaluated with the values of the last pass: the iteration settles them, or reports that
// they contradict one another.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/events.hpp"
#include "equations/guarded_calls.hpp"

#include <functional>
#include <optional>
#include <span>

namespace dashpot::equations {

/// Whether the flat model's variable is determined by the discrete part.
[[nodiscard]] std::vector<bool> findDiscrete(const FlatModel& model);

class DiscretePart {
 public:
  /// `resolve` replaces aliases, derivatives and pre() in expressions of the flat model.
  DiscretePart(SolvableSystem& system, EventExtractor& events, std::function<Expr(Expr)> resolve,
               Diagnostics& diagnostics)
      : system_(system),
        pool_(system.flat.pool),
        events_(events),
        resolve_(std::move(resolve)),
        diagnostics_(diagnostics) {}

  /// When-clauses to equations and actions; assertions to actions.
  void addWhenClauses();
  /// An equation of the flat model that contains nothing continuous any more belongs here; false if it does not.
  bool claims(EquationId id);
  /// An initial equation v = value or pre(v) = value of a discrete variable; false if it is none.
  bool claimsInitial(EquationId id);
  /// Sorts what was claimed into the passes and fixes the order of d. False after errors.
  bool sort(std::span<const VariableId> held);

 private:
  struct Definition {
    VariableId target = VariableId::none;
    Expr value = Expr::none;
    Expr initialValue = Expr::none;
    EquationId equation = EquationId::none;
  };
  struct Edge {
    Expr during = Expr::none;  // the run
    Expr atStart = Expr::none;
  };

  Edge edge(Expr condition, const model::Origin& origin);
  [[nodiscard]] bool isDiscrete(Expr leaf) const;
  [[nodiscard]] bool isContinuous(Expr e) const;
  bool demandsAgreement(VariableId v, Expr first, Expr second, const model::Origin& origin);
  std::optional<std::pair<VariableId, Expr>> solvedForm(const SystemEquation& equation, VariableId wanted);
  bool matchClaimed();
  DiscretePass makePass(bool atStart);

  SolvableSystem& system_;
  Pool& pool_;
  EventExtractor& events_;
  std::function<Expr(Expr)> resolve_;
  Diagnostics& diagnostics_;
  symbolic::Walker walker_{system_.flat.pool};
  GuardedCalls guarded_{system_.flat};
  std::vector<EquationId> claimed_;
  std::vector<Definition> definitions_;
  std::unordered_map<VariableId, Expr> initialValues_, initialPre_;
};

}  // namespace dashpot::equations
