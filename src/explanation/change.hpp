// explanation/change.hpp: a change of a run or of its model that can be tried: by what a user would write.
//
//   method radau              another method
//   tolerance 1e-4            another tolerance
//   stop 2                    an earlier end, in seconds
//   interval 0.01             another output interval, in seconds
//   set pump.V=1e-6           another value of a parameter
//   start x=0.5               another start value of a variable
//   nominal x=1e-3            another nominal value of a variable
//   silent 3,7                relations, by number, without events: as if they stood inside noEvent()
#pragma once

#include "explanation/facts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::explanation {

struct Change {
  enum class Kind { method, tolerance, stop, interval, set, start, nominal, silent };
  Kind kind = Kind::method;
  std::string name;   // of the variable or parameter
  std::string value;  // of all but `silent`
  std::vector<std::uint32_t> relations;

  /// "--method radau", "x(nominal = 0.001)", ...
  [[nodiscard]] std::string text() const;
};

/// None: it cannot be read.
[[nodiscard]] std::optional<Change> readChange(std::string_view text);

}  // namespace dashpot::explanation
