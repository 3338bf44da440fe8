#include "equations/incidence.hpp"

#include "equations/shown_calls.hpp"

#include <algorithm>
#include <utility>

namespace dashpot::equations {

void Incidence::takeRow(std::vector<std::uint32_t>& unknowns) {
  std::ranges::sort(unknowns);
  const auto repeated = std::ranges::unique(unknowns);
  columns.insert(columns.end(), unknowns.begin(), repeated.begin());
  start.push_back(static_cast<std::uint32_t>(columns.size()));
}

namespace {

class IncidenceFinder {
 public:
  IncidenceFinder(const Pool& pool, std::span<const std::uint32_t> unknownIndex, std::size_t equationCount,
                  std::uint32_t unknownCount)
      : pool_(pool), unknownIndex_(unknownIndex), walker_(pool) {
    result_.unknownCount = unknownCount;
    result_.start.reserve(equationCount + 1);
  }

  void add(Expr left, Expr right) {
    row_.clear();
    for (const Expr side : {left, right})
      for (const Expr leaf : walker_.leaves(side, symbolic::Op::variable))
        if (const std::uint32_t column = unknownIndex_[symbolic::index(pool_.variable(leaf))]; column != noColumn)
          row_.push_back(column);
    result_.takeRow(row_);
  }

  Incidence take() { return std::move(result_); }

 private:
  const Pool& pool_;
  std::span<const std::uint32_t> unknownIndex_;
  symbolic::Walker walker_;
  std::vector<std::uint32_t> row_;
  Incidence result_;
};

}  // namespace

Incidence findIncidence(const Pool& pool, std::span<const SystemEquation> equations,
                        std::span<const std::uint32_t> unknownIndex, std::uint32_t unknownCount) {
  IncidenceFinder finder(pool, unknownIndex, equations.size(), unknownCount);
  for (const SystemEquation& equation : equations) finder.add(equation.left, equation.right);
  return finder.take();
}

Incidence findIncidence(SolvableSystem& model, const EquationSystem& system) {
  std::vector<std::uint32_t> columns(model.variables.size(), noColumn);
  for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) columns[symbolic::index(system.unknowns[k])] = k;
  return findIncidence(model, system, columns, Arguments::essential);
}

Incidence findIncidence(SolvableSystem& model, const EquationSystem& system,
                        std::span<const std::uint32_t> unknownIndex, Arguments arguments) {
  IncidenceFinder finder(model.flat.pool, unknownIndex, system.equations.size(),
                         static_cast<std::uint32_t>(system.unknowns.size()));
  ShownCalls shown(model.flat);
  for (const EquationId id : system.equations) {
    const SystemEquation& equation = model.equations[static_cast<std::size_t>(id)];
    if (arguments == Arguments::all)
      finder.add(equation.left, equation.right);
    else
      finder.add(shown(equation.left), shown(equation.right));
  }
  return finder.take();
}

}  // namespace dashpot::equations
