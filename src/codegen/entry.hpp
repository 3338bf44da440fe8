// codegen/entry.hpp: the functions of a compiled model, by what they are for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dashpot::codegen {

enum class Entry : std::uint16_t {
  parameters,       // p from the values given and those of the model
  start,            // guesses for the iteration variables of the initial system
  initialResidual,  // 0 = G(z); z stands in y
  initialJacobian,
  initialState,      // y from z
  rhs,               // F
  jacobian,          // dF/dy in the order of the pattern
  timeDerivative,    // dF/dt
  events,            // zero-crossing functions, one per mode
  observed,          // every variable that is no alias and no parameter
  nominal,           // of y
  discreteStart,     // d before the start
  initialDiscrete,   // d from z: one pass at the start
  discrete,          // d from y: one pass at an event
  clocks,            // first time and interval of each
  actions,           // for each: whether it is active, and its value
  messages,          // values in the texts of actions
  delays,            // for each: the argument, how long ago, how long at most
  delayTimes,        // how long ago, of those that may vanish
  initialDelays,     // the arguments from z
  selection,         // for each state set: the constraints' Jacobian by rows, then candidates level by level
  initialSelection,  // the same from z
  linear,            // the entries of A of the linear part
  diagonal,          // a, then b: F_i = a_i y_i + b_i
  timeEvents,        // when the relations that time alone decides turn
  byParameters,      // dF/dp for the parameters chosen, in the order of the pattern
  inputStart,        // of the inputs
  inputJacobian,     // dF/du, at inputPlaces
  gradients,         // of what `observed` computes, at gradientPlaces; only if the system has them
  attributes,        // for each of `bounds`: min, max, start; then the start value of each of `lostStarts`
  silentConditions,  // values that change in jumps without an event
  silentJumps,       // the first of them, if F only bends at the others
  arriving,          // the continuous variables whose left limits d keeps
  loopStarts,        // start values of `initial.loopUnknowns`
};
constexpr std::size_t entryCount = static_cast<std::size_t>(Entry::loopStarts) + 1;

/// Behind these come the functions of an inlined step, as many as it has (codegen/compiled_step.hpp).
[[nodiscard]] constexpr Entry stepEntry(std::size_t number) { return static_cast<Entry>(entryCount + number); }
[[nodiscard]] constexpr bool isOfStep(Entry entry) { return static_cast<std::size_t>(entry) >= entryCount; }

/// Of all functions of a step: "step".
[[nodiscard]] std::string_view name(Entry entry);

}  // namespace dashpot::codegen
