// simulation/input_data.hpp
//
// Inputs of the model as a whole that follow data: linear or constant between the rows of a table.
//
// A time that stands twice is a jump. Between two jumps the inputs are continuous, and at a jump they keep the values
// before it until `moveTo` is called there: so an integrator sees one-sided limits, whatever times it asks for. Before
// the first row and behind the last one the values are held.
#pragma once

#include "base/csv_table.hpp"
#include "base/diagnostic.hpp"
#include "codegen/compiled_model.hpp"

#include <limits>

namespace dashpot::simulation {

enum class Interpolation : std::uint8_t { linear, hold };

class InputData {
 public:
  InputData() = default;
  /// Matches columns with the model's inputs and converts their units. Booleans and Integers are held, whatever the
  /// interpolation. What does not fit is reported.
  InputData(const codegen::CompiledModel& model, const CsvTable& table, Interpolation interpolation,
            Diagnostics& diagnostics);

  [[nodiscard]] bool empty() const { return inputs_.empty(); }
  /// The inputs that have data.
  [[nodiscard]] const std::vector<std::uint32_t>& inputs() const { return inputs_; }
  [[nodiscard]] double begin() const { return times_.front(); }
  [[nodiscard]] double end() const { return times_.back(); }

  /// At t, what holds behind a jump there.
  void moveTo(double t);
  /// The next jump; infinite if there is none.
  [[nodiscard]] double nextJump() const { return empty() ? infinity : jumps_[stretch_ + 1]; }
  /// Where the inputs have a corner.
  [[nodiscard]] const Vector& corners() const { return corners_; }

  /// Writes the inputs that have data; the others are left alone.
  void evaluate(double t, View all) const;
  /// Their slopes; 0 for the others.
  void slopes(double t, View all) const;

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  void readTimes(const CsvTable& table, std::size_t column, Diagnostics& diagnostics);
  void readInputs(const codegen::CompiledModel& model, const CsvTable& table, std::size_t timeColumn,
                  Interpolation interpolation, Diagnostics& diagnostics);
  void findJumpsAndCorners();
  [[nodiscard]] std::size_t intervalAt(double t) const;
  [[nodiscard]] double slope(std::size_t input, std::size_t interval) const;

  struct Signal {
    Vector left, right;  // at the ends of each interval between two different times
  };
  std::vector<std::uint32_t> inputs_;
  std::vector<Signal> signals_;                  // one per element of inputs_
  Vector times_;                                 // ascending, each once
  std::vector<std::size_t> firstRow_, lastRow_;  // of the table, by time
  Vector jumps_ = {-infinity, infinity};
  Vector corners_;
  std::size_t stretch_ = 0;  // between jumps_[stretch_] and the next
};

/// Why an input cannot have this value: "is not a whole number, but 'n' is an Integer"; empty: it can.
[[nodiscard]] std::string whyNot(const codegen::VariableInfo& input, double value);

/// No input is taken to be zero, or anything else, in silence; `values`: what inputs without data have.
void warnAboutInputs(const codegen::CompiledModel& model, ConstView values, const InputData& data, double start,
                     double stop, Diagnostics& diagnostics);

}  // namespace dashpot::simulation
