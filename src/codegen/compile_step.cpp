#include "codegen/compile_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::codegen {

namespace {

using equations::Assignment;
using equations::InlinedStep;
using equations::LinearSolve;
using equations::Role;
using equations::SolvableSystem;
using equations::SortedSystem;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

/// Fewer linear equations are solved inside a function, by elimination with pivots chosen on the spot.
constexpr std::size_t smallestOwnPart = 3;

/// A part on its way to functions.
struct Stretch {
  std::vector<equations::Step> steps;
  const LinearSolve* solve = nullptr;     // linear: what ends the stretch
  const SortedSystem* section = nullptr;  // nonlinear: what begins it
  std::vector<VariableId> made;           // values that later stretches load, in the order of w
};

class StepCompiler {
 public:
  StepCompiler(const StepContext& context, CompiledModel& model)
      : context_(context),
        system_(context.system),
        pool_(system_.flat.pool),
        formula_(*system_.inlined),
        model_(model),
        walker_(pool_) {}

  void run() {
    cut();
    findMade();
    step_.method = formula_.method;
    step_.nodes = formula_.nodes;
    begin();
    for (const Stretch& stretch : stretches_) {
      if (stretch.section) nonlinear(stretch);
      values(stretch);
      if (stretch.solve) linear(*stretch.solve);
    }
    step_.size = static_cast<std::uint32_t>(step_.names.size());
    describeResults();
    guesses();
    model_.step = std::move(step_);
  }

 private:
  // --------------------------------------------------------------------------------------------------------- stretches

  /// At each nonlinear block and each linear solve that is worth a part of its own.
  void cut() {
    stretches_.emplace_back();
    for (const SortedSystem& section : formula_.sections) {
      if (!section.unknowns.empty()) stretches_.emplace_back().section = &section;
      for (const equations::Step& step : section.steps) {
        const auto* solve =
            std::holds_alternative<equations::Assignment>(step) ? nullptr : &equations::linearSolve(step);
        const bool isOwnPart =
            solve && section.unknowns.empty() && solve->unknowns.size() == 1 && solve->size() >= smallestOwnPart;
        if (isOwnPart) {
          stretches_.back().solve = solve;
          stretches_.emplace_back();
        } else {
          stretches_.back().steps.push_back(step);
        }
      }
    }
  }

  /// From the last to the first: what is wanted of a stretch, and what that is made of in stretches before.
  void findMade() {
    for (std::size_t k = 0; k < stretches_.size(); ++k) {
      if (stretches_[k].section)
        for (const VariableId id : stretches_[k].section->unknowns) placedBySolver_.insert(id);
      if (stretches_[k].solve)
        for (const VariableId id : stretches_[k].solve->unknowns[0]) placedBySolver_.insert(id);
      for (const equations::Step& step : stretches_[k].steps)
        forEachTarget(step, [&](VariableId id) { stretchOf_.emplace(id, k); });
    }
    std::unordered_set<VariableId> wanted(formula_.end.begin(), formula_.end.end());
    if (context_.data == StepData::all)
      for (const auto* lists : {&formula_.states, &formula_.slopes, &formula_.increments})
        for (const auto& stage : *lists) wanted.insert(stage.begin(), stage.end());
    for (std::size_t k = stretches_.size(); k-- > 0;) findMade(k, wanted);
  }

  template <class Visit>
  static void forEachTarget(const equations::Step& step, const Visit& visit) {
    if (const auto* assignment = std::get_if<Assignment>(&step)) return visit(assignment->target);
    for (const auto& column : equations::linearSolve(step).unknowns)
      for (const VariableId id : column) visit(id);
  }

  void findMade(std::size_t k, std::unordered_set<VariableId>& wanted) {
    Stretch& stretch = stretches_[k];
    std::vector<VariableId> open;
    std::unordered_map<VariableId, const equations::Step*> here;
    for (const equations::Step& step : stretch.steps)
      forEachTarget(step, [&](VariableId id) {
        here.emplace(id, &step);
        if (wanted.contains(id) && !placedBySolver_.contains(id)) stretch.made.push_back(id), open.push_back(id);
      });
    const auto need = [&](Expr e) {
      if (e == Expr::none) return;
      for (const Expr leaf : walker_.leaves(e, Op::variable)) open.push_back(pool_.variable(leaf));
    };
    if (stretch.solve) {
      for (const Expr e : stretch.solve->rightSides[0]) need(e);
      if (!isConstant(stretch.solve->matrix) && firstWith(stretch.solve->matrix) == k)
        for (const Expr e : stretch.solve->matrix) need(e);
    }
    if (stretch.section) {
      for (const equations::Step& step : stretch.section->derivativeSteps)
        forEachTarget(step, [&](VariableId id) { here.emplace(id, &step); });
      for (const equations::Row& row : stretch.section->rows) need(row.value);
      for (const equations::JacobianEntry& entry : stretch.section->jacobian) need(entry.value);
    }
    std::unordered_set<VariableId> seen;
    while (!open.empty()) {
      const VariableId id = open.back();
      open.pop_back();
      if (!seen.insert(id).second) continue;
      const auto found = here.find(id);
      if (found == here.end()) {
        wanted.insert(id);  // made before, or known from outside
        continue;
      }
      if (const auto* assignment = std::get_if<Assignment>(found->second)) {
        need(assignment->value);
        continue;
      }
      const auto& solve = equations::linearSolve(*found->second);
      for (const Expr e : solve.matrix) need(e);
      for (const auto& right : solve.rightSides)
        for (const Expr e : right) need(e);
    }
  }

  /// The first stretch that ends with a solve with this matrix.
  [[nodiscard]] std::size_t firstWith(const std::vector<Expr>& matrix) const {
    for (std::size_t k = 0; k < stretches_.size(); ++k)
      if (stretches_[k].solve && stretches_[k].solve->matrix == matrix) return k;
    return stretches_.size();
  }

  // -------------------------------------------------------------------------------------------------- constant matrices

  [[nodiscard]] bool isConstant(const std::vector<Expr>& matrix) {
    return std::ranges::none_of(matrix, [&](Expr e) { return changes(e); });
  }

  /// Whether it depends on more than the lengths of steps, parameters, modes and d.
  bool changes(Expr e) {
    if (e == Expr::none) return false;
    if (!walker_.leaves(e, Op::time).empty()) return true;
    std::vector<VariableId> variables;
    for (const Expr leaf : walker_.leaves(e, Op::variable)) variables.push_back(pool_.variable(leaf));
    return std::ranges::any_of(variables, [&](VariableId id) { return changes(id); });
  }

  bool changes(VariableId id) {
    switch (system_[id].role) {
      case Role::parameter:
      case Role::computed:
      case Role::discrete:
      case Role::held: return false;
      case Role::stepData: return std::ranges::find(formula_.earlier, id) != formula_.earlier.end();
      case Role::auxiliary: break;
      default: return true;
    }
    if (const auto known = changing_.find(id); known != changing_.end()) return known->second;
    const auto stretch = stretchOf_.find(id);
    if (stretch == stretchOf_.end()) return true;
    for (const equations::Step& step : stretches_[stretch->second].steps)
      if (const auto* assignment = std::get_if<Assignment>(&step); assignment && assignment->target == id)
        return changing_[id] = changes(assignment->value);
    return changing_[id] = true;
  }

  // ------------------------------------------------------------------------------------------------------ the vector w

  std::uint32_t place(VariableId id) {
    const auto at = static_cast<std::uint32_t>(step_.names.size());
    step_.names.push_back(system_.nameOf(id));
    loaded_.load(id, Code::state, at);
    placeOf_.emplace(id, at);
    return at;
  }

  std::uint32_t placeNumbers(std::size_t count, std::string_view what) {
    const auto at = static_cast<std::uint32_t>(step_.names.size());
    for (std::size_t k = 0; k < count; ++k) step_.names.push_back(fmt::format("{}[{}]", what, k));
    return at;
  }

  void begin() {
    loaded_ = context_.outside;
    place(formula_.length);
    const auto placeAll = [&](const std::vector<VariableId>& list) {
      const auto at = static_cast<std::uint32_t>(step_.names.size());
      for (const VariableId id : list) place(id);
      return at;
    };
    step_.coefficients = placeAll(formula_.coefficients);
    step_.start = placeAll(system_.simulation.unknowns);
    step_.earlier = placeAll(formula_.earlier);
    step_.inputSlopes = placeAll(formula_.inputSlopes);
    step_.begun = static_cast<std::uint32_t>(step_.names.size());
    for (std::uint32_t k = 0; k < formula_.inputs.size(); ++k) loaded_.load(formula_.inputs[k], Code::input, k);
  }

  // ------------------------------------------------------------------------------------------------------------- parts

  Entry add(std::string_view what, const Definitions& definitions, const std::vector<Output>& outputs) {
    const std::size_t number = model_.functions.size() - entryCount;
    model_.functions.push_back(
        lower(fmt::format("step{}_{}", number, what), pool_, definitions, outputs, context_.memory));
    return stepEntry(number);
  }

  /// What the stretch makes for later ones, and the equations of the linear part that ends it.
  void values(const Stretch& stretch) {
    StepPart part;
    std::vector<Output> outputs;
    part.first = static_cast<std::uint32_t>(step_.names.size());
    Definitions definitions = loaded_;
    definitions.compute(stretch.steps);
    for (const VariableId id : stretch.made) outputs.emplace_back(id), place(id);
    if (const LinearSolve* solve = stretch.solve) {
      if (!isConstant(solve->matrix) && !partWith_.contains(solve->matrix)) {
        matrixAt_ = placeNumbers(nonZeros(*solve).size(), "matrix");
        for (const std::size_t k : nonZeros(*solve)) outputs.emplace_back(solve->matrix[k], solve->equation);
      }
      rightSideAt_ = placeNumbers(solve->size(), "right side");
      for (const Expr e : solve->rightSides[0]) outputs.emplace_back(e, solve->equation);
    }
    part.count = static_cast<std::uint32_t>(outputs.size());
    if (outputs.empty()) return;
    part.function = add("values", definitions, outputs);
    step_.parts.push_back(std::move(part));
  }

  /// Places of the entries in the matrix by rows, in the order of a pattern by columns.
  [[nodiscard]] static std::vector<std::size_t> nonZeros(const LinearSolve& solve) {
    std::vector<std::size_t> list;
    const std::size_t n = solve.size();
    for (std::size_t column = 0; column < n; ++column)
      for (std::size_t row = 0; row < n; ++row)
        if (solve.matrix[row * n + column] != Expr::none) list.push_back(row * n + column);
    return list;
  }

  void linear(const LinearSolve& solve) {
    StepPart part{.kind = StepPart::Kind::linear};
    const std::size_t n = solve.size();
    part.rightSideAt = rightSideAt_;
    part.pattern.columnStart.assign(n + 1, 0);
    for (const std::size_t k : nonZeros(solve)) {
      part.pattern.rows.push_back(static_cast<int>(k / n));
      ++part.pattern.columnStart[k % n + 1];
    }
    for (std::size_t j = 0; j < n; ++j) part.pattern.columnStart[j + 1] += part.pattern.columnStart[j];
    part.isConstant = isConstant(solve.matrix);
    const auto number = static_cast<std::uint32_t>(step_.parts.size());
    const auto [same, isNew] = partWith_.try_emplace(solve.matrix, number);
    if (!isNew) {
      part.kin = same->second;
      part.matrixAt = step_.parts[same->second].matrixAt;
    } else if (part.isConstant) {
      part.matrix = add("matrix", everythingComputed(), matrixOutputs(solve));
    } else {
      part.matrixAt = matrixAt_;
    }
    part.first = static_cast<std::uint32_t>(step_.names.size());
    part.count = static_cast<std::uint32_t>(n);
    for (const VariableId id : solve.unknowns[0]) place(id);
    step_.parts.push_back(std::move(part));
  }

  [[nodiscard]] static std::vector<Output> matrixOutputs(const LinearSolve& solve) {
    std::vector<Output> outputs;
    for (const std::size_t k : nonZeros(solve)) outputs.emplace_back(solve.matrix[k], solve.equation);
    return outputs;
  }

  /// A constant matrix needs nothing of what parts make.
  [[nodiscard]] Definitions everythingComputed() const {
    Definitions definitions = loaded_;
    for (const Stretch& stretch : stretches_) {
      for (const VariableId id : stretch.made) definitions.forget(id);
      definitions.compute(stretch.steps);
    }
    return definitions;
  }

  void nonlinear(const Stretch& stretch) {
    const SortedSystem& section = *stretch.section;
    StepPart part{.kind = StepPart::Kind::nonlinear};
    part.first = static_cast<std::uint32_t>(step_.names.size());
    part.count = static_cast<std::uint32_t>(section.unknowns.size());
    for (const VariableId id : section.unknowns) place(id);
    Definitions definitions = loaded_;
    definitions.compute(stretch.steps);
    definitions.compute(section.derivativeSteps);
    std::vector<Output> outputs;
    for (const equations::Row& row : section.rows) outputs.emplace_back(row.value, row.equation);
    part.function = add("residual", definitions, outputs);
    part.pattern.columnStart.assign(section.unknowns.size() + 1, 0);
    for (const equations::JacobianEntry& entry : section.jacobian) {
      outputs.emplace_back(entry.value, section.rows[entry.row].equation);
      part.pattern.rows.push_back(static_cast<int>(entry.row));
      ++part.pattern.columnStart[entry.column + 1];
    }
    for (std::size_t j = 0; j < section.unknowns.size(); ++j)
      part.pattern.columnStart[j + 1] += part.pattern.columnStart[j];
    part.linearised = add("linearised", definitions, outputs);
    findKin(section, part);
    step_.parts.push_back(std::move(part));
  }

  /// The same unknowns of the model in an earlier stage, in equations of the same shape.
  void findKin(const SortedSystem& section, StepPart& part) {
    std::vector<VariableId> originals;
    for (const VariableId id : section.unknowns) originals.push_back(system_[id].of);
    const auto number = static_cast<std::uint32_t>(step_.parts.size());
    const auto [same, isNew] = partOf_.try_emplace(std::move(originals), number);
    const SparsityPattern& pattern = isNew ? part.pattern : step_.parts[same->second].pattern;
    if (!isNew && pattern.columnStart == part.pattern.columnStart && pattern.rows == part.pattern.rows)
      part.kin = same->second;
  }

  // ----------------------------------------------------------------------------------------------------------- results

  void describeResults() {
    const auto places = [&](const std::vector<VariableId>& list) {
      std::vector<std::uint32_t> result;
      for (const VariableId id : list) result.push_back(placeOf_.at(id));
      return result;
    };
    step_.end = places(formula_.end);
    if (context_.data == StepData::end) return;
    for (const auto& stage : formula_.states) step_.states.push_back(places(stage));
    for (const auto& stage : formula_.slopes) step_.slopes.push_back(places(stage));
    for (const auto& stage : formula_.increments) step_.increments.push_back(places(stage));
  }

  void guesses() {
    std::unordered_map<VariableId, std::uint32_t> placeInY;
    for (std::uint32_t i = 0; i < system_.simulation.unknowns.size(); ++i)
      placeInY.emplace(system_.simulation.unknowns[i], i);
    std::vector<Output> guess, nominal;
    for (const Stretch& stretch : stretches_) {
      if (!stretch.section) continue;
      for (const VariableId id : stretch.section->unknowns) {
        const VariableId of = system_[id].of;
        guess.emplace_back(of);
        nominal.emplace_back(system_[id].nominal);
        step_.originalOf.push_back(static_cast<std::uint32_t>(of));
        step_.stageOf.push_back(stageNumber(id));
        const auto found = placeInY.find(of);
        step_.placeInY.push_back(found == placeInY.end() ? CompiledStep::noPlaceInY : found->second);
      }
    }
    step_.guess = add("guess", context_.simulation, guess);
    step_.nominal = add("nominal", context_.parametersOnly, nominal);
  }

  [[nodiscard]] std::uint32_t stageNumber(VariableId id) const {
    const auto after = std::ranges::upper_bound(formula_.firstVariables, id);
    return static_cast<std::uint32_t>(after - formula_.firstVariables.begin() - 1);
  }

  const StepContext& context_;
  const SolvableSystem& system_;
  const Pool& pool_;
  const InlinedStep& formula_;
  CompiledModel& model_;
  symbolic::Walker walker_;
  std::deque<Stretch> stretches_;
  std::unordered_set<VariableId> placedBySolver_;
  std::unordered_map<VariableId, std::size_t> stretchOf_;
  std::unordered_map<VariableId, bool> changing_;
  Definitions loaded_;  // what the parts so far have put into w, and what is known from outside
  std::unordered_map<VariableId, std::uint32_t> placeOf_;
  std::map<std::vector<Expr>, std::uint32_t> partWith_;      // linear parts by matrix
  std::map<std::vector<VariableId>, std::uint32_t> partOf_;  // nonlinear ones by what their unknowns are copies of
  std::uint32_t matrixAt_ = 0, rightSideAt_ = 0;             // of the linear part that comes next
  CompiledStep step_;
};

}  // namespace

void compileStep(const StepContext& context, CompiledModel& model) { StepCompiler(context, model).run(); }

}  // namespace dashpot::codegen
