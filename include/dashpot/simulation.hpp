// One simulation of a model: parameters, inputs, steps, events, results.
//
//   Simulation simulation(model, {.stop = 2.0});
//   simulation.set("pump.p", "210bar");
//   if (!simulation.run()) std::cerr << simulation.messages();
//   for (double p : simulation.values("cylinder.p")) ...
//
// A simulation belongs to one thread; many may run at the same time from one Model.
#pragma once

#include "dashpot/integrate.hpp"
#include "dashpot/model.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace dashpot {

struct SimulationOptions {
  // A value that is not given comes from the model's experiment annotation, else 0, 1, 1e-6. Where neither gives an
  // interval, the accepted steps and events are recorded, as the command line does.
  std::optional<double> start{}, stop{}, tolerance{}, interval{};
  std::string method{};               // empty: the default; dashpot::methods() lists them
  double step = 0;                    // > 0: fixed
  double maxStep = 0;                 // > 0: no step under error control is longer
  bool steadyState = false;           // starts where nothing changes; fixed start values are guesses
  bool everyStep = false;             // records every accepted step instead of every interval
  std::vector<std::string> record{};  // names of the variables to keep; empty: all but parameters and protected ones
  std::function<bool()> cancelled{};  // asked after each step
  /// Called after each event, with the conditions that changed, as they are written.
  std::function<void(double time, const std::vector<std::string>& conditions)> onEvent{};
};

enum class SimulationState {
  ready,      // nothing has been done yet
  running,    // between two steps
  finished,   // the end is reached, or the model ended the run
  cancelled,  // run() goes on
  failed,     // messages() says why; what was computed is kept
};

class Simulation {
 public:
  explicit Simulation(const Model& model, SimulationOptions options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// A parameter, or the start value of a state (`x` or `x.start`), before the first step. In SI, or with a unit:
  /// "210bar". What cannot be set is reported when the simulation begins.
  void set(std::string_view name, double value);
  void set(std::string_view name, std::string_view value);
  /// An input of the model, at any time: holds until it is set again. False if there is none of this name, or if it
  /// cannot have this value (an Integer no fraction, a Boolean 0 or 1 only), which messages() then says.
  bool setInput(std::string_view name, double value);

  /// To the end. True if it was reached.
  bool run();
  /// One accepted step, and what happens at its end. True as long as there are more.
  bool step();

  SimulationState state() const;
  double time() const;
  /// A variable or parameter now; NaN if there is none of this name, or it has no value yet.
  double value(std::string_view name) const;

  /// The recorded values.
  std::span<const double> times() const;
  std::span<const double> values(std::string_view name) const;
  std::span<const double> eventTimes() const;

  Statistics statistics() const;
  /// Errors and warnings so far, as text for people.
  std::string messages() const;

  /// Saves the run between two steps, to go on later bit for bit; false after a report.
  bool save(const std::string& file);
  /// Begins where a saved run of the same model was, instead of at the start.
  bool resume(const std::string& file);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace dashpot
