#include "integrators/system/reduced_view.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <stdexcept>

namespace dashpot::integrators {
namespace {

constexpr double inStepAccuracy = 0.01;  // in units of the tolerance
constexpr double sharpAccuracy = 1e-6;   // likewise: events, output, and steps that no tolerance controls

/// The Jacobian is evaluated as it is best, whatever the methods are told to do with theirs.
Options forWhole(Options options) {
  options.jacobian = {};
  return options;
}

std::vector<std::size_t> columnStarts(const std::vector<Split::Entry>& block, std::size_t columns) {
  std::vector<std::size_t> starts(columns + 1, 0);
  for (const Split::Entry& entry : block) ++starts[static_cast<std::size_t>(entry.column) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

/// Which rows and columns of G_z hang together: each algebraic unknown's part, and that of each row.
std::vector<int> connectedParts(const std::vector<Split::Entry>& gz, int n) {
  std::vector<int> parent(2 * static_cast<std::size_t>(n));  // columns, then rows
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Split::Entry& entry : gz) parent[root(entry.column)] = root(n + entry.row);
  for (int i = 0; i < 2 * n; ++i) parent[i] = root(i);
  return parent;
}

}  // namespace

bool ReducedView::appliesTo(const Problem& problem) {
  const auto zeros = std::ranges::count(problem.mass.values, 0.0);
  return problem.mass.kind == MassMatrix::Kind::diagonal && zeros > 0 &&
         static_cast<int>(problem.mass.values.size()) == problem.size &&
         std::ranges::all_of(problem.indices, [](int index) { return index == 1; });
}

ReducedView::ReducedView(Problem whole, const Options& options, Statistics& statistics)
    : statistics_(statistics),
      whole_(std::move(whole), own_),
      options_(forWhole(options)),
      accuracy_(options.step > 0 ? sharpAccuracy : inStepAccuracy),
      split_(whole_.problem(), whole_.problem().jacobian ? whole_.problem().jacobian->pattern : SparsityPattern{}),
      inStep_(whole_, split_, options_),
      watching_(whole_, split_, options_) {
  for (Vector* v : {&y_, &f_, &unusedF_, &slope_, &atEvent_}) v->resize(static_cast<std::size_t>(whole_.size()));
  for (Vector* v : {&solvedX_, &column_}) v->resize(size());
  z_.resize(split_.algebraic.size());
  findPattern();
  const bool statesComeFirst = split_.states.empty() || split_.states.back() + 1 == static_cast<int>(size());
  if (options.tolerances.sizes && !statesComeFirst) sizes_ = std::make_shared<Vector>(size());
  takeSizes();
}

int ReducedView::componentOf(int state) const {
  return state < 0 || split_.states.empty() ? -1 : split_.states[static_cast<std::size_t>(state)];
}

void ReducedView::takeStates(ConstView y, View x) const {
  x[0] = 0;
  for (std::size_t k = 0; k < split_.states.size(); ++k) x[k] = y[split_.states[k]];
}

// ---- the ODE -------------------------------------------------------------------------------------------------------

Problem ReducedView::problem() {
  const Problem& whole = whole_.problem();
  Problem result;
  result.size = static_cast<int>(size());
  result.rhs = [this](double t, ConstView x, View f) { return rhs(t, x, f); };
  result.jacobian = Jacobian{pattern_, [this](double t, ConstView x, View v) { return jacobian(t, x, v); }};
  result.autonomous = whole.autonomous;
  if (whole.timeDerivative)
    result.timeDerivative = [this](double t, ConstView x, View ft) { return timeDerivative(t, x, ft); };
  result.mass.kind = MassMatrix::Kind::diagonal;
  for (const int i : split_.states) result.mass.values.push_back(whole.mass.values[static_cast<std::size_t>(i)]);
  if (std::ranges::all_of(result.mass.values, [](double m) { return m == 1; })) result.mass = {};
  if (whole.partSolver && result.mass.kind == MassMatrix::Kind::identity)
    result.linearSolver = [this] { return whole_.problem().partSolver(static_cast<int>(size()), pattern_); };
  result.events.crossings = whole.events.crossings;
  if (whole.events.evaluate)
    result.events.evaluate = [this](double t, ConstView x, View g) {
      const Evaluation e = look(t, x, atEvent_);
      return reported(e == Evaluation::ok ? whole_.events(t, atEvent_, g) : e, 0, 0);
    };
  result.discontinuities = whole.discontinuities;
  if (whole.holdInputs)
    result.holdInputs = [this](std::optional<double> t) {
      isSolved_ = false;
      whole_.problem().holdInputs(t);
    };
  if (whole.diagonalSplitting) {
    result.diagonalSplitting = [this, all = Vector(2 * y_.size())](double t, ConstView x, View out) mutable {
      Evaluation e = solveInStep(t, x);
      if (e == Evaluation::ok) e = whole_.splitting(t, y_, all);
      takeStates(ConstView(all).first(y_.size()), out.first(size()));
      takeStates(ConstView(all).last(y_.size()), out.last(size()));
      return reported(e, 1, 0);
    };
  }
  const auto isState = [&](int i) { return whole.mass.values[static_cast<std::size_t>(i)] != 0; };
  for (const PositionVelocity& pair : whole.pairs)
    if (isState(pair.position) && isState(pair.velocity))
      result.pairs.push_back({split_.placeOf[pair.position], split_.placeOf[pair.velocity]});
  for (const LinearPart& part : whole.linearParts)
    if (std::ranges::all_of(part.states, isState)) result.linearParts.push_back(reduced(part));
  if (!whole.names.empty() && !split_.states.empty())
    for (const int i : split_.states) result.names.push_back(whole.names[static_cast<std::size_t>(i)]);
  return result;
}

Options ReducedView::options() {
  Options result = options_;
  result.tolerances = reduced(options_.tolerances);
  for (LinearPart& part : result.transition.parts) part = reduced(part);
  return result;
}

Tolerances ReducedView::reduced(Tolerances tolerances) const {
  for (Vector* list : {&tolerances.relativeOf, &tolerances.absoluteOf}) {
    if (list->empty()) continue;
    Vector kept(size());
    takeStates(*list, kept);
    if (split_.states.empty()) kept[0] = 1;
    *list = std::move(kept);
  }
  if (sizes_) tolerances.sizes = sizes_;
  return tolerances;
}

/// They may have grown.
void ReducedView::takeSizes() {
  if (sizes_) takeStates(*options_.tolerances.sizes, *sizes_);
}

LinearPart ReducedView::reduced(LinearPart part) {
  for (int& state : part.states) state = split_.placeOf[static_cast<std::size_t>(state)];
  part.inputs = [this, inputs = part.inputs](double t, ConstView x, View u) {
    const Evaluation e = solveInStep(t, x);
    return reported(e == Evaluation::ok ? inputs(t, y_, u) : e, 0, 0);
  };
  return part;
}

/// A state acts through G_x on the parts of G_z that its rows belong to, and these on the rows of F_z in their columns.
void ReducedView::findPattern() {
  const std::size_t n = size();
  const auto m = static_cast<int>(split_.algebraic.size());
  fxStart_ = columnStarts(split_.fx, n);
  gxStart_ = columnStarts(split_.gx, n);
  const std::vector<int> part = connectedParts(split_.gz, m);
  std::vector<std::vector<int>> rowsOf(part.size());  // by part: rows of F
  for (const Split::Entry& entry : split_.fz) rowsOf[part[entry.column]].push_back(entry.row);
  pattern_.columnStart.push_back(0);
  std::vector<int> rows;
  for (std::size_t j = 0; j < n; ++j) {
    rows.clear();
    for (std::size_t k = fxStart_[j]; k < fxStart_[j + 1]; ++k) rows.push_back(split_.fx[k].row);
    for (std::size_t k = gxStart_[j]; k < gxStart_[j + 1]; ++k) {
      const auto& reached = rowsOf[part[m + split_.gx[k].row]];
      rows.insert(rows.end(), reached.begin(), reached.end());
    }
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    pattern_.rows.insert(pattern_.rows.end(), rows.begin(), rows.end());
    pattern_.columnStart.push_back(static_cast<int>(pattern_.rows.size()));
  }
}

// ---- evaluation ----------------------------------------------------------------------------------------------------

Evaluation ReducedView::counted(Evaluation result, std::int64_t rhsEvals, std::int64_t jacEvals) {
  statistics_.rhsEvals += std::max<std::int64_t>(own_.rhsEvals - rhsEvals, 0);
  statistics_.rhsEvalsForJacobian += own_.rhsEvalsForJacobian;
  statistics_.jacEvals += std::max<std::int64_t>(own_.jacEvals - jacEvals, 0);
  statistics_.lu += own_.lu, statistics_.solves += own_.solves, statistics_.newtonIterations += own_.newtonIterations;
  own_ = {};
  return result;
}

/// An exception of a user function is thrown again: whoever called knows how to report it.
Evaluation ReducedView::reported(Evaluation result, std::int64_t rhsEvals, std::int64_t jacEvals) {
  counted(result, rhsEvals, jacEvals);
  if (whole_.exceptionText().empty()) return result;
  const std::string text = whole_.exceptionText();
  whole_.clearException();
  throw std::runtime_error(text);
}

void ReducedView::putStates(ConstView x, View y) const {
  for (std::size_t k = 0; k < split_.states.size(); ++k) y[split_.states[k]] = x[k];
}

Evaluation ReducedView::judged(double t, Evaluation result) {
  isSingular_ = result == Evaluation::recoverable && (inStep_.wasSingular() || watching_.wasSingular());
  if (options_.realTime) return result;
  if (result == Evaluation::recoverable)
    trouble_ = fmt::format("the algebraic equations {} at t = {:.10g}",
                           isSingular_ ? "are singular" : "could not be solved", t);
  else if (!whole_.exceptionText().empty())
    trouble_ = fmt::format("a user function threw at t = {:.10g}: {}", t, whole_.exceptionText());
  return result;
}

/// Methods ask for F, J and dF/dt at the same point, one after the other.
Evaluation ReducedView::solveInStep(double t, ConstView x) {
  if (isSolved_ && t == solvedAt_ && std::ranges::equal(x, solvedX_)) return Evaluation::ok;
  isSolved_ = false;
  putStates(x, y_);
  if (const Evaluation e = judged(t, inStep_.solve(t, y_, f_, accuracy_)); e != Evaluation::ok) return e;
  isSolved_ = true;
  solvedAt_ = t;
  std::ranges::copy(x, solvedX_.begin());
  return Evaluation::ok;
}

Evaluation ReducedView::rhs(double t, ConstView x, View f) {
  const Evaluation result = solveInStep(t, x);
  takeStates(f_, f);
  return reported(result, 1, 0);
}

Evaluation ReducedView::jacobian(double t, ConstView x, View values) {
  Evaluation result = solveInStep(t, x);
  if (result == Evaluation::ok) result = inStep_.evaluateJacobian(t, y_, f_);
  if (result != Evaluation::ok) return reported(result, 0, 1);
  const ConstView all = inStep_.jacobian();
  for (std::size_t j = 0; j < size(); ++j) {
    std::ranges::fill(column_, 0.0);
    for (std::size_t k = fxStart_[j]; k < fxStart_[j + 1]; ++k) column_[split_.fx[k].row] = all[split_.fx[k].value];
    if (gxStart_[j] < gxStart_[j + 1]) {
      std::ranges::fill(z_, 0.0);
      for (std::size_t k = gxStart_[j]; k < gxStart_[j + 1]; ++k) z_[split_.gx[k].row] = all[split_.gx[k].value];
      inStep_.applyInverse(z_);
      for (const Split::Entry& entry : split_.fz) column_[entry.row] -= all[entry.value] * z_[entry.column];
    }
    for (int k = pattern_.columnStart[j]; k < pattern_.columnStart[j + 1]; ++k) values[k] = column_[pattern_.rows[k]];
  }
  return reported(Evaluation::ok, 0, 1);
}

Evaluation ReducedView::timeDerivative(double t, ConstView x, View ft) {
  Evaluation result = solveInStep(t, x);
  if (result == Evaluation::ok) result = inStep_.evaluateJacobian(t, y_, f_);
  if (result == Evaluation::ok) result = whole_.timeDerivative(t, y_, slope_);
  if (result != Evaluation::ok) return reported(result, 0, 0);
  takeStates(slope_, ft);
  for (std::size_t k = 0; k < z_.size(); ++k) z_[k] = slope_[split_.algebraic[k]];
  inStep_.applyInverse(z_);
  const ConstView all = inStep_.jacobian();
  for (const Split::Entry& entry : split_.fz) ft[entry.row] -= all[entry.value] * z_[entry.column];
  return reported(Evaluation::ok, 0, 0);
}

// ---- the driver's side ---------------------------------------------------------------------------------------------

Evaluation ReducedView::begin(double t, View y) {
  isSolved_ = false;
  trouble_.clear();
  takeSizes();
  watching_.begin(t, y);
  const Evaluation result = judged(t, watching_.solve(t, y, unusedF_, sharpAccuracy));
  if (result == Evaluation::ok) watching_.searchFrom(t, y);
  inStep_.begin(t, y);
  return counted(result, 0, 0);
}

/// Event functions, output and the end of a step all start from the end of the last step: whatever is asked, in
/// whatever order, a point has one solution, to the last bit. So an event that was located is there.
Evaluation ReducedView::look(double t, ConstView x, View y) {
  putStates(x, y);
  return judged(t, watching_.peek(t, y, unusedF_, sharpAccuracy, inStep_));
}

Evaluation ReducedView::complete(double t, ConstView x, View y) {
  takeSizes();
  const Evaluation result = look(t, x, y);
  if (result == Evaluation::ok) {
    watching_.moveTo(t, y, unusedF_);
    inStep_.searchFrom(t, y);
  }
  return counted(result, 0, 0);
}

Evaluation ReducedView::observe(double t, ConstView x, View y) {
  const Evaluation result = look(t, x, y);
  if (result != Evaluation::ok)
    for (const int i : split_.algebraic) y[i] = std::numeric_limits<double>::quiet_NaN();
  return counted(result, 0, 0);
}

Vector ReducedView::saveMemory() const {
  Vector memory;
  inStep_.saveTo(memory);
  watching_.saveTo(memory);
  memory.push_back(isSolved_ ? 1.0 : 0.0);
  memory.push_back(solvedAt_);
  for (const Vector* v : {&y_, &f_}) memory.insert(memory.end(), v->begin(), v->end());
  return memory;
}

std::size_t ReducedView::memorySize() const {
  return inStep_.memorySize() + watching_.memorySize() + 2 + y_.size() + f_.size();
}

bool ReducedView::restoreMemory(ConstView memory) {
  if (memory.size() != memorySize()) return false;
  const auto take = [&](std::size_t count) {
    const ConstView part = memory.first(count);
    memory = memory.subspan(count);
    return part;
  };
  inStep_.restore(take(inStep_.memorySize()));
  watching_.restore(take(watching_.memorySize()));
  isSolved_ = take(1)[0] != 0.0;
  solvedAt_ = take(1)[0];
  std::ranges::copy(take(y_.size()), y_.begin());
  std::ranges::copy(take(f_.size()), f_.begin());
  takeStates(y_, solvedX_);
  own_ = {};
  return true;
}

}  // namespace dashpot::integrators
