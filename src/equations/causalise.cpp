#include "equations/causalise.hpp"

#include "equations/auxiliaries.hpp"
#include "equations/blt.hpp"
#include "equations/influence.hpp"
#include "symbolic/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <unordered_map>

namespace dashpot::equations {

namespace {

// A linear solve inside F is dense: beyond this size the integrator's sparse solver does better.
constexpr std::size_t largestLinearSolve = 40;
// Beyond it, torn variables are passed on in the place of a block that has so many unknowns for each of them.
constexpr std::size_t fewestUnknownsPerTorn = 8;
// An equation with more unknowns of its block than this is not looked at for being linear in them all.
constexpr std::size_t mostUnknownsPerEquation = 2000;
constexpr std::size_t longestList = 8;

/// Unknowns of a block by number, with coefficients; ascending.
using SparseRow = std::vector<std::pair<std::uint32_t, Expr>>;

/// residual = sum of coefficients * unknowns + rest; Expr::none: zero.
struct LinearRow {
  SparseRow coefficients;
  Expr rest = Expr::none;
};

class Causaliser {
 public:
  Causaliser(SolvableSystem& model, const EquationSystem& system, const Sources& sources,
             symbolic::FunctionDerivatives& functions, Diagnostics& diagnostics, SortedSystem& out,
             const TearBlock& tearBlock)
      : model_(model),
        pool_(model.flat.pool),
        system_(system),
        sources_(sources),
        diagnostics_(diagnostics),
        out_(out),
        tearBlock_(tearBlock),
        walker_(pool_),
        auxiliaries_(pool_, model.variables, out.steps),
        numbers_(model),
        influence_(model, numbers_, functions),
        column_(model.variables.size(), noColumn),
        isInitial_(&out == &model.initial) {}

  Causalised run(const Incidence& incidence, const Matching& matching) {
    for (const auto& rows : blockTriangularForm(incidence, matching)) {
      Block block;
      for (const std::uint32_t row : rows) {
        block.equations.push_back(system_.equations[row]);
        block.unknowns.push_back(system_.unknowns[matching.unknownOf[row]]);
      }
      // Blocks that are copies of one another are then torn alike, and solved by the same operations.
      if (tearBlock_) std::ranges::sort(block.equations), std::ranges::sort(block.unknowns);
      if (block.unknowns.size() == 1)
        scalar(block);
      else
        coupled(block);
      out_.blocks.push_back(std::move(block));
      learn();
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] const SystemEquation& equation(EquationId id) const {
    return model_.equations[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] Expr residual(EquationId id) {
    return symbolic::subtract(pool_, equation(id).left, equation(id).right);
  }

  // ------------------------------------------------------------------------------------------------ single equations

  void scalar(Block& block) {
    const EquationId id = block.equations.front();
    const bool mayBeOpen = isInitial_ && mayBeSwitchedOff(id, block.unknowns.front());
    if (const auto value = mayBeOpen ? std::nullopt : solve(id, block.unknowns.front())) {
      inspectDivisors(id, *value);
      out_.steps.push_back(Assignment{block.unknowns.front(), *value, id});
      return;
    }
    block.kind = BlockKind::nonlinear;
    block.torn = block.unknowns;
    block.residuals = block.equations;
    iterate(block.unknowns.front(), id);
  }

  /// Whether there are modes in which the equation does not depend on the unknown. Initial conditions may say what such
  /// a mode says already, as that a shaft does not accelerate while a brake holds it: what the brake carries is left
  /// open then. It is iterated from its start value, which stays where nothing determines another; a quotient would
  /// have no value.
  [[nodiscard]] bool mayBeSwitchedOff(EquationId id, VariableId unknown) {
    const auto form = symbolic::linearIn(pool_, walker_, residual(id), pool_.variable(unknown));
    return form && mayVanish(form->coefficient);
  }
  [[nodiscard]] bool mayVanish(Expr coefficient) const {
    if (coefficient == Expr::none || (pool_.isConstant(coefficient) && pool_.value(coefficient) == 0.0)) return true;
    const auto [first, second, third] = pool_.operands(coefficient);
    if (pool_.op(coefficient) == symbolic::Op::negate) return mayVanish(first);
    return pool_.op(coefficient) == symbolic::Op::conditional && (mayVanish(second) || mayVanish(third));
  }

  std::optional<Expr> solve(EquationId id, VariableId unknown) {
    return symbolic::solveFor(pool_, walker_, equation(id).left, equation(id).right, pool_.variable(unknown),
                              model_.flat.functions);
  }

  // ------------------------------------------------------------------------------------------------------- divisors

  [[nodiscard]] bool dependsOnParametersOnly(Expr e) {
    return std::ranges::all_of(walker_.reachable(e), [&](Expr part) {
      const symbolic::Op op = pool_.op(part);
      if (op == symbolic::Op::time || op == symbolic::Op::mode) return false;
      return op != symbolic::Op::variable || model_[pool_.variable(part)].role == Role::parameter ||
             model_[pool_.variable(part)].role == Role::computed;
    });
  }

  /// Variables that parameters alone determine have numbers, too.
  void learn() {
    for (; learned_ < out_.steps.size(); ++learned_) {
      const auto* step = std::get_if<Assignment>(&out_.steps[learned_]);
      if (step == nullptr || !followsFromParameters(step->value)) continue;
      numbers_.define(step->target, step->value);
      definitions_.emplace(step->target, step->equation);
    }
  }

  [[nodiscard]] bool followsFromParameters(Expr e) {
    return std::ranges::all_of(walker_.reachable(e), [&](Expr part) {
      const symbolic::Op op = pool_.op(part);
      if (op == symbolic::Op::variable) return numbers_.knows(pool_.variable(part));
      return !symbolic::isLeaf(op) || op == symbolic::Op::constant || op == symbolic::Op::boolean;
    });
  }

  /// Looks at the constant divisors that solving the equation brings in.
  void inspectDivisors(EquationId id, Expr solved) {
    std::vector<Expr> divisors;
    for (const Expr e : walker_.reachable(solved))
      if (pool_.op(e) == symbolic::Op::divide) divisors.push_back(pool_.operands(e)[1]);
    for (const Expr divisor : divisors) {
      if (pool_.isConstant(divisor) || !followsFromParameters(divisor)) continue;
      if (numbers_(divisor) == 0.0 && !isDivisorOf(id, divisor)) reportVanishing(divisor, [](double) { return true; });
    }
  }

  /// Whether the equation itself divides by it, as the user wrote it.
  [[nodiscard]] bool isDivisorOf(EquationId id, Expr divisor) {
    return std::ranges::any_of(walker_.reachable(residual(id)), [&](Expr e) {
      return pool_.op(e) == symbolic::Op::divide && pool_.operands(e)[1] == divisor;
    });
  }

  [[nodiscard]] bool isLogical(VariableId id) const {
    return symbolic::index(id) < model_.flat.variables.size() && model_.flat[id].type == model::Type::boolean;
  }

  /// The values in it that count, and what decides branches.
  void reportVanishing(Expr part, const std::function<bool(double)>& counts) {
    for (const Expr leaf : walker_.leaves(part, symbolic::Op::variable)) {
      const VariableId id = pool_.variable(leaf);
      const auto value = numbers_.knows(id) ? numbers_(leaf) : std::nullopt;
      if (!value || !(counts(*value) || isLogical(id))) continue;
      const auto definition = definitions_.find(id);
      VanishingPivot& pivot = result_.vanishing.emplace_back();
      pivot.variable = id;
      pivot.value = *value;
      if (definition != definitions_.end()) pivot.definition = definition->second;
      for (const VariableId source : numbers_.sources(leaf))
        if (model_[source].role == Role::parameter) pivot.parameters.push_back(source);
    }
  }

  void iterate(VariableId unknown, EquationId id) {
    out_.unknowns.push_back(unknown);
    out_.rows.push_back({false, residual(id), id});
  }

  // -------------------------------------------------------------------------------------------------- coupled blocks

  void coupled(Block& block) {
    for (std::uint32_t k = 0; k < block.unknowns.size(); ++k) column_[symbolic::index(block.unknowns[k])] = k;
    auto linear = linearRows(block);
    block.kind = linear ? BlockKind::linear : BlockKind::nonlinear;
    const std::size_t limit = linear ? largestLinearSolve : std::max(largestLinearSolve, block.unknowns.size() / 2);
    auto tearing = tearBlock(block, limit);
    if (linear && !tearing) {  // too large for a solve inside F; few torn variables may still stand for many unknowns
      tearing = tearBlock(block, block.unknowns.size() / fewestUnknownsPerTorn);
      linear.reset();
      block.kind = BlockKind::nonlinear;
    }
    if (!tearing) {
      passWhole(block);
    } else {
      for (const std::uint32_t k : tearing->torn) block.torn.push_back(block.unknowns[k]);
      for (const std::uint32_t i : tearing->residuals) block.residuals.push_back(block.equations[i]);
      if (linear) solveTorn(block, *tearing, *linear);
      for (const auto& [row, column] : tearing->sequence) {
        const EquationId id = block.equations[row];
        const Expr value = solve(id, block.unknowns[column]).value();
        inspectDivisors(id, value);
        out_.steps.push_back(Assignment{block.unknowns[column], value, id});
      }
      if (!linear)
        for (std::size_t i = 0; i < tearing->torn.size(); ++i) iterate(block.torn[i], block.residuals[i]);
    }
    for (const VariableId id : block.unknowns) column_[symbolic::index(id)] = noColumn;
  }

  void passWhole(Block& block) {
    block.kind = BlockKind::nonlinear;
    block.torn = block.unknowns;
    block.residuals = block.equations;
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) iterate(block.unknowns[k], block.equations[k]);
  }

  std::vector<std::uint32_t> columnsOf(EquationId id) {
    std::vector<std::uint32_t> columns;
    for (const Expr leaf : walker_.leaves(residual(id), symbolic::Op::variable))
      if (const std::uint32_t column = column_[symbolic::index(pool_.variable(leaf))]; column != noColumn)
        columns.push_back(column);
    std::ranges::sort(columns);
    return columns;
  }

  std::optional<Tearing> tearBlock(const Block& block, std::size_t limit) {
    Incidence incidence;
    incidence.unknownCount = static_cast<std::uint32_t>(block.unknowns.size());
    for (const EquationId id : block.equations) incidence.addRow(columnsOf(id));
    if (tearBlock_)
      if (auto tearing = tearBlock_(block, incidence)) return tearing;
    return tear(
        incidence,
        [&](std::uint32_t row, std::uint32_t k) {
          const Solvability how = solvability(block.equations[row], block.unknowns[k]);
          const bool isExact = block.kind == BlockKind::linear || how == Solvability::no;
          return isExact || dependsMuch(block.equations[row], k, block) ? how : Solvability::no;
        },
        limit);
  }

  /// Whether an equation depends on an unknown about as much as on the others of the block that it can be compared
  /// with: those of the same unit.
  bool dependsMuch(EquationId id, std::uint32_t unknown, const Block& block) {
    const auto sizeOf = [&](std::uint32_t k) {
      return influence_.size(influence_.coefficient(residual(id), block.unknowns[k]), block.unknowns[k]);
    };
    const auto own = sizeOf(unknown);
    if (!own) return true;
    return std::ranges::none_of(columnsOf(id), [&](std::uint32_t other) {
      if (other == unknown || !haveOneUnit(block.unknowns[other], block.unknowns[unknown])) return false;
      const auto size = sizeOf(other);
      return size && *own < smallestShare * *size;
    });
  }

  [[nodiscard]] bool haveOneUnit(VariableId a, VariableId b) const {
    for (; model_[a].role == Role::derivative && model_[b].role == Role::derivative; b = model_[b].of) a = model_[a].of;
    const std::size_t count = model_.flat.variables.size();
    return symbolic::index(a) < count && symbolic::index(b) < count &&
           model_.flat[a].attributes.unit == model_.flat[b].attributes.unit;
  }

  /// An unknown is solved for inside a block only where the coefficient cannot vanish: not while integrating, and not
  /// by parameters that cancel one another. One that is zero is set anew only together with the order of the equations.
  Solvability solvability(EquationId id, VariableId unknown) {
    const auto isolated =
        symbolic::isolate(pool_, walker_, equation(id).left, equation(id).right, pool_.variable(unknown));
    if (!isolated) return Solvability::no;
    if (pool_.isConstant(isolated->coefficient)) return Solvability::byConstant;
    return dependsOnParametersOnly(isolated->coefficient) && numbers_.isPivot(isolated->coefficient)
               ? Solvability::byParameter
               : Solvability::no;
  }

  // --------------------------------------------------------------------------------------------------- linear blocks

  /// The residuals as linear forms in the block's unknowns; empty if one of them is not linear.
  std::optional<std::vector<LinearRow>> linearRows(const Block& block) {
    std::vector<LinearRow> rows;
    for (const EquationId id : block.equations) {
      const std::vector<std::uint32_t> columns = columnsOf(id);
      if (columns.size() > mostUnknownsPerEquation) return std::nullopt;
      LinearRow row{{}, residual(id)};
      for (const std::uint32_t k : columns) {
        if (row.rest == Expr::none) break;
        const auto form = symbolic::linearIn(pool_, walker_, row.rest, pool_.variable(block.unknowns[k]));
        if (!form || dependsOnBlock(form->coefficient)) return std::nullopt;
        if (form->coefficient != Expr::none) row.coefficients.emplace_back(k, form->coefficient);
        row.rest = form->rest;
      }
      if (dependsOnBlock(row.rest)) return std::nullopt;
      rows.push_back(std::move(row));
    }
    return rows;
  }

  bool dependsOnBlock(Expr e) {
    if (e == Expr::none) return false;
    return std::ranges::any_of(walker_.leaves(e, symbolic::Op::variable), [&](Expr leaf) {
      const std::size_t v = symbolic::index(pool_.variable(leaf));
      return v < column_.size() && column_[v] != noColumn;
    });
  }

  /// With the torn variables z, each other unknown is u = base + sum of slope_k z_k; the residuals then read A z = b.
  struct AffineInTorn {
    Expr base = Expr::none;
    SparseRow slopes;
  };

  void solveTorn(const Block& block, const Tearing& tearing, const std::vector<LinearRow>& rows) {
    const std::size_t n = tearing.torn.size();
    std::vector<std::optional<AffineInTorn>> known(block.unknowns.size());
    for (std::uint32_t k = 0; k < n; ++k) known[tearing.torn[k]] = AffineInTorn{Expr::none, {{k, pool_.constant(1.0)}}};
    for (const Tearing::Solved& solvedFor : tearing.sequence) {
      const std::uint32_t row = solvedFor.equation, column = solvedFor.unknown;
      const Expr divisor = std::ranges::find(rows[row].coefficients, column, &SparseRow::value_type::first)->second;
      // As a rule it is 1: the other terms then only change sides, and with it signs that most of them have.
      const bool isOne = divisor == pool_.constant(1.0);
      const AffineInTorn sum = combine(rows[row], known, isOne);
      const auto solved = [&](Expr term) {
        return term == Expr::none || isOne ? term : symbolic::divide(pool_, symbolic::negate(pool_, term), divisor);
      };
      const auto name = [&] { return model_.nameOf(block.unknowns[column]); };
      AffineInTorn affine{auxiliaries_.shared(
                              solved(sum.base), [&] { return fmt::format("$base({})", name()); }, block.equations[row]),
                          {}};
      for (const auto& [k, slope] : sum.slopes)
        affine.slopes.emplace_back(
            k, auxiliaries_.shared(
                   solved(slope), [&] { return fmt::format("$slope({}, {})", name(), model_.nameOf(block.torn[k])); },
                   block.equations[row]));
      known[column] = std::move(affine);
    }
    LinearSolve step;
    step.equation = block.equations[tearing.residuals.front()];
    step.unknowns = {{block.torn.begin(), block.torn.end()}};
    step.rightSides.emplace_back();
    for (const std::uint32_t row : tearing.residuals) {
      const AffineInTorn sum = combine(rows[row], known);
      std::vector<Expr> dense(n, Expr::none);
      for (const auto& [k, slope] : sum.slopes) dense[k] = slope;
      step.matrix.insert(step.matrix.end(), dense.begin(), dense.end());
      step.rightSides[0].push_back(symbolic::negateTerm(pool_, sum.base));
    }
    learn();
    if (isSingular(step)) {
      for (const EquationId id : block.equations)
        reportVanishing(residual(id), [](double value) { return value == 0.0; });
      const bool isNumeric =
          std::ranges::all_of(step.matrix, [&](Expr e) { return e == Expr::none || pool_.isConstant(e); });
      if (result_.vanishing.empty() && isNumeric) return reportSingular(block);
    }
    if (n > 1) {
      out_.steps.push_back(std::move(step));
      return;
    }
    const Expr coefficient = symbolic::termOrZero(pool_, step.matrix[0]);
    const Expr value = step.rightSides[0][0];
    out_.steps.push_back(Assignment{
        block.torn[0], value == Expr::none ? pool_.constant(0.0) : symbolic::divide(pool_, value, coefficient),
        step.equation});
  }

  /// The row with what is known of its unknowns put in; the unknown it is being solved for is left out.
  AffineInTorn combine(const LinearRow& row, const std::vector<std::optional<AffineInTorn>>& known,
                       bool isNegated = false) {
    const auto turned = [&](Expr term) { return isNegated ? symbolic::negateTerm(pool_, term) : term; };
    AffineInTorn sum{turned(row.rest), {}};
    for (const auto& [k, ofRow] : row.coefficients) {
      if (!known[k]) continue;
      const Expr coefficient = turned(ofRow);
      sum.base = symbolic::addTerms(pool_, sum.base, symbolic::scaleTerm(pool_, coefficient, known[k]->base));
      for (const auto& [j, slope] : known[k]->slopes) {
        const Expr term = symbolic::multiply(pool_, coefficient, slope);
        const auto at = std::ranges::lower_bound(sum.slopes, j, {}, &SparseRow::value_type::first);
        if (at != sum.slopes.end() && at->first == j)
          at->second = symbolic::add(pool_, at->second, term);
        else
          sum.slopes.insert(at, {j, term});
      }
    }
    return sum;
  }

  /// Whether the matrix consists of numbers, with the values that parameters have, and has no inverse.
  [[nodiscard]] bool isSingular(const LinearSolve& step) {
    const std::size_t n = step.size();
    std::vector<double> a;
    double scale = 0.0;
    for (const Expr e : step.matrix) {
      const auto value = e == Expr::none || followsFromParameters(e) ? numbers_(e) : std::nullopt;
      if (!value || !std::isfinite(*value)) return false;
      a.push_back(*value);
      scale = std::max(scale, std::fabs(a.back()));
    }
    constexpr double roundOff = 1e-13;
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k])) pivot = i;
      if (std::fabs(a[pivot * n + k]) <= roundOff * scale) return true;
      for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
      for (std::size_t i = k + 1; i < n; ++i) {
        const double factor = a[i * n + k] / a[k * n + k];
        for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      }
    }
    return false;
  }

  void reportSingular(const Block& block) {
    result_.isSound = false;
    std::string names;
    for (std::size_t k = 0; k < std::min(block.unknowns.size(), longestList); ++k)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", model_.nameOf(block.unknowns[k]));
    if (block.unknowns.size() > longestList) names += fmt::format(" and {} more", block.unknowns.size() - longestList);
    Diagnostic& d =
        diagnostics_.error("singular-block", equation(block.residuals.front()).origin.where,
                           "these linear equations repeat or contradict one another: they do not determine " + names);
    for (std::size_t i = 0; i < std::min(block.equations.size(), longestList); ++i)
      d.detail("  " + equations::describe(model_, block.equations[i], sources_));
    if (block.equations.size() > longestList)
      d.detail(fmt::format("  and {} more", block.equations.size() - longestList));
    d.hint("a part that floats freely (no ground, no fixed end) or two ideal sources in a loop are the usual causes");
  }

  SolvableSystem& model_;
  Pool& pool_;
  const EquationSystem& system_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  SortedSystem& out_;
  const TearBlock& tearBlock_;
  symbolic::Walker walker_;
  Auxiliaries auxiliaries_;
  ParameterNumbers numbers_;
  Influence influence_;
  std::unordered_map<VariableId, EquationId> definitions_;  // of variables that parameters alone determine
  std::size_t learned_ = 0;                                 // steps
  std::vector<std::uint32_t> column_;                       // by variable: its number in the block at hand
  bool isInitial_;                                          // this is the initial system
  Causalised result_;
};

}  // namespace

Causalised causalise(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                     const Matching& matching, const Sources& sources, symbolic::FunctionDerivatives& functions,
                     Diagnostics& diagnostics, SortedSystem& out, const TearBlock& tearBlock) {
  return Causaliser(model, system, sources, functions, diagnostics, out, tearBlock).run(incidence, matching);
}

}  // namespace dashpot::equations
