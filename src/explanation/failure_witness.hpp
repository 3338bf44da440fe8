// explanation/failure_witness.hpp
//
// Why a run ended before its end: the last state that was accepted, who is to be suspected, and the nearest singularity.
//
// A singularity shows in the speeds of the last steps. Where an unknown runs into a pole or a root, y' grows like
// (t* - t)^-q; then g = y'/y'' = (t* - t)/q falls along a straight line, and two values of it give t* and q.
#pragma once

#include "base/diagnostic.hpp"
#include "explanation/facts.hpp"
#include "explanation/names.hpp"
#include "simulation/outcome.hpp"
#include "simulation/step_observer.hpp"

#include <deque>
#include <optional>

namespace dashpot::explanation {

/// The account that is given of a failed run.
struct FailureAccount {
  struct Value {
    std::string name;
    double value = 0.0;
    std::string unit, displayUnit;
  };
  double time = 0.0;                  // of the last state
  std::string reason;                 // one sentence
  std::vector<Value> lastState;       // the suspects first
  std::size_t leftOut = 0;            // states that are not among them
  std::vector<std::string> suspects;  // the first one is most to be suspected
  std::string singularity;            // the nearest; empty: none was found
};

class FailureWitness {
 public:
  void see(const simulation::ObservedStep& step);
  /// The model where the run failed.
  void examine(simulation::BoundModel& model, double t, ConstView y, const Failure& failure);

  /// None: the run did not fail. `system`: to tell what singular equations are solved for; may be null.
  [[nodiscard]] std::optional<FailureAccount> tell(const Names& names, const simulation::Outcome& outcome,
                                                   const Diagnostics& ofRun, const equations::SolvableSystem* system,
                                                   Facts& facts) const;

 private:
  struct Point {
    double time = 0.0;
    Vector y;
  };
  struct Pole {
    int unknown = -1;
    double time = 0.0, power = 0.0;
  };
  /// Whether an evaluation that failed is why the run did.
  [[nodiscard]] bool isToBlame() const;
  [[nodiscard]] std::string reason() const;
  void tellFault(const equations::SolvableSystem* system, Facts& facts) const;
  void tellPole(const Pole& pole, const Names& names, Facts& facts) const;
  [[nodiscard]] std::vector<int> suspected(const std::optional<Pole>& pole) const;
  [[nodiscard]] std::vector<std::string> suspects(const Names& names, const std::vector<int>& unknowns) const;
  void listLastState(const Names& names, const std::vector<int>& first, FailureAccount& account) const;
  [[nodiscard]] std::optional<Pole> pole() const;
  [[nodiscard]] std::optional<Pole> poleOf(std::size_t unknown) const;
  /// Unknowns by how much they changed in the last step, relative to what they are.
  [[nodiscard]] std::vector<int> fastest() const;

  std::deque<Point> last_;      // the last states
  std::deque<Point> resolved_;  // the last ones that are far enough apart to tell speeds
  std::vector<simulation::EventWatch::Past> lastEvents_;
  std::vector<std::string> relations_;
  std::optional<simulation::BoundModel::LastFault> fault_;
  Failure failure_;
  double failedAt_ = 0.0;
};

}  // namespace dashpot::explanation
