// Runs a model and compares what it gives with a published reference result.
#pragma once

#include "reference.hpp"
#include "simulation/model_code.hpp"
#include "tube.hpp"

#include <string>
#include <vector>

namespace dashpot::msl {

enum class Verdict : std::uint8_t {
  agrees,  // every signal stays in its tube
  deviates,
  endsEarly,  // it says that it finished, but the reference goes on
  fails,      // with a reason; a signal that we do not record is one
  noReference,
};
constexpr std::size_t verdictCount = 5;
[[nodiscard]] const char* nameOf(Verdict verdict);

struct SignalDeviation {
  std::string signal;
  Deviation at;
};

struct ReferenceResult {
  Verdict verdict = Verdict::fails;
  std::string reason;  // of a failure
  std::size_t signals = 0;
  std::vector<SignalDeviation> deviations;
  std::vector<std::string> warnings;
};

/// By the default method, at the tolerance of the reference, recorded on its grid and at our own events.
[[nodiscard]] ReferenceResult compareWithReference(simulation::ModelCode& code, const Reference& reference,
                                                   const Sources& sources);

/// In one line: the reason of a failure, or the deviation that is worst.
[[nodiscard]] std::string firstProblem(const ReferenceResult& result);

/// To one line of JSON and back.
[[nodiscard]] std::string toText(const ReferenceResult& result);
[[nodiscard]] ReferenceResult fromText(const std::string& text);

}  // namespace dashpot::msl
