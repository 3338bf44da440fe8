// base/invariants.hpp
//
// Each intermediate form has a checker that lists violated invariants. A stage runs it on what it hands over, in debug
// builds; tests run it always. A violation is a bug in the stage, not a fault of the user's model.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

#ifdef NDEBUG
inline constexpr bool checksInvariants = false;
#else
inline constexpr bool checksInvariants = true;
#endif

class InvariantViolation : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void requireNoViolations(std::string_view form, const std::vector<std::string>& violations) {
  if (violations.empty()) return;
  std::string text = "bug: the " + std::string(form) + " violates its invariants:";
  for (const std::string& violation : violations) text += "\n  " + violation;
  throw InvariantViolation(text);
}

}  // namespace dashpot
