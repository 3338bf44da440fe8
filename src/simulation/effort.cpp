#include "simulation/effort.hpp"

namespace dashpot::simulation {

namespace {

class MeasuredSolver final : public LinearSolver {
 public:
  MeasuredSolver(std::unique_ptr<LinearSolver> solver, Effort& effort) : solver_(std::move(solver)), effort_(effort) {}

  bool factor(double alpha, std::span<const double> jacobian) override {
    const Measured measured(effort_.factorisations);
    return solver_->factor(alpha, jacobian);
  }
  bool factor(std::complex<double> alpha, std::span<const double> jacobian) override {
    const Measured measured(effort_.factorisations);
    return solver_->factor(alpha, jacobian);
  }
  void solve(std::span<double> b) override {
    const Measured measured(effort_.solves);
    solver_->solve(b);
  }
  void solve(std::span<std::complex<double>> b) override {
    const Measured measured(effort_.solves);
    solver_->solve(b);
  }
  std::vector<double> savePivots() const override { return solver_->savePivots(); }
  void restorePivots(std::span<const double> pivots) override { solver_->restorePivots(pivots); }

 private:
  std::unique_ptr<LinearSolver> solver_;
  Effort& effort_;
};

}  // namespace

std::unique_ptr<LinearSolver> measured(std::unique_ptr<LinearSolver> solver, Effort& effort) {
  return std::make_unique<MeasuredSolver>(std::move(solver), effort);
}

}  // namespace dashpot::simulation
