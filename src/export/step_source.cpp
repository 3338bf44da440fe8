#include "export/step_source.hpp"

#include "codegen/restrict.hpp"
#include "export/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dashpot::exporting {

using codegen::StepPart;
using Kind = codegen::StepPart::Kind;

namespace {

// A dense matrix of more rows than this is not kept for the case that pivots do not suit.
constexpr std::size_t largestSpare = 64;

}  // namespace

StepSource::StepSource(const codegen::CompiledModel& model, const StartNumbers& start, std::string prefix,
                       codegen::CWriter& writer, std::string& text)
    : model_(model), start_(start), prefix_(std::move(prefix)), writer_(writer), text_(text) {
  std::size_t unknowns = 0;
  if (!model.step) return;
  for (const StepPart& each : model.step->parts) {
    firstUnknown_.push_back(unknowns);
    if (each.kind == Kind::nonlinear) unknowns += each.count;
  }
}

template <class... Arguments>
void StepSource::line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  text_ += '\n';
}

void StepSource::numbers(const std::string& name, ConstView list) {
  line("static const REAL {}[] = {{", name);
  for (std::size_t k = 0; k < list.size(); ++k) line("  {},", writer_.number(list[k]));
  if (list.empty()) line("  0");
  line("}};");
}

template <class List>
void StepSource::places(const std::string& name, const List& list) {
  line("static const INDEX {}[] = {{", name);
  std::string row = " ";
  for (const auto& item : list) {
    if (row.size() > 110) line("{}", row), row = " ";
    row += fmt::format(" {},", item);
  }
  line("{}\n}};", row);
}

// ---- what there is --------------------------------------------------------------------------------------------------

bool StepSource::hasOwnMatrix(std::size_t k) const {
  return part(k).kind != Kind::values && part(k).kin == StepPart::itself;
}
std::size_t StepSource::owner(std::size_t k) const { return part(k).kin == StepPart::itself ? k : part(k).kin; }

const PartElimination* StepSource::elimination(std::size_t k) const {
  return k < start_.eliminations.size() && start_.eliminations[k] ? &*start_.eliminations[k] : nullptr;
}

bool StepSource::isDense(std::size_t k) const { return !elimination(k) || part(k).count <= largestSpare; }

bool StepSource::hasDense() const {
  if (!model_.step) return false;
  for (std::size_t k = 0; k < step().parts.size(); ++k)
    if (hasOwnMatrix(k) && isDense(k)) return true;
  return false;
}

std::size_t StepSource::longestPart() const {
  std::size_t longest = 0;
  if (model_.step)
    for (const StepPart& each : step().parts)
      if (each.kind != Kind::values) longest = std::max<std::size_t>(longest, each.count);
  return longest;
}

bool StepSource::iterates() const {
  return model_.step &&
         std::ranges::any_of(step().parts, [](const StepPart& each) { return each.kind == Kind::nonlinear; });
}

std::size_t StepSource::earlierCount() const { return step().inputSlopes - step().earlier; }

std::string StepSource::function(codegen::Entry entry) const {
  return fmt::format("{}_{}", prefix_, model_[entry].name);
}

StepSource::Fields StepSource::stateFields() const {
  Fields fields;
  if (!model_.step) return fields;
  if (iterates()) fields.emplace_back("unknown", step().placeInY.size());
  if (iterates() || earlierCount() > 0) fields.emplace_back("y_before", model_.size());
  return fields;
}

StepSource::Fields StepSource::workFields() const {
  Fields fields;
  if (!model_.step) return fields;
  fields.emplace_back("w", step().size);
  fields.emplace_back("stage_input", step().nodes.size() * model_.inputs.names.size());
  fields.emplace_back("solution", longestPart());
  std::size_t linearised = 0;
  for (std::size_t k = 0; k < step().parts.size(); ++k) {
    if (part(k).kind == Kind::nonlinear) linearised = std::max(linearised, part(k).count + part(k).pattern.rows.size());
    if (!hasOwnMatrix(k)) continue;
    if (part(k).isConstant) linearised = std::max(linearised, part(k).pattern.rows.size());
    if (const PartElimination* straight = elimination(k))
      fields.emplace_back(fmt::format("factors{}", k), straight->code.model[codegen::factorEntry].outputCount());
    if (isDense(k)) fields.emplace_back(fmt::format("dense{}", k), std::size_t{part(k).count} * part(k).count);
  }
  fields.emplace_back("linearised", linearised);
  if (iterates()) fields.emplace_back("guess", step().placeInY.size());
  return fields;
}

StepSource::Fields StepSource::integerFields() const {
  Fields fields;
  if (!model_.step) return fields;
  fields.emplace_back("is_factored", step().parts.size());
  fields.emplace_back("is_dense", step().parts.size());
  for (std::size_t k = 0; k < step().parts.size(); ++k)
    if (hasOwnMatrix(k) && isDense(k)) fields.emplace_back(fmt::format("order{}", k), part(k).count);
  return fields;
}

// ---- functions ------------------------------------------------------------------------------------------------------

void StepSource::writeFunctions() {
  if (!model_.step) return;
  const auto add = [&](codegen::Entry entry) { writer_.add(model_[entry], model_[entry].name); };
  for (std::size_t k = 0; k < step().parts.size(); ++k) {
    const StepPart& at = part(k);
    if (at.kind != Kind::linear) add(at.function);
    if (at.kind == Kind::nonlinear) add(at.linearised);
    if (at.kind == Kind::linear && hasOwnMatrix(k) && at.isConstant) add(at.matrix);
    const PartElimination* const straight = hasOwnMatrix(k) ? elimination(k) : nullptr;
    if (!straight) continue;
    writer_.add(straight->code.model[codegen::factorEntry], fmt::format("factor{}", k));
    writer_.add(straight->code.model[codegen::solveEntry], fmt::format("solve{}", k));
  }
  if (iterates()) add(step().guess);
}

// ---- solvers --------------------------------------------------------------------------------------------------------

/// Factors a matrix, given by its entries, and solves with the factors.
void StepSource::solver(std::size_t k) {
  const StepPart& at = part(k);
  const PartElimination* const straight = elimination(k);
  line("");
  if (isDense(k)) {
    places(fmt::format("column{}", k), at.pattern.columnStart);
    places(fmt::format("row{}", k), at.pattern.rows);
  }
  if (straight && isDense(k)) numbers(fmt::format("bound{}", k), straight->bounds);
  line("\nstatic int factor_part{}(PREFIX_model *m, const REAL *matrix) {{", k);
  line("  PREFIX_work *const k = &m->work;");
  if (straight) {
    line("  struct PREFIX_inputs in = arguments(m);\n  in.y = matrix;");
    if (isDense(k)) {
      line("  if (!PREFIX_factor{0}(&in, k->work, k->factors{0})) {{\n    int suits = 1;", k);
      line("    for (int i = 0; i < {0}; ++i)\n      if (!(ABS(k->factors{1}[i]) <= bound{1}[i])) suits = 0;",
           straight->bounds.size(), k);
      line("    k->is_dense[{}] = 0;\n    if (suits) return PREFIX_ok;\n  }}", k);
    } else {
      line("  return PREFIX_factor{0}(&in, k->work, k->factors{0}) ? PREFIX_singular : PREFIX_ok;\n}}", k);
    }
  }
  if (isDense(k)) {
    line("  scatter(matrix, column{0}, row{0}, k->dense{0}, {1});", k, at.count);
    line("  k->is_dense[{}] = 1;", k);
    line("  return dense_factor(k->dense{0}, k->order{0}, {1}) ? PREFIX_singular : PREFIX_ok;\n}}", k, at.count);
  }
  line("\nstatic void solve_part{}(PREFIX_model *m, REAL *b) {{", k);
  line("  PREFIX_work *const k = &m->work;");
  if (isDense(k))
    line("  if (k->is_dense[{0}]) {{\n    dense_solve(k->dense{0}, k->order{0}, b, {1});\n    return;\n  }}", k,
         at.count);
  if (straight) {
    line("  {{\n    struct PREFIX_inputs in = arguments(m);\n    in.y = b;\n    in.p = k->factors{};", k);
    line("    (void)PREFIX_solve{}(&in, k->work, k->solution);\n  }}", k);
    line("  for (int i = 0; i < {}; ++i) b[i] = k->solution[i];", at.count);
  }
  line("}}");
}

void StepSource::iteration(std::size_t k) {
  const StepPart& at = part(k);
  const std::size_t n = at.count, with = owner(k), first = firstUnknown_[k];
  line("");
  numbers(fmt::format("size_of_part{}", k), ConstView(start_.sizes).subspan(first, n));
  std::vector<std::int64_t> inY;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t place = step().placeInY[first + i];
    inY.push_back(place == codegen::CompiledStep::noPlaceInY ? -1 : static_cast<std::int64_t>(place));
  }
  line("static const int y_of_part{}[] = {{ {} }};", k, fmt::join(inY, ", "));
  line("\nstatic int iterate_part{}(PREFIX_model *m, const struct PREFIX_inputs *in) {{", k);
  line("  PREFIX_work *const k = &m->work;\n  REAL *const z = k->w + {};\n  REAL previous = (REAL)0;", at.first);
  line("  for (int i = 0; i < {}; ++i) {{", n);
  line("    z[i] = m->state.has_before ? m->state.unknown[{0} + i] : k->guess[{0} + i];", first);
  line(
      "    if (m->state.has_before && y_of_part{0}[i] >= 0)\n"
      "      z[i] += m->state.y[y_of_part{0}[i]] - m->state.y_before[y_of_part{0}[i]];\n  }}",
      k);
  line("  for (int iteration = 0; iteration < PREFIX_ITERATIONS; ++iteration) {{\n    REAL size = (REAL)0;");
  line("    if (!k->is_factored[{}]) {{", with);
  line("      const int failed = {}(in, k->work, k->linearised);", function(at.linearised));
  line("      if (failed) return PREFIX_not_finite;");
  line("      if (factor_part{}(m, k->linearised + {})) return PREFIX_singular;", with, n);
  line("      k->is_factored[{}] = 1;", with);
  line("    }} else if ({}(in, k->work, k->linearised)) {{\n      return PREFIX_not_finite;\n    }}",
       function(at.function));
  line("    for (int i = 0; i < {}; ++i) k->update[i] = k->linearised[i];", n);
  line("    solve_part{}(m, k->update);", with);
  line("    for (int i = 0; i < {}; ++i) {{", n);
  line("      const REAL change = ABS(k->update[i]) / (ABS(z[i]) + size_of_part{}[i]);", k);
  line("      z[i] -= k->update[i];\n      if (!(change <= size)) size = change;\n    }}");
  line("    if (!(size < INFINITY)) return PREFIX_not_finite;");
  line("    if (size <= PREFIX_TOLERANCE) return PREFIX_ok;");
  line("    /* Where it converges slowly, each iterate gets its own matrix. */");
  line("    if (iteration > 0 && size > (REAL)0.3 * previous) k->is_factored[{}] = 0;", with);
  line("    previous = size;\n  }}\n  return PREFIX_not_converged;\n}}");
}

// ---- the step -------------------------------------------------------------------------------------------------------

void StepSource::beginSteps() {
  line("\n/* The next step starts at a new point, or with other equations. */");
  line("static void begin_steps(PREFIX_model *m) {{\n  m->state.has_before = 0;");
  if (model_.step && !step().parts.empty())
    line("  for (int i = 0; i < {}; ++i) m->work.is_factored[i] = 0;", step().parts.size());
  line("}}");
}

void StepSource::perform(std::size_t k) {
  const StepPart& at = part(k);
  switch (at.kind) {
    case Kind::values:
      line("  if ({}(&in, k->work, k->w + {})) return PREFIX_not_finite;", function(at.function), at.first);
      return;
    case Kind::nonlinear: line("  status = iterate_part{}(m, &in);\n  if (status) return status;", k); return;
    case Kind::linear: break;
  }
  if (hasOwnMatrix(k) && at.isConstant) {
    line("  if (!k->is_factored[{}]) {{", k);
    line("    if ({}(&in, k->work, k->linearised)) return PREFIX_not_finite;", function(at.matrix));
    line("    if (factor_part{}(m, k->linearised)) return PREFIX_singular;\n    k->is_factored[{}] = 1;\n  }}", k, k);
  } else if (hasOwnMatrix(k)) {
    line("  if (factor_part{}(m, k->w + {})) return PREFIX_singular;", k, at.matrixAt);
  }
  line("  for (int i = 0; i < {}; ++i) k->w[{} + i] = k->w[{} + i];", at.count, at.first, at.rightSideAt);
  line("  solve_part{}(m, k->w + {});", owner(k), at.first);
}

void StepSource::advance() {
  line("\n/* One step; where it cannot be computed, the state is held. */");
  line("static int advance(PREFIX_model *m) {{");
  if (!model_.step) {
    line("  (void)m;\n  return PREFIX_ok;\n}}");
    return;
  }
  line("  PREFIX_work *const k = &m->work;\n  struct PREFIX_inputs in = arguments(m);\n  int status = PREFIX_ok;");
  line("  k->w[0] = PREFIX_STEP;");
  if (earlierCount() > 0) {
    // Backward differentiation of second order; the first step is backward Euler.
    const std::size_t c = step().coefficients;
    line("  k->w[{}] = m->state.has_before ? (REAL)4 / (REAL)3 : (REAL)1;", c);
    line("  k->w[{}] = m->state.has_before ? (REAL)-1 / (REAL)3 : (REAL)0;", c + 1);
    line("  k->w[{}] = m->state.has_before ? (REAL)2 / (REAL)3 : (REAL)1;", c + 2);
    std::size_t at = step().earlier;
    for (std::size_t i = 0; i < model_.size(); ++i)
      if (model_.states.isDifferential[i]) line("  k->w[{}] = m->state.y_before[{}];", at++, i);
    // Its coefficients, and with them the matrices, change after the first step.
    line("  if (m->state.has_before < 2)\n    for (int i = 0; i < {}; ++i) k->is_factored[i] = 0;",
         step().parts.size());
  }
  line("  for (int i = 0; i < PREFIX_STATES; ++i) k->w[{} + i] = m->state.y[i];", step().start);
  for (std::size_t i = step().inputSlopes; i < step().begun; ++i) line("  k->w[{}] = (REAL)0;", i);
  if (!model_.inputs.names.empty())
    line("  for (int i = 0; i < {} * PREFIX_INPUTS; ++i) k->stage_input[i] = m->input[i % PREFIX_INPUTS];",
         step().nodes.size());
  if (iterates()) {
    line("  if (!m->state.has_before && {}(&in, k->work, k->guess)) return PREFIX_not_finite;", function(step().guess));
    for (std::size_t k = 0; k < step().parts.size(); ++k)
      if (part(k).kind == Kind::nonlinear && hasOwnMatrix(k)) line("  k->is_factored[{}] = 0;", k);
  }
  line("  in.y = k->w;\n  in.u = k->stage_input;");
  for (std::size_t k = 0; k < step().parts.size(); ++k) perform(k);
  line("  for (int i = 0; i < PREFIX_STATES; ++i)\n    if (!isfinite(k->w[end_place[i]])) return PREFIX_not_finite;");
  if (iterates() || earlierCount() > 0)
    line("  for (int i = 0; i < PREFIX_STATES; ++i) m->state.y_before[i] = m->state.y[i];");
  for (std::size_t k = 0; k < step().parts.size(); ++k)
    if (part(k).kind == Kind::nonlinear)
      line("  for (int i = 0; i < {}; ++i) m->state.unknown[{} + i] = k->w[{} + i];", part(k).count, firstUnknown_[k],
           part(k).first);
  line("  for (int i = 0; i < PREFIX_STATES; ++i) m->state.y[i] = k->w[end_place[i]];");
  line("  if (m->state.has_before < 2) ++m->state.has_before;");
  line("  return status;\n}}");
}

void StepSource::write() {
  line("\n/* ---- the step ---- */\n");
  if (model_.step) {
    places("end_place", step().end);
    for (std::size_t k = 0; k < step().parts.size(); ++k)
      if (hasOwnMatrix(k)) solver(k);
    for (std::size_t k = 0; k < step().parts.size(); ++k)
      if (part(k).kind == Kind::nonlinear) iteration(k);
  }
  beginSteps();
  advance();
}

void StepSource::count(SourceCounts& counts) const {
  counts.mostIterations = iterates() ? mostIterations : 0;
  if (!model_.step) return;
  const auto cost = [&](codegen::Entry entry) { return codegen::operationCount(model_[entry]); };
  const auto denseFactor = [](std::size_t n) { return 2 * n * n * n / 3; };
  for (std::size_t k = 0; k < step().parts.size(); ++k) {
    const StepPart& at = part(k);
    if (at.kind == Kind::values) {
      counts.operationsPerStep += cost(at.function);
      continue;
    }
    const PartElimination* const straight = elimination(owner(k));
    const std::size_t factor =
        straight ? codegen::operationCount(straight->code.model[codegen::factorEntry]) : denseFactor(at.count);
    const std::size_t solve = straight ? codegen::operationCount(straight->code.model[codegen::solveEntry])
                                       : 2 * std::size_t{at.count} * at.count;
    std::size_t& sum = at.kind == Kind::nonlinear ? counts.operationsPerIteration : counts.operationsPerStep;
    const bool factors = at.kind == Kind::nonlinear || (hasOwnMatrix(k) && !at.isConstant);
    sum += solve + (factors ? factor : 0) + (at.kind == Kind::nonlinear ? cost(at.linearised) : 0);
  }
}

}  // namespace dashpot::exporting
