// export/export.hpp
//
// The front door of the stage: a compiled model with an inlined step in, self-contained C99 out.
//
//   start_numbers  the model's numbers at its start: consistent values, sizes, and pivots for its matrices
//   model_source   what the C of a model consists of: its functions, linear solvers, step, events and initialisation
//   c_runtime      the part of it that is the same for all models
//   c_package      how it is packaged here: one header, one source, a Makefile, a driver, a README
//
// Promise: no allocation, no library but math.h, no recursion, bounded loops, static sizes; the same numbers in, the
// same numbers out. With fixed steps the run is that of `dashpot simulate --method inline:NAME --step H`, to rounding and
// the tolerance of Newton's iteration: events take effect where steps end, inputs are held over a step.
#pragma once

#include "base/diagnostic.hpp"
#include "export/start_numbers.hpp"

#include <string>
#include <vector>

namespace dashpot::exporting {

/// A variable that exported code gives back: an output of the model's `observed` function.
struct ExportedOutput {
  std::string name;
  std::uint32_t index = 0;
  bool negated = false;
};

struct ExportOptions {
  std::string prefix;     // begins all names; a C identifier
  bool isSingle = false;  // float instead of double
  std::vector<ExportedOutput> outputs = {};
};

struct ExportedFile {
  std::string name, text;
};

/// Whether the model can be written as C; if not, the diagnostics say why: delayed expressions, functions that call
/// themselves.
[[nodiscard]] bool canBeExported(const codegen::CompiledModel& model, Diagnostics& diagnostics);

/// The files of a package.
[[nodiscard]] std::vector<ExportedFile> exportC(const codegen::CompiledModel& model, const StartNumbers& start,
                                                const ExportOptions& options);

/// A C identifier that is like this name.
[[nodiscard]] std::string identifierOf(std::string_view name);

}  // namespace dashpot::exporting
