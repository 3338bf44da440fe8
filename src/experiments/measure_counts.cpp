// Work that is counted.
//
//   operations   additions, multiplications, divisions and function calls of `method` on `problem` with `step`: rhs,
//                jacobian, step, step_without_rhs, and jacobian_share (of the step);  `jacobian = "differences"`
//   detest       `method` on the problem `name` of STIFF DETEST at `tolerance`: steps, rhs_evals, jac_evals, lu, rejected,
//                end_error, max_error (in units of the tolerance), outcome;  `scaled`, `first_step`
#include "analysis/detest.hpp"
#include "analysis/operation_count.hpp"
#include "experiments/run.hpp"

#include <fmt/format.h>

namespace dashpot::experiments {

Measured measureOperations(Settings& settings, Laboratory&) {
  const auto test = problemFrom(settings);
  if (!test) return Unexpected{test.error()};
  auto counted = analysis::countedProblem(*test);
  if (!counted) return Unexpected{counted.error()};
  settings.markAsRead("size");  // what a chart has along x
  const std::string method = settings.text("method"), quantity = settings.text("quantity");
  const bool isDifferences = settings.text("jacobian", "exact") == "differences";
  const auto exactJacobian = counted->jacobian;
  if (isDifferences) counted->jacobian = nullptr;
  const analysis::CountSettings work{.step = settings.number("step", 1e-3), .steps = 10};
  const auto count = analysis::countOperations(method, *counted, work);
  if (!count) return Unexpected{count.error()};
  if (quantity == "rhs") return Value{static_cast<double>(count->rhs.total())};
  if (quantity == "jacobian") return Value{static_cast<double>(count->jacobian.total())};
  if (quantity == "step") return Value{static_cast<double>(count->step.total())};
  if (quantity == "step_without_rhs") return Value{static_cast<double>(count->step.total() - count->rhs.total())};
  if (quantity == "jacobian_share") {
    // Differences are spent within the step: what is left of it with an exact Jacobian is the rest.
    counted->jacobian = exactJacobian;
    const auto exact = analysis::countOperations(method, *counted, work);
    if (!exact) return Unexpected{exact.error()};
    const auto rest = static_cast<double>(exact->step.total() - exact->jacobian.total());
    return Value{1 - rest / static_cast<double>(count->step.total())};
  }
  return Unexpected{fmt::format("operations have no quantity '{}'", quantity)};
}

Measured measureDetest(Settings& settings, Laboratory&) {
  const std::string name = settings.text("name");
  const auto problem = problems::findDetest(name);
  if (!problem) return Unexpected{fmt::format("there is no DETEST problem '{}'", name)};
  const analysis::DetestSettings wanted{.method = settings.text("method"),
                                        .tolerance = settings.number("tolerance"),
                                        .scaled = settings.flag("scaled", false),
                                        .preliminaryRun = settings.flag("preliminary_run", true),
                                        .firstStep = settings.number("first_step", 0),
                                        .maxSteps = static_cast<std::int64_t>(settings.number("max_steps", 1e5)),
                                        .timingSeconds = 0};
  const std::string quantity = settings.text("quantity");
  if (const std::string complaint = settings.complaint(); !complaint.empty()) return Unexpected{complaint};
  const analysis::DetestRun run = analysis::runDetest(*problem, wanted);
  const bool isFinished = run.outcome == analysis::DetestRun::Outcome::finished;
  if (quantity == "outcome") return Value{.word = isFinished ? "finishes" : "fails"};
  if (!isFinished) return Value{.word = "fails"};
  if (quantity == "steps") return Value{static_cast<double>(run.statistics.steps)};
  if (quantity == "rejected") return Value{static_cast<double>(run.statistics.rejected)};
  if (quantity == "rhs_evals") return Value{static_cast<double>(run.statistics.rhsEvals)};
  if (quantity == "jac_evals") return Value{static_cast<double>(run.statistics.jacEvals)};
  if (quantity == "lu") return Value{static_cast<double>(run.statistics.lu)};
  if (quantity == "end_error") return Value{run.endError};
  if (quantity == "max_error") return Value{run.maxError};
  return Unexpected{fmt::format("detest has no quantity '{}'", quantity)};
}

}  // namespace dashpot::experiments
