// simulation/inlined_step.hpp
//
// Performs the inlined step of a compiled model (codegen/compiled_step.hpp): its functions in order, its linear parts by
// elimination, its nonlinear ones by Newton's iteration over the torn variables with their exact Jacobian.
//
// Factors are kept: of a linear part whose matrix stays the same, while steps have one length; of a nonlinear one, while
// they do and the iteration contracts fast. The stages of a diagonally implicit formula share them. Iterations start
// from the course of the unknowns over the step before, at a new point from their values there.
#pragma once

#include "codegen/generated_solver.hpp"
#include "dashpot/problem.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/stage_predictor.hpp"

namespace dashpot::simulation {

/// A solver for each part that has a matrix of its own, by part.
struct StepSolvers {
  std::vector<std::unique_ptr<LinearSolver>> byPart;
};

class ModelStep final : public InlinedStep {
 public:
  /// The model must outlive this, and have an inlined step.
  ModelStep(BoundModel& model, StepSolvers solvers);

  [[nodiscard]] std::string_view formula() const override { return step_.method; }
  [[nodiscard]] int stages() const override { return static_cast<int>(step_.nodes.size()); }
  void begin() override;
  InlinedStep::Outcome advance(double t, double h, ConstView y, const Accuracy& accuracy, View y1) override;
  void accept() override;
  void stageState(int stage, View y) const override;
  void stageSlope(int stage, View slope) const override;
  [[nodiscard]] const Work& work() const override { return work_; }
  void save(Vector& memory) const override;
  ConstView load(ConstView memory) override;

  /// The entries of a part's own matrix as they were last factored; empty: it has none, or it was not.
  [[nodiscard]] ConstView matrix(std::size_t part) const;

 private:
  /// What is kept of the matrix of a part.
  struct Factors {
    bool isFactored = false;
    bool isStale = false;      // the iteration asked for new ones
    double step = 0.0;         // for steps of this length ...
    double coefficient = 0.0;  // ... and, of a two-step formula, this coefficient of the slope
    double contraction = 1.0;  // of the iteration: the error left over the last update
    Vector matrix;             // the entries that were factored
  };

  [[nodiscard]] View made(const codegen::StepPart& part) { return View(w_).subspan(part.first, part.count); }
  Evaluation evaluate(codegen::Entry entry, View outputs);
  void setStart(double t, double h, ConstView y);
  void setCoefficients(double h);
  InlinedStep::Outcome perform(std::size_t part, const Accuracy& accuracy);
  InlinedStep::Outcome solveLinear(std::size_t part);
  bool factor(std::size_t part, ConstView matrix);
  [[nodiscard]] bool areOfThisStep(const Factors& factors) const;
  InlinedStep::Outcome iterate(std::size_t part, const Accuracy& accuracy);
  InlinedStep::Outcome newton(std::size_t part, const Accuracy& accuracy, bool& isNew);
  void guess(std::size_t part);
  [[nodiscard]] double sizeOfUpdate(const codegen::StepPart& part, std::size_t firstUnknown, const Accuracy& accuracy);

  BoundModel& model_;
  const codegen::CompiledStep& step_;
  StepSolvers solvers_;
  std::vector<Factors> factors_;           // by part; of those with a matrix of their own
  std::vector<std::size_t> firstUnknown_;  // by part: where its unknowns begin among those of all nonlinear parts
  std::vector<long> stagesOf_;             // by part: how many stages its equations are of
  long stagesOutside_ = 0;                 // that are in no nonlinear part
  StagePredictor predictor_;
  double t_ = 0.0, h_ = 0.0;
  double slopeCoefficient_ = 0.0;  // of a two-step formula
  Vector w_;
  Vector inputs_;      // by stage
  Vector linearised_;  // r and its Jacobian
  Vector update_;
  Vector guess_, nominal_, largest_;         // of the unknowns of nonlinear parts
  bool isGuessed_ = false;                   // at the present point
  std::vector<std::uint32_t> differential_;  // the states among y
  Vector earlier_;                           // of a two-step formula: the states one step before ...
  double earlierStep_ = 0.0;                 // ... and its length; 0: there is none
  Work work_;
};

/// For the few matrices of a real-time run that the pivots of another solver do not suit: it takes no memory when it
/// pivots, unless it is large.
std::unique_ptr<LinearSolver> spareSolver(int n, const SparsityPattern& pattern, const MassMatrix& mass);
std::unique_ptr<LinearSolver> spareSolver(const codegen::StepPart& part);

/// Solvers as they suit the parts: generated elimination where `eliminations` has one.
[[nodiscard]] StepSolvers makeStepSolvers(const codegen::CompiledStep& step,
                                          const std::vector<std::shared_ptr<codegen::Eliminations>>& eliminations);

/// The structures of the matrices for which straight-line elimination may pay, by part; null for the others.
[[nodiscard]] std::vector<std::shared_ptr<codegen::Eliminations>> stepEliminations(const codegen::CompiledModel& model,
                                                                                   const codegen::CodeOptions& options);

}  // namespace dashpot::simulation
