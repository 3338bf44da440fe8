// export/model_source.hpp
//
// What the C of a model consists of, however it is packaged:
//
//   types      sizes, parameters, state, and work memory as structs; what calls return
//   functions  F, J, events, discrete part, outputs, initial system, the parts of the step: static, from the IR
//   solvers    elimination of its matrices, straight lines with the pivots of the start, dense where these do not suit
//   calls      NAME_init, NAME_step, NAME_outputs, NAME_set_parameter, and the tables of names
//
// A package puts the types into a header and the rest into a source.
#pragma once

#include "codegen/print_c.hpp"
#include "export/export.hpp"

namespace dashpot::exporting {

struct SourceCounts {
  std::size_t operationsPerStep = 0;
  std::size_t operationsPerIteration = 0;  // of Newton, in all nonlinear parts
  std::size_t mostIterations = 0;          // in each of them
  std::size_t stateNumbers = 0, parameterNumbers = 0, workNumbers = 0;
  std::size_t workIntegers = 0;
};

struct ModelSource {
  std::string types;        // declarations
  std::string definitions;  // all functions
  std::vector<std::string> parameterNames, inputNames, outputNames;
  SourceCounts counts;
};

[[nodiscard]] ModelSource modelSource(const codegen::CompiledModel& model, const StartNumbers& start,
                                      const ExportOptions& options);

}  // namespace dashpot::exporting
