// Runs a model by one method and says how far it is from its known solution.
#pragma once

#include "dashpot/model.hpp"
#include "known_model.hpp"

#include <optional>

namespace dashpot::truth {

/// An error of this many tolerances times the size of the signal is the most that is allowed.
constexpr double allowedError = 20.0;

/// The methods that must be right, the default among them.
[[nodiscard]] const std::vector<std::string>& judgedMethods();

enum class Fault {
  none,
  refused,  // no model came of the text
  failed,   // the run ended with an error
  early,    // it says that it has finished, before its stop time
  wrong,    // an error beyond what is allowed
};
[[nodiscard]] const char* nameOf(Fault fault);

struct Judgement {
  Fault fault = Fault::none;
  double error = 0.0;       // the largest, in tolerances times size
  std::string explanation;  // of a fault
};

/// The compiled text; a model that is refused has messages.
[[nodiscard]] Model compile(const KnownModel& known);

/// `patience` seconds of processor time; what takes longer has failed.
[[nodiscard]] Judgement judge(const KnownModel& known, const Model& model, const std::string& method, double tolerance,
                              double patience = 30.0);

}  // namespace dashpot::truth
