// base/value_format.hpp
//
// How a value is written into a text: what Modelica's String(x, ...) says (Modelica 3.6, section 3.7.1). Numbers follow
// a format of C's printf; a truth value or a literal of an enumeration has a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

struct ValueFormat {
  std::string specification = "-.6g";   // of printf, without '%'; for names, width and justification count
  std::vector<std::string> names = {};  // not empty: the value chooses one of them
  int first = 0;                        // the value of the first name: false is 0, literals count from 1
  bool operator==(const ValueFormat&) const = default;
};

/// A complaint about the specification of a format; empty: it is sound.
[[nodiscard]] std::string problemWith(std::string_view specification, bool isInteger);

[[nodiscard]] std::string written(const ValueFormat& format, double value);

}  // namespace dashpot
