#include "equations/causalise.hpp"

#include "equations/auxiliaries.hpp"
#include "equations/blt.hpp"
#include "equations/tearing.hpp"
#include "symbolic/differentiate.hpp"
#include "symbolic/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace dashpot::equations {

namespace {

/// residual = sum of coefficients[k] * (unknown k of the block) + rest; Expr::none: zero.
struct LinearRow {
  std::vector<Expr> coefficients;
  Expr rest = Expr::none;
};

class Causaliser {
 public:
  Causaliser(SolvableSystem& model, const EquationSystem& system, SortedSystem& out)
      : model_(model),
        pool_(model.flat.pool),
        system_(system),
        out_(out),
        walker_(pool_),
        auxiliaries_(pool_, model.variables, out.steps) {}

  void run(const Incidence& incidence, const Matching& matching) {
    for (const auto& rows : blockTriangularForm(incidence, matching)) {
      Block block;
      for (const std::uint32_t row : rows) {
        block.equations.push_back(system_.equations[row]);
        block.unknowns.push_back(system_.unknowns[matching.unknownOf[row]]);
      }
      if (block.unknowns.size() == 1)
        scalar(block);
      else
        coupled(block);
      out_.blocks.push_back(std::move(block));
    }
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
    if (const auto value = solve(id, block.unknowns.front())) {
      out_.steps.push_back(Assignment{block.unknowns.front(), *value, id});
      return;
    }
    block.kind = BlockKind::nonlinear;
    block.torn = block.unknowns;
    iterate(block.unknowns.front(), id);
  }

  std::optional<Expr> solve(EquationId id, VariableId unknown) {
    const auto isolated =
        symbolic::isolate(pool_, walker_, equation(id).left, equation(id).right, pool_.variable(unknown));
    if (!isolated) return std::nullopt;
    if (isolated->value == Expr::none) return pool_.constant(0.0);
    return symbolic::divide(pool_, isolated->value, isolated->coefficient);
  }

  void iterate(VariableId unknown, EquationId id) {
    out_.unknowns.push_back(unknown);
    out_.rows.push_back({false, residual(id), id});
  }

  // -------------------------------------------------------------------------------------------------- coupled blocks

  void coupled(Block& block) {
    const auto linear = linearRows(block);
    const Tearing tearing = tearBlock(block);
    for (const std::uint32_t k : tearing.torn) block.torn.push_back(block.unknowns[k]);
    block.kind = linear ? BlockKind::linear : BlockKind::nonlinear;
    if (linear) solveTorn(block, tearing, *linear);
    for (const auto& [row, column] : tearing.sequence) {
      const EquationId id = block.equations[row];
      out_.steps.push_back(Assignment{block.unknowns[column], solve(id, block.unknowns[column]).value(), id});
    }
    if (linear) return;
    for (std::size_t i = 0; i < tearing.torn.size(); ++i) iterate(block.torn[i], block.equations[tearing.residuals[i]]);
  }

  Tearing tearBlock(const Block& block) {
    std::unordered_map<VariableId, std::uint32_t> column;
    for (std::uint32_t k = 0; k < block.unknowns.size(); ++k) column.emplace(block.unknowns[k], k);
    Incidence incidence;
    incidence.unknownCount = static_cast<std::uint32_t>(block.unknowns.size());
    for (const EquationId id : block.equations) {
      std::vector<std::uint32_t> row;
      for (const Expr leaf : walker_.leaves(residual(id), symbolic::Op::variable))
        if (const auto found = column.find(pool_.variable(leaf)); found != column.end()) row.push_back(found->second);
      incidence.addRow(std::move(row));
    }
    return tear(incidence, [&](std::uint32_t row, std::uint32_t k) {
      return solvability(block.equations[row], block.unknowns[k]);
    });
  }

  /// An unknown is solved for inside a block only where the coefficient cannot vanish while integrating.
  Solvability solvability(EquationId id, VariableId unknown) {
    const auto isolated =
        symbolic::isolate(pool_, walker_, equation(id).left, equation(id).right, pool_.variable(unknown));
    if (!isolated) return Solvability::no;
    if (pool_.isConstant(isolated->coefficient)) return Solvability::byConstant;
    const bool dependsOnParametersOnly = std::ranges::all_of(walker_.reachable(isolated->coefficient), [&](Expr e) {
      const symbolic::Op op = pool_.op(e);
      if (op == symbolic::Op::time || op == symbolic::Op::mode) return false;
      return op != symbolic::Op::variable || model_[pool_.variable(e)].role == Role::parameter;
    });
    return dependsOnParametersOnly ? Solvability::byParameter : Solvability::no;
  }

  // --------------------------------------------------------------------------------------------------- linear blocks

  /// The residuals as linear forms in the block's unknowns; empty if one of them is not linear.
  std::optional<std::vector<LinearRow>> linearRows(const Block& block) {
    std::vector<LinearRow> rows;
    for (const EquationId id : block.equations) {
      LinearRow row{std::vector<Expr>(block.unknowns.size(), Expr::none), residual(id)};
      for (std::size_t k = 0; k < block.unknowns.size() && row.rest != Expr::none; ++k) {
        const auto form = symbolic::linearIn(pool_, walker_, row.rest, pool_.variable(block.unknowns[k]));
        if (!form || dependsOn(form->coefficient, block.unknowns)) return std::nullopt;
        row.coefficients[k] = form->coefficient;
        row.rest = form->rest;
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  bool dependsOn(Expr e, const std::vector<VariableId>& unknowns) {
    if (e == Expr::none) return false;
    return std::ranges::any_of(walker_.leaves(e, symbolic::Op::variable), [&](Expr leaf) {
      return std::ranges::find(unknowns, pool_.variable(leaf)) != unknowns.end();
    });
  }

  /// With the torn variables z, each other unknown is u = base + sum of slope_k z_k; the residuals then read A z = b.
  struct AffineInTorn {
    Expr base = Expr::none;
    std::vector<Expr> slopes;
  };

  void solveTorn(const Block& block, const Tearing& tearing, const std::vector<LinearRow>& rows) {
    const std::size_t n = tearing.torn.size();
    std::vector<std::optional<AffineInTorn>> known(block.unknowns.size());
    for (std::size_t k = 0; k < n; ++k) {
      AffineInTorn unit{Expr::none, std::vector<Expr>(n, Expr::none)};
      unit.slopes[k] = pool_.constant(1.0);
      known[tearing.torn[k]] = std::move(unit);
    }
    for (const auto& [row, column] : tearing.sequence) {
      const AffineInTorn sum = combine(rows[row], known, n);
      const Expr divisor = rows[row].coefficients[column];
      const auto solved = [&](Expr term) {
        return term == Expr::none ? term : symbolic::divide(pool_, symbolic::negate(pool_, term), divisor);
      };
      const std::string name = model_.nameOf(block.unknowns[column]);
      AffineInTorn affine{auxiliaries_.name(solved(sum.base), fmt::format("$base({})", name), block.equations[row]),
                          {}};
      for (std::size_t k = 0; k < n; ++k)
        affine.slopes.push_back(auxiliaries_.name(solved(sum.slopes[k]),
                                                  fmt::format("$slope({}, {})", name, model_.nameOf(block.torn[k])),
                                                  block.equations[row]));
      known[column] = std::move(affine);
    }
    LinearSolve step;
    step.equation = block.equations[tearing.residuals.front()];
    step.unknowns = {block.torn};
    step.rightSides.emplace_back();
    for (const std::uint32_t row : tearing.residuals) {
      const AffineInTorn sum = combine(rows[row], known, n);
      step.matrix.insert(step.matrix.end(), sum.slopes.begin(), sum.slopes.end());
      step.rightSides[0].push_back(symbolic::negateTerm(pool_, sum.base));
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
  AffineInTorn combine(const LinearRow& row, const std::vector<std::optional<AffineInTorn>>& known, std::size_t n) {
    AffineInTorn sum{row.rest, std::vector<Expr>(n, Expr::none)};
    for (std::size_t k = 0; k < row.coefficients.size(); ++k) {
      if (row.coefficients[k] == Expr::none || !known[k]) continue;
      sum.base = symbolic::addTerms(pool_, sum.base, symbolic::scaleTerm(pool_, row.coefficients[k], known[k]->base));
      for (std::size_t j = 0; j < n; ++j)
        sum.slopes[j] = symbolic::addTerms(pool_, sum.slopes[j],
                                           symbolic::scaleTerm(pool_, row.coefficients[k], known[k]->slopes[j]));
    }
    return sum;
  }

  SolvableSystem& model_;
  Pool& pool_;
  const EquationSystem& system_;
  SortedSystem& out_;
  symbolic::Walker walker_;
  Auxiliaries auxiliaries_;
};

}  // namespace

void causalise(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
               const Matching& matching, SortedSystem& out) {
  Causaliser(model, system, out).run(incidence, matching);
}

}  // namespace dashpot::equations
