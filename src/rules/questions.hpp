// rules/questions.hpp
//
// The questions that rules ask of a circuit. A rule is a list of them; a new rule needs a new one only if none of these
// will do.
//
// Of a component:
//   is ROLE                  it has this role
//   hasOpenPorts             a port with a mass flow, a volume flow or a current is not connected
//   isConnectedAt ROLE       a port with this role is connected to something
//   isGiven ROLE             a parameter with this role has been given a value by who uses the component
//   lacks ROLE               a parameter with this role is zero or less
//   joinsItself ROLE         two of its ports lie on one line that keeps no pressure, and it has this role
//   flowFindsAWay            what leaves at its outlet can always reach a reference, or its own inlet
//   exceedsItsLine ROLE      a pressure with this role is above that at which its line is relieved
// Of a parameter:
//   is ROLE                  it has this role
//   isZero, isBelow X, isAbove X
// Of a line:
//   has ROLE                 a port on it has this role
//   isShared ROLE            two ports on it have this role
//   joinsOnly ROLE           all ports on it, two at least, have this role, sensors left aside
//   leaks                    a component on it has a leakage above zero
// Of a network:
//   has ROLE                 a port in it has this role
#pragma once

#include "rules/circuit.hpp"
#include "rules/rule_base.hpp"

#include <span>

namespace dashpot::rules {

/// What a rule looks at; the others are null.
struct Place {
  const Part* part = nullptr;
  const Quantity* quantity = nullptr;
  const Line* line = nullptr;
  const Network* network = nullptr;
};

using Arguments = std::span<const std::string>;

struct Question {
  std::string_view name;
  Subject of;
  std::size_t arguments;
  Answer (*ask)(const Circuit&, const Place&, Arguments);
};

[[nodiscard]] std::span<const Question> questions();
/// Null: nobody knows how to answer it.
[[nodiscard]] const Question* findQuestion(std::string_view name, Subject of);

}  // namespace dashpot::rules
