#include "simulation/bound_model.hpp"

#include "linalg/solvers.hpp"

#include <algorithm>
#include <limits>

namespace dashpot::simulation {

using codegen::Entry;
using symbolic::Op;

BoundModel::BoundModel(codegen::CompiledCode& code, std::shared_ptr<codegen::Eliminations> eliminations,
                       Vector parameters)
    : modes(code.model().modeCount(), 0.0),
      model_(code.model()),
      executable_(code.executable()),
      eliminations_(std::move(eliminations)),
      parameters_(std::move(parameters)) {}

Evaluation BoundModel::evaluate(Entry entry, double t, ConstView y, View outputs) {
  const Evaluation result = executable_->run(entry, inputs(t, y), outputs);
  if (result != Evaluation::ok) failed_ = Failed{entry, t, Vector(y.begin(), y.end()), modes};
  return result;
}

std::optional<Vector> BoundModel::evaluate(Entry entry, double t, ConstView y) {
  Vector outputs(model_[entry].outputCount());
  if (evaluate(entry, t, y, outputs) != Evaluation::ok) return std::nullopt;
  return outputs;
}

std::optional<Vector> BoundModel::relations(double t, ConstView y) {
  auto values = evaluate(Entry::events, t, y);
  if (!values) return std::nullopt;
  for (std::size_t i = 0; i < values->size(); ++i)
    (*values)[i] = symbolic::apply(model_.relations[i], (*values)[i], 0.0);
  return values;
}

/// Exactly on zero, an event function takes the sign of the side on which its relation has the truth it has at zero: a
/// sign change then always means a change of truth, also for a run that starts on the zero.
Evaluation BoundModel::signedEvents(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::events, t, y, outputs);
  constexpr double tiny = std::numeric_limits<double>::min();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] != 0.0) continue;
    const Op relation = model_.relations[i];
    outputs[i] = relation == Op::greaterEqual || relation == Op::less ? tiny : -tiny;
  }
  return result;
}

Problem BoundModel::problem() {
  Problem problem;
  problem.size = static_cast<int>(model_.size());
  problem.rhs = [this](double t, ConstView y, View f) { return evaluate(Entry::rhs, t, y, f); };
  problem.jacobian = Jacobian{model_.jacobianPattern, [this](double t, ConstView y, View values) {
                                return evaluate(Entry::jacobian, t, y, values);
                              }};
  problem.autonomous = model_.autonomous;
  if (!model_.autonomous)
    problem.timeDerivative = [this](double t, ConstView y, View f) { return evaluate(Entry::timeDerivative, t, y, f); };
  for (const bool differential : model_.isDifferential) {
    if (!differential) problem.mass.kind = MassMatrix::Kind::diagonal;
    problem.mass.values.push_back(differential ? 1.0 : 0.0);
  }
  if (problem.mass.kind == MassMatrix::Kind::identity) problem.mass.values.clear();
  if (model_.modeCount() > 0) {
    problem.events.evaluate = [this](double t, ConstView y, View g) { return signedEvents(t, y, g); };
    problem.events.crossings.assign(model_.modeCount(), Crossing::either);
  }
  if (eliminations_) problem.linearSolver = [this, mass = problem.mass] { return linearSolver(mass); };
  problem.names = model_.stateNames;
  return problem;
}

/// Pivots are chosen among numbers of like size, as far as the model says what size its unknowns have.
std::unique_ptr<LinearSolver> BoundModel::linearSolver(const MassMatrix& mass) {
  Vector nominal(model_.size(), 1.0);
  if (const auto values = evaluate(Entry::nominal, 0.0, {}))
    for (std::size_t i = 0; i < nominal.size(); ++i)
      if (model_.hasNominal[i] && (*values)[i] > 0.0) nominal[i] = (*values)[i];
  return codegen::makeGeneratedSolver(eliminations_, std::move(nominal), [this, mass] {
    return linalg::makeSolver(static_cast<int>(model_.size()), model_.jacobianPattern, mass);
  });
}

std::optional<BoundModel::LastFault> BoundModel::lastFault() const {
  if (!failed_) return std::nullopt;
  const auto fault =
      codegen::trace(model_, failed_->entry, {failed_->time, failed_->y, parameters_, failed_->modes, {}});
  if (!fault) return std::nullopt;
  return LastFault{failed_->time, fault->reason,
                   fault->origin < model_.origins.size() ? model_.origins[fault->origin] : std::string()};
}

}  // namespace dashpot::simulation
